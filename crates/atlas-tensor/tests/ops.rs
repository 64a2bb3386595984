//! Every kernel row on every case; the row contract; planted faults that must be found.

use atlas_tensor::testkit::run_all;

#[test]
fn every_row_agrees_with_its_reference_and_keeps_the_row_contract() {
    let reports = run_all(None);
    let mut failures = Vec::new();
    for report in &reports {
        println!("{report}");
        assert!(report.not_run || report.runs > 0, "{} has no case", report.row.name);
        failures.extend(report.failures.iter().map(|f| format!("{} {f}", report.row.op)));
    }
    failures.truncate(20);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Pairs outside the table and parts of different formats, each a program with the compiler's
/// message beside it. `TRYBUILD=overwrite` writes the messages anew.
#[test]
fn illegal_pairs_and_parts_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}

mod planted {
    //! Kernels that break the contract in known ways, each beside the same kernel without the
    //! fault. The faulty one must be found on some case, the other on none.

    use std::cell::Cell;

    use atlas_tensor::ops::*;
    use atlas_tensor::testkit::{RowCuts, Testable, compare, row_contract};
    use atlas_tensor::{Compute, Op};

    /// Violations of the row contract by a kernel, over all cases of its op and some of the cuts.
    fn verdicts<O: Testable>(cuts: RowCuts, run: &dyn Fn(O::Args<'_>)) -> Vec<String> {
        let cases = O::cases();
        assert!(cases.iter().any(|case| O::rows(case) > 4), "{} has no tall case", O::NAME);
        cases
            .iter()
            .filter_map(|case| row_contract::<O>(case, Compute::F32, cuts, run).err())
            .collect()
    }

    /// All cuts find the fault, and so do the few of an emulated device.
    fn must_break<O: Testable>(sound: &dyn Fn(O::Args<'_>), faulty: &dyn Fn(O::Args<'_>)) {
        for cuts in [RowCuts::All, RowCuts::Few] {
            let clean = verdicts::<O>(cuts, sound);
            assert!(clean.is_empty(), "the sound kernel: {}", clean[0]);
            let broken = verdicts::<O>(cuts, faulty);
            assert!(!broken.is_empty(), "{cuts:?} did not find the fault");
            assert!(broken.iter().all(|what| what.contains("row contract")), "{}", broken[0]);
        }
    }

    fn sum(x: impl Iterator<Item = f32>) -> f32 {
        x.fold(0.0, |a, b| a + b)
    }

    fn linear(mut args: LinearArgs<'_>, split_single_rows: bool) {
        let k = args.weight.k();
        let mut w = vec![0.0; k];
        let rows = args.x.rows();
        for n in 0..args.weight.n() {
            args.weight.row_f32(n, &mut w);
            for t in 0..rows {
                let x = args.x.row_f32(t);
                let part = |range: std::ops::Range<usize>| sum(range.map(|i| x[i] * w[i]));
                args.out.row_f32_mut(t)[n] = if split_single_rows && rows == 1 {
                    part(0..k / 2) + part(k / 2..k)
                } else {
                    part(0..k)
                };
            }
        }
    }

    #[test]
    fn split_k_for_single_rows_is_found() {
        must_break::<Linear>(&|args| linear(args, false), &|args| linear(args, true));
    }

    #[derive(Clone, Copy, PartialEq)]
    enum AttentionFault {
        None,
        /// The softmax is shifted by the largest score of all rows.
        SharedShift,
        /// The rest of the span is summed up too, with weights of zero.
        UnseenTimesZero,
    }

    /// Softmax in f32, shifted by the row's own largest score.
    fn attention(mut args: AttentionArgs<'_>, fault: AttentionFault) {
        let (cache, heads) = (args.cache, args.q.dim(1));
        let group = heads / cache.kv_heads;
        let mut scores = Vec::new();
        let mut values = Vec::new();
        for span in args.spans.rows() {
            let seen_from =
                |last: usize| args.window.map_or(0, |w| (last + 1).saturating_sub(w as usize));
            let base = seen_from(span.start as usize);
            for kv_head in 0..cache.kv_heads {
                let rows = |half| -> Vec<Vec<f32>> {
                    let row = |p: usize| {
                        let (block, mut row) =
                            (span.blocks[p / cache.block_tokens], vec![0.0; cache.head_dim]);
                        cache.row(block, half, kv_head, p % cache.block_tokens, &mut row);
                        row
                    };
                    (base..span.end()).map(row).collect()
                };
                let keys = rows(atlas_tensor::KvHalf::Key);
                values.push(rows(atlas_tensor::KvHalf::Value));
                for (i, h) in (0..span.len).flat_map(|i| (0..group).map(move |h| (i, h))) {
                    let (h, last) = (kv_head * group + h, span.start as usize + i);
                    let first = seen_from(last) - base;
                    let q = args.q.head_f32(span.row + i, h);
                    let dot = |k: &[f32]| sum(q.iter().zip(k).map(|(q, k)| q * k));
                    let own: Vec<f32> =
                        keys[first..last + 1 - base].iter().map(|k| args.scale * dot(k)).collect();
                    let end = match fault {
                        AttentionFault::UnseenTimesZero => span.end() - base,
                        _ => last + 1 - base,
                    };
                    scores.push((span.row + i, h, own, values.len() - 1, first..end));
                }
            }
        }
        let largest = |scores: &[f32]| scores.iter().copied().fold(f32::MIN, f32::max);
        let all = scores.iter().map(|(_, _, own, _, _)| largest(own)).fold(f32::MIN, f32::max);
        for (row, h, own, place, seen) in &scores {
            let shift = if fault == AttentionFault::SharedShift { all } else { largest(own) };
            let mut weights: Vec<f32> = own.iter().map(|s| (s - shift).exp()).collect();
            let total = sum(weights.iter().copied());
            weights.resize(seen.len(), 0.0);
            let values = &values[*place][seen.clone()];
            for (d, out) in args.out.head_f32_mut(*row, *h).iter_mut().enumerate() {
                *out = sum(weights.iter().zip(values).map(|(w, v)| w * v[d])) / total;
            }
        }
    }

    #[test]
    fn a_softmax_shift_over_all_rows_is_found() {
        must_break::<Attention>(&|args| attention(args, AttentionFault::None), &|args| {
            attention(args, AttentionFault::SharedShift);
        });
    }

    #[test]
    fn unseen_positions_multiplied_by_zero_are_found() {
        must_break::<Attention>(&|args| attention(args, AttentionFault::None), &|args| {
            attention(args, AttentionFault::UnseenTimesZero);
        });
    }

    /// Adds experts up in rank order, or in the order of their ids as a loop over experts does.
    fn moe(mut args: MoeExpertsArgs<'_>, by_id: bool) {
        let product = |w: &atlas_tensor::Weight, x: &[f32]| -> Vec<f32> {
            let all = w.to_f32();
            all.chunks(w.k()).map(|row| sum(row.iter().zip(x).map(|(a, b)| a * b))).collect()
        };
        let rows = args.x.rows();
        for t in 0..rows {
            let mut order: Vec<usize> = (0..args.k).map(|r| t * args.k + r).collect();
            if by_id && rows > 1 {
                order.sort_by_key(|&pair| args.ids[pair]);
            }
            let out = args.out.row_f32_mut(t);
            out.fill(0.0);
            for pair in order {
                let expert = &args.experts[args.ids[pair] as usize];
                let up = product(&expert.up, args.x.row_f32(t));
                let mid: Vec<f32> = match &expert.gate {
                    Some(gate) => {
                        let gate = product(gate, args.x.row_f32(t));
                        gate.iter().zip(&up).map(|(g, u)| g / (1.0 + (-g).exp()) * u).collect()
                    }
                    None => up.iter().map(|u| u.max(0.0).powi(2)).collect(),
                };
                for (out, y) in out.iter_mut().zip(product(&expert.down, &mid)) {
                    *out += args.weights.f32()[pair] * y;
                }
            }
        }
    }

    #[test]
    fn experts_added_in_batch_order_are_found() {
        must_break::<MoeExperts>(&|args| moe(args, false), &|args| moe(args, true));
    }

    #[test]
    fn a_recurrence_that_restarts_with_each_call_is_found() {
        let sound = |args: GatedDeltaArgs<'_>| GatedDelta::reference(args, Compute::F32);
        must_break::<GatedDelta>(&sound, &|args| {
            for span in args.spans.rows() {
                args.state.matrices_mut(span.slot).fill(0.0);
            }
            GatedDelta::reference(args, Compute::F32);
        });
        let sound = |args: SelectiveScanArgs<'_>| SelectiveScan::reference(args, Compute::F32);
        must_break::<SelectiveScan>(&sound, &|args| {
            for span in args.spans.rows() {
                args.state.matrices_mut(span.slot).fill(0.0);
            }
            SelectiveScan::reference(args, Compute::F32);
        });
        let sound = |args: Conv1dSiluArgs<'_>| Conv1dSilu::reference(args, Compute::F32);
        must_break::<Conv1dSilu>(&sound, &|args| {
            for span in args.spans.rows() {
                args.state.conv_mut(span.slot).fill(0.0);
            }
            Conv1dSilu::reference(args, Compute::F32);
        });
    }

    #[test]
    fn a_result_that_depends_on_the_call_is_found() {
        let calls = Cell::new(0u32);
        let verdicts = verdicts::<RmsNorm>(RowCuts::All, &|mut args| {
            calls.set(calls.get() + 1);
            let nudge = if calls.get().is_multiple_of(2) { 1.0 } else { 1.000_000_2 };
            RmsNorm::reference(RmsNormArgs { out: args.out.reborrow(), ..args }, Compute::F32);
            if args.x.rows() > 0 {
                args.out.row_f32_mut(0)[0] *= nudge;
            }
        });
        assert!(verdicts.iter().any(|what| what.contains("run twice")));
    }

    #[test]
    fn an_element_past_the_row_is_found() {
        let verdicts = verdicts::<SwiGlu>(RowCuts::All, &|mut args| {
            let width = args.gate.dim(1);
            if args.gate.rows() > 0 {
                let end = args.out.row_f32_mut(0).as_mut_ptr().wrapping_add(width);
                // SAFETY: test data has guard elements past every row.
                unsafe { *end = 0.0 };
            }
            SwiGlu::reference(args, Compute::F32);
        });
        assert!(verdicts.iter().any(|what| what.contains("memory around")));
    }

    #[test]
    fn misplaced_nan_and_rows_left_out_are_out_of_tolerance() {
        let expected = vec![("out", vec![1.0, f32::NAN, f32::INFINITY])];
        let tolerance = SwiGlu::TOLERANCE;
        let close = vec![("out", vec![1.0 + 1e-7, f32::NAN, f32::INFINITY])];
        assert!(compare(&expected, &close, tolerance).is_ok());
        for bad in [
            [f32::NAN, f32::NAN, f32::INFINITY],
            [1.0, 0.0, f32::INFINITY],
            [1.0, f32::NAN, f32::NEG_INFINITY],
            [1.0, f32::NAN, f32::MAX],
            [1.000_1, f32::NAN, f32::INFINITY],
        ] {
            assert!(compare(&expected, &[("out", bad.to_vec())], tolerance).is_err(), "{bad:?}");
        }
        assert!(compare(&expected, &[("out", vec![1.0])], tolerance).is_err());
    }
}
