//! Checks of a step before anything is computed: a refused step changes nothing.

use atlas_core::StateSpec;
use atlas_tensor::{DType, LayerState, Place, SpanRows, StateError, Tensor};

use crate::error::ForwardError;
use crate::model::{Batch, KeepAt, ModelInfo};

/// Checks that the batch is complete and fits the model and its states.
pub fn check_batch(
    info: &ModelInfo,
    specs: &[StateSpec],
    batch: &Batch<'_>,
    states: &[LayerState],
    logits: &Tensor<'_>,
    place: Place,
) -> Result<(), ForwardError> {
    let bad = |text: String| Err(ForwardError::Batch(text));
    let (rows, vocab) = (batch.tokens.len(), info.vocab_size as usize);
    if batch.positions.len() != rows {
        return bad(format!("{rows} tokens but {} positions", batch.positions.len()));
    }
    if let Some(token) = batch.tokens.iter().find(|t| **t >= info.vocab_size) {
        return bad(format!("token {token} is outside the vocabulary of {vocab}"));
    }
    if let Some(fed) = &batch.fed {
        if place == Place::Host {
            return bad("rows are fed tokens of a device, but the model runs on the CPU".into());
        }
        let outside =
            |&&[row, from]: &&[u32; 2]| row as usize >= rows || from as usize >= fed.tokens.len();
        if let Some([row, from]) = fed.rows.iter().find(outside) {
            let tokens = fed.tokens.len();
            return bad(format!("row {row} of {rows} is fed token {from} of {tokens}"));
        }
    }
    let mut next = 0;
    for span in batch.spans {
        if span.row != next || span.len > rows - next {
            let end = span.row + span.len;
            return bad(format!("span {}..{end} after row {next} of {rows}", span.row));
        }
        next += span.len;
        let positions = &batch.positions[span.row..next];
        let expected = |i: usize| u64::from(span.start) + i as u64;
        if let Some(i) = (0..span.len).find(|&i| u64::from(positions[i]) != expected(i)) {
            let (row, found, want) = (span.row + i, positions[i], expected(i));
            return bad(format!("row {row} is at position {found}, its span puts it at {want}"));
        }
    }
    if next != rows {
        return bad(format!("spans cover {next} of {rows} rows"));
    }
    if let Some(row) = batch.logit_rows.iter().find(|r| **r as usize >= rows) {
        return bad(format!("logits wanted of row {row} of {rows}"));
    }
    if *logits.shape() != [batch.logit_rows.len(), vocab] {
        let wanted = batch.logit_rows.len();
        return bad(format!("logits of shape {:?} for {wanted} rows of {vocab}", logits.shape()));
    }
    if logits.place() != place || logits.dtype() != DType::F32 {
        let (dtype, found) = (logits.dtype(), logits.place());
        return bad(format!(
            "logits as {dtype:?} in {found:?} memory, not F32 in {place:?} memory"
        ));
    }
    if let Some(keeps) = &batch.keeps {
        check_keeps(batch.spans, keeps.at)?;
    }
    check_drafts(batch, states)?;
    if states.len() != specs.len() {
        return bad(format!("{} states for {} layers", states.len(), specs.len()));
    }
    match specs.iter().zip(states).position(|(spec, state)| !fits(spec, state)) {
        Some(layer) => bad(format!("the state of layer {layer} is not {:?}", specs[layer])),
        None => Ok(()),
    }
}

/// Spans, and the indices of the places at their ends.
#[derive(Debug, Default)]
pub struct CutSpans<'a> {
    pub spans: Vec<SpanRows<'a>>,
    pub kept: Vec<usize>,
}

/// Cuts the spans at `places`. The parts of a span lie in consecutive pieces.
pub fn cut_spans<'a>(spans: &[SpanRows<'a>], places: &[KeepAt]) -> Vec<CutSpans<'a>> {
    let mut pieces = vec![CutSpans::default()];
    let mut next = 0;
    for (index, span) in spans.iter().enumerate() {
        let (mut done, mut piece) = (0, 0);
        let part = |done: usize, rows: usize| SpanRows {
            row: span.row + done,
            len: rows - done,
            start: span.start + done as u32,
            drafts: span.drafts.min(span.len - done).saturating_sub(span.len - rows),
            ..*span
        };
        while let Some(place) = places.get(next).filter(|place| place.span == index) {
            if piece == pieces.len() {
                pieces.push(CutSpans::default());
            }
            pieces[piece].spans.push(part(done, place.rows));
            pieces[piece].kept.push(next);
            (done, next, piece) = (place.rows, next + 1, piece + 1);
        }
        if done < span.len || done == 0 {
            if piece == pieces.len() {
                pieces.push(CutSpans::default());
            }
            pieces[piece].spans.push(part(done, span.len));
        }
    }
    pieces
}

/// Checks that drafts are rows of their spans, and that recurrent layers have room for the inputs
/// of rows that may be taken back.
fn check_drafts(batch: &Batch<'_>, states: &[LayerState]) -> Result<(), ForwardError> {
    let mut drafted = batch.spans.iter().filter(|span| span.drafts > 0).peekable();
    if drafted.peek().is_none() {
        return Ok(());
    }
    if let Some(span) = drafted.find(|span| span.drafts > span.len) {
        let what = format!("{} of {} rows of a span are drafts", span.drafts, span.len);
        return Err(ForwardError::Batch(what));
    }
    let wanted = batch.logit_rows.len();
    let lacks = |state: &LayerState| match state {
        LayerState::Recurrent(state) => state.draft_rows() < wanted,
        LayerState::Paged(_) | LayerState::Stateless => false,
    };
    match states.iter().position(lacks) {
        Some(layer) => {
            let what = format!("layer {layer} cannot keep the inputs of {wanted} wanted rows");
            Err(ForwardError::Batch(what))
        }
        None => Ok(()),
    }
}

/// Checks that each place lies in its span, after the place before it, and that no slot has two
/// spans: their pieces would not be consecutive.
fn check_keeps(spans: &[SpanRows<'_>], places: &[KeepAt]) -> Result<(), ForwardError> {
    let mut slots: Vec<usize> = spans.iter().map(|span| span.slot).collect();
    slots.sort_unstable();
    let twice = slots.windows(2).find(|pair| pair[0] == pair[1]);
    if let Some(slot) = twice.map(|pair| pair[0]).filter(|_| !places.is_empty()) {
        return Err(ForwardError::Batch(format!("state is kept, and slot {slot} has two spans")));
    }
    let outside =
        |at: &&KeepAt| spans.get(at.span).is_none_or(|span| at.rows == 0 || at.rows > span.len);
    let bad = places.iter().find(outside);
    let bad = bad.or(places.windows(2).find(|pair| pair[0] >= pair[1]).map(|pair| &pair[1]));
    match bad {
        Some(at) => {
            let KeepAt { span, rows } = at;
            Err(ForwardError::Batch(format!("state is kept after {rows} rows of span {span}")))
        }
        None => Ok(()),
    }
}

/// Whether a state has the declared kind and sizes.
fn fits(spec: &StateSpec, state: &LayerState) -> bool {
    match (*spec, state) {
        (StateSpec::Paged { kv_heads, head_dim, formats, window: _ }, LayerState::Paged(cache)) => {
            !cache.is_latent
                && (cache.kv_heads, cache.head_dim, cache.formats)
                    == (kv_heads as usize, head_dim as usize, formats)
        }
        (StateSpec::Latent { latent, rope, index, format }, LayerState::Paged(cache)) => {
            cache.is_latent
                && (cache.head_dim, cache.index_dim, cache.formats.key)
                    == ((latent + rope) as usize, index as usize, format)
        }
        (
            StateSpec::Recurrent { heads, key_dim, value_dim, conv_channels, conv_kernel },
            LayerState::Recurrent(s),
        ) => {
            let found = [s.heads, s.key_dim, s.value_dim, s.conv_channels, s.conv_kernel];
            let declared = [heads, key_dim, value_dim, conv_channels, conv_kernel];
            found == declared.map(|n| n as usize)
        }
        (StateSpec::Stateless, LayerState::Stateless) => true,
        _ => false,
    }
}

/// Advances the state of every layer by the spans, or of no layer if one refuses.
pub fn advance_states(
    states: &mut [LayerState],
    spans: &[SpanRows<'_>],
) -> Result<(), ForwardError> {
    for (layer, state) in states.iter().enumerate() {
        check_consecutive(state, spans).map_err(|error| ForwardError::State { layer, error })?;
    }
    for (layer, state) in states.iter_mut().enumerate() {
        state.advance(spans).map_err(|error| ForwardError::State { layer, error })?;
    }
    Ok(())
}

/// Checks that each span starts at the end of its slot's state, after earlier spans of that slot.
fn check_consecutive(state: &LayerState, spans: &[SpanRows<'_>]) -> Result<(), StateError> {
    if matches!(state, LayerState::Stateless) {
        return Ok(());
    }
    for (i, span) in spans.iter().enumerate() {
        let slot = span.slot;
        let earlier: usize = spans[..i].iter().filter(|s| s.slot == slot).map(|s| s.len).sum();
        let consumed = state.consumed(slot).saturating_add(earlier as u32);
        if consumed != span.start {
            return Err(StateError::NotConsecutive { slot, consumed, start: span.start });
        }
    }
    Ok(())
}
