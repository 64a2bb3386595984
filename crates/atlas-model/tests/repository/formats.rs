//! The table of `docs/quality/weights.md`: outputs of the bundled model's layers with weights of
//! each quantised format against those with its bf16 weights.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use atlas_model::quantise::{QuantiseOptions, SHARD_BYTES, quantise_checkpoint};
use atlas_model::verify::{distance, run_whole};
use atlas_model::{DirSource, LoadOptions};
use atlas_tensor::{Compute, Device, WeightFormat};
use serde_json::Value;

use crate::common::{argmax, device};
use crate::root;

const FORMATS: [WeightFormat; 4] =
    [WeightFormat::Fp8Block, WeightFormat::Fp8Row, WeightFormat::Nvfp4, WeightFormat::Mxfp4];
const PAGE: &str = "docs/quality/weights.md";
/// Lines around the table.
const BEGIN: &str = "<!-- Printed by the test; do not edit. -->\n";
const END: &str = "<!-- End of the table. -->\n";
/// Most tokens of a text, so that the test stays short.
const TEXT_TOKENS_MAX: usize = 100;
/// Largest distance of a cosine from the printed one: its last digit, and another order of sums.
const COSINE_DISTANCE_MAX: f64 = 2e-5;
/// Most tokens of a thousand that another order of sums may choose otherwise.
const TOKENS_DISTANCE_MAX: f64 = 2.0;

/// Prompts with their answers, as ids.
fn texts() -> Vec<Vec<u32>> {
    let path = root().join("crates/atlas/tests/mini_eval/transformers.json");
    let file: Value = serde_json::from_slice(&std::fs::read(path).expect("texts")).expect("JSON");
    let ids = |value: &Value| -> Vec<u32> {
        let all = value.as_array().expect("ids").iter();
        all.map(|id| id.as_u64().expect("an id") as u32).collect()
    };
    let prompts = file["prompts"].as_array().expect("prompts").iter();
    let mut texts: Vec<_> =
        prompts.map(|p| [ids(&p["prompt"]), ids(&p["answer"])].concat()).collect();
    texts.retain(|text| text.len() <= TEXT_TOKENS_MAX);
    texts
}

/// Results over all texts: outputs of each layer by name, in order, and the likeliest tokens.
struct Outputs {
    weight_bytes: u64,
    layers: Vec<(String, Vec<f32>)>,
    tokens: Vec<u32>,
}

impl Outputs {
    fn of(source: &DirSource, dev: &Device, texts: &[Vec<u32>]) -> Self {
        let loaded = match atlas_model::load(source, dev, &LoadOptions::default()) {
            Ok(loaded) => loaded,
            Err(error) => panic!("{error}"),
        };
        let vocab = loaded.model.info().vocab_size as usize;
        let weight_bytes = loaded.model.info().weight_bytes;
        let mut all = Self { weight_bytes, layers: vec![], tokens: vec![] };
        for text in texts {
            let taps = run_whole(&*loaded.model, dev, text).expect("a run").taps;
            let last = taps.iter().find(|(name, ..)| name == "logits").expect("logits");
            all.tokens.extend(last.2.chunks(vocab).map(argmax));
            for (name, _, values) in taps {
                let is_layer = name.starts_with("layers.") && name.ends_with(".out");
                if !is_layer && name != "logits" {
                    continue;
                }
                match all.layers.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, known)) => known.extend(values),
                    None => all.layers.push((name, values)),
                }
            }
        }
        all
    }
}

/// Rows of the table: a name with the figure of each format.
type Rows = Vec<(String, [f64; FORMATS.len()])>;

fn measured() -> Rows {
    let dev = device(Compute::F32, 2);
    let texts = texts();
    let folder = tempfile::tempdir().expect("folder");
    let source = DirSource::new(root().join("models/atlas-mini")).expect("the bundled model");
    let whole = Outputs::of(&source, &dev, &texts);
    assert!(whole.tokens.len() > 500 && whole.layers.len() == 13);
    let names = whole.layers.iter().map(|(name, _)| name.trim_end_matches(".out").to_owned());
    let mut rows: Rows = names.map(|name| (name, [0.0; FORMATS.len()])).collect();
    let mut same = [0.0; FORMATS.len()];
    for (column, format) in FORMATS.into_iter().enumerate() {
        let out = folder.path().join(format.name());
        let options = QuantiseOptions {
            format,
            keep: vec![],
            threads: 2,
            shard_bytes: SHARD_BYTES,
            progress: &|_| {},
            cancelled: &AtomicBool::new(false),
        };
        let report = quantise_checkpoint(&source, &out, &options).expect("a quantised checkpoint");
        let found = Outputs::of(&DirSource::new(&out).expect("folder"), &dev, &texts);
        // Every byte that was written is planned.
        assert_eq!(found.weight_bytes, report.bytes_after, "{format}");
        for ((name, figures), ((at, expected), (_, values))) in
            rows.iter_mut().zip(whole.layers.iter().zip(&found.layers))
        {
            assert!(at.starts_with(name.as_str()));
            figures[column] = distance(values, expected).1;
        }
        let equal = whole.tokens.iter().zip(&found.tokens).filter(|(a, b)| a == b).count();
        same[column] = 1000.0 * equal as f64 / whole.tokens.len() as f64;
    }
    rows.push(("same tokens".into(), same));
    rows
}

fn is_cosine(name: &str) -> bool {
    name != "same tokens"
}

/// The table as it is printed: cosines with five digits, tokens in percent.
fn table(rows: &Rows) -> String {
    let mut out = format!("| output | {} |\n", FORMATS.map(WeightFormat::name).join(" | "));
    out.push_str("|---|---|---|---|---|\n");
    for (name, figures) in rows {
        let cells = figures.map(|figure| match is_cosine(name) {
            true => format!("{figure:.5}"),
            false => format!("{:.1} %", figure / 10.0),
        });
        let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
    }
    out
}

/// The figures of the printed table, by name.
fn printed(page: &str) -> BTreeMap<&str, Vec<f64>> {
    let (_, rest) = page.split_once(BEGIN).expect("the begin of the table");
    let (table, _) = rest.split_once(END).expect("the end of the table");
    let rows = table.lines().skip(2).map(|line| {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        let name = cells.next().expect("a name");
        let figure = |cell: &str| match cell.strip_suffix(" %") {
            Some(percent) => 10.0 * percent.parse::<f64>().expect("a percentage"),
            None => cell.parse().expect("a cosine"),
        };
        (name, cells.map(figure).collect())
    });
    rows.collect()
}

#[test]
fn cosines_of_every_layer_are_the_published_ones() {
    let page = std::fs::read_to_string(root().join(PAGE)).expect(PAGE);
    let rows = measured();
    // Shown with a failure: the table to put into the page.
    println!("{}", table(&rows));
    let printed = printed(&page);
    assert_eq!(printed.len(), rows.len(), "rows of {PAGE}");
    for (name, figures) in &rows {
        let known = printed.get(name.as_str()).unwrap_or_else(|| panic!("{name} in {PAGE}"));
        assert_eq!(known.len(), FORMATS.len(), "{name} in {PAGE}");
        let most = if is_cosine(name) { COSINE_DISTANCE_MAX } else { TOKENS_DISTANCE_MAX };
        for ((format, found), known) in FORMATS.iter().zip(figures).zip(known) {
            let near = (found - known).abs() <= most;
            assert!(near, "{name}, {format}: {found}, {known} in {PAGE}");
        }
    }
}
