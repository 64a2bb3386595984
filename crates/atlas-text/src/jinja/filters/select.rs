//! Filters that apply other filters and tests to items.

use crate::jinja::attributes::path;
use crate::jinja::error::{Error, Result, fail};
use crate::jinja::ops::{items, truth};
use crate::jinja::tests;
use crate::jinja::value::{Args, State, Value};

pub(super) const NAMES: &[&str] = &["map", "select", "reject", "selectattr", "rejectattr"];

/// Filters by their names.
pub(super) struct Lookup {
    pub(super) filter: fn(&mut State, &str, &Value, Args) -> Result<Value>,
    pub(super) exists: tests::IsFilter,
}

pub(super) fn apply(
    state: &mut State,
    name: &str,
    value: &Value,
    mut args: Args,
    lookup: &Lookup,
) -> Result<Value> {
    let all = items(value)?;
    state.spend(all.len())?;
    if name == "map" {
        return map(state, &all, args, lookup);
    }
    let attribute = match name.ends_with("attr") {
        true if args.positional.is_empty() => return fail("Missing parameter for attribute name"),
        true => Some(args.positional.remove(0)),
        false => None,
    };
    let test = match args.positional.is_empty() {
        true => None,
        false => Some(args.positional.remove(0)),
    };
    let wanted = name.starts_with("select");
    let mut kept = Vec::new();
    for item in all {
        let tested = match &attribute {
            Some(attribute) => path(&item, attribute, None)?,
            None => item.clone(),
        };
        let passes = match &test {
            Some(test) => {
                let test =
                    test.as_str().ok_or_else(|| Error::new("a test is named by a string"))?;
                tests::apply(test, &tested, args.clone(), lookup.exists)?
            }
            None => truth(&tested),
        };
        if passes == wanted {
            kept.push(item);
        }
    }
    Ok(Value::generator(kept))
}

fn map(state: &mut State, all: &[Value], mut args: Args, lookup: &Lookup) -> Result<Value> {
    let by_attribute =
        args.positional.is_empty() && args.named.iter().any(|(n, _)| &**n == "attribute");
    if by_attribute {
        let [attribute, default] = args.bind("map", ["attribute", "default"], 1)?;
        let attribute = attribute.unwrap_or(Value::None);
        let mapped: Result<Vec<Value>> =
            all.iter().map(|item| path(item, &attribute, default.as_ref())).collect();
        return Ok(Value::generator(mapped?));
    }
    if args.positional.is_empty() {
        return fail("map requires a filter argument");
    }
    let filter = args.positional.remove(0);
    let filter = filter.as_str().ok_or_else(|| Error::new("a filter is named by a string"))?;
    let mut mapped = Vec::with_capacity(all.len());
    for item in all {
        let result = state.nested(|state| (lookup.filter)(state, filter, item, args.clone()))?;
        mapped.push(result);
    }
    Ok(Value::generator(mapped))
}
