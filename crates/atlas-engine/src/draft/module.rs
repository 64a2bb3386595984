//! Drafts of the checkpoint's multi-token-prediction module. It follows every step with the tokens
//! that were picked, so that its own cache has the true hidden states of all positions, and then
//! goes on from its own.

use atlas_core::{RequestId, SlotId, TokenId};
use atlas_model::{Cx, DraftBatch, ForwardError};
use atlas_tensor::{Device, KvFeed, LayerState, Memory, SpanRows, TensorMut};
use rustc_hash::{FxHashMap, FxHashSet};

use super::picks::{advance, pick};
use super::{Draft, Parts, Wanting};
use crate::sampling::Held;
use crate::state::tier::Feed;

/// The first draft of a sequence, and where the module's hidden state behind it lies.
#[derive(Clone, Copy, Debug)]
struct First {
    token: TokenId,
    row: u32,
    /// Position of the draft.
    position: u32,
}

/// A span of a step that is over: its sequence has `end` positions now, and goes on if `picked`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Followed {
    pub request: RequestId,
    pub slot: SlotId,
    pub row: usize,
    pub start: u32,
    pub end: u32,
    pub picked: bool,
}

/// Memory of the module.
pub(crate) struct DraftModule {
    /// Hidden states of the rows of the last step, `[rows, H]`.
    pub hidden: Memory,
    /// The module's own of the wanted rows of its last steps, `[rows, H]`, in turn.
    own: [Memory; 2],
    /// `[rows, V]`
    logits: Memory,
    width: usize,
    vocab_size: usize,
    first: FxHashMap<RequestId, First>,
    /// Requests of which it has passed over positions: its cache has gaps there.
    gaps: FxHashSet<RequestId>,
}

impl DraftModule {
    /// Bytes that [`Self::new`] allocates.
    pub fn bytes(dev: &Device, rows: usize, wanted: usize, width: usize, vocab: usize) -> usize {
        let each = dev.activations().bytes() * width;
        rows * each + 2 * wanted * each + wanted * vocab * size_of::<f32>()
    }

    /// For steps of up to `rows` rows and `wanted` sequences.
    ///
    /// # Errors
    /// The device has no memory left.
    pub fn new(
        dev: &Device,
        [rows, wanted]: [usize; 2],
        width: usize,
        vocab_size: usize,
    ) -> std::io::Result<Self> {
        let each = dev.activations().bytes() * width;
        Ok(Self {
            hidden: dev.allocate(rows * each)?,
            own: [dev.allocate(wanted * each)?, dev.allocate(wanted * each)?],
            logits: dev.allocate(wanted * vocab_size * size_of::<f32>())?,
            width,
            vocab_size,
            first: FxHashMap::default(),
            gaps: FxHashSet::default(),
        })
    }

    /// Leaves a step out.
    pub fn pass_over(&mut self, requests: &[RequestId]) {
        self.first.clear();
        self.gaps.extend(requests);
    }

    /// Follows a step of `rows` rows, and picks the first draft of each sequence that goes on.
    ///
    /// # Errors
    /// Those of [`atlas_model::Model::draft`].
    pub fn follow(
        &mut self,
        parts: &mut Parts<'_>,
        rows: usize,
        followed: &[Followed],
    ) -> Result<(), ForwardError> {
        self.first.clear();
        let (mut tokens, mut positions) = (vec![0; rows], vec![0; rows]);
        let (mut spans, mut wanted, mut goes_on) = (Vec::new(), Vec::new(), Vec::new());
        if !self.gaps.is_empty() {
            self.gaps.retain(|id| parts.requests.contains_key(id));
        }
        let whole = |of: &&Followed| of.end > of.start && !self.gaps.contains(&of.request);
        let mut slots = Vec::new();
        for of in followed.iter().filter(whole) {
            let len = (of.end - of.start) as usize;
            // The token behind the last position is known unless the sequence has ended.
            let Ok(next) = parts.slots.tokens(of.slot, of.start + 1, of.end + 1) else { continue };
            tokens[of.row..of.row + len].copy_from_slice(next);
            positions[of.row..of.row + len]
                .iter_mut()
                .zip(of.start..)
                .for_each(|(at, position)| *at = position);
            let (slot, blocks) = (of.slot.index(), parts.slots.blocks(of.slot));
            let (row, start) = (of.row, of.start);
            spans.push(SpanRows { slot, row, len, start, drafts: 0, blocks });
            slots.push(of.slot);
            if of.picked {
                wanted.push((of.row + len - 1) as u32);
                goes_on.push((of.request, of.end + 1));
            }
        }
        if spans.is_empty() {
            return Ok(());
        }
        let dtype = parts.dev.activations();
        let hidden = self.hidden.tensor(dtype, 0, &[rows, self.width]);
        let batch = DraftBatch {
            tokens: &tokens,
            positions: &positions,
            spans: &spans,
            hidden,
            gather: false,
            wanted: &wanted,
        };
        let out = self.own[0].tensor_mut(dtype, 0, &[wanted.len(), self.width]);
        let logits = self.logits.f32_mut(&[wanted.len(), self.vocab_size]);
        run(parts, &batch, &slots, (logits, out))?;
        let ids: Vec<RequestId> = goes_on.iter().map(|(id, _)| *id).collect();
        let at: Vec<u32> = goes_on.iter().map(|(_, position)| *position).collect();
        let logits = self.logits.f32(&[ids.len(), self.vocab_size]);
        let picked = pick(parts.picking, &logits, parts.requests, (&ids, &at));
        for (row, ((request, position), token)) in goes_on.into_iter().zip(picked).enumerate() {
            if let Some(token) = token {
                self.first.insert(request, First { token, row: row as u32, position });
            }
        }
        Ok(())
    }

    /// The drafts of each of `wanting`, in their order.
    ///
    /// # Errors
    /// Those of [`atlas_model::Model::draft`].
    pub fn propose(
        &mut self,
        parts: &mut Parts<'_>,
        wanting: &[Wanting],
    ) -> Result<Vec<Draft>, ForwardError> {
        let mut drafts = vec![Vec::new(); wanting.len()];
        let held: Vec<Option<Held>> = wanting
            .iter()
            .map(|of| parts.requests.get(&of.request).map(|request| request.state.hold()))
            .collect();
        let mut open: Vec<(usize, u32)> = Vec::new();
        for (i, of) in wanting.iter().enumerate() {
            let first = self.first.get(&of.request).filter(|f| f.position == of.last + 1);
            if let Some(first) = first.filter(|_| of.most > 0) {
                drafts[i].push(first.token);
                open.push((i, first.row));
            }
        }
        // Which of the two has the hidden states that the next step starts from.
        let mut from = 0;
        loop {
            open.retain(|&(i, _)| {
                let (of, last) = (&wanting[i], drafts[i].last().copied());
                let more = (drafts[i].len() as u32) < of.most;
                more && last.is_some_and(|token| advance(parts.requests, of.request, token))
            });
            if open.is_empty() {
                break;
            }
            let picked = self.step(parts, wanting, &drafts, &open, from)?;
            from = 1 - from;
            let mut row = 0;
            for ((i, at), token) in open.iter_mut().zip(picked) {
                // One that drafts no more is left out next time.
                (*at, row) = (row, row + 1);
                match token {
                    Some(token) => drafts[*i].push(token),
                    None => *at = u32::MAX,
                }
            }
            open.retain(|&(_, at)| at != u32::MAX);
        }
        for (of, held) in wanting.iter().zip(held) {
            if let (Some(request), Some(held)) = (parts.requests.get_mut(&of.request), held) {
                request.state.restore(held);
            }
        }
        Ok(drafts)
    }

    /// A step over the last draft of each of `open`, by index and row of the hidden state before.
    fn step(
        &mut self,
        parts: &mut Parts<'_>,
        wanting: &[Wanting],
        drafts: &[Draft],
        open: &[(usize, u32)],
        from: usize,
    ) -> Result<Vec<Option<TokenId>>, ForwardError> {
        let count = open.len();
        let position = |i: usize| wanting[i].last + drafts[i].len() as u32 - 1;
        let tokens: Vec<u32> =
            open.iter().map(|&(i, _)| drafts[i].last().copied().unwrap_or(0)).collect();
        let positions: Vec<u32> = open.iter().map(|&(i, _)| position(i)).collect();
        let rows: Vec<u32> = open.iter().map(|&(_, row)| row).collect();
        let span = |(row, &(i, _)): (usize, &(usize, u32))| SpanRows {
            slot: wanting[i].slot.index(),
            row,
            len: 1,
            start: position(i),
            drafts: 0,
            blocks: parts.slots.blocks(wanting[i].slot),
        };
        let spans: Vec<SpanRows<'_>> = open.iter().enumerate().map(span).collect();
        let dtype = parts.dev.activations();
        let [a, b] = &mut self.own;
        let (before, after) = if from == 0 { (&*a, b) } else { (&*b, a) };
        // The rows before are at most as many as there is room for.
        let all = before.bytes() / (dtype.bytes() * self.width);
        let batch = DraftBatch {
            tokens: &tokens,
            positions: &positions,
            spans: &spans,
            hidden: before.tensor(dtype, 0, &[all, self.width]),
            gather: true,
            wanted: &rows,
        };
        let out = after.tensor_mut(dtype, 0, &[count, self.width]);
        let logits = self.logits.f32_mut(&[count, self.vocab_size]);
        let slots: Vec<SlotId> = open.iter().map(|&(i, _)| wanting[i].slot).collect();
        run(parts, &batch, &slots, (logits, out))?;
        let ids: Vec<RequestId> = open.iter().map(|&(i, _)| wanting[i].request).collect();
        let at: Vec<u32> = open.iter().map(|&(i, _)| position(i) + 2).collect();
        let logits = self.logits.f32(&[count, self.vocab_size]);
        Ok(pick(parts.picking, &logits, parts.requests, (&ids, &at)))
    }
}

/// Runs the module over a batch of the sequences in `slots`, whose blocks are brought where they
/// are not in memory.
fn run(
    parts: &mut Parts<'_>,
    batch: &DraftBatch<'_>,
    slots: &[SlotId],
    (logits, out): (TensorMut<'_>, TensorMut<'_>),
) -> Result<(), ForwardError> {
    let tables: Vec<&[u32]> = slots.iter().map(|&slot| parts.slots.pool_blocks(slot)).collect();
    let ordinal = match &parts.own[0] {
        LayerState::Paged(cache) => cache.ordinal,
        LayerState::Recurrent(_) | LayerState::Stateless => 0,
    };
    let tier = parts.tier.as_deref_mut();
    let mut feed =
        tier.map(|tier| tier.feed(parts.dev, batch.spans, &tables, ordinal..ordinal + 1));
    let brings = feed.as_mut().map(|feed| feed as &mut dyn KvFeed);
    let mut cx = Cx { feed: brings, ..Cx::new(parts.dev, parts.scratch) };
    let result = parts.model.draft(&mut cx, batch, &mut parts.own[0], logits, out);
    // Drafts from blocks that could not be brought are rejected as any wrong ones.
    drop(feed.map(Feed::finish));
    result
}
