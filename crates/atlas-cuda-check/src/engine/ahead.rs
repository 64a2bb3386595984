//! Graphs that are captured before the first request: from then on no decode step of so many rows
//! goes kernel by kernel, and every token and every bit of the logits is what it is without.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use atlas_core::{
    GenerateRequest, Limits, RequestId, SamplingParams, TokenEngine, TokenEvent, TokenId,
};
use atlas_cuda::ReplayCounts;
use atlas_engine::testing::collect;
use atlas_engine::testing::invariants::Loader;
use atlas_engine::{Engine, EngineConfig, EngineHandle, GraphsAtStart, NoObserver};

/// Sequences at a time, and tokens of an answer: all positions are those that the smallest graphs
/// provide for.
const SLOTS: u32 = 4;
const GENERATE: u32 = 12;

/// Bits of rows of logits by request and position.
type Rows = BTreeMap<(RequestId, u32), Vec<u32>>;

/// Results of all prompts.
#[derive(Default)]
struct Answers {
    tokens: Vec<Vec<TokenId>>,
    rows: Rows,
    /// Graphs captured at the start.
    at_start: u32,
    /// Steps launched by graphs and kernel by kernel: of the first prompt, which is alone, and of
    /// the rest.
    alone: ReplayCounts,
    together: ReplayCounts,
}

pub fn compare(load: &Loader<'_>) -> Result<String, String> {
    let without = answers(load, 0)?;
    let with = answers(load, SLOTS)?;
    if with.tokens != without.tokens {
        return Err("graphs captured ahead change tokens".into());
    }
    if with.rows != without.rows || with.rows.is_empty() {
        return Err("graphs captured ahead change bits of logits".into());
    }
    if (without.at_start, with.at_start) != (0, 2 * SLOTS) {
        let (none, all) = (without.at_start, with.at_start);
        return Err(format!("{all} graphs of {SLOTS} numbers of rows ahead, and {none} of none"));
    }
    let generated = u64::from(GENERATE);
    // The prompt's step goes kernel by kernel, and the first decode step where nothing was
    // captured.
    let expected = [
        ("alone, captured ahead", with.alone, [0, generated - 1, 1, generated]),
        ("alone, captured in steps", without.alone, [1, generated - 2, 2, generated - 1]),
    ];
    for (what, found, wanted) in expected {
        let ReplayCounts { captured, replayed, eager, picked } = found;
        if [captured, replayed, eager, picked] != wanted {
            return Err(format!("{what}: {found:?}, not {wanted:?}"));
        }
    }
    // Of several at a time only steps with prompts in them are no graphs.
    let (steps, prompts) = (with.together, u64::from(SLOTS));
    if steps.captured > 0 || steps.eager > prompts || steps.replayed < generated - 1 {
        return Err(format!("{SLOTS} together, captured ahead: {steps:?}"));
    }
    let (graphs, rows) = (with.at_start, with.rows.len());
    Ok(format!("{graphs} graphs ahead of the first step: the same tokens and bits of {rows} rows"))
}

/// The answers where the graphs of up to `graphs` rows are captured ahead.
fn answers(load: &Loader<'_>, graphs: u32) -> Result<Answers, String> {
    let (model, dev) = load(2);
    let vocab = model.info().vocab_size;
    let limits = Limits {
        slot_count: SLOTS,
        step_tokens_max: 128,
        drafts_max: 0,
        seq_len_max: 200,
        kv_block_tokens: 32,
        kv_block_count: 64,
        chunk_tokens_max: 64,
        queue_len_max: 16,
        overtake_max: 4,
        snapshot_count: 0,
        host: Default::default(),
    };
    let rows = Arc::new(Mutex::new(Rows::new()));
    let seen = rows.clone();
    let hook = move |request: RequestId, position: u32, logits: &[f32]| {
        let bits = logits.iter().map(|logit| logit.to_bits()).collect();
        seen.lock().unwrap_or_else(PoisonError::into_inner).insert((request, position), bits);
    };
    let config = EngineConfig {
        graphs: GraphsAtStart { rows: graphs, ..GraphsAtStart::default() },
        row_hook: Some(Arc::new(hook)),
        ..EngineConfig::new(limits)
    };
    let engine = Engine::start(model, dev, config, Arc::new(NoObserver));
    let engine = engine.map_err(|e| e.to_string())?;
    let mut all = Answers { at_start: engine.stats().graphs_at_start, ..Answers::default() };
    let mut rng = fastrand::Rng::with_seed(11);
    let mut prompts = |count: usize| -> Vec<Vec<TokenId>> {
        let mut prompt = || (0..rng.usize(2..=40)).map(|_| rng.u32(0..vocab)).collect();
        (0..count).map(|_| prompt()).collect()
    };
    let (alone, others) = (prompts(1), prompts(SLOTS as usize));
    all.alone = ask(&engine, alone, &mut all.tokens)?;
    all.together = ask(&engine, others, &mut all.tokens)?;
    engine.shutdown();
    if !engine.join() {
        return Err("the engine ended with a failure".into());
    }
    all.rows = std::mem::take(&mut *rows.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(all)
}

/// The greedy answers, appended to `tokens`, and how the steps of them were queued.
fn ask(
    engine: &EngineHandle,
    prompts: Vec<Vec<TokenId>>,
    tokens: &mut Vec<Vec<TokenId>>,
) -> Result<ReplayCounts, String> {
    let before = ReplayCounts::now();
    let submit = |prompt| {
        engine.submit(GenerateRequest::new(
            prompt,
            SamplingParams { ignore_eos: true, ..SamplingParams::greedy(GENERATE) },
        ))
    };
    let streams: Vec<_> =
        prompts.into_iter().map(submit).collect::<Result<_, _>>().map_err(|e| e.to_string())?;
    for stream in streams {
        let answer = collect(stream);
        if let Some(TokenEvent::Failed(error)) = answer.end {
            return Err(error.to_string());
        }
        tokens.push(answer.tokens);
    }
    let now = ReplayCounts::now();
    Ok(ReplayCounts {
        captured: now.captured - before.captured,
        replayed: now.replayed - before.replayed,
        eager: now.eager - before.eager,
        picked: now.picked - before.picked,
    })
}
