//! Drafts of a decoder: the multi-token-prediction module, and recurrent states that go on past the
//! drafts that are accepted.

use atlas_tensor::ops::{EmbedArgs, PickRowsArgs};
use atlas_tensor::{Device, LayerState, Slice, SpanRows, Spans, Staged, StepInputs, TensorMut};

use super::decoder::Decoder;
use super::mtp::MtpModule;
use crate::error::ForwardError;
use crate::model::{Accepted, Cx, DraftBatch, Piece, Rows};

/// In the place of the layers that run, for the graphs of the two steps of this file.
const SETTLES: u64 = u64::MAX - 1;
const DRAFTS: u64 = u64::MAX - 2;

impl Decoder {
    /// Advances every recurrent state over the accepted drafts among `wanted` rows.
    pub(super) fn settle_layers(
        &self,
        cx: &Cx<'_>,
        accepted: &[Accepted],
        wanted: usize,
        states: &mut [LayerState],
    ) -> Result<(), ForwardError> {
        let recurrent = |state: &LayerState| matches!(state, LayerState::Recurrent(_));
        if accepted.is_empty() || !states.iter().any(recurrent) {
            return Ok(());
        }
        let rows_of = |a: &Accepted| SpanRows {
            slot: a.slot,
            row: a.at,
            len: a.count,
            start: a.start,
            drafts: 0,
            blocks: &[],
        };
        let spans: Vec<SpanRows<'_>> = accepted.iter().map(rows_of).collect();
        let staged: Option<Box<dyn Staged>> = match cx.dev {
            Device::Cpu(_) => None,
            Device::Backend(dev) => {
                let zeros = vec![0; wanted];
                let (fed, logit_rows, blocks) = (None, &[][..], None);
                let inputs = StepInputs {
                    tokens: &zeros,
                    fed,
                    positions: &zeros,
                    spans: &spans,
                    logit_rows,
                    blocks,
                };
                Some(dev.stage(&inputs)?)
            }
        };
        let spans = match &staged {
            Some(staged) => Spans::staged(&spans, &**staged),
            None => (&spans[..]).into(),
        };
        let own = [self.id, SETTLES, cx.scratch.address(), wanted as u64];
        let owner: Vec<u64> =
            own.into_iter().chain(states.iter().map(LayerState::address)).collect();
        let mut work = || {
            for (layer, state) in self.layers.iter().zip(states.iter_mut()) {
                if recurrent(state) {
                    layer.settle(cx, spans, wanted, state);
                }
            }
        };
        match (cx.dev, &staged) {
            (Device::Backend(dev), Some(staged)) => dev.replay(&owner, &**staged, &mut work),
            _ => work(),
        }
        Ok(())
    }

    /// Runs the multi-token-prediction module; see [`crate::model::Model::draft`].
    pub(super) fn run_mtp(
        &self,
        cx: &mut Cx<'_>,
        batch: &DraftBatch<'_>,
        state: &mut LayerState,
        [mut logits, mut hidden]: [TensorMut<'_>; 2],
    ) -> Result<(), ForwardError> {
        let &DraftBatch { tokens, positions, spans, wanted, .. } = batch;
        match cx.dev {
            Device::Cpu(_) => {
                let step = [tokens.into(), positions.into(), wanted.into()];
                self.mtp_rows(cx, batch, step, spans.into(), state, [logits, hidden]);
            }
            Device::Backend(dev) => {
                let (fed, blocks) = (None, state.blocks());
                let inputs =
                    StepInputs { tokens, fed, positions, spans, logit_rows: wanted, blocks };
                let staged = dev.stage(&inputs)?;
                let step = [staged.tokens(), staged.positions(), staged.logit_rows()];
                let spans = Spans::staged(spans, &*staged);
                let (from, to) = (batch.hidden.address(), hidden.as_ref().address());
                let memory = [cx.scratch.address(), logits.as_ref().address(), from, to];
                let eager = self.checked || cx.feed().is_some();
                let own = [self.id, DRAFTS, u64::from(batch.gather), state.address()];
                let mut work = || {
                    let outs = [logits.reborrow(), hidden.reborrow()];
                    self.mtp_rows(cx, batch, step, spans, state, outs);
                };
                match eager {
                    true => work(),
                    false => dev.replay(&[own, memory].concat(), &*staged, &mut work),
                }
            }
        }
        match self.mtp.as_ref().and_then(MtpModule::take_fault) {
            Some(fault) => {
                let layer = "the multi-token-prediction layer".to_owned();
                Err(ForwardError::Check { layer, fault })
            }
            None => Ok(()),
        }
    }

    fn mtp_rows(
        &self,
        cx: &mut Cx<'_>,
        batch: &DraftBatch<'_>,
        [tokens, positions, wanted]: [Slice<'_, u32>; 3],
        spans: Spans<'_>,
        state: &mut LayerState,
        [logits, mut hidden]: [TensorMut<'_>; 2],
    ) {
        let Some(mtp) = &self.mtp else { return };
        let pieces = [Piece { spans, kept: &[] }];
        let rows = Rows {
            tokens,
            positions,
            spans,
            seen: spans,
            pieces: &pieces,
            logit_rows: wanted,
            drafts: false,
            layer: 0,
            keeper: None,
        };
        let shape = [tokens.len(), self.hidden()];
        let frame = cx.scratch.frame();
        let mut e = frame.alloc(&shape);
        let args = EmbedArgs { ids: tokens, table: &self.embedding, out: e.reborrow() };
        self.embed.run(cx.dev, args);
        if batch.gather {
            let mut own = frame.alloc(&shape);
            let args = PickRowsArgs { x: batch.hidden, rows: Some(wanted), out: own.reborrow() };
            self.pick.run(cx.dev, args);
            mtp.forward(cx, &rows, (e.as_ref(), own.as_ref()), state, hidden.reborrow());
        } else {
            let mut all = frame.alloc(&shape);
            mtp.forward(cx, &rows, (e.as_ref(), batch.hidden), state, all.reborrow());
            let args = PickRowsArgs { x: all.as_ref(), rows: Some(wanted), out: hidden.reborrow() };
            self.pick.run(cx.dev, args);
        }
        self.head.forward(cx, hidden.as_ref(), logits);
    }
}
