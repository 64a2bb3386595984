//! Answers of a model with random weights, through the engine, within budgets, to random schemas.

use super::maker::Maker;
use super::vocab::Vocab;
use atlas_core::{
    ClientId, Constraint, FinishReason, GenerateRequest, Limits, Priority, SamplingParams,
    TokenEngine, TokenId, TokenStream,
};
use atlas_engine::EngineHandle;
use atlas_engine::testing::{FakeModel, collect, fake_engine};
use atlas_text::grammar::{Form, Grammar, GrammarError};
use serde::de::IgnoredAny;
use serde_json::Value;
use std::fmt::Display;

/// Longest answer.
const TOKENS_MAX: usize = 900;
/// Answers at a time.
const BATCH: usize = 8;

/// Counts of outcomes over the schemas.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub schemas: usize,
    /// Schemas that were refused by name.
    pub refused: usize,
    /// No witness was found, so nothing is promised.
    pub unpromised: usize,
    /// The least budget is more than the longest answer here.
    pub long: usize,
    pub answers: usize,
    pub tokens: usize,
    /// Answers that were no whole JSON, with what is wrong.
    pub broken: Vec<String>,
    /// Whole JSON that the validator refuses, with what is wrong.
    pub invalid: Vec<String>,
    /// Whole JSON with a number beyond what 64 bits of floating point hold: not validated.
    pub huge: usize,
    /// Numbers of 15 digits and more that are on an open bound, or no multiple, in floating point.
    pub rounded: usize,
    /// Texts that the validator's own idea of a format refuses.
    pub formats: usize,
}

impl Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let held = self.schemas - self.refused;
        let share = 100.0 * (held - self.unpromised) as f64 / held.max(1) as f64;
        write!(
            f,
            "{} schemas ({} refused by name); the guarantee holds for {share:.2} % of {held}; {} need \
             more than {TOKENS_MAX} tokens; {} answers of {} tokens: {} do not parse, {} do not validate; apart from these {} hold numbers beyond floating point, {} are \
             off a bound or multiple after rounding, {} break a finer rule of a format",
            self.schemas,
            self.refused,
            self.long,
            self.answers,
            self.tokens,
            self.broken.len(),
            self.invalid.len(),
            self.huge,
            self.rounded,
            self.formats
        )
    }
}

/// An engine whose model says random things, over the vocabulary.
pub fn engine(vocab: &Vocab) -> EngineHandle {
    let limits = Limits {
        slot_count: BATCH as u32,
        step_tokens_max: 64,
        drafts_max: 0,
        seq_len_max: TOKENS_MAX as u32 + 16,
        kv_block_tokens: 16,
        kv_block_count: BATCH as u32 * 60,
        chunk_tokens_max: 48,
        queue_len_max: 2 * BATCH as u32,
        overtake_max: 4,
        snapshot_count: 0,
        host: atlas_core::HostPlaces::default(),
    };
    fake_engine(FakeModel::hash(vocab.words.len() as u32), limits).expect("an engine")
}

/// Makes a constraint of a grammar and a budget.
pub type Bound = fn(&Grammar, usize) -> Result<Box<dyn Constraint>, GrammarError>;

struct Case {
    schema: Value,
    seed: u64,
    budget: usize,
    stream: TokenStream,
}

/// Generates `count` answers from `seed` on.
pub fn run(vocab: &Vocab, engine: &EngineHandle, count: u64, seed: u64, bound: Bound) -> Tally {
    let mut tally = Tally::default();
    let mut open = Vec::new();
    for n in 0..count {
        if let Some(case) =
            submit(vocab, engine, seed.wrapping_mul(7_368_787).wrapping_add(n), bound, &mut tally)
        {
            open.push(case);
        }
        if open.len() == BATCH || n + 1 == count {
            open.drain(..).for_each(|case| judge(vocab, case, &mut tally));
        }
    }
    tally
}

fn submit(
    vocab: &Vocab,
    engine: &EngineHandle,
    seed: u64,
    bound: Bound,
    tally: &mut Tally,
) -> Option<Case> {
    let mut maker = Maker::new(seed, true);
    let schema = maker.schema();
    tally.schemas += 1;
    let form = Form::JsonSchema { schema: schema.clone(), place: "schema".to_owned() };
    let Ok(grammar) = vocab.compiler.compile(&form, None) else {
        tally.refused += 1;
        return None;
    };
    let Some(witness) = grammar.witness() else {
        tally.unpromised += 1;
        return None;
    };
    let extra = [0, 1, 3, 10, 30, 60, 90, 100, 130, 200, 300, 400];
    let budget = witness + 1 + extra[maker.rng.below(extra.len())];
    if budget > TOKENS_MAX {
        tally.long += 1;
        return None;
    }
    let end = vocab.words.iter().position(Vec::is_empty).expect("a special token") as TokenId;
    let request = GenerateRequest {
        prompt: vec![(seed % 200) as TokenId, 7, (seed / 200 % 200) as TokenId],
        sampling: SamplingParams { max_tokens: budget as u32, seed, ..SamplingParams::default() },
        eos_token_ids: vec![end],
        priority: Priority::default(),
        client: ClientId::default(),
        call: None,
        drafts: None,
        deadline: None,
        constraint: Some(bound(&grammar, budget).expect("enough tokens")),
        cache: Default::default(),
    };
    let stream = engine.submit(request).unwrap_or_else(|e| panic!("{e:?}"));
    Some(Case { schema, seed, budget, stream })
}

fn judge(vocab: &Vocab, case: Case, tally: &mut Tally) {
    let Case { schema, seed, budget, stream } = case;
    let answer = collect(stream);
    tally.answers += 1;
    tally.tokens += answer.tokens.len();
    let bytes: Vec<u8> =
        answer.tokens.iter().flat_map(|t| vocab.words[*t as usize].iter().copied()).collect();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let what =
        |problem: &str| format!("seed {seed}, budget {budget}: {problem}: {text:?} for {schema}");
    let reason = match &answer.end {
        Some(atlas_core::TokenEvent::Done(finished)) => Some(finished.reason),
        _ => None,
    };
    if reason != Some(FinishReason::Stop) {
        return tally.broken.push(what(&format!("ended with {:?}", answer.end)));
    }
    if let Err(error) = serde_json::from_slice::<IgnoredAny>(&bytes) {
        return tally.broken.push(what(&error.to_string()));
    }
    let Ok(value) = serde_json::from_slice::<Value>(&bytes) else {
        tally.huge += 1;
        return;
    };
    let validator = |formats: bool| {
        let validator = jsonschema::options().should_validate_formats(formats).build(&schema);
        validator.unwrap_or_else(|e| panic!("{schema}: {e}"))
    };
    if let Err(error) = validator(false).validate(&value) {
        let open = ["exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
        let at_bound = open.iter().any(|k| error.schema_path().to_string().ends_with(k));
        let digits = text.split(|c: char| !c.is_ascii_digit()).any(|run| run.len() > 14);
        match at_bound && digits {
            true => tally.rounded += 1,
            false => tally.invalid.push(what(&error.to_string())),
        }
    } else if !validator(true).is_valid(&value) {
        tally.formats += 1;
    }
}
