//! `atlas verify --taps FILE`: the first tensor at which the forward pass leaves its reference.

use crate::cli::VerifyArgs;
use crate::launch;
use crate::print::{say, table};
use anyhow::{Context, Result, bail};

/// Prints the error of every tap.
///
/// # Errors
/// The model or the taps cannot be loaded; a tap is beyond its bound.
pub fn run(args: &VerifyArgs) -> Result<()> {
    let loaded = launch::load(&args.model, true)?;
    let report = atlas_model::verify::compare(&*loaded.model.model, &loaded.device, &args.taps)
        .with_context(|| args.taps.display().to_string())?;
    let mut table = table(["tap", "relative error", "cosine", ""], true);
    for tap in &report.taps {
        table.add_row([
            tap.name.clone(),
            format!("{:.2e}", tap.relative_error),
            format!("{:.7}", tap.cosine),
            if tap.within { String::new() } else { "beyond the bound".into() },
        ]);
    }
    say!("{table}");
    match report.first_divergence() {
        None => say!("all {} taps are within their bound", report.taps.len()),
        Some(tap) => {
            let mut settings = loaded.settings.iter();
            let rounds = settings.any(|s| s.name == "cpu_activations" && s.value == "int8");
            let hint = match loaded.model.formats.values().any(|format| format.is_blocks()) {
                true if rounds => "; inputs are rounded to 8 bits here, but not with --dtype f32",
                _ => "",
            };
            bail!("the first tap beyond its bound is {}{hint}", tap.name)
        }
    }
    Ok(())
}
