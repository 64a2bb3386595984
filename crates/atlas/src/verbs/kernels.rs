//! `atlas kernels`: the rows of this build, or those that a model binds.

use crate::cli::KernelsArgs;
use crate::launch::{self, Loaded};
use crate::print::{say, table};
use anyhow::Result;
use atlas_tensor::{Bound, Isa};
use serde_json::{Value, json};

/// Prints the table of rows.
///
/// # Errors
/// The model cannot be loaded.
pub fn run(args: &KernelsArgs) -> Result<()> {
    if args.explain { bound(args) } else { rows(args) }
}

/// The rows that a model binds.
fn bound(args: &KernelsArgs) -> Result<()> {
    let loaded = launch::load(&args.model, false)?;
    if args.json {
        say!("{}", report(&loaded));
        return Ok(());
    }
    let header = ["op", "need", "row", "row contract", "layers", "passed over"];
    let mut table = table(header, args.wide);
    for b in &loaded.model.bound {
        let (name, contract) = name_and_contract(b);
        let passed: Vec<_> =
            b.rejected.iter().map(|(row, why)| format!("{}: {why}", row.name)).collect();
        let (layers, passed) = (b.count.to_string(), passed.join("\n"));
        table.add_row([b.row.op, b.need.as_str(), &name, contract, &layers, &passed]);
    }
    say!("{table}");
    Ok(())
}

/// Name of a bound row, and whether it keeps the row contract.
fn name_and_contract(b: &Bound) -> (String, &'static str) {
    match (b.parts, b.row.width_invariant) {
        ([], true) => (b.row.name.to_owned(), "kept"),
        ([], false) => (b.row.name.to_owned(), "not kept"),
        (parts, _) => (format!("{} of {}", b.row.name, parts.join(", ")), "of its parts"),
    }
}

/// The rows that a model binds, as JSON.
pub fn report(loaded: &Loaded) -> Value {
    let row = |b: &Bound| {
        let (name, contract) = name_and_contract(b);
        let passed = b.rejected.iter();
        let passed = passed.map(|(row, why)| json!({"row": row.name, "why": why.to_string()}));
        json!({"op": b.row.op, "need": b.need.as_str(), "row": name, "row_contract": contract,
            "layers": b.count, "passed_over": passed.collect::<Vec<_>>()})
    };
    json!({ "bound": loaded.model.bound.iter().map(row).collect::<Vec<_>>() })
}

/// The rows of this build.
fn rows(args: &KernelsArgs) -> Result<()> {
    let mut table = table(["op", "row", "isa", "here"], args.wide);
    let mut list = Vec::new();
    for row in atlas_tensor::cpu::all_rows() {
        let runs = row.runs_on.isa().is_some_and(Isa::is_available);
        let here = if runs { "yes" } else { "no: this CPU lacks it" };
        list.push(json!({"op": row.op, "row": row.name, "isa": row.runs_on.name(), "here": runs}));
        table.add_row([row.op, row.name, row.runs_on.name(), here]);
    }
    if args.json {
        say!("{}", json!({ "rows": list }))
    } else {
        say!("{table}")
    }
    Ok(())
}
