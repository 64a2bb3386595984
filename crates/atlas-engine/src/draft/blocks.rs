//! Drafts of a DFlash drafter: it follows every step with the layers' outputs that the step has
//! copied, and drafts a block of tokens in one forward pass.

use atlas_core::{RequestId, TokenId};
use atlas_model::layers::{BlockBatch, ContextBatch, Dflash};
use atlas_model::{Cx, ForwardError};
use atlas_tensor::{Device, Memory, SpanRows};
use std::sync::Arc;

use super::module::Followed;
use super::picks::{advance, pick};
use super::{Draft, Parts, Wanting};

/// Rows of blocks that are drafted at a time, unless one block has more.
const ROWS: usize = 64;

/// A drafter with its memory.
pub(crate) struct DraftBlocks {
    pub drafter: Arc<Dflash>,
    /// Outputs of the model's layers of the rows of the last step, `[rows, K·H]`.
    pub captured: Memory,
    /// `[rows of blocks, V]`
    logits: Memory,
    vocab_size: usize,
    /// Sequences that are drafted for at a time.
    group: usize,
}

impl DraftBlocks {
    /// Blocks that are drafted at a time for up to `sequences`.
    fn group(drafter: &Dflash, sequences: usize) -> usize {
        (ROWS / drafter.spec().block_size).clamp(1, sequences.max(1))
    }

    /// Spans that a step of it has at most: a row of a block is one.
    pub fn spans_max(drafter: &Dflash, sequences: usize) -> usize {
        Self::group(drafter, sequences) * drafter.spec().block_size
    }

    fn captured_bytes(dev: &Device, drafter: &Dflash, rows: usize) -> usize {
        let width = drafter.spec().target_layers.len() * drafter.spec().decoder.config.hidden_size;
        dev.activations().bytes() * rows * width
    }

    fn logits_bytes(drafter: &Dflash, sequences: usize, vocab_size: usize) -> usize {
        Self::spans_max(drafter, sequences) * vocab_size * size_of::<f32>()
    }

    /// Bytes that [`Self::new`] allocates.
    pub fn bytes(dev: &Device, drafter: &Dflash, sizes: [usize; 2], vocab_size: usize) -> usize {
        let [rows, sequences] = sizes;
        Self::captured_bytes(dev, drafter, rows)
            + Self::logits_bytes(drafter, sequences, vocab_size)
    }

    /// For steps of up to `rows` rows and `sequences` sequences.
    ///
    /// # Errors
    /// The device has no memory left.
    pub fn new(
        dev: &Device,
        drafter: Arc<Dflash>,
        [rows, sequences]: [usize; 2],
        vocab_size: usize,
    ) -> std::io::Result<Self> {
        Ok(Self {
            captured: dev.allocate(Self::captured_bytes(dev, &drafter, rows))?,
            logits: dev.allocate(Self::logits_bytes(&drafter, sequences, vocab_size))?,
            vocab_size,
            group: Self::group(&drafter, sequences),
            drafter,
        })
    }

    /// Adds the positions of a step of `rows` rows that count to the drafter's context.
    ///
    /// # Errors
    /// A device that refused.
    pub fn follow(
        &mut self,
        parts: &mut Parts<'_>,
        rows: usize,
        followed: &[Followed],
    ) -> Result<(), ForwardError> {
        let mut positions = vec![0; rows];
        let mut spans = Vec::with_capacity(followed.len());
        for of in followed.iter().filter(|of| of.end > of.start) {
            let len = (of.end - of.start) as usize;
            let places = positions[of.row..of.row + len].iter_mut();
            places.zip(of.start..).for_each(|(at, position)| *at = position);
            let (slot, blocks) = (of.slot.index(), parts.slots.blocks(of.slot));
            spans.push(SpanRows { slot, row: of.row, len, start: of.start, drafts: 0, blocks });
        }
        if spans.is_empty() {
            return Ok(());
        }
        let spec = self.drafter.spec();
        let width = spec.target_layers.len() * spec.decoder.config.hidden_size;
        let captured = self.captured.tensor(parts.dev.activations(), 0, &[rows, width]);
        let batch = ContextBatch { positions: &positions, spans: &spans, captured };
        self.drafter.append(&Cx::new(parts.dev, parts.scratch), &batch, parts.own)
    }

    /// The drafts of each of `wanting`, in their order.
    ///
    /// # Errors
    /// A device that refused.
    pub fn propose(
        &mut self,
        parts: &mut Parts<'_>,
        wanting: &[Wanting],
    ) -> Result<Vec<Draft>, ForwardError> {
        let mut drafts = Vec::with_capacity(wanting.len());
        for group in wanting.chunks(self.group) {
            let most = self.block(parts, group)?;
            drafts.extend(self.pick(parts, group, &most));
        }
        Ok(drafts)
    }

    /// Logits of the blocks of some sequences; returns the drafts that each may have.
    fn block(
        &mut self,
        parts: &mut Parts<'_>,
        group: &[Wanting],
    ) -> Result<Vec<usize>, ForwardError> {
        let spec = self.drafter.spec();
        let (mut tokens, mut positions): (Vec<TokenId>, Vec<u32>) = (Vec::new(), Vec::new());
        let (mut spans, mut wanted, mut drafts) = (Vec::new(), Vec::new(), Vec::new());
        for of in group {
            let most = (of.most as usize).min(spec.block_size - 1);
            let anchor = parts.slots.tokens(of.slot, of.last, of.last + 1);
            let anchor = anchor.map_err(|error| ForwardError::Batch(error.to_string()))?[0];
            let (row, len) = (tokens.len(), 1 + most);
            tokens.push(anchor);
            tokens.resize(row + len, spec.mask_token);
            positions.extend(of.last..of.last + len as u32);
            wanted.extend(row as u32 + 1..(row + len) as u32);
            let (slot, blocks) = (of.slot.index(), parts.slots.blocks(of.slot));
            spans.push(SpanRows { slot, row, len, start: of.last, drafts: 0, blocks });
            drafts.push(most);
        }
        let Some(ends) = parts.model.ends().filter(|_| !wanted.is_empty()) else {
            return Ok(vec![0; group.len()]);
        };
        let (tokens, positions, wanted) = (&tokens[..], &positions[..], &wanted[..]);
        let batch = BlockBatch { tokens, positions, spans: &spans, wanted };
        let logits = self.logits.f32_mut(&[wanted.len(), self.vocab_size]);
        let mut cx = Cx::new(parts.dev, parts.scratch);
        self.drafter.draft(&mut cx, &ends, &batch, parts.own, logits)?;
        Ok(drafts)
    }

    /// Picks the drafts of the blocks of `group`, which have `most` rows of logits each: all at
    /// once where no request has edits that depend on tokens, else one after the other.
    fn pick(&self, parts: &mut Parts<'_>, group: &[Wanting], most: &[usize]) -> Vec<Draft> {
        let plain = |of: &Wanting| {
            parts.requests.get(&of.request).is_some_and(|request| request.state.is_plain())
        };
        let (mut drafts, mut row) = (Vec::with_capacity(group.len()), 0);
        if group.iter().all(plain) {
            let rows = group.iter().zip(most).flat_map(|(of, &most)| {
                (0..most as u32).map(|place| (of.request, of.last + 1 + place))
            });
            let mut picked = self.pick_rows(parts, 0, &rows.collect::<Vec<_>>()).into_iter();
            for &most in most {
                drafts.push(picked.by_ref().take(most).map_while(|token| token).collect());
            }
            return drafts;
        }
        for (of, &most) in group.iter().zip(most) {
            let mut tokens = Draft::new();
            let held = parts.requests.get(&of.request).map(|request| request.state.hold());
            while tokens.len() < most {
                let place = tokens.len();
                let at = of.last + 1 + place as u32;
                let picked = self.pick_rows(parts, row + place, &[(of.request, at)]);
                let Some(token) = picked.first().copied().flatten() else { break };
                tokens.push(token);
                if !advance(parts.requests, of.request, token) {
                    break;
                }
            }
            if let (Some(request), Some(held)) = (parts.requests.get_mut(&of.request), held) {
                request.state.restore(held);
            }
            row += most;
            drafts.push(tokens);
        }
        drafts
    }

    /// Tokens of the rows of logits from the `first` on, for these requests and positions.
    fn pick_rows(
        &self,
        parts: &mut Parts<'_>,
        first: usize,
        rows: &[(RequestId, u32)],
    ) -> Vec<Option<TokenId>> {
        let (ids, at): (Vec<_>, Vec<_>) = rows.iter().copied().unzip();
        let logits = self.logits.f32(&[first + rows.len(), self.vocab_size]);
        let logits = logits.slice_rows(first..first + rows.len());
        pick(parts.picking, &logits, parts.requests, (&ids, &at))
    }
}
