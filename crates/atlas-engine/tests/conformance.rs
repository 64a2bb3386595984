//! The laws of a token engine, on the real engine over a fake model.

use atlas_core::{Limits, TokenEngine};
use atlas_engine::testing::{
    FakeModel, conformance, fake_engine_with, hash_answer, invariants, small_limits,
};
use atlas_engine::{Chaos, EngineConfig};

const VOCAB: u32 = 300;

fn config(depth: u32, limits: Limits) -> EngineConfig {
    EngineConfig { depth, ..EngineConfig::new(limits) }
}

#[test]
fn the_engine_obeys_the_laws_at_depth_1_and_2() {
    let tight = Limits { kv_block_count: 40, queue_len_max: 3, ..small_limits() };
    let single =
        Limits { slot_count: 1, step_tokens_max: 5, chunk_tokens_max: 5, ..small_limits() };
    for limits in [small_limits(), tight, single] {
        for depth in [1, 2] {
            let engine = fake_engine_with(FakeModel::hash(VOCAB), config(depth, limits.clone()))
                .expect("small pools");
            conformance(&engine);
            engine.shutdown();
            assert!(engine.join());
        }
    }
}

/// Every token is a hash of its whole prefix, also with more requests than slots and blocks.
#[test]
fn answers_are_functions_of_their_prefixes() {
    for (depth, seed) in [(1, None), (2, None), (1, Some(3)), (2, Some(4))] {
        let chaos = seed.map(|seed| Chaos { seed, preempt_per_mille: 100, random_chunks: true });
        let limits = Limits { kv_block_count: 40, queue_len_max: 64, ..small_limits() };
        let config = EngineConfig { chaos, ..config(depth, limits) };
        let engine = fake_engine_with(FakeModel::hash(VOCAB), config).expect("small pools");
        let mut rng = fastrand::Rng::with_seed(7);
        let mut running = Vec::new();
        for _ in 0..40 {
            let prompt: Vec<u32> = (0..rng.usize(1..200)).map(|_| rng.u32(0..VOCAB)).collect();
            let len = rng.usize(1..100);
            let request = atlas_core::GenerateRequest {
                prompt: prompt.clone(),
                sampling: atlas_core::SamplingParams::greedy(len as u32),
                eos_token_ids: vec![],
                priority: atlas_core::Priority(rng.i32(0..2)),
                client: atlas_core::ClientId(rng.u128(0..3)),
                call: None,
                drafts: None,
                deadline: None,
                constraint: None,
                cache: Default::default(),
            };
            running.push((prompt, len, engine.submit(request).expect("the queue has room")));
        }
        for (prompt, len, stream) in running {
            let got = atlas_engine::testing::collect(stream);
            assert_eq!(got.tokens, hash_answer(&prompt, len, VOCAB), "depth {depth}");
        }
        let preempted = engine.stats().preemptions;
        assert!(seed.is_none() || preempted > 0, "no preemption was forced");
    }
}

/// The checks of the invariants, on a model whose every row depends on its whole prefix.
#[test]
fn scheduling_changes_nothing_with_a_fake_model() {
    let load = |threads| {
        let dev = atlas_tensor::CpuDevice::new(
            threads,
            atlas_tensor::Isa::Portable,
            atlas_tensor::Compute::F32,
        );
        let model: Box<dyn atlas_model::Model> = Box::new(FakeModel::hash(VOCAB));
        (model, dev.expect("threads").into())
    };
    let options = invariants::InvariantOptions {
        cases: 6,
        prompt_len_max: 200,
        generated: 20,
        ..Default::default()
    };
    let report = invariants::invariants(&load, &options);
    println!("fake model: {report}");
    assert_eq!(report.mismatches, Vec::<String>::new());
    assert!(report.preemptions > 0);
    for property in invariants::Property::ALL {
        let options = invariants::InvariantOptions {
            properties: vec![property],
            fault: Some(property.planted_fault()),
            ..options.clone()
        };
        let report = invariants::invariants(&load, &options);
        assert!(!report.mismatches.is_empty(), "{property:?} did not find its planted fault");
    }
}
