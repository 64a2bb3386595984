//! Graphs of decode steps that are captured before the engine takes requests, so that the first
//! steps of a batch are not slower than the others.
//!
//! Nothing is computed for it: a capture stages a step's inputs, whose memory every step writes
//! anew, and has the device note the kernels. What slots, blocks and states hold is neither read
//! nor changed.

use atlas_model::Batch;
use atlas_tensor::{DeviceFault, LayerState, SpanRows};
use std::time::{Duration, Instant};

use super::forward_pass::ForwardPass;
use super::picking::Picking;
use crate::engine::config::GraphsAtStart;

/// Graphs that were captured.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Captured {
    /// Numbers of rows from 1 on, of as many that were wanted.
    pub rows: u32,
    pub wanted: u32,
    /// Of forward passes and of picking.
    pub graphs: u32,
    pub time: Duration,
    /// Why the device captured no more, where it said so.
    pub refused: Option<String>,
}

impl Captured {
    /// Says what came of it, unless nothing was wanted.
    pub fn log(&self) {
        let Self { rows, wanted, graphs, time, refused } = self;
        let (seconds, left) = (time.as_secs_f64(), wanted - rows);
        match refused {
            Some(why) => {
                tracing::warn!(%why, rows, left, "graphs are captured in steps: not ahead of them");
            }
            None if *wanted == 0 => {}
            None if left == 0 => tracing::info!(rows, graphs, seconds, "captured decode graphs"),
            None => {
                let what = "captured decode graphs; those of more rows when they are first wanted";
                tracing::info!(rows, left, graphs, seconds, "{what}");
            }
        }
    }
}

/// Captures the graphs of decode steps of 1, 2, … sequences, at most `rows_max`. Their positions
/// are those that the smallest graphs provide for.
///
/// # Errors
/// The device has failed. A device that captures nothing is no error.
pub(super) fn capture(
    pass: &mut ForwardPass,
    layers: &mut [LayerState],
    picking: &mut Picking,
    rows_max: usize,
    at_start: &GraphsAtStart,
) -> Result<Captured, DeviceFault> {
    let wanted = at_start.rows.min(u32::try_from(rows_max).unwrap_or(u32::MAX));
    let begun = Instant::now();
    let capture = |rows| capture_rows(pass, layers, picking, rows);
    let captured = each(wanted, at_start, || begun.elapsed(), capture);
    // A refusal may be the first sign of a device that failed earlier.
    pass.dev.check()?;
    Ok(captured)
}

/// Captures the graphs of steps of `rows` sequences and returns their number; `None` if the device
/// captures none.
fn capture_rows(
    pass: &mut ForwardPass,
    layers: &mut [LayerState],
    picking: &mut Picking,
    rows: u32,
) -> Result<Option<u32>, String> {
    let tokens = vec![0; rows as usize];
    let logit_rows: Vec<u32> = (0..rows).collect();
    // Any block will do: a graph reads the tables of its step.
    let span = |slot| SpanRows { slot, row: slot, len: 1, start: 0, drafts: 0, blocks: &[0] };
    let spans: Vec<_> = (0..rows as usize).map(span).collect();
    let batch = Batch {
        tokens: &tokens,
        fed: None,
        positions: &tokens,
        spans: &spans,
        logit_rows: &logit_rows,
        keeps: None,
    };
    let own = pass.own_layers(layers);
    if !pass.capture(&batch, own).map_err(|error| error.to_string())? {
        return Ok(None);
    }
    let picks = picking.capture_graph(&pass.logits(rows as usize), rows as usize);
    Ok(Some(1 + u32::from(picks.map_err(|fault| fault.what)?)))
}

/// Has graphs captured for 1 up to `wanted` rows, as long as there is time and the device does.
fn each(
    wanted: u32,
    at_start: &GraphsAtStart,
    elapsed: impl Fn() -> Duration,
    mut capture: impl FnMut(u32) -> Result<Option<u32>, String>,
) -> Captured {
    let mut captured = Captured { wanted, ..Captured::default() };
    let late = || at_start.within.is_some_and(|within| elapsed() >= within);
    while captured.rows < wanted && !late() {
        match capture(captured.rows + 1) {
            Ok(Some(graphs)) => captured.graphs += graphs,
            Ok(None) => break,
            Err(why) => {
                captured.refused = Some(why);
                break;
            }
        }
        captured.rows += 1;
        if let Some(progress) = &at_start.progress {
            progress(captured.rows, wanted);
        }
    }
    if wanted > 0 {
        captured.time = elapsed();
    }
    captured
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::sync::{Arc, Mutex};

    /// Numbers of rows captured where each takes a second, and the steps that were reported.
    fn run(
        rows: u32,
        within: Option<u64>,
        capture: impl Fn(u32) -> Result<Option<u32>, String>,
    ) -> (Captured, Vec<(u32, u32)>) {
        let told = Arc::new(Mutex::new(Vec::new()));
        let (seconds, sink) = (Cell::new(0), told.clone());
        let progress = move |done, of| sink.lock().expect("whole").push((done, of));
        let within = within.map(Duration::from_secs);
        let at_start = GraphsAtStart { rows, within, progress: Some(Arc::new(progress)) };
        let captured = each(
            rows,
            &at_start,
            || Duration::from_secs(seconds.get()),
            |rows| {
                seconds.set(seconds.get() + 1);
                capture(rows)
            },
        );
        let told = told.lock().expect("whole").clone();
        (captured, told)
    }

    #[test]
    fn all_that_is_wanted_is_captured_and_told() {
        let (found, told) = run(3, None, |_| Ok(Some(2)));
        let time = Duration::from_secs(3);
        assert_eq!(found, Captured { rows: 3, wanted: 3, graphs: 6, time, refused: None });
        assert_eq!(told, [(1, 3), (2, 3), (3, 3)]);
        assert_eq!(run(0, None, |_| Ok(Some(2))).0, Captured::default());
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
