//! `atlas kernels`: the rows of this build, or those that a model binds.

use crate::cli::KernelsArgs;
use crate::launch;
use crate::print::{say, table};
use anyhow::Result;
use atlas_tensor::Isa;

/// Prints the table of rows.
///
/// # Errors
/// The model cannot be loaded.
pub fn run(args: &KernelsArgs) -> Result<()> {
    if args.explain {
        let loaded = launch::load(&args.model, false)?;
        let mut table = table(["op", "need", "row", "row contract", "layers", "passed over"]);
        for b in &loaded.model.bound {
            let (name, contract) = match (b.parts, b.row.width_invariant) {
                ([], true) => (b.row.name.to_owned(), "kept"),
                ([], false) => (b.row.name.to_owned(), "not kept"),
                (parts, _) => (format!("{} of {}", b.row.name, parts.join(", ")), "of its parts"),
            };
            let layers = b.count.to_string();
            let passed: Vec<_> =
                b.rejected.iter().map(|(row, why)| format!("{}: {why}", row.name)).collect();
            let passed = passed.join("\n");
            table.add_row([b.row.op, b.need.as_str(), &name, contract, &layers, &passed]);
        }
        say!("{table}");
        return Ok(());
    }
    let mut table = table(["op", "row", "isa", "here"]);
    for row in atlas_tensor::cpu::all_rows() {
        let here = if row.runs_on.isa().is_some_and(Isa::is_available) {
            "yes"
        } else {
            "no: this CPU lacks it"
        };
        table.add_row([row.op, row.name, row.runs_on.name(), here]);
    }
    say!("{table}");
    Ok(())
}
