//! Drafts by steps of a model: another one that shares the vocabulary, or the first layers of the
//! model itself.
//!
//! A step computes the last known token and all drafts so far, as drafts: recurrent layers keep
//! their state, and keys and values behind the known tokens are written again by the next step. So
//! nothing has to be taken back.

use atlas_core::{Epoch, TokenId};
use atlas_model::{Batch, Cx, ForwardError, Model};
use atlas_tensor::{Arena, Device, LayerState, Memory, SpanRows};
use std::sync::Arc;

use super::picks::{advance, pick};
use super::{Draft, Parts, Wanting};
use crate::state::slots::SlotError;

/// Rows that a step of drafts may catch up with; longer gaps are computed before it.
const CATCH_UP: usize = 16;

/// Another model, with the state of every slot.
pub(crate) struct Own {
    pub model: Arc<dyn Model>,
    pub states: Vec<LayerState>,
    /// Of each slot.
    read: Vec<Read>,
    block_tokens: u32,
}

/// The consumed part of the sequence in a slot.
#[derive(Clone, Default)]
struct Read {
    epoch: Epoch,
    tokens: u32,
    /// The blocks that hold it.
    blocks: Vec<u32>,
}

impl Own {
    pub fn new(
        model: Arc<dyn Model>,
        states: Vec<LayerState>,
        slots: usize,
        block_tokens: u32,
    ) -> Self {
        Self { model, states, read: vec![Read::default(); slots], block_tokens }
    }

    /// Tokens of the sequence in a slot that are consumed; a new one starts with none.
    fn consumed(&mut self, of: &Wanting, blocks: &[u32]) -> u32 {
        let slot = of.slot.index();
        let read = &mut self.read[slot];
        // A block may have become one with equal tokens, which this model has not written.
        let same = read.blocks.iter().zip(blocks).take_while(|(a, b)| a == b).count();
        let is_same = read.epoch == of.epoch && read.tokens <= of.last;
        if !is_same || same < read.blocks.len() {
            let is_recurrent = |state: &LayerState| matches!(state, LayerState::Recurrent(_));
            if is_same && !self.states.iter().any(is_recurrent) {
                read.tokens = same as u32 * self.block_tokens;
                read.blocks.truncate(same);
                self.states.iter_mut().for_each(|state| state.retract(slot, read.tokens));
            } else {
                *read = Read { epoch: of.epoch, ..Read::default() };
                self.states.iter_mut().for_each(|state| state.assign_slot(slot));
            }
        }
        self.read[slot].tokens
    }

    /// Notes that the sequence in a slot is consumed up to `end`.
    fn advance(&mut self, of: &Wanting, end: u32, blocks: &[u32]) {
        let read = &mut self.read[of.slot.index()];
        read.tokens = end;
        let held = (end.div_ceil(self.block_tokens) as usize).min(blocks.len());
        blocks[..held].clone_into(&mut read.blocks);
    }
}

/// A model that drafts.
pub(crate) struct DraftSteps {
    /// None for the model itself.
    own: Option<Own>,
    /// Layers that run, if not all.
    layers: Option<usize>,
    /// `[sequences, V]`
    logits: Memory,
    vocab_size: usize,
    rows_max: usize,
}

/// A span of a step of drafts: from `start` on the known tokens up to the last, then the drafts.
struct Rows {
    index: usize,
    start: u32,
    drafts: usize,
}

impl DraftSteps {
    /// For up to `sequences` at a time and steps of up to `rows_max` rows.
    ///
    /// # Errors
    /// The device has no memory left.
    pub fn new(
        dev: &Device,
        (own, layers): (Option<Own>, Option<usize>),
        [sequences, rows_max]: [usize; 2],
        vocab_size: usize,
    ) -> std::io::Result<Self> {
        let logits = dev.allocate(sequences * vocab_size * size_of::<f32>())?;
        Ok(Self { own, layers, logits, vocab_size, rows_max })
    }

    /// The drafts of each of `wanting`, in their order.
    ///
    /// # Errors
    /// Those of [`Model::forward`].
    pub fn propose(
        &mut self,
        parts: &mut Parts<'_>,
        wanting: &[Wanting],
    ) -> Result<Vec<Draft>, ForwardError> {
        let mut drafts = vec![Draft::new(); wanting.len()];
        let held: Vec<_> = wanting
            .iter()
            .map(|of| parts.requests.get(&of.request).map(|request| request.state.hold()))
            .collect();
        self.catch_up(parts, wanting)?;
        let mut open: Vec<usize> = (0..wanting.len()).filter(|&i| wanting[i].most > 0).collect();
        while !open.is_empty() {
            let mut left = self.rows_max;
            let mut rows = Vec::new();
            for &index in &open {
                let of = &wanting[index];
                let start = match &mut self.own {
                    Some(own) => own.consumed(of, parts.slots.blocks(of.slot)),
                    None => of.last,
                };
                let len = (of.last + 1 - start) as usize + drafts[index].len();
                if len > left {
                    break;
                }
                left -= len;
                rows.push(Rows { index, start, drafts: drafts[index].len() });
            }
            // A step of a few rows has no room for one sequence.
            if rows.is_empty() {
                break;
            }
            let later = open.split_off(rows.len());
            self.forward(parts, wanting, &drafts, &rows)?;
            let ids: Vec<_> = open.iter().map(|&i| wanting[i].request).collect();
            let at: Vec<u32> =
                open.iter().map(|&i| wanting[i].last + 1 + drafts[i].len() as u32).collect();
            let logits = self.logits.f32(&[open.len(), self.vocab_size]);
            let picked = pick(parts.picking, &logits, parts.requests, (&ids, &at));
            let mut next = later;
            for (&i, token) in open.iter().zip(picked) {
                let Some(token) = token else { continue };
                drafts[i].push(token);
                let more = (drafts[i].len() as u32) < wanting[i].most;
                if more && advance(parts.requests, wanting[i].request, token) {
                    next.push(i);
                }
            }
            open = next;
        }
        for (of, held) in wanting.iter().zip(held) {
            if let (Some(request), Some(held)) = (parts.requests.get_mut(&of.request), held) {
                request.state.restore(held);
            }
        }
        Ok(drafts)
    }

    /// Brings another model near the last known tokens.
    fn catch_up(&mut self, parts: &mut Parts<'_>, wanting: &[Wanting]) -> Result<(), ForwardError> {
        loop {
            let Some(own) = &mut self.own else { return Ok(()) };
            let mut left = self.rows_max;
            let mut rows = Vec::new();
            for (index, of) in wanting.iter().enumerate() {
                let start = own.consumed(of, parts.slots.blocks(of.slot));
                let behind = (of.last - start) as usize;
                if behind >= CATCH_UP && left > 0 {
                    let len = behind.min(left);
                    left -= len;
                    rows.push((Rows { index, start, drafts: 0 }, len));
                }
            }
            if rows.is_empty() {
                return Ok(());
            }
            let spans: Vec<(usize, u32, u32)> =
                rows.iter().map(|(of, len)| (of.index, of.start, of.start + *len as u32)).collect();
            self.compute(parts, wanting, &spans)?;
        }
    }

    /// Another model over known tokens of some sequences: index, first and end position.
    fn compute(
        &mut self,
        parts: &mut Parts<'_>,
        wanting: &[Wanting],
        spans: &[(usize, u32, u32)],
    ) -> Result<(), ForwardError> {
        let slots = parts.slots;
        let (mut tokens, mut positions, mut list) = (Vec::new(), Vec::new(), Vec::new());
        for &(index, start, end) in spans {
            let of = &wanting[index];
            let known = slots.tokens(of.slot, start, end).map_err(unknown)?;
            let (slot, row, len) = (of.slot.index(), tokens.len(), known.len());
            tokens.extend_from_slice(known);
            positions.extend(start..end);
            list.push(SpanRows { slot, row, len, start, drafts: 0, blocks: slots.blocks(of.slot) });
        }
        let batch = Batch {
            tokens: &tokens,
            fed: None,
            positions: &positions,
            spans: &list,
            logit_rows: &[],
            keeps: None,
        };
        let Some(own) = &mut self.own else { return Ok(()) };
        let mut cx = context(parts.dev, parts.scratch, None);
        let logits = self.logits.f32_mut(&[0, self.vocab_size]);
        own.model.forward(&mut cx, &batch, &mut own.states, logits)?;
        for &(index, _, end) in spans {
            own.advance(&wanting[index], end, slots.blocks(wanting[index].slot));
        }
        Ok(())
    }

    /// A step over known tokens and drafts; the logits of the last row of each span.
    fn forward(
        &mut self,
        parts: &mut Parts<'_>,
        wanting: &[Wanting],
        drafts: &[Draft],
        rows: &[Rows],
    ) -> Result<(), ForwardError> {
        let slots = parts.slots;
        let (mut tokens, mut positions): (Vec<TokenId>, Vec<u32>) = (Vec::new(), Vec::new());
        let (mut spans, mut wanted) = (Vec::new(), Vec::new());
        for of in rows {
            let want = &wanting[of.index];
            let known = slots.tokens(want.slot, of.start, want.last + 1).map_err(unknown)?;
            let row = tokens.len();
            tokens.extend_from_slice(known);
            tokens.extend_from_slice(&drafts[of.index]);
            let len = tokens.len() - row;
            positions.extend(of.start..of.start + len as u32);
            wanted.push(tokens.len() as u32 - 1);
            spans.push(SpanRows {
                slot: want.slot.index(),
                row,
                len,
                start: of.start,
                // The last known token too: the model's own step consumes it.
                drafts: 1 + of.drafts,
                blocks: slots.blocks(want.slot),
            });
        }
        let batch = Batch {
            tokens: &tokens,
            fed: None,
            positions: &positions,
            spans: &spans,
            logit_rows: &wanted,
            keeps: None,
        };
        let logits = self.logits.f32_mut(&[spans.len(), self.vocab_size]);
        let mut cx = context(parts.dev, parts.scratch, self.layers);
        let states = match &mut self.own {
            Some(own) => {
                own.model.forward(&mut cx, &batch, &mut own.states, logits)?;
                for of in rows {
                    let of = &wanting[of.index];
                    own.advance(of, of.last, slots.blocks(of.slot));
                }
                &mut own.states[..]
            }
            None => {
                parts.model.forward(&mut cx, &batch, parts.layers, logits)?;
                &mut *parts.layers
            }
        };
        for of in rows {
            let (slot, end) = (wanting[of.index].slot.index(), wanting[of.index].last);
            states.iter_mut().for_each(|state| state.retract(slot, end));
        }
        Ok(())
    }
}

/// Without its tokens a sequence would get the drafts of another.
fn unknown(error: SlotError) -> ForwardError {
    ForwardError::Batch(error.to_string())
}

fn context<'a>(dev: &'a Device, scratch: &'a Arena, layers: Option<usize>) -> Cx<'a> {
    Cx { layers, ..Cx::new(dev, scratch) }
}
