//! The inputs of one forward pass: its rows, and the purpose of each row of logits.

use atlas_core::{RequestId, StepPlan, TokenId, Want};

use crate::engine::requests::LiveRequests;
use crate::faults::Faults;
use crate::runner::picking::Picked;
use crate::sampling::{Need, RowWant};
use crate::state::slots::{SlotError, SlotTable};
use rustc_hash::FxHashMap;

/// Drafts by the index of their span in a plan.
pub(crate) type Drafts = FxHashMap<usize, Vec<TokenId>>;

/// A row of logits and what it is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowUse {
    pub request: RequestId,
    /// Index into the plan's spans.
    pub span: usize,
    /// The position that the row predicts.
    pub position: u32,
    /// Whether the row scores a prompt token; else a token is picked from it.
    pub score: bool,
    /// Drafts of the span before the position that it predicts.
    pub behind: u32,
}

/// The inputs of one forward pass; memory is kept between steps.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// 0 for rows that are fed.
    pub tokens: Vec<TokenId>,
    /// Rows whose tokens are on the device alone, with the row of the launch before that picks
    /// them.
    pub fed: Vec<[u32; 2]>,
    pub positions: Vec<u32>,
    pub logit_rows: Vec<u32>,
    pub uses: Vec<RowUse>,
    /// (index into the plan's spans, first row)
    pub live: Vec<(usize, usize)>,
    /// Whose span each of `live` is.
    pub requests: Vec<RequestId>,
    /// Tokens that were proposed for each of `live`.
    pub drafts: Vec<Vec<TokenId>>,
}

impl Inputs {
    fn clear(&mut self) {
        self.tokens.clear();
        self.fed.clear();
        self.positions.clear();
        self.logit_rows.clear();
        self.uses.clear();
        self.live.clear();
        self.requests.clear();
        self.drafts.clear();
    }

    /// Rows of one of `live`.
    pub fn rows_of(&self, live: usize) -> usize {
        let end = self.live.get(live + 1).map_or(self.tokens.len(), |&(_, row)| row);
        end - self.live[live].1
    }

    /// The draft whose row a use is.
    pub fn draft(&self, of: &RowUse) -> TokenId {
        let live = self.live.iter().position(|&(index, _)| index == of.span);
        let drafts = live.map_or(&[][..], |live| &self.drafts[live]);
        (of.behind as usize).checked_sub(1).and_then(|at| drafts.get(at)).copied().unwrap_or(0)
    }

    /// Whether some rows are drafts.
    pub fn has_drafts(&self) -> bool {
        self.drafts.iter().any(|drafts| !drafts.is_empty())
    }

    /// Lays out the rows of the step and decides which of them need logits. The token behind those
    /// that a slot knows is one that the last launch, `picked`, has picked and the host has not
    /// read. `drafts`: those of the plan's spans that have some.
    pub fn gather(
        &mut self,
        plan: &StepPlan,
        slots: &SlotTable,
        requests: &LiveRequests,
        (launch, picked): (u64, Picked<'_>),
        (drafts, faults): (&mut Drafts, &Faults),
    ) -> Result<(), SlotError> {
        self.clear();
        for (index, span) in plan.spans.iter().enumerate() {
            let holder = slots.holder(span.slot, span.epoch);
            let Some(id) = holder else { continue };
            let Some(request) = requests.get(&id) else { continue };
            let row = self.tokens.len();
            self.live.push((index, row));
            self.requests.push(id);
            let (known, _) = slots.lens(span.slot);
            let known_end = span.known_end();
            let runs_ahead = known_end > span.start && known_end - 1 == known;
            let end = known_end - u32::from(runs_ahead);
            self.tokens.extend_from_slice(slots.tokens(span.slot, span.start, end)?);
            if runs_ahead {
                let own = slots.picked_by(span.slot, end, launch)?;
                let from = faults.fed_row(own, picked.len());
                match picked {
                    Picked::Host(tokens) => self.tokens.push(tokens[from as usize]),
                    Picked::Device(_) => {
                        self.fed.push([self.tokens.len() as u32, from]);
                        self.tokens.push(0);
                    }
                }
            }
            let proposed = drafts.remove(&index).unwrap_or_default();
            self.tokens.extend(&proposed);
            let span_end = known_end + proposed.len() as u32;
            self.drafts.push(proposed);
            self.positions.extend(span.start..span_end);
            let mut want = |position: u32, score| {
                self.logit_rows.push((row as u32) + position - 1 - span.start);
                let behind = if score { 0 } else { position - known_end };
                self.uses.push(RowUse { request: id, span: index, position, score, behind });
            };
            if span.want == Want::All
                && let Some(next) = request.next_score()
            {
                // The row of position p predicts p + 1. Rows before `next` were scored before a
                // preemption.
                let end = (request.state.prompt_len() as u32).min(known_end + 1);
                (next.max(span.start + 1)..end).for_each(|position| want(position, true));
            }
            if span.sample {
                (known_end..=span_end).for_each(|position| want(position, false));
            }
        }
        Ok(())
    }

    /// Outputs wanted of each row of logits. The request of every row is live.
    pub fn wanted<'a>(&self, requests: &'a LiveRequests) -> Vec<RowWant<'a>> {
        wanted(&self.uses, requests)
    }

    /// Computes the masks of the rows that a constrained answer's next token is picked from.
    pub fn prepare_masks(&self, requests: &mut LiveRequests, vocab_size: usize) {
        for row in self.uses.iter().filter(|row| !row.score) {
            if let Some(request) = requests.get_mut(&row.request) {
                request.state.prepare_mask(vocab_size);
            }
        }
    }
}

/// Outputs wanted of some rows, whose requests are live.
pub(crate) fn wanted<'a>(uses: &[RowUse], requests: &'a LiveRequests) -> Vec<RowWant<'a>> {
    let want = |row: &RowUse| {
        let request = requests.get(&row.request)?;
        let need = match row.score {
            true => Need::Score {
                token: request.state.tokens()[row.position as usize],
                top_n: request.prompt_top_n().unwrap_or(0),
            },
            false => Need::Pick(&request.state),
        };
        Some(RowWant { position: row.position, need })
    };
    uses.iter().filter_map(want).collect()
}
