//! The fake runner: it holds the memory that plans speak of and does what they say, no more.

use super::model;
use atlas_core::{BlockId, Epoch, RequestId, SlotId, Span, StepPlan, TokenId, Want};

/// One position of the paged layer.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    entry: u64,
    /// Who wrote it: seating and position.
    writer: Option<(SlotId, Epoch, u32)>,
}

/// The tables and states of one seated sequence.
#[derive(Debug)]
struct Row {
    epoch: Epoch,
    request: RequestId,
    tokens: Vec<TokenId>,
    table: Vec<BlockId>,
    /// Positions consumed by the paged and by the recurrent layer.
    paged_consumed: u32,
    recurrent_consumed: u32,
    recurrent: u64,
}

/// What a span brought.
#[derive(Debug)]
pub struct Ran {
    pub span: Span,
    pub request: RequestId,
    pub token: Option<TokenId>,
}

/// All memory.
#[derive(Debug)]
pub struct Device {
    rows: Vec<Option<Row>>,
    cells: Vec<Cell>,
    block_tokens: u32,
    paged: bool,
}

impl Device {
    pub fn new(slot_count: u32, block_count: u32, block_tokens: u32, paged: bool) -> Self {
        let cells = if paged { block_count as usize * block_tokens as usize } else { 0 };
        Self {
            rows: (0..slot_count).map(|_| None).collect(),
            cells: vec![Cell::default(); cells],
            block_tokens,
            paged,
        }
    }

    /// Executes a plan. `known`: for each seat of the plan the request's known tokens when the plan
    /// was made. Everything that does not fit the tables is an error.
    pub fn execute(&mut self, plan: &StepPlan, known: &[Vec<TokenId>]) -> Result<Vec<Ran>, String> {
        for drop in &plan.drops {
            let row = self.row(drop.slot, drop.epoch)?;
            if row.request != drop.request {
                return Err(format!("slot {} holds {} on its drop", drop.slot.0, row.request));
            }
            self.rows[drop.slot.index()] = None;
        }
        for (seat, tokens) in plan.seats.iter().zip(known) {
            let row = &mut self.rows[seat.slot.index()];
            if let Some(row) = row {
                return Err(format!("slot {} is seated twice: {}", seat.slot.0, row.request));
            }
            *row = Some(Row {
                epoch: seat.epoch,
                request: seat.request,
                tokens: tokens.clone(),
                table: Vec::new(),
                paged_consumed: 0,
                recurrent_consumed: 0,
                recurrent: 0,
            });
        }
        for append in &plan.blocks {
            self.row(append.slot, append.epoch)?.table.push(append.block);
        }
        plan.spans.iter().map(|span| self.run_span(span)).collect()
    }

    fn row(&mut self, slot: SlotId, epoch: Epoch) -> Result<&mut Row, String> {
        match self.rows.get_mut(slot.index()).and_then(Option::as_mut) {
            None => Err(format!("slot {} is not seated", slot.0)),
            Some(row) if row.epoch != epoch => Err(format!(
                "slot {} is at epoch {}, the plan says {}",
                slot.0, row.epoch.0, epoch.0
            )),
            Some(row) => Ok(row),
        }
    }

    fn run_span(&mut self, span: &Span) -> Result<Ran, String> {
        let (block_tokens, paged) = (self.block_tokens, self.paged);
        let slot = span.slot;
        let row = self.row(slot, span.epoch)?;
        if (row.paged_consumed, row.recurrent_consumed) != (span.start, span.start) {
            return Err(format!(
                "slot {} has consumed {}, its span starts at {}",
                slot.0, row.paged_consumed, span.start
            ));
        }
        let known = row.tokens.len() as u32;
        if span.len == 0 || span.end() > known {
            return Err(format!("slot {}: [{}, {}) of {known}", slot.0, span.start, span.end()));
        }
        if span.sample != (span.end() == known) || (span.sample && span.want == Want::None) {
            return Err(format!("slot {}: sample is wrong at {} of {known}", slot.0, span.end()));
        }
        if paged && row.table.len() as u32 * block_tokens < span.end() {
            return Err(format!("slot {} has no block for position {}", slot.0, span.end() - 1));
        }
        for position in span.start..span.end() {
            self.consume(span, position)?;
        }
        let token = if span.sample { Some(self.sample(span)?) } else { None };
        let row = self.row(slot, span.epoch)?;
        row.tokens.extend(token);
        Ok(Ran { span: *span, request: row.request, token })
    }

    /// Moves both layers of a sequence over one position.
    fn consume(&mut self, span: &Span, position: u32) -> Result<(), String> {
        let before = if position > 0 { self.entry(span, position - 1)? } else { 0 };
        let row = self.row(span.slot, span.epoch)?;
        let token = row.tokens[position as usize];
        row.recurrent = model::recur(row.recurrent, token);
        row.recurrent_consumed += 1;
        row.paged_consumed += 1;
        let entry = model::entry(before, token, row.recurrent);
        if let Some(cell) = self.cell(span, position)? {
            *cell = Cell { entry, writer: Some((span.slot, span.epoch, position)) };
        }
        Ok(())
    }

    /// Reads everything back through the block table.
    fn sample(&mut self, span: &Span) -> Result<TokenId, String> {
        let mut sum = 0;
        for position in 0..span.end() {
            sum = model::attend(sum, self.entry(span, position)?);
        }
        Ok(model::pick(sum, self.row(span.slot, span.epoch)?.recurrent))
    }

    fn cell(&mut self, span: &Span, position: u32) -> Result<Option<&mut Cell>, String> {
        if !self.paged {
            return Ok(None);
        }
        let block_tokens = self.block_tokens;
        let block = self.row(span.slot, span.epoch)?.table[(position / block_tokens) as usize];
        let index = block.0 * block_tokens + position % block_tokens;
        Ok(self.cells.get_mut(index as usize))
    }

    /// The entry of a position; without paged layers it is computed, since nothing stores it.
    fn entry(&mut self, span: &Span, position: u32) -> Result<u64, String> {
        if let Some(cell) = self.cell(span, position)? {
            return Ok(cell.entry);
        }
        let (mut recurrent, mut entry) = (0, 0);
        for &token in &self.row(span.slot, span.epoch)?.tokens[..=position as usize] {
            recurrent = model::recur(recurrent, token);
            entry = model::entry(entry, token, recurrent);
        }
        Ok(entry)
    }

    /// Checks that the positions `[0, complete)` of a seating are written, each by itself.
    pub fn check_written(&self, slot: SlotId, epoch: Epoch, complete: u64) -> Result<(), String> {
        let row = self.rows[slot.index()].as_ref().filter(|row| row.epoch == epoch);
        for position in 0..complete as u32 {
            let block = row.and_then(|r| r.table.get((position / self.block_tokens) as usize));
            let index = block.map(|b| b.0 * self.block_tokens + position % self.block_tokens);
            let writer = index.and_then(|i| self.cells[i as usize].writer);
            if writer != Some((slot, epoch, position)) {
                return Err(format!(
                    "position {position} of slot {} is said to be complete and is not written",
                    slot.0
                ));
            }
        }
        Ok(())
    }
}
