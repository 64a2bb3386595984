//! Graphs of decode steps that are recorded before the engine takes requests, so that the first
//! steps of a batch are not slower than the others.
//!
//! Nothing is computed for it: a recording stages a step's inputs, whose memory every step writes
//! anew, and has the device note the kernels. What slots, blocks and states hold is neither read
//! nor changed.

use atlas_core::SlotId;
use atlas_model::{Batch, Cx};
use atlas_tensor::{DeviceFault, SpanRows};
use std::time::{Duration, Instant};

use crate::engine::config::GraphsAtStart;
use crate::runner::Runner;

/// What was recorded.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Recorded {
    /// Numbers of rows from 1 on, of as many that were wanted.
    pub rows: u32,
    pub wanted: u32,
    /// Of forward passes and of picking.
    pub graphs: u32,
    pub time: Duration,
    /// Why the device recorded no more, where it said so.
    pub refused: Option<String>,
}

impl Recorded {
    /// Says what came of it, unless nothing was wanted.
    pub fn log(&self) {
        let Self { rows, wanted, graphs, time, refused } = self;
        let (seconds, left) = (time.as_secs_f64(), wanted - rows);
        match refused {
            Some(why) => {
                tracing::warn!(%why, rows, left, "graphs are recorded in steps: not ahead of them");
            }
            None if *wanted == 0 => {}
            None if left == 0 => tracing::info!(rows, graphs, seconds, "recorded decode graphs"),
            None => {
                let what = "recorded decode graphs; those of more rows when they are first wanted";
                tracing::info!(rows, left, graphs, seconds, "{what}");
            }
        }
    }
}

impl Runner {
    /// Captures the graphs of decode steps whose sequences are at the positions that the
    /// smallest graphs provide for.
    ///
    /// # Errors
    /// The device has failed. That it recorded nothing is none.
    pub fn record_graphs(&mut self, at_start: &GraphsAtStart) -> Result<Recorded, DeviceFault> {
        let rows_max = self.rows_max.min(self.slots.count()).min(self.logit_rows_max);
        let wanted = at_start.rows.min(u32::try_from(rows_max).unwrap_or(u32::MAX));
        let begun = Instant::now();
        let recorded = each(wanted, at_start, || begun.elapsed(), |rows| self.record_rows(rows));
        // A refusal may be the first word of a device that has failed before.
        self.dev.check()?;
        Ok(recorded)
    }

    /// Graphs of steps of `rows` sequences; `None` where the device records none of them.
    fn record_rows(&mut self, rows: u32) -> Result<Option<u32>, String> {
        let tokens = vec![0; rows as usize];
        let logit_rows: Vec<u32> = (0..rows).collect();
        // The first block stands for any: a graph reads the tables of its step.
        let span = |slot: SlotId| {
            let slot = slot.index();
            SpanRows { slot, row: slot, len: 1, start: 0, blocks: &[0] }
        };
        let spans: Vec<_> = (0..rows).map(|slot| span(SlotId(slot))).collect();
        let batch = Batch {
            tokens: &tokens,
            fed: None,
            positions: &tokens,
            spans: &spans,
            logit_rows: &logit_rows,
            keeps: None,
        };
        let mut cx = Cx { dev: &self.dev, scratch: &self.scratch, taps: None };
        let shape = [rows as usize, self.vocab_size];
        let logits = self.logits.f32_mut(&shape);
        let step = self.model.record(&mut cx, &batch, &mut self.states, logits);
        if !step.map_err(|error| error.to_string())? {
            return Ok(None);
        }
        let picks = self.picking.record(&self.logits.f32(&shape), rows as usize);
        Ok(Some(1 + u32::from(picks.map_err(|fault| fault.what)?)))
    }
}

/// Has graphs recorded for 1 up to `wanted` rows, as long as there is time and the device does.
fn each(
    wanted: u32,
    at_start: &GraphsAtStart,
    elapsed: impl Fn() -> Duration,
    mut record: impl FnMut(u32) -> Result<Option<u32>, String>,
) -> Recorded {
    let mut recorded = Recorded { wanted, ..Recorded::default() };
    let late = || at_start.within.is_some_and(|within| elapsed() >= within);
    while recorded.rows < wanted && !late() {
        match record(recorded.rows + 1) {
            Ok(Some(graphs)) => recorded.graphs += graphs,
            Ok(None) => break,
            Err(why) => {
                recorded.refused = Some(why);
                break;
            }
        }
        recorded.rows += 1;
        if let Some(progress) = &at_start.progress {
            progress(recorded.rows, wanted);
        }
    }
    if wanted > 0 {
        recorded.time = elapsed();
    }
    recorded
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::sync::{Arc, Mutex};

    /// What is recorded where each number of rows takes a second, and the steps that were told.
    fn run(
        rows: u32,
        within: Option<u64>,
        record: impl Fn(u32) -> Result<Option<u32>, String>,
    ) -> (Recorded, Vec<(u32, u32)>) {
        let told = Arc::new(Mutex::new(Vec::new()));
        let (seconds, sink) = (Cell::new(0), told.clone());
        let progress = move |done, of| sink.lock().expect("whole").push((done, of));
        let within = within.map(Duration::from_secs);
        let at_start = GraphsAtStart { rows, within, progress: Some(Arc::new(progress)) };
        let recorded = each(
            rows,
            &at_start,
            || Duration::from_secs(seconds.get()),
            |rows| {
                seconds.set(seconds.get() + 1);
                record(rows)
            },
        );
        let told = told.lock().expect("whole").clone();
        (recorded, told)
    }

    #[test]
    fn all_that_is_wanted_is_recorded_and_told() {
        let (found, told) = run(3, None, |_| Ok(Some(2)));
        let time = Duration::from_secs(3);
        assert_eq!(found, Recorded { rows: 3, wanted: 3, graphs: 6, time, refused: None });
        assert_eq!(told, [(1, 3), (2, 3), (3, 3)]);
        assert_eq!(run(0, None, |_| Ok(Some(2))).0, Recorded::default());
    }

    #[test]
    fn time_ends_it_and_so_does_the_device() {
        let (found, told) = run(10, Some(4), |_| Ok(Some(1)));
        assert_eq!((found.rows, found.graphs, found.refused), (4, 4, None));
        assert_eq!(told.last(), Some(&(4, 10)));
        let (found, _) = run(10, Some(0), |_| Ok(Some(1)));
        assert_eq!(found.rows, 0);
        let (found, _) = run(10, None, |rows| Ok((rows < 3).then_some(1)));
        assert_eq!((found.rows, found.refused), (2, None));
        let refuse = |rows| if rows < 2 { Ok(Some(1)) } else { Err("no".to_owned()) };
        let (found, told) = run(10, None, refuse);
        assert_eq!((found.rows, found.refused), (1, Some("no".to_owned())));
        assert_eq!(told, [(1, 10)]);
    }
}
