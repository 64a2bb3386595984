//! Functions and objects that every template has.

use super::error::{Error, Result, fail};
use super::ops::{items, pairs};
use super::text::text;
use super::value::{Args, Dict, Key, Object, State, Value};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// Longest range, as in the sandbox.
const RANGE_MAX: usize = 100_000;

type Function = dyn Fn(&mut State, Args) -> Result<Value>;

/// A function of the environment.
struct Native {
    name: &'static str,
    function: Box<Function>,
}

impl fmt::Debug for Native {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Object for Native {
    fn type_name(&self) -> &'static str {
        "function"
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, state: &mut State, args: Args) -> Result<Value> {
        (self.function)(state, args)
    }

    fn text(&self) -> String {
        format!("<function {}>", self.name)
    }
}

/// A function as a value.
pub(crate) fn function(
    name: &'static str,
    function: impl Fn(&mut State, Args) -> Result<Value> + 'static,
) -> Value {
    Value::Object(Rc::new(Native { name, function: Box::new(function) }))
}

/// The functions of Jinja2, and `raise_exception` of transformers.
pub(crate) fn all() -> Vec<(&'static str, Value)> {
    vec![
        ("range", function("range", |_, args| range(args))),
        ("dict", function("dict", |_, args| dict(args).map(|d| Value::Dict(Rc::new(d))))),
        (
            "namespace",
            function("namespace", |_, args| {
                let values = dict(args)?.into_iter();
                let values = values.map(|(key, value)| (text(key.value()).into(), value)).collect();
                Ok(Value::Object(Rc::new(Namespace { values: RefCell::new(values) })))
            }),
        ),
        (
            "cycler",
            function("cycler", |_, args| {
                if args.positional.is_empty() {
                    return fail("at least one item has to be provided");
                }
                Ok(Value::Object(Rc::new(Cycler { items: args.positional, at: Rc::default() })))
            }),
        ),
        (
            "joiner",
            function("joiner", |_, args| {
                let [separator] = args.bind("joiner", ["sep"], 0)?;
                let separator = separator.unwrap_or_else(|| ", ".into());
                let used = Cell::new(false);
                Ok(function("joiner", move |_, _| {
                    Ok(if used.replace(true) { separator.clone() } else { "".into() })
                }))
            }),
        ),
        (
            "lipsum",
            function("lipsum", |_, _| {
                fail("`lipsum` is not supported: a prompt must not depend on chance")
            }),
        ),
        (
            "raise_exception",
            function("raise_exception", |_, args| {
                let [message] = args.bind("raise_exception", ["message"], 1)?;
                Err(Error::raised(message.map(|m| text(&m)).unwrap_or_default()))
            }),
        ),
    ]
}

fn range(args: Args) -> Result<Value> {
    let [a, b, step] = args.bind("range", ["start", "stop", "step"], 1)?;
    let int = |value: Option<Value>| match value {
        None => Ok(None),
        Some(value) => match value.as_int() {
            Some(value) => Ok(Some(value)),
            None => {
                fail(format!("'{}' object cannot be interpreted as an integer", value.type_name()))
            }
        },
    };
    let (a, b, step) = (int(a)?.unwrap_or(0), int(b)?, int(step)?.unwrap_or(1));
    if step == 0 {
        return fail("range() arg 3 must not be zero");
    }
    let (start, stop) = b.map_or((0, a), |b| (a, b));
    let range = Value::Range(start, stop, step);
    match super::ops::length(&range)? > RANGE_MAX {
        true => fail(format!("Range too big. The sandbox blocks ranges larger than {RANGE_MAX}.")),
        false => Ok(range),
    }
}

fn dict(args: Args) -> Result<Dict> {
    let mut out = Dict::new();
    for source in args.positional {
        let entries = match &source {
            Value::Dict(dict) => pairs(dict),
            other => items(other)?,
        };
        for entry in entries {
            let [key, value] = <[Value; 2]>::try_from(items(&entry)?)
                .map_err(|_| Error::new("dictionary update sequence needs pairs"))?;
            out.insert(Key::new(key)?, value);
        }
    }
    out.extend(args.named.into_iter().map(|(name, value)| (Key::text(name), value)));
    Ok(out)
}

/// Values that survive the scope in which they are set.
#[derive(Debug)]
struct Namespace {
    values: RefCell<Vec<(Arc<str>, Value)>>,
}

impl Object for Namespace {
    fn type_name(&self) -> &'static str {
        "Namespace"
    }

    fn attribute(&self, name: &str) -> Option<Value> {
        self.values.borrow().iter().find(|(n, _)| &**n == name).map(|(_, value)| value.clone())
    }

    fn set_attribute(&self, name: &str, value: Value) -> bool {
        let mut values = self.values.borrow_mut();
        match values.iter_mut().find(|(n, _)| &**n == name) {
            Some((_, place)) => *place = value,
            None => values.push((name.into(), value)),
        }
        true
    }

    fn text(&self) -> String {
        let values = self.values.borrow();
        let dict: Dict = values.iter().map(|(n, v)| (Key::text(n.clone()), v.clone())).collect();
        format!("<Namespace {}>", super::text::repr(&Value::Dict(Rc::new(dict))))
    }
}

#[derive(Debug)]
struct Cycler {
    items: Vec<Value>,
    at: Rc<Cell<usize>>,
}

impl Object for Cycler {
    fn type_name(&self) -> &'static str {
        "Cycler"
    }

    fn attribute(&self, name: &str) -> Option<Value> {
        let (items, at) = (self.items.clone(), self.at.clone());
        match name {
            "current" => Some(items[at.get()].clone()),
            "next" => Some(function("next", move |_, _| {
                let index = at.replace((at.get() + 1) % items.len());
                Ok(items[index].clone())
            })),
            "reset" => Some(function("reset", move |_, _| {
                at.set(0);
                Ok(Value::None)
            })),
            _ => None,
        }
    }
}
