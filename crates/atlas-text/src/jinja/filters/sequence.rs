//! Filters of lists and dicts.

use crate::jinja::ast::BinaryOp;
use crate::jinja::attributes::{path, subscript};
use crate::jinja::error::{Error, Result, fail};
use crate::jinja::methods::required;
use crate::jinja::ops::{binary, equal, items, length, order, pairs, truth};
use crate::jinja::text::text;
use crate::jinja::value::{Args, Key, Object, Value, check_length};
use indexmap::IndexSet;
use std::cmp::Ordering;
use std::rc::Rc;

pub(super) const NAMES: &[&str] = &[
    "attr", "batch", "count", "d", "default", "dictsort", "first", "groupby", "items", "join",
    "last", "length", "list", "max", "min", "random", "reverse", "slice", "sort", "sum", "unique",
];

pub(super) fn apply(name: &str, value: &Value, args: Args) -> Result<Value> {
    match name {
        "count" | "length" => {
            let [] = args.bind(name, [], 0)?;
            length(value).map(Value::from)
        }
        "d" | "default" => {
            let [default, boolean] = args.bind(name, ["default_value", "boolean"], 0)?;
            let falsy = boolean.is_some_and(|boolean| truth(&boolean)) && !truth(value);
            let replaced = value.is_undefined() || falsy;
            Ok(if replaced { default.unwrap_or_else(|| "".into()) } else { value.clone() })
        }
        "attr" => {
            let [name] = args.bind(name, ["name"], 1)?;
            attr(value, &text(&required(name)?))
        }
        "first" | "last" => end(name, value, args),
        "items" => {
            let [] = args.bind(name, [], 0)?;
            match value {
                Value::Undefined(_) => Ok(Value::generator([])),
                Value::Dict(dict) => Ok(Value::generator(pairs(dict))),
                _ => fail("Can only get item pairs from a mapping."),
            }
        }
        "list" => {
            let [] = args.bind(name, [], 0)?;
            items(value).map(Value::list)
        }
        "reverse" => {
            let [] = args.bind(name, [], 0)?;
            match value {
                Value::Str(text) => Ok(text.text.chars().rev().collect::<String>().into()),
                value => {
                    let mut all = items(value)?;
                    all.reverse();
                    Ok(Value::generator(all))
                }
            }
        }
        "join" => join(value, args),
        "sum" => sum(value, args),
        "sort" | "min" | "max" | "unique" => ordered(name, value, args),
        "dictsort" => dict_sort(value, args),
        "groupby" => group_by(value, args),
        "batch" => batch(value, args),
        "slice" => slices(value, args),
        _ => fail("`random` is not supported: a prompt must not depend on chance"),
    }
}

fn attr(value: &Value, name: &str) -> Result<Value> {
    // Unlike the dot, the filter looks at attributes alone.
    if matches!(value, Value::Dict(_)) && !crate::jinja::methods::exists(value, name) {
        return Ok(Value::undefined(format!("'dict object' has no attribute '{name}'")));
    }
    crate::jinja::attributes::attribute(value, name)
}

fn end(name: &str, value: &Value, args: Args) -> Result<Value> {
    let [] = args.bind(name, [], 0)?;
    let first = name == "first";
    if let (Value::Generator(rest), true) = (value, first) {
        let front = rest.borrow_mut().pop_front();
        return Ok(front.unwrap_or_else(|| empty("first")));
    }
    if let (Value::Generator(_), false) = (value, first) {
        return fail("'generator' object is not reversible");
    }
    let mut all = items(value)?;
    let found = if first { all.drain(..).next() } else { all.pop() };
    Ok(found.unwrap_or_else(|| empty(name)))
}

fn empty(which: &str) -> Value {
    Value::undefined(format!("No {which} item, sequence was empty."))
}

fn join(value: &Value, args: Args) -> Result<Value> {
    let [separator, attribute] = args.bind("join", ["d", "attribute"], 0)?;
    let separator = separator.map(|value| text(&value)).unwrap_or_default();
    let mut out = String::new();
    for (i, item) in items(value)?.iter().enumerate() {
        out.push_str(if i > 0 { &separator } else { "" });
        match attribute.as_ref().filter(|a| !matches!(a, Value::None)) {
            Some(attribute) => out.push_str(&text(&path(item, attribute, None)?)),
            None => out.push_str(&text(item)),
        }
        check_length(out.len())?;
    }
    Ok(Value::from(out))
}

fn sum(value: &Value, args: Args) -> Result<Value> {
    let [attribute, start] = args.bind("sum", ["attribute", "start"], 0)?;
    let mut total = start.unwrap_or(Value::Int(0));
    if total.as_str().is_some() {
        return fail("sum() can't sum strings [use ''.join(seq) instead]");
    }
    for item in items(value)? {
        let item = match attribute.as_ref().filter(|a| !matches!(a, Value::None)) {
            Some(attribute) => path(&item, attribute, None)?,
            None => item,
        };
        total = binary(BinaryOp::Add, &total, &item)?;
    }
    Ok(total)
}

/// Strings in small letters, unless capitals count.
fn folded(value: Value, case_sensitive: bool) -> Value {
    match &value {
        Value::Str(text) if !case_sensitive => Value::from(text.text.to_lowercase()),
        _ => value,
    }
}

fn is_set(value: &Option<Value>) -> bool {
    value.as_ref().is_some_and(truth)
}

/// Sorts by keys that were computed before; equal ones keep their order.
fn sort_by_key(keyed: &mut [(Value, Value)], reverse: bool) -> Result<()> {
    let mut failed = None;
    keyed.sort_by(|a, b| {
        let (a, b) = if reverse { (b, a) } else { (a, b) };
        match order(&a.0, &b.0, "<") {
            Ok(order) => order.unwrap_or(Ordering::Equal),
            Err(error) => {
                failed.get_or_insert(error);
                Ordering::Equal
            }
        }
    });
    failed.map_or(Ok(()), Err)
}

fn ordered(name: &str, value: &Value, args: Args) -> Result<Value> {
    let (reverse, case_sensitive, attribute) = match name {
        "sort" => {
            let names = ["reverse", "case_sensitive", "attribute"];
            let [reverse, case_sensitive, attribute] = args.bind(name, names, 0)?;
            (is_set(&reverse), is_set(&case_sensitive), attribute)
        }
        _ => {
            let [case_sensitive, attribute] =
                args.bind(name, ["case_sensitive", "attribute"], 0)?;
            (false, is_set(&case_sensitive), attribute)
        }
    };
    let attribute = attribute.filter(|a| !matches!(a, Value::None));
    let key = |item: &Value| -> Result<Value> {
        match &attribute {
            None => Ok(folded(item.clone(), case_sensitive)),
            Some(Value::Str(names)) if name == "sort" && names.text.contains(',') => {
                let keys = names.text.split(',').map(|name| {
                    path(item, &Value::from(name), None).map(|v| folded(v, case_sensitive))
                });
                keys.collect::<Result<Vec<_>>>().map(Value::list)
            }
            Some(attribute) => Ok(folded(path(item, attribute, None)?, case_sensitive)),
        }
    };
    let mut keyed = Vec::new();
    for item in items(value)? {
        keyed.push((key(&item)?, item));
    }
    match name {
        "unique" => {
            let mut seen = IndexSet::new();
            let mut kept = Vec::new();
            for (key, item) in keyed {
                if seen.insert(Key::new(key)?) {
                    kept.push(item);
                }
            }
            Ok(Value::generator(kept))
        }
        "sort" => {
            sort_by_key(&mut keyed, reverse)?;
            Ok(Value::list(keyed.into_iter().map(|(_, item)| item).collect()))
        }
        _ => {
            // The first of equal ones, from either end.
            sort_by_key(&mut keyed, name == "max")?;
            let first = keyed.into_iter().next().map(|(_, item)| item);
            let none = "No aggregated item, sequence was empty.";
            Ok(first.unwrap_or_else(|| Value::undefined(none)))
        }
    }
}

fn dict_sort(value: &Value, args: Args) -> Result<Value> {
    let [case_sensitive, by, reverse] =
        args.bind("dictsort", ["case_sensitive", "by", "reverse"], 0)?;
    let place = match by.as_ref().map_or("key", |by| by.as_str().unwrap_or_default()) {
        "key" => 0,
        "value" => 1,
        _ => return fail("You can only sort by either \"key\" or \"value\""),
    };
    let Value::Dict(dict) = value else {
        return fail(format!("'{}' object has no attribute 'items'", value.type_name()));
    };
    let mut keyed = Vec::new();
    for pair in pairs(dict) {
        let key = subscript(&pair, &Value::Int(place))?;
        keyed.push((folded(key, is_set(&case_sensitive)), pair));
    }
    sort_by_key(&mut keyed, is_set(&reverse))?;
    Ok(Value::list(keyed.into_iter().map(|(_, pair)| pair).collect()))
}

/// A group of `groupby`: a pair whose members have names too.
#[derive(Debug)]
struct Group(Value, Value);

impl Object for Group {
    fn type_name(&self) -> &'static str {
        "_GroupTuple"
    }

    fn attribute(&self, name: &str) -> Option<Value> {
        match name {
            "grouper" | "0" => Some(self.0.clone()),
            "list" | "1" => Some(self.1.clone()),
            _ => None,
        }
    }

    fn items(&self) -> Option<Vec<Value>> {
        Some(vec![self.0.clone(), self.1.clone()])
    }

    fn text(&self) -> String {
        text(&Value::tuple(vec![self.0.clone(), self.1.clone()]))
    }
}

fn group_by(value: &Value, args: Args) -> Result<Value> {
    let names = ["attribute", "default", "case_sensitive"];
    let [attribute, default, case_sensitive] = args.bind("groupby", names, 1)?;
    let attribute = required(attribute)?;
    let mut keyed = Vec::new();
    for item in items(value)? {
        let key = path(&item, &attribute, default.as_ref())?;
        keyed.push((folded(key, is_set(&case_sensitive)), item));
    }
    sort_by_key(&mut keyed, false)?;
    let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
    for (key, item) in keyed {
        match groups.last_mut() {
            Some((last, members)) if equal(last, &key) => members.push(item),
            _ => groups.push((key, vec![item])),
        }
    }
    let mut out = Vec::new();
    for (_, members) in groups {
        let name = path(&members[0], &attribute, default.as_ref())?;
        out.push(Value::Object(Rc::new(Group(name, Value::list(members)))));
    }
    Ok(Value::list(out))
}

fn count_of(value: Option<Value>) -> Result<usize> {
    let count = value.and_then(|value| value.as_int()).and_then(|v| usize::try_from(v).ok());
    count
        .filter(|v| (1..1 << 20).contains(v))
        .ok_or_else(|| Error::new("a positive count is needed"))
}

fn batch(value: &Value, args: Args) -> Result<Value> {
    let [size, fill] = args.bind("batch", ["linecount", "fill_with"], 1)?;
    let size = count_of(size)?;
    let fill = fill.filter(|value| !matches!(value, Value::None));
    let mut out = Vec::new();
    for chunk in items(value)?.chunks(size) {
        let mut chunk = chunk.to_vec();
        if let Some(fill) = &fill {
            chunk.resize(size, fill.clone());
        }
        out.push(Value::list(chunk));
    }
    Ok(Value::generator(out))
}

fn slices(value: &Value, args: Args) -> Result<Value> {
    let [count, fill] = args.bind("slice", ["slices", "fill_with"], 1)?;
    let count = count_of(count)?;
    let fill = fill.filter(|value| !matches!(value, Value::None));
    let all = items(value)?;
    let (each, more) = (all.len() / count, all.len() % count);
    let mut out = Vec::new();
    let mut at = 0;
    for i in 0..count {
        let end = at + each + usize::from(i < more);
        let mut part = all[at..end].to_vec();
        if let (Some(fill), true) = (&fill, i >= more) {
            part.push(fill.clone());
        }
        out.push(Value::list(part));
        at = end;
    }
    Ok(Value::generator(out))
}
