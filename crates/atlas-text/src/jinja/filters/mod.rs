//! Filters of templates: `value | NAME(...)`.

mod numeric;
mod select;
mod sequence;
mod textual;
mod wrap;

use super::error::{Result, fail};
use super::json::tojson;
use super::value::{Args, State, Value};

/// Whether there is a filter of this name.
pub(crate) fn exists(name: &str) -> bool {
    name == "tojson"
        || textual::NAMES.contains(&name)
        || sequence::NAMES.contains(&name)
        || numeric::NAMES.contains(&name)
        || select::NAMES.contains(&name)
}

/// The filtered value.
///
/// # Errors
/// Unknown filters, wrong arguments, and values that a filter cannot take.
pub(crate) fn apply(state: &mut State, name: &str, value: &Value, args: Args) -> Result<Value> {
    state.spend(1)?;
    match name {
        "tojson" => tojson(value, args),
        name if textual::NAMES.contains(&name) => textual::apply(name, value, args),
        name if numeric::NAMES.contains(&name) => numeric::apply(name, value, args),
        name if sequence::NAMES.contains(&name) => sequence::apply(name, value, args),
        name if select::NAMES.contains(&name) => {
            select::apply(state, name, value, args, &select::Lookup { filter: apply, exists })
        }
        other => fail(format!("No filter named '{other}'.")),
    }
}
