//! `--graphs-at-start`: graphs of decode steps that are captured before the server is ready.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use atlas_engine::GraphsAtStart;

use crate::cli::{GraphsChoice, ModelArgs};
use crate::settings::EffectiveSetting;

/// Longest time that `auto` takes: with dummy weights a server is ready within a second.
const AUTO: Duration = Duration::from_millis(200);

/// Graphs that the engine captures at start, and the setting that explains their number.
pub fn at_start(args: &ModelArgs, on_gpu: bool, slots: u32) -> (GraphsAtStart, EffectiveSetting) {
    let (rows, within, source) = match args.graphs_at_start {
        _ if args.no_graphs => (0, None, "--no-graphs".to_owned()),
        GraphsChoice::Auto if !on_gpu => (0, None, "the CPU has no graphs".to_owned()),
        choice if !on_gpu => {
            (0, None, format!("--graphs-at-start {choice}, and the CPU has no graphs"))
        }
        GraphsChoice::Auto => {
            let source = format!("every number of sequences, within {} ms", AUTO.as_millis());
            (slots, Some(AUTO), source)
        }
        GraphsChoice::All => (slots, None, "--graphs-at-start all".to_owned()),
        GraphsChoice::Rows(rows) if rows > slots => {
            (slots, None, format!("--graphs-at-start {rows}, at most --max-batch-size"))
        }
        GraphsChoice::Rows(rows) => (rows, None, "--graphs-at-start".to_owned()),
    };
    (
        GraphsAtStart { rows, within, progress: None },
        EffectiveSetting::new("graphs_at_start", rows, source),
    )
}

/// Runs `start` and shows in the terminal how many graphs are captured.
///
/// # Errors
/// Those of `start`.
pub fn shown<T>(
    graphs: GraphsAtStart,
    start: impl FnOnce(GraphsAtStart) -> Result<T>,
) -> Result<T> {
    if graphs.rows == 0 {
        return start(graphs);
    }
    let bar = indicatif::ProgressBar::new(u64::from(graphs.rows)).with_style(
        indicatif::ProgressStyle::with_template("capturing graphs {bar:30} {pos}/{len}")
            .context("progress style")?,
    );
    let seen = bar.clone();
    let progress = move |done: u32, of: u32| {
        seen.set_length(u64::from(of));
        seen.set_position(u64::from(done));
    };
    let started = start(GraphsAtStart { progress: Some(Arc::new(progress)), ..graphs });
    bar.finish_and_clear();
    started
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn of(more: &[&str], on_gpu: bool) -> (u32, Option<Duration>, String) {
        #[derive(Parser)]
        struct TestCli {
            #[command(flatten)]
            model: ModelArgs,
        }
        let args = ["atlas"].iter().chain(more);
        let cli = TestCli::try_parse_from(args).unwrap();
        let (graphs, setting) = at_start(&cli.model, on_gpu, 16);
        assert_eq!(setting.value, graphs.rows.to_string());
        (graphs.rows, graphs.within, setting.source)
    }

    #[test]
    fn the_flag_the_device_and_the_slots_decide() {
        assert_eq!(
            of(&[], true),
            (16, Some(AUTO), "every number of sequences, within 200 ms".into())
        );
        assert_eq!(of(&["--graphs-at-start", "all"], true).0, 16);
        assert_eq!(of(&["--graphs-at-start", "all"], true).1, None);
        assert_eq!(of(&["--graphs-at-start", "3"], true), (3, None, "--graphs-at-start".into()));
        let (rows, within, source) = of(&["--graphs-at-start", "99"], true);
        assert_eq!((rows, within), (16, None));
        assert!(source.contains("--max-batch-size"), "{source}");
        assert_eq!(of(&["--graphs-at-start", "0"], true).0, 0);
        assert_eq!(of(&["--graphs-at-start", "3"], false).0, 0);
        assert_eq!(of(&["--no-graphs"], true), (0, None, "--no-graphs".into()));
    }
}
