//! Whole models on the GPU: every oracle fixture against what transformers computed, and the row
//! contract through all layers: the same bits however a sequence is cut, in whatever company. Then
//! dummy weights of every fixture's shape, which the device makes itself; and in bf16 the same
//! fixtures with the fastest kernels, whose bits may depend on a step's rows: nearly the same
//! logits.

mod dummy;
mod fused;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use atlas_cuda::{Cuda, CudaError, Options};
use atlas_model::verify::{BLOCK_TOKENS, Recorded, block_table, compare, make_states};
use atlas_model::{Batch, Cx, DirSource, LoadOptions, Model};
use atlas_tensor::{Arena, Compute, Device, LayerState, SpanRows};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Largest distance of a row's logits from those of another cut, as a share of their norm, with the
/// fastest kernels: some roundings to bf16.
const CUT_ERROR_MAX: f64 = 0.05;
/// More than a block of the cache and a chunk of every way to cut.
const SHORT_TOKENS: usize = 41;
/// Tokens that are fed one by one with calls in one kernel and each by itself.
const FUSED_TOKENS: usize = 12;

/// Options of `models`.
#[derive(clap::Args)]
pub struct ModelArgs {
    /// Ordinal of the GPU
    #[arg(long, default_value_t = 0)]
    device: u32,
    /// A part of a fixture's name
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Folder of the oracle fixtures
    #[arg(long, default_value = FIXTURES)]
    fixtures: PathBuf,
    /// Cut the first tokens of a sequence only, in two of four ways
    #[arg(long)]
    short: bool,
    /// Wait for every kernel, so that an error names the one that caused it
    #[arg(long)]
    debug_sync: bool,
}

/// The fixtures of the tree that the program was built from.
const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../atlas-model/tests/fixtures");

impl ModelArgs {
    /// Tokens of a sequence that are cut.
    fn tokens_max(&self) -> usize {
        if self.short { SHORT_TOKENS } else { usize::MAX }
    }

    /// Ways of cutting; the second half runs another sequence beside.
    fn chunkings(&self) -> &'static [Chunking] {
        if self.short { &CHUNKINGS[1..3] } else { &CHUNKINGS }
    }
}

/// Runs the fixtures that the arguments choose.
pub fn run_checks(args: &ModelArgs) -> ExitCode {
    match run(args) {
        Ok((passed, failed)) => {
            println!("{passed} passed, {failed} failed");
            ExitCode::from(u8::from(failed > 0 || passed == 0))
        }
        Err(error) => {
            println!("not run: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(wanted: &ModelArgs) -> Result<(usize, usize)> {
    let mut names: Vec<String> = std::fs::read_dir(&wanted.fixtures)?
        .flatten()
        .filter(|entry| entry.path().join("oracle.safetensors").is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| wanted.only.as_ref().is_none_or(|only| name.contains(only.as_str())))
        .collect();
    names.sort();
    let (mut passed, mut failed) = (0, 0);
    for compute in [Compute::F32, Compute::Bf16] {
        let (dev, _) = open(wanted, compute, true, true)?;
        let fastest = match compute {
            Compute::F32 => None,
            Compute::Bf16 => Some(open(wanted, compute, false, true)?.0),
        };
        let [together, apart] =
            [open(wanted, compute, false, true)?, open(wanted, compute, false, false)?];
        println!("{} in {compute:?}", dev.describe());
        for name in &names {
            let folder = wanted.fixtures.join(name);
            let results = [
                Some(fixture(&folder, &dev, wanted.tokens_max(), (exact, wanted.chunkings()))),
                Some(dummy::made_on_the_device(&folder, &dev, SHORT_TOKENS)),
                fastest.as_ref().map(|dev| {
                    fixture(
                        &folder,
                        dev,
                        wanted.tokens_max(),
                        (near, &wanted.chunkings()[wanted.chunkings().len() / 2..]),
                    )
                }),
                Some(fused::same_bits(
                    &folder,
                    [&together, &apart].map(|(dev, cuda)| (dev, &**cuda)),
                    FUSED_TOKENS,
                )),
            ];
            for result in results.into_iter().flatten() {
                match result {
                    Ok(what) => {
                        passed += 1;
                        println!("ok    {name:<24} {what}");
                    }
                    Err(error) => {
                        failed += 1;
                        println!("FAIL  {name:<24} {error}");
                    }
                }
            }
        }
    }
    Ok((passed, failed))
}

fn open(
    wanted: &ModelArgs,
    compute: Compute,
    batch_invariant: bool,
    fuse: bool,
) -> std::result::Result<(Device, Arc<Cuda>), CudaError> {
    let options = Options { debug_sync: wanted.debug_sync, fuse, ..Options::default() };
    let cuda = Arc::new(Cuda::open(wanted.device, compute, batch_invariant, options)?);
    Ok((Device::Backend(cuda.clone()), cuda))
}

/// Lengths of chunks in turn, and whether another sequence runs beside.
type Chunking = (&'static [usize], bool);
const CHUNKINGS: [Chunking; 4] =
    [(&[1], false), (&[7, 1, 2], false), (&[5, 11], true), (&[1], true)];

/// Judges the logits of a row against those of another cut; how far they are apart.
type Judge = fn(whole: &[f32], cut: &[f32]) -> std::result::Result<f64, String>;

/// The same bits.
fn exact(whole: &[f32], cut: &[f32]) -> std::result::Result<f64, String> {
    match whole.iter().zip(cut).find(|(a, b)| a.to_bits() != b.to_bits()) {
        Some((a, b)) => Err(format!("{b:e} for {a:e}")),
        None => Ok(0.0),
    }
}

/// Within [`CUT_ERROR_MAX`].
fn near(whole: &[f32], cut: &[f32]) -> std::result::Result<f64, String> {
    let norm = |values: &mut dyn Iterator<Item = f64>| values.map(|x| x * x).sum::<f64>().sqrt();
    let apart = norm(&mut whole.iter().zip(cut).map(|(&a, &b)| f64::from(a) - f64::from(b)));
    let error = apart / norm(&mut whole.iter().map(|&a| f64::from(a))).max(f64::MIN_POSITIVE);
    if error <= CUT_ERROR_MAX { Ok(error) } else { Err(format!("error {error:.1e} of the norm")) }
}

/// Taps against the oracle, then the cuts; what was seen.
fn fixture(
    folder: &Path,
    dev: &Device,
    tokens_max: usize,
    (judge, ways): (Judge, &[Chunking]),
) -> Result<String> {
    let source = DirSource::new(folder)?;
    let loaded = atlas_model::load(&source, dev, &LoadOptions::default())?;
    let oracle = folder.join("oracle.safetensors");
    let report = compare(&*loaded.model, dev, &oracle)?;
    if let Some(tap) = report.first_divergence() {
        let (error, cosine) = (tap.relative_error, tap.cosine);
        return Err(format!("{}: relative error {error:.1e}, cosine {cosine:.6}", tap.name).into());
    }
    let by_error = report.taps.iter().max_by(|a, b| a.relative_error.total_cmp(&b.relative_error));
    let by_cosine = report.taps.iter().min_by(|a, b| a.cosine.total_cmp(&b.cosine));
    let (Some(by_error), Some(by_cosine)) = (by_error, by_cosine) else {
        return Err("no taps".into());
    };
    let ids = Recorded::open(&oracle)?.ids("input_ids")?;
    let (rows, worst) = cuts(&*loaded.model, dev, &ids[..ids.len().min(tokens_max)], judge, ways)?;
    let same = match worst {
        0.0 => "the same bits".to_owned(),
        _ => format!("within {worst:.1e} with the fastest kernels"),
    };
    Ok(format!(
        "{} taps: error at most {:.1e} ({}), cosine at least {:.6}; {rows} rows {same}",
        report.taps.len(),
        by_error.relative_error,
        by_error.name,
        by_cosine.cosine,
    ))
}

/// The logits of every row with the sequence whole, cut in several ways, and beside a stranger; how
/// many rows were compared, and how far the worst was off.
fn cuts(
    model: &dyn Model,
    dev: &Device,
    ids: &[u32],
    judge: Judge,
    ways: &[Chunking],
) -> Result<(usize, f64)> {
    let whole = Session::new(model, dev, ids.len())?.feed(ids, &[ids.len()], None)?;
    if whole.iter().any(|x| !x.is_finite()) {
        return Err("logits that are not finite".into());
    }
    let stranger: Vec<u32> = ids.iter().rev().copied().collect();
    let (vocab, mut rows, mut worst) = (model.info().vocab_size as usize, 0, 0f64);
    for &(lens, beside) in ways {
        let company = beside.then_some(&*stranger);
        let cut = Session::new(model, dev, ids.len())?.feed(ids, lens, company)?;
        for (row, (a, b)) in whole.chunks(vocab).zip(cut.chunks(vocab)).enumerate() {
            let place = if beside { " beside another" } else { "" };
            let error =
                judge(a, b).map_err(|what| format!("cut {lens:?}{place}: row {row}: {what}"))?;
            worst = worst.max(error);
            rows += 1;
        }
    }
    Ok((rows, worst))
}

/// A model with states for two sequences.
struct Session<'a> {
    model: &'a dyn Model,
    dev: &'a Device,
    states: Vec<LayerState>,
    tokens_max: usize,
}

impl<'a> Session<'a> {
    fn new(model: &'a dyn Model, dev: &'a Device, tokens_max: usize) -> Result<Self> {
        let states = make_states(model.state_specs(), dev, 2, tokens_max.max(BLOCK_TOKENS))?;
        Ok(Self { model, dev, states, tokens_max: tokens_max.max(BLOCK_TOKENS) })
    }

    /// Feeds `ids` to slot 1 in chunks of the lengths in turn, and in each step one token more of
    /// `company` to slot 0; the logits of the rows of `ids`.
    fn feed(&mut self, ids: &[u32], lens: &[usize], company: Option<&[u32]>) -> Result<Vec<f32>> {
        let mut logits = Vec::new();
        let (mut at, mut beside) = (0, 0);
        for &len in lens.iter().cycle() {
            if at == ids.len() {
                break;
            }
            let chunk = &ids[at..ids.len().min(at + len)];
            let mut parts = Vec::new();
            if let Some(&token) = company.and_then(|tokens| tokens.get(beside)) {
                parts.push((0, beside, vec![token]));
                beside += 1;
            }
            parts.push((1, at, chunk.to_vec()));
            logits.extend(self.step(&parts)?);
            at += chunk.len();
        }
        Ok(logits)
    }

    /// One step of `(slot, start, tokens)`; the logits of the last part's rows.
    fn step(&mut self, parts: &[(usize, usize, Vec<u32>)]) -> Result<Vec<f32>> {
        let tokens: Vec<u32> = parts.iter().flat_map(|(_, _, tokens)| tokens.clone()).collect();
        let positions: Vec<u32> = parts
            .iter()
            .flat_map(|(_, start, tokens)| (*start..start + tokens.len()).map(|p| p as u32))
            .collect();
        let tables: Vec<Vec<u32>> =
            parts.iter().map(|(slot, ..)| block_table(*slot, self.tokens_max)).collect();
        let mut spans = Vec::new();
        let mut row = 0;
        for ((slot, start, tokens), blocks) in parts.iter().zip(&tables) {
            let (start, len) = (*start as u32, tokens.len());
            spans.push(SpanRows { slot: *slot, row, len, start, drafts: 0, blocks });
            row += len;
        }
        let last = spans.last().map_or(0, |span| span.row);
        let logit_rows: Vec<u32> = (last as u32..row as u32).collect();
        let wanted = logit_rows.len();
        let arena = Arena::on(self.dev, self.model.scratch_bytes(row, wanted))?;
        let shape = [wanted, self.model.info().vocab_size as usize];
        let mut logits = self.dev.allocate(shape[0] * shape[1] * size_of::<f32>())?;
        // NaN.
        logits.fill(0..logits.bytes(), 0xff);
        let batch = Batch {
            fed: None,
            tokens: &tokens,
            positions: &positions,
            spans: &spans,
            logit_rows: &logit_rows,
            keeps: None,
        };
        let mut cx = Cx::new(self.dev, &arena);
        self.model.forward(&mut cx, &batch, &mut self.states, logits.f32_mut(&shape))?;
        let logits = self.dev.read(&logits.f32(&shape));
        self.dev.check()?;
        Ok(logits)
    }
}
