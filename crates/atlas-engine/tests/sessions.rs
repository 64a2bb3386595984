//! Sessions: a sequence that goes on in another process gives the tokens and the bits of the logits
//! of one that was never interrupted; files of something else, and damaged ones, are refused.

use atlas_core::{
    CacheHints, ClientId, GenerateRequest, HostPlaces, KvFormat, KvFormats, Limits, RequestId,
    SamplingParams, SessionDone, SessionError, SessionHead, SessionRestore, SessionResult,
    SessionSave, TokenEngine, TokenEvent, TokenId,
};
use atlas_engine::testing::collect;
use atlas_engine::{Engine, EngineConfig, EngineHandle, NoObserver, Proposer, TierConfig};
use atlas_model::{DirSource, KvRequest, LoadOptions};
use atlas_tensor::{Compute, CpuDevice, Device, Isa};
use futures_channel::oneshot::Receiver;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Position and hash of each row of logits, with the request.
type Rows = Arc<Mutex<Vec<(RequestId, u32, u64)>>>;

const BLOCK_TOKENS: u32 = 4;
const SALT: &[u8] = b"someone";

/// An engine of a process.
#[derive(Clone)]
struct Run {
    model: PathBuf,
    kv: KvFormat,
    model_id: u64,
    /// Blocks in memory; the others are on the disk.
    frames: Option<u32>,
    blocks: u32,
    proposer: Option<(Proposer, u32)>,
    no_prefix_cache: bool,
    calibration: Vec<TokenId>,
    /// Places for what the first tier gives up.
    host: u32,
}

struct Process {
    engine: EngineHandle,
    rows: Rows,
    _folder: tempfile::TempDir,
}

/// Tokens and logits of a request.
#[derive(Debug, PartialEq)]
struct Answer {
    tokens: Vec<TokenId>,
    /// From the first position on that both processes compute.
    rows: Vec<(u32, u64)>,
}

impl Run {
    fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        Self {
            model: root.join("../atlas-model/tests/fixtures").join(name),
            kv: KvFormat::Bf16,
            model_id: 1,
            frames: None,
            blocks: 200,
            proposer: None,
            no_prefix_cache: false,
            calibration: Vec::new(),
            host: 0,
        }
    }

    fn start(&self) -> Process {
        let folder = tempfile::tempdir().unwrap();
        let dev: Device = CpuDevice::new(2, Isa::detect(), Compute::Bf16).unwrap().into();
        let kv = KvRequest { formats: Some(KvFormats::both(self.kv)), ..KvRequest::default() };
        let options = LoadOptions { kv, ..LoadOptions::default() };
        let source = DirSource::new(&self.model).expect("a checkpoint");
        let model = atlas_model::load(&source, &dev, &options).expect("a model").model;
        let rows = Rows::default();
        let seen = rows.clone();
        let hook = move |request, position, logits: &[f32]| {
            let mix = |hash: u64, x: &f32| {
                (hash ^ u64::from(x.to_bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31)
            };
            let row = logits.iter().fold(7, mix);
            seen.lock().unwrap().push((request, position, row));
        };
        let limits = Limits {
            slot_count: 3,
            step_tokens_max: 24,
            drafts_max: self.proposer.as_ref().map_or(0, |(_, drafts)| *drafts),
            seq_len_max: 256,
            kv_block_tokens: BLOCK_TOKENS,
            kv_block_count: self.blocks,
            chunk_tokens_max: 24,
            queue_len_max: 64,
            overtake_max: 4,
            snapshot_count: 12,
            host: HostPlaces { blocks: self.host, snapshots: self.host },
        };
        let config = EngineConfig {
            tier: self.frames.map(|frames| TierConfig {
                folder: folder.path().to_owned(),
                bytes: 64 << 20,
                snapshots: 12,
                frames,
                faults: Default::default(),
            }),
            proposer: self.proposer.as_ref().map(|(proposer, _)| proposer.clone()),
            prefix_cache: !self.no_prefix_cache,
            model_id: self.model_id,
            sessions: true,
            calibration: self.calibration.clone(),
            row_hook: Some(Arc::new(hook)),
            ..EngineConfig::new(limits)
        };
        let engine = Engine::start(model, dev, config, Arc::new(NoObserver)).expect("an engine");
        Process { engine, rows, _folder: folder }
    }
}

fn request(prompt: &[TokenId], max_tokens: u32, seed: u64) -> GenerateRequest {
    let sampling = SamplingParams {
        temperature: 0.9,
        seed,
        ignore_eos: true,
        ..SamplingParams::greedy(max_tokens)
    };
    let cache = CacheHints { salt: SALT.into(), ..CacheHints::default() };
    GenerateRequest { cache, ..GenerateRequest::new(prompt.to_vec(), sampling) }
}

impl Process {
    /// The answer to a request, its id, and the tokens of its prompt that were cached.
    fn answer(&self, request: GenerateRequest) -> (Answer, RequestId, u32) {
        let stream = self.engine.submit(request).expect("room");
        let id = stream.id();
        let all = collect(stream);
        let Some(TokenEvent::Done(done)) = &all.end else { panic!("{:?}", all.end) };
        let rows = self.rows.lock().unwrap();
        let mut rows: Vec<_> =
            rows.iter().filter(|row| row.0 == id).map(|row| (row.1, row.2)).collect();
        rows.sort_unstable();
        rows.dedup();
        (Answer { tokens: all.tokens, rows }, id, done.usage.cached_tokens)
    }

    /// Writes a session of a request that has ended.
    fn save(&self, id: RequestId, folder: &Path) -> SessionResult {
        let ended = self.engine.ended(id).expect("tokens of a request that has just ended");
        let head = SessionHead {
            tokens: ended.tokens.to_vec(),
            prompt_len: ended.prompt_len,
            seed: ended.seed,
            label: "label".into(),
            created: 7,
        };
        wait(self.engine.save_session(SessionSave {
            folder: folder.to_owned(),
            head,
            salt: ended.salt,
            adapter: ended.adapter,
            bytes_max: 1 << 30,
            client: ClientId::default(),
        }))
    }

    fn restore(&self, folder: &Path) -> SessionResult {
        let restore = SessionRestore { folder: folder.to_owned(), salt: SALT.into(), adapter: 0 };
        wait(self.engine.restore_session(restore))
    }

    fn end(self) {
        self.engine.shutdown();
        assert!(self.engine.join(), "{:?}", self.engine.failure());
    }
}

/// Waits for the end of a session's way.
fn wait(mut result: Receiver<SessionResult>) -> SessionResult {
    loop {
        match result.try_recv().expect("the engine answers") {
            Some(result) => return result,
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

fn prompt(seed: u64, len: usize) -> Vec<TokenId> {
    let mut rng = fastrand::Rng::with_seed(seed);
    (0..len).map(|_| rng.u32(..90)).collect()
}

/// Writes a session in one process and goes on in another one, which may be other `to`.
fn goes_on(from: &Run, to: &Run, seed: u64) -> SessionDone {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("one");
    let prompt = prompt(seed, 101);
    let first = from.start();
    let (whole, _, _) = first.answer(request(&prompt, 60, seed));
    let (half, id, _) = first.answer(request(&prompt, 30, seed));
    assert_eq!(half.tokens, whole.tokens[..30]);
    let saved = first.save(id, &session).expect("a session");
    first.end();

    let second = to.start();
    let done = second.restore(&session).expect("the session");
    assert_eq!(done, saved);
    let SessionHead { tokens, seed, prompt_len, label, .. } = &done.head;
    assert_eq!((*prompt_len, label.as_str(), tokens.len()), (101, "label", 131));
    let (rest, _, cached) = second.answer(request(tokens, 30, *seed));
    assert_eq!(rest.tokens, whole.tokens[30..]);
    // All but the block at the end, and where the recurrent layers could not be cut there.
    assert_eq!(cached, done.cached_tokens);
    assert!(cached >= 100, "{cached} of 131");
    let start = rest.rows[0].0;
    let same: Vec<_> = whole.rows.iter().copied().filter(|row| row.0 >= start).collect();
    assert_eq!(rest.rows, same, "bits of the logits");
    second.end();
    done
}

#[test]
fn a_session_goes_on_in_another_process_as_if_it_had_not_been_interrupted() {
    let names = [
        "llama_rope_llama3",
        "qwen3_next",
        "qwen3_5_moe_text",
        "mistral_window",
        "qwen2_window",
        "deepseek_v3",
        "nemotron_h",
    ];
    for (seed, name) in (1..).zip(names) {
        println!("{name}");
        goes_on(&Run::new(name), &Run::new(name), seed);
    }
}

#[test]
fn every_format_is_kept() {
    for (seed, kv) in (1..).zip(KvFormat::ALL) {
        println!("{kv}");
        let run = Run { kv, ..Run::new("llama_rope_llama3") };
        goes_on(&run, &run, seed);
    }
}

#[test]
fn a_session_comes_from_the_disk_tier_and_goes_to_it() {
    for name in ["llama_rope_llama3", "qwen3_next", "deepseek_v3"] {
        println!("{name}");
        let memory = Run::new(name);
        let disk = Run { frames: Some(32), blocks: 400, ..memory.clone() };
        goes_on(&disk, &memory, 5);
        goes_on(&memory, &disk, 6);
        goes_on(&disk, &disk, 7);
    }
}

#[test]
fn state_that_the_host_tier_took_meanwhile_is_computed_again() {
    for name in ["llama_rope_llama3", "qwen3_next"] {
        println!("{name}");
        // As soon as nothing runs, most of what is cached leaves the first tier.
        let run = Run { blocks: 64, host: 200, ..Run::new(name) };
        goes_on(&run, &run, 9);
    }
}

#[test]
fn the_state_of_a_draft_module_goes_with_it() {
    let run = Run { proposer: Some((Proposer::Mtp, 2)), ..Run::new("qwen3_5_moe_text") };
    if DirSource::new(&run.model).is_err() {
        panic!("a checkpoint");
    }
    goes_on(&run, &run, 8);
}

/// A session of a request, and the process that wrote it.
fn written(run: &Run, session: &Path) -> (Process, Vec<TokenId>) {
    let process = run.start();
    let (_, id, _) = process.answer(request(&prompt(3, 90), 20, 3));
    let done = process.save(id, session).expect("a session");
    (process, done.head.tokens)
}

#[test]
fn sessions_of_something_else_are_refused_with_the_difference() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("one");
    let run = Run::new("llama_rope_llama3");
    written(&run, &session).0.end();
    let whole = std::fs::read(session.join("kv-blocks")).unwrap();
    let refused = |run: Run| {
        let process = run.start();
        let error = process.restore(&session).expect_err("another");
        process.end();
        let SessionError::Foreign(text) = &error else { panic!("{error:?}") };
        text.clone()
    };
    let text = refused(Run { model_id: 2, ..run.clone() });
    assert_eq!(text, "model 0000000000000001 there, 0000000000000002 here");
    let text = refused(Run { kv: KvFormat::Fp8, ..run.clone() });
    assert!(text.contains("KV format bf16 there, fp8 here"), "{text}");
    assert!(text.contains("scales of the KV cache none there"), "{text}");
    // Codes mean nothing under other scales.
    let scaled = |calibration| Run { kv: KvFormat::Fp8, calibration, ..run.clone() };
    let other = folder.path().join("scaled");
    written(&scaled(vec![1; 40]), &other).0.end();
    let process = scaled((0..90).collect()).start();
    let error = process.restore(&other).expect_err("of other scales");
    process.end();
    assert!(error.to_string().contains("scales of the KV cache"), "{error}");
    let text = refused(Run::new("qwen3_next"));
    assert!(text.contains("layout of the state"), "{text}");
    // Blocks of another size: the files stay as they are.
    assert!(std::fs::read(session.join("kv-blocks")).unwrap() == whole);
    let process = run.start();
    process.restore(&session).expect("its own");
    process.end();
}

#[test]
fn damage_is_found_and_nothing_damaged_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("one");
    let run = Run::new("qwen3_next");
    let (process, tokens) = written(&run, &session);
    let (expected, _, _) = process.answer(request(&tokens, 12, 9));
    process.end();
    let mut rng = fastrand::Rng::with_seed(4);
    let mut found = 0;
    for file in ["kv-blocks", "snapshot", "session.json"] {
        let path = session.join(file);
        let whole = std::fs::read(&path).unwrap();
        for at in 0..40 {
            let mut bytes = whole.clone();
            match at {
                0 => bytes.clear(),
                1 => bytes.truncate(whole.len() / 2 / 4096 * 4096),
                2 => bytes.truncate(whole.len() - 1),
                _ => bytes[rng.usize(..whole.len())] ^= 1 << rng.u32(..8),
            }
            std::fs::write(&path, &bytes).unwrap();
            let process = run.start();
            match process.restore(&session) {
                Ok(_) => {}
                Err(SessionError::Damaged(_) | SessionError::Disk(_)) => found += 1,
                // A bit of the version, or of the identity, whose page has a checksum.
                Err(SessionError::Foreign(text)) if file == "session.json" => {
                    assert!(text.contains("version"), "{text}");
                }
                Err(other) => panic!("{file} {at}: {other:?}"),
            }
            let (answer, _, _) = process.answer(request(&tokens, 12, 9));
            assert_eq!(answer, expected, "{file} {at}");
            process.end();
        }
        std::fs::write(&path, &whole).unwrap();
    }
    // Some bits are in padding that nothing reads.
    assert!(found > 90, "{found} of 120");
    let process = run.start();
    process.restore(&session).expect("the whole one");
    assert_eq!(process.answer(request(&tokens, 12, 9)).0, expected);
    process.end();
}

/// A caller that leaves while its session is written leaves the older one of that name as it was.
#[test]
fn a_session_that_nothing_waits_for_replaces_none() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("one");
    let run = Run::new("llama_rope_llama3");
    let (process, tokens) = written(&run, &session);
    let (_, id, _) = process.answer(request(&prompt(77, 200), 40, 3));
    let ended = process.engine.ended(id).expect("its tokens");
    for leaves_after in 0..20 {
        let head = SessionHead {
            tokens: ended.tokens.to_vec(),
            prompt_len: 200,
            seed: 3,
            label: String::new(),
            created: 0,
        };
        let result = process.engine.save_session(SessionSave {
            folder: session.clone(),
            head,
            salt: ended.salt.clone(),
            adapter: 0,
            bytes_max: 1 << 30,
            client: ClientId::default(),
        });
        std::thread::sleep(Duration::from_micros(700 * leaves_after));
        drop(result);
        // Either session is there as a whole, whenever the caller left.
        process.answer(request(&[1, 2, 3], 2, 0));
        process.restore(&session).expect("a whole session");
    }
    assert!(tokens.len() < 200);
    process.end();
    let names = || std::fs::read_dir(folder.path()).unwrap().flatten().count();
    for _ in 0..200 {
        if names() == 1 {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(names(), 1, "folders of sessions that were given up");
}

#[test]
fn a_session_of_another_is_no_hit_and_what_cannot_be_kept_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("one");
    let run = Run::new("llama_rope_llama3");
    let (process, tokens) = written(&run, &session);
    let head = SessionHead {
        tokens: tokens.clone(),
        prompt_len: 90,
        seed: 3,
        label: String::new(),
        created: 0,
    };
    let save = |tokens: &[TokenId], salt: &[u8], bytes_max| {
        wait(process.engine.save_session(SessionSave {
            folder: folder.path().join("two"),
            head: SessionHead { tokens: tokens.to_vec(), ..head.clone() },
            salt: salt.into(),
            adapter: 0,
            bytes_max,
            client: ClientId::default(),
        }))
    };
    let anew = save(&tokens, b"another", 1 << 30).expect("computed anew");
    assert!(anew.cached_tokens > 80, "{anew:?}");
    let short = save(&[1, 2], SALT, 1 << 30).expect("tokens alone");
    assert_eq!(short.cached_tokens, 0);
    assert_eq!(process.restore(&folder.path().join("two")), Ok(short));
    let large = save(&tokens, SALT, 5000);
    assert!(matches!(large, Err(SessionError::TooLarge { allowed: 5000, .. })), "{large:?}");
    assert!(save(&tokens, SALT, 1 << 30).is_ok());
    // Only whole sessions have a name.
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().flatten().collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert_eq!(process.restore(&folder.path().join("three")), Err(SessionError::Missing));
    process.end();

    let other = run.start();
    let restore = SessionRestore { folder: session.clone(), salt: [].into(), adapter: 0 };
    assert!(wait(other.engine.restore_session(restore)).is_ok());
    assert_eq!(other.answer(request(&tokens, 4, 1)).2, 0, "of another namespace");
    other.restore(&session).expect("the session");
    assert!(other.answer(request(&tokens, 4, 1)).2 > 80);
    other.end();

    let without = Run { no_prefix_cache: true, ..run.clone() }.start();
    let refused = without.restore(&session);
    assert!(matches!(refused, Err(SessionError::Unserved(_))), "{refused:?}");
    without.end();
}

#[test]
fn requests_go_on_beside_sessions() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("one");
    let run = Run { blocks: 90, ..Run::new("qwen3_next") };
    let (process, tokens) = written(&run, &session);
    let alone: Vec<Answer> =
        (0..3).map(|i| process.answer(request(&prompt(50 + i, 60), 40, i)).0).collect();
    process.end();
    let process = run.start();
    let streams: Vec<_> = (0..3)
        .map(|i| process.engine.submit(request(&prompt(50 + i, 60), 40, i)).expect("room"))
        .collect();
    let restore = |_| SessionRestore { folder: session.clone(), salt: SALT.into(), adapter: 0 };
    let sessions: Vec<_> = (0..4).map(restore).map(|r| process.engine.restore_session(r)).collect();
    // A reader that leaves.
    drop(process.engine.restore_session(restore(0)));
    for (alone, stream) in alone.iter().zip(streams) {
        assert_eq!(collect(stream).tokens, alone.tokens);
    }
    for result in sessions.into_iter().map(wait) {
        assert!(matches!(result, Ok(_) | Err(SessionError::NoRoom)), "{result:?}");
    }
    process.restore(&session).expect("room, once the requests have ended");
    assert!(process.answer(request(&tokens, 4, 1)).2 > 80);
    process.end();
}
