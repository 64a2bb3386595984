//! The inputs of one forward pass: its rows, and the purpose of each row of logits.

use atlas_core::{RequestId, StepPlan, TokenId, Want};

use crate::engine::requests::LiveRequests;
use crate::faults::Faults;
use crate::runner::picking::Picked;
use crate::sampling::{Need, RowWant};
use crate::state::slots::{SlotError, SlotTable};

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
    }

    /// Lays out the rows of the step and decides which of them need logits. The token behind those
    /// that a slot knows is one that the last launch, `picked`, has picked and the host has not
    /// read.
    pub fn gather(
        &mut self,
        plan: &StepPlan,
        slots: &SlotTable,
        requests: &LiveRequests,
        (launch, picked): (u64, Picked<'_>),
        faults: &Faults,
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
            let runs_ahead = span.end() > span.start && span.end() - 1 == known;
            let end = span.end() - u32::from(runs_ahead);
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
            self.positions.extend(span.start..span.end());
            let mut want = |position: u32, score| {
                self.logit_rows.push((row as u32) + position - 1 - span.start);
                self.uses.push(RowUse { request: id, span: index, position, score });
            };
            if span.want == Want::All
                && let Some(next) = request.next_score()
            {
                // The row of position p predicts p + 1. Rows before `next` were scored before a
                // preemption.
                let end = (request.state.prompt_len() as u32).min(span.end() + 1);
                (next.max(span.start + 1)..end).for_each(|position| want(position, true));
            }
            if span.sample {
                want(span.end(), false);
            }
        }
        Ok(())
    }

    /// Outputs wanted of each row of logits. The request of every row is live.
    pub fn wanted<'a>(&self, requests: &'a LiveRequests) -> Vec<RowWant<'a>> {
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
        self.uses.iter().filter_map(want).collect()
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
