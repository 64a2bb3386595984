//! Drafts of models, for the bundled one: of its multi-token-prediction module, its first layers,
//! and of another model; of modules of other layouts, for small random models. The answers are
//! those without drafts, and most first drafts of the module are accepted. A module that reads the
//! wrong hidden states, or none after a rejection, changes no answer and shows in the acceptance
//! alone.

use atlas_core::{
    ClientId, EngineStats, GenerateRequest, Limits, Priority, SamplingParams, TokenEngine, TokenId,
};
use atlas_engine::testing::invariants::checkpoint_loader;
use atlas_engine::testing::{Collected, ToyConstraint, collect, small_limits};
use atlas_engine::{Chaos, Engine, EngineConfig, NoObserver, Proposer, TestFault};
use atlas_model::Model;
use atlas_tensor::Compute;
use std::path::Path;
use std::sync::Arc;

/// Chats of one turn in the tokens of the bundled model: a question, a list to copy, a list to
/// sort, and data to write in another form.
const PROMPTS: [&[TokenId]; 4] = [
    &[1, 334, 205, 763, 355, 311, 663, 369, 717, 633, 384, 37, 2, 205, 1, 341, 205, 3, 353, 4, 353],
    &[
        1, 334, 205, 893, 485, 776, 455, 550, 2235, 2007, 425, 493, 1948, 57, 75, 408, 609, 205,
        51, 388, 286, 205, 49, 95, 85, 287, 205, 51, 396, 3598, 79, 205, 45, 1343, 77, 366, 205,
        39, 90, 82, 338, 71, 205, 54, 329, 287, 205, 54, 712, 279, 696, 205, 3148, 665, 937, 2,
        205, 1, 341, 205, 3, 353, 4, 353,
    ],
    &[
        1, 334, 205, 47, 1360, 455, 550, 397, 2410, 707, 32, 539, 325, 286, 18, 2660, 18, 2544, 18,
        2751, 18, 655, 286, 18, 2595, 2, 205, 1, 341, 205, 3, 353, 4, 353,
    ],
    &[
        1, 334, 205, 884, 227, 263, 1225, 264, 263, 44, 1215, 415, 581, 227, 263, 2301, 264, 263,
        2654, 20, 820, 450, 553, 2709, 581, 227, 263, 2467, 264, 715, 424, 263, 57, 325, 286, 581,
        424, 263, 52, 286, 73, 95, 563, 227, 1242, 364, 1049, 311, 2372, 404, 1150, 397, 891, 18,
        1040, 20, 2, 205, 1, 341, 205, 3, 353, 4, 353,
    ],
];
const EOS: TokenId = 2;

/// Settings of a run.
#[derive(Clone, Copy, Default)]
struct Run {
    drafts: u32,
    temperature: f32,
    fault: Option<TestFault>,
    chaos: Option<Chaos>,
    chunk: Option<u32>,
    adapts: bool,
    /// Requests with penalties, a stop token, a constraint and a minimum length.
    edits: bool,
    /// A fixture in f32 in place of the bundled model.
    fixture: Option<&'static str>,
}

fn answers(run: Run) -> (Vec<Collected>, EngineStats) {
    proposed(run, Proposer::Mtp)
}

fn proposed(run: Run, proposer: Proposer) -> (Vec<Collected>, EngineStats) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (folder, compute) = match run.fixture {
        Some(name) => (root.join("../atlas-model/tests/fixtures").join(name), Compute::F32),
        None => (root.join("../../models/atlas-mini"), Compute::Bf16),
    };
    let (model, dev) = checkpoint_loader(&folder, compute)(2);
    let vocab = model.info().vocab_size;
    let limits = Limits {
        drafts_max: run.drafts,
        chunk_tokens_max: run.chunk.unwrap_or(48),
        ..small_limits()
    };
    let config = EngineConfig {
        proposer: (run.drafts > 0).then_some(proposer),
        test_fault: run.fault,
        chaos: run.chaos,
        adapts_drafts: run.adapts,
        ..EngineConfig::new(limits)
    };
    let engine = Engine::start(model, dev, config, Arc::new(NoObserver)).expect("an engine");
    let streams: Vec<_> = PROMPTS
        .iter()
        .enumerate()
        .map(|(index, prompt)| {
            let mut sampling = SamplingParams {
                temperature: run.temperature,
                seed: 11,
                ..SamplingParams::greedy(60)
            };
            let mut constraint = None;
            match index {
                _ if !run.edits => {}
                0 => (sampling.frequency_penalty, sampling.repetition_penalty) = (0.5, 1.2),
                1 => sampling.stop_token_ids = vec![286],
                2 => {
                    // Of a fixture so few that a random module is right now and then.
                    let each = if run.fixture.is_some() { 100 } else { 3 };
                    let sets = (0..40).map(|at| (at..vocab).step_by(each).collect()).collect();
                    constraint = Some(Box::new(ToyConstraint::new(sets)) as _);
                }
                _ => (sampling.min_tokens, sampling.ignore_eos) = (40, true),
            }
            let request = GenerateRequest {
                prompt: prompt.iter().map(|token| token % vocab).collect(),
                sampling,
                eos_token_ids: vec![EOS],
                priority: Priority::default(),
                client: ClientId::default(),
                call: None,
                drafts: None,
                deadline: None,
                constraint,
                cache: Default::default(),
            };
            engine.submit(request).expect("room")
        })
        .collect();
    let answers = streams.into_iter().map(collect).collect();
    let stats = engine.stats();
    engine.shutdown();
    engine.join();
    (answers, stats)
}

fn tokens(answers: &[Collected]) -> Vec<&[TokenId]> {
    answers.iter().map(|answer| &answer.tokens[..]).collect()
}

/// The share of first drafts that were accepted.
fn first(stats: &EngineStats) -> f64 {
    stats.accepted[0] as f64 / stats.drafted[0].max(1) as f64
}

#[test]
fn answers_are_those_without_the_module_and_most_drafts_are_right() {
    for temperature in [0.0, 0.8] {
        let (expected, _) = answers(Run { temperature, ..Run::default() });
        for drafts in [1, 3, 7] {
            let chaos = Chaos { seed: drafts.into(), preempt_per_mille: 80, random_chunks: true };
            for (chaos, chunk) in [(None, None), (Some(chaos), Some(7))] {
                let run = Run { drafts, temperature, chaos, chunk, ..Run::default() };
                let (got, stats) = answers(run);
                assert_eq!(tokens(&got), tokens(&expected), "{drafts} drafts at {temperature}");
                println!("{drafts} at {temperature}: first drafts {:.3}", first(&stats));
                let (adapted, _) = answers(Run { adapts: true, ..run });
                assert_eq!(
                    tokens(&adapted),
                    tokens(&expected),
                    "{drafts} at most at {temperature}"
                );
                if chaos.is_none() {
                    assert!(first(&stats) >= 0.7, "first drafts: {}", first(&stats));
                }
            }
        }
    }
}

#[test]
fn a_module_that_is_fed_wrongly_shows_in_the_acceptance() {
    let run = Run { drafts: 3, ..Run::default() };
    let (expected, right) = answers(run);
    let (got, other) = answers(Run { fault: Some(TestFault::ModuleReadsOtherType), ..run });
    assert_eq!(tokens(&got), tokens(&expected));
    assert!(first(&other) < 0.2, "hidden states of another type: {}", first(&other));
    let (got, stale) = answers(Run { fault: Some(TestFault::ModuleForgetsRejection), ..run });
    assert_eq!(tokens(&got), tokens(&expected));
    let all = |stats: &EngineStats| stats.accepted.iter().sum::<u64>();
    println!("accepted {}, with stale state {}", all(&right), all(&stale));
    assert!(all(&stale) < all(&right) * 9 / 10, "{} and {}", all(&stale), all(&right));
}

/// Modules behind the last layer and of two blocks, as DeepSeek and Nemotron have them. Their
/// weights are random, so that most drafts are rejected; under a constraint of few tokens some are
/// right.
#[test]
fn answers_are_those_without_modules_of_other_layouts() {
    for fixture in ["deepseek_v3", "nemotron_h"] {
        for (temperature, edits) in [(0.0, false), (0.0, true), (0.8, true)] {
            let base = Run { temperature, edits, fixture: Some(fixture), ..Run::default() };
            let (expected, _) = answers(base);
            for drafts in [1, 2, 5] {
                let chaos =
                    Chaos { seed: drafts.into(), preempt_per_mille: 80, random_chunks: true };
                for (chaos, chunk) in [(None, None), (Some(chaos), Some(7))] {
                    let (got, stats) = answers(Run { drafts, chaos, chunk, ..base });
                    let run = format!("{fixture}: {drafts} drafts at {temperature}, edits {edits}");
                    assert_eq!(tokens(&got), tokens(&expected), "{run}");
                    println!("{run}: {:?} of {:?}", stats.accepted, stats.drafted);
                    assert!(stats.drafted[0] > 40, "{run}: {:?}", stats.drafted);
                    assert!(!edits || stats.accepted[0] > 0, "{run}: {:?}", stats.accepted);
                }
            }
        }
    }
}

/// A model that drafts for itself, as another one, is right with every draft; its first layers
/// alone are right sometimes.
#[test]
fn answers_are_those_without_another_model() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/atlas-mini");
    let (other, _) = checkpoint_loader(&folder, Compute::Bf16)(2);
    let other: Arc<dyn Model> = Arc::from(other);
    for temperature in [0.0, 0.8] {
        let (expected, _) = answers(Run { temperature, ..Run::default() });
        for drafts in [1, 4] {
            let chaos = Chaos { seed: drafts.into(), preempt_per_mille: 80, random_chunks: true };
            for (chaos, chunk) in [(None, None), (Some(chaos), Some(7))] {
                let run = Run { drafts, temperature, chaos, chunk, ..Run::default() };
                let (got, stats) = proposed(run, Proposer::Model(other.clone()));
                assert_eq!(tokens(&got), tokens(&expected), "{drafts} drafts at {temperature}");
                // A draft that ends an answer is not verified to its end.
                let all = |places: &[u64]| places.iter().sum::<u64>();
                let rejected = all(&stats.drafted) - all(&stats.accepted);
                let ends = (drafts as usize * PROMPTS.len()) as u64;
                assert!(rejected <= ends, "{:?} of {:?}", stats.accepted, stats.drafted);
                assert!(stats.accepted[0] > 10, "{:?}", stats.accepted);
                let layers = if temperature == 0.0 { &[1, 6][..] } else { &[11][..] };
                for &layers in layers {
                    let (got, stats) = proposed(run, Proposer::Layers(layers));
                    assert_eq!(tokens(&got), tokens(&expected), "{layers} layers, {drafts} drafts");
                    println!("{layers} layers: first drafts {:.3}", first(&stats));
                }
            }
        }
    }
}

/// The drafter of blocks for the bundled model.
fn blocks() -> Proposer {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let (model, dev) = checkpoint_loader(&models.join("atlas-mini"), Compute::Bf16)(2);
    let files = atlas_model::DirSource::new(models.join("atlas-mini-dflash")).expect("a folder");
    let drafter = atlas_model::load_drafter(&files, &dev, &Default::default(), model.info());
    Proposer::Blocks(Arc::new(drafter.expect("the drafter").drafter))
}

/// Every proposer that runs a model, with every number of drafts, under edits that depend on the
/// tokens before.
#[test]
fn answers_under_edits_are_those_without_drafts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/atlas-mini");
    let (other, _) = checkpoint_loader(&folder, Compute::Bf16)(2);
    let other: Arc<dyn Model> = Arc::from(other);
    let proposers = [Proposer::Mtp, Proposer::Layers(6), Proposer::Model(other), blocks()];
    let plain = |temperature| answers(Run { temperature, edits: true, ..Run::default() }).0;
    let expected = [0.0, 0.8].map(plain);
    for drafts in 1..=7 {
        for (at, temperature) in [0.0, 0.8].into_iter().enumerate() {
            let (proposer, seed) = (&proposers[(drafts as usize + at) % 4], drafts.into());
            for proposer in [proposer, &proposers[(drafts as usize + at + 1) % 4]] {
                let chaos = Chaos { seed, preempt_per_mille: 60, random_chunks: true };
                let chaos = Some(chaos).filter(|_| drafts % 2 == 0);
                let run = Run { drafts, temperature, chaos, edits: true, ..Run::default() };
                let (got, stats) = proposed(run, proposer.clone());
                assert_eq!(tokens(&got), tokens(&expected[at]), "{drafts} drafts of {proposer:?}");
                assert!(stats.drafted[0] > 0, "{drafts} drafts of {proposer:?}");
            }
        }
    }
}

/// A drafter of blocks for the bundled model is right with most first drafts.
#[test]
fn answers_are_those_without_a_drafter_of_blocks() {
    let drafter = blocks();
    for temperature in [0.0, 0.8] {
        let (expected, _) = answers(Run { temperature, ..Run::default() });
        // More than a block has are not drafted.
        for drafts in [1, 4, 9] {
            let chaos = Chaos { seed: drafts.into(), preempt_per_mille: 80, random_chunks: true };
            for (chaos, chunk) in [(None, None), (Some(chaos), Some(7))] {
                let run = Run { drafts, temperature, chaos, chunk, ..Run::default() };
                let (got, stats) = proposed(run, drafter.clone());
                assert_eq!(tokens(&got), tokens(&expected), "{drafts} drafts at {temperature}");
                println!("{drafts} at {temperature}: {:?} of {:?}", stats.accepted, stats.drafted);
                assert_eq!(stats.drafted.iter().skip(7).sum::<u64>(), 0);
                if chaos.is_none() && drafts > 1 {
                    assert!(first(&stats) >= 0.6, "first drafts: {}", first(&stats));
                }
            }
        }
    }
}
