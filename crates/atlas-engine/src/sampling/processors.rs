//! The logits processors, in the order in which their edits apply.

use super::decode_state::DecodeState;
use super::dry::dry_penalties;
use super::edits::{LogitEdits, Penalty};

/// Reads the state of a sequence and emits edits for its next row. `vocab_size` sizes masks.
pub type Processor = fn(state: &DecodeState, vocab_size: usize, edits: &mut LogitEdits);

/// Every processor by name, in order. Temperature, top_k, top_p, min_p and the draw follow.
pub const PROCESSORS: [(&str, Processor); 6] = [
    ("logit_bias", logit_bias),
    ("repetition_penalty", repetition),
    ("presence_penalty, frequency_penalty", presence_and_frequency),
    ("dry", dry),
    ("constraint", constraint),
    ("min_tokens", min_tokens),
];

fn logit_bias(state: &DecodeState, _vocab_size: usize, edits: &mut LogitEdits) {
    edits.bias.extend_from_slice(&state.params().logit_bias);
}

fn repetition(state: &DecodeState, _vocab_size: usize, edits: &mut LogitEdits) {
    let divide = state.params().repetition_penalty;
    if divide != 1.0 {
        let seen = state.occurrences();
        edits.penalties.extend(seen.map(|(token, _)| Penalty { token, divide, subtract: 0.0 }));
    }
}

fn presence_and_frequency(state: &DecodeState, _vocab_size: usize, edits: &mut LogitEdits) {
    let (presence, frequency) = (state.params().presence_penalty, state.params().frequency_penalty);
    if presence == 0.0 && frequency == 0.0 {
        return;
    }
    for (token, n) in state.occurrences().filter(|(_, n)| n.generated > 0) {
        let subtract = presence + frequency * n.generated as f32;
        edits.penalties.push(Penalty { token, divide: 1.0, subtract });
    }
}

fn dry(state: &DecodeState, _vocab_size: usize, edits: &mut LogitEdits) {
    edits.penalties.extend(dry_penalties(state.tokens(), &state.params().dry));
}

/// Emits the mask that [`DecodeState::prepare_mask`] has computed for this row.
fn constraint(state: &DecodeState, vocab_size: usize, edits: &mut LogitEdits) {
    if let Some(words) = state.mask() {
        edits.restrict(vocab_size, words);
    }
}

fn min_tokens(state: &DecodeState, vocab_size: usize, edits: &mut LogitEdits) {
    if state.holds_stops_back() && !state.stop_ids().is_empty() {
        let mask = edits.allowed_mut(vocab_size);
        for &token in state.stop_ids() {
            mask.ban(token);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::{DryParams, SamplingParams};

    /// Logits after all processors by their definitions, in f64.
    fn definition(logits: &[f32], prompt: &[u32], answer: &[u32], p: &SamplingParams) -> Vec<f64> {
        let mut l: Vec<f64> = logits.iter().map(|&v| f64::from(v)).collect();
        for &(t, b) in &p.logit_bias {
            l[t as usize] += f64::from(b);
        }
        for t in 0..l.len() {
            let token = t as u32;
            if prompt.contains(&token) || answer.contains(&token) {
                let r = f64::from(p.repetition_penalty);
                l[t] = if l[t] > 0.0 { l[t] / r } else { l[t] * r };
            }
            let count = answer.iter().filter(|&&a| a == token).count() as f64;
            if count > 0.0 {
                l[t] -= f64::from(p.presence_penalty) + f64::from(p.frequency_penalty) * count;
            }
        }
        for dry in dry_penalties(&[prompt, answer].concat(), &p.dry) {
            l[dry.token as usize] -= f64::from(dry.subtract);
        }
        if answer.len() < p.min_tokens as usize {
            for &t in &p.stop_token_ids {
                l[t as usize] = f64::NEG_INFINITY;
            }
        }
        l
    }

    fn edited(logits: &[f32], state: &DecodeState) -> Vec<f32> {
        let mut edits = LogitEdits::default();
        for (_, processor) in PROCESSORS {
            processor(state, logits.len(), &mut edits);
        }
        assert!(state.may_edit() || edits.is_empty(), "may_edit must not miss an edit");
        let mut row = logits.to_vec();
        edits.apply(&mut row);
        row
    }

    /// Each processor alone and all together, on random rows.
    #[test]
    fn processors_equal_their_definitions() {
        let mut rng = fastrand::Rng::with_seed(11);
        for case in 0..800u32 {
            let vocab = rng.usize(8..90);
            let mut token = || rng.u32(0..vocab as u32);
            let prompt: Vec<u32> = (0..12).map(|_| token()).collect();
            let answer: Vec<u32> = (0..case % 9).map(|_| token()).collect();
            let stops = vec![token()];
            let biased = token();
            let on = |bit: u32| case % 6 == bit || case % 6 == 5;
            let params = SamplingParams {
                logit_bias: if on(0) { vec![(biased, 2.5), (biased, -1.0)] } else { vec![] },
                repetition_penalty: if on(1) { 1.3 } else { 1.0 },
                presence_penalty: if on(2) { 0.7 } else { 0.0 },
                frequency_penalty: if on(2) { -0.4 } else { 0.0 },
                dry: DryParams {
                    multiplier: if on(3) { 0.8 } else { 0.0 },
                    allowed_length: 1,
                    ..DryParams::default()
                },
                min_tokens: if on(4) { 4 } else { 0 },
                stop_token_ids: stops,
                max_tokens: 100,
                ..SamplingParams::default()
            };
            let logits: Vec<f32> = (0..vocab).map(|_| rng.f32() * 12.0 - 6.0).collect();
            let want = definition(&logits, &prompt, &answer, &params);
            let mut state = DecodeState::new(prompt, params, &[]);
            for &t in &answer {
                state.accept(t, 1000).expect("there is no constraint");
            }
            for (t, (&got, want)) in edited(&logits, &state).iter().zip(&want).enumerate() {
                let same = f64::from(got) == *want || (f64::from(got) - want).abs() < 1e-5;
                assert!(same, "case {case}, token {t}: {got} is not {want}");
            }
        }
    }

    /// The reference page lists the processors in the order of the table.
    #[test]
    fn the_reference_page_has_this_order() {
        let page = include_str!("../../../../docs/reference/sampling.md");
        let mut from = 0;
        for (name, _) in PROCESSORS {
            let at = page[from..].find(&format!("| {name} |"));
            assert!(at.is_some(), "docs/reference/sampling.md lacks {name} or has it out of order");
            from += at.unwrap_or(0);
        }
    }
}
