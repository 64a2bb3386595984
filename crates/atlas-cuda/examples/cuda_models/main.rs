//! Whole models on the GPU: every oracle fixture against what transformers computed, and the row
//! contract through all layers: the same bits however a sequence is cut, in whatever company. Then
//! dummy weights of every fixture's shape, which the device makes itself.
//!
//! `cuda_models [--device N] [--only NAME] [--fixtures DIR] [--short] [--debug-sync]`; `--short` cuts the
//! first tokens of a sequence only.

mod dummy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use atlas_cuda::{Cuda, CudaError, Options};
use atlas_model::verify::{BLOCK_TOKENS, Recorded, block_table, compare, make_states};
use atlas_model::{Batch, Cx, DirSource, LoadOptions, Model};
use atlas_tensor::{Arena, Compute, Device, LayerState, SpanRows};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// More than a block of the cache and a chunk of every way to cut.
const SHORT_TOKENS: usize = 41;

struct Wanted {
    device: u32,
    only: Option<String>,
    fixtures: PathBuf,
    /// Tokens of a sequence that are cut.
    tokens_max: usize,
    debug_sync: bool,
}

fn main() -> ExitCode {
    let wanted = match arguments() {
        Ok(wanted) => wanted,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    match run(&wanted) {
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

fn arguments() -> Result<Wanted> {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../atlas-model/tests/fixtures");
    let mut wanted = Wanted {
        device: 0,
        only: None,
        fixtures: fixtures.into(),
        tokens_max: usize::MAX,
        debug_sync: false,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--device" => wanted.device = value()?.parse()?,
            "--only" => wanted.only = Some(value()?),
            "--fixtures" => wanted.fixtures = value()?.into(),
            "--short" => wanted.tokens_max = SHORT_TOKENS,
            "--debug-sync" => wanted.debug_sync = true,
            _ => return Err(format!("{arg}: not an option (see the head of the source)").into()),
        }
    }
    Ok(wanted)
}

/// Runs every fixture in both types; how many passed and failed.
fn run(wanted: &Wanted) -> Result<(usize, usize)> {
    let mut names: Vec<String> = std::fs::read_dir(&wanted.fixtures)?
        .flatten()
        .filter(|entry| entry.path().join("oracle.safetensors").is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| wanted.only.as_ref().is_none_or(|only| name.contains(only.as_str())))
        .collect();
    names.sort();
    let (mut passed, mut failed) = (0, 0);
    for compute in [Compute::F32, Compute::Bf16] {
        let dev = open(wanted, compute)?;
        println!("{} in {compute:?}", dev.describe());
        for name in &names {
            let folder = wanted.fixtures.join(name);
            let results = [
                fixture(&folder, &dev, wanted.tokens_max),
                dummy::made_on_the_device(&folder, &dev, SHORT_TOKENS),
            ];
            for result in results {
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

fn open(wanted: &Wanted, compute: Compute) -> std::result::Result<Device, CudaError> {
    let options = Options { debug_sync: wanted.debug_sync, ..Options::default() };
    let cuda = Cuda::open(wanted.device, compute, true, options)?;
    Ok(Device::Backend(Arc::new(cuda)))
}

/// Taps against the oracle, then the cuts; what was seen.
fn fixture(folder: &Path, dev: &Device, tokens_max: usize) -> Result<String> {
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
    let rows = cuts(&*loaded.model, dev, &ids[..ids.len().min(tokens_max)])?;
    Ok(format!(
        "{} taps: error at most {:.1e} ({}), cosine at least {:.6}; {rows} rows the same bits",
        report.taps.len(),
        by_error.relative_error,
        by_error.name,
        by_cosine.cosine,
    ))
}

/// The logits of every row with the sequence whole, cut in several ways, and beside a stranger; how
/// many rows were compared.
fn cuts(model: &dyn Model, dev: &Device, ids: &[u32]) -> Result<usize> {
    let whole = Session::new(model, dev, ids.len())?.feed(ids, &[ids.len()], None)?;
    if whole.iter().any(|x| !x.is_finite()) {
        return Err("logits that are not finite".into());
    }
    let stranger: Vec<u32> = ids.iter().rev().copied().collect();
    let ways: [(&[usize], Option<&[u32]>); 4] =
        [(&[1], None), (&[7, 1, 2], None), (&[5, 11], Some(&stranger)), (&[1], Some(&stranger))];
    let mut rows = 0;
    for (lens, company) in ways {
        let cut = Session::new(model, dev, ids.len())?.feed(ids, lens, company)?;
        let differs = |(a, b): (&f32, &f32)| a.to_bits() != b.to_bits();
        if let Some(at) = whole.iter().zip(&cut).position(differs) {
            let row = at / model.info().vocab_size as usize;
            let (a, b) = (whole[at], cut[at]);
            let company = if company.is_some() { " beside another" } else { "" };
            return Err(format!("cut {lens:?}{company}: row {row} differs, {b:e} for {a:e}").into());
        }
        rows += ids.len();
    }
    Ok(rows)
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
            spans.push(SpanRows { slot: *slot, row, len, start, blocks });
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
            tokens: &tokens,
            positions: &positions,
            spans: &spans,
            logit_rows: &logit_rows,
            keeps: None,
        };
        let mut cx = Cx { dev: self.dev, scratch: &arena, taps: None };
        self.model.forward(&mut cx, &batch, &mut self.states, logits.f32_mut(&shape))?;
        let logits = self.dev.read(&logits.f32(&shape));
        self.dev.check()?;
        Ok(logits)
    }
}
