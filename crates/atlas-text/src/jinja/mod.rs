//! Jinja2 as transformers sets it up: `ImmutableSandboxedEnvironment` with `trim_blocks`,
//! `lstrip_blocks` and loop controls, over Python's values.

mod ast;
mod attributes;
mod error;
mod evaluate;
mod filters;
mod format;
mod globals;
mod interpreter;
mod json;
mod lexer;
mod methods;
mod numbers;
mod ops;
mod parser;
mod scope;
mod string_methods;
mod strings;
mod tests;
mod text;
mod value;

pub(crate) use error::Error;
pub(crate) use strings::{is_space, strip};

use error::Result;
use num_bigint::BigInt;
use scope::Scope;
use serde_json::Value as Json;
use std::rc::Rc;
use value::{Key, State, Value};

/// A compiled template.
#[derive(Debug)]
pub(crate) struct Template {
    body: Vec<ast::Stmt>,
}

impl Template {
    /// # Errors
    /// The first syntax error, with its line.
    pub(crate) fn compile(source: &str) -> Result<Self> {
        parser::parse(source).map(|body| Self { body })
    }

    /// Renders with the variables of `context`; `strftime` writes the time as a format says, and
    /// `integer` has the integers that doubles of the context were read from.
    ///
    /// # Errors
    /// The first failure, with its line.
    pub(crate) fn render(
        &self,
        context: serde_json::Map<String, Json>,
        integer: impl Fn(f64) -> Option<BigInt>,
        strftime: impl Fn(&str) -> std::result::Result<String, String> + 'static,
    ) -> Result<String> {
        let mut state = State::new();
        let root = Rc::new(Scope::default());
        for (name, value) in globals::all() {
            root.set(name.into(), value);
        }
        let now = globals::function("strftime_now", move |_, args| {
            let [format] = args.bind("strftime_now", ["format"], 1)?;
            let format = format.map(|format| text::text(&format)).unwrap_or_default();
            strftime(&format).map(Value::from).map_err(Error::new)
        });
        root.set("strftime_now".into(), now);
        for (name, value) in context {
            root.set(name.into(), from_json(value, &integer));
        }
        let mut out = String::new();
        interpreter::run(&mut state, &self.body, &Scope::inside(&root), &mut out)?;
        Ok(out)
    }
}

fn from_json(value: Json, integer: &impl Fn(f64) -> Option<BigInt>) -> Value {
    match value {
        Json::Null => Value::None,
        Json::Bool(value) => Value::Bool(value),
        Json::Number(number) => match number.as_i64() {
            Some(value) => Value::Int(value),
            None => match number.as_u64() {
                Some(value) => Value::from(BigInt::from(value)),
                None => {
                    let double = number.as_f64().unwrap_or(f64::NAN);
                    integer(double).map_or(Value::Float(double), Value::from)
                }
            },
        },
        Json::String(text) => Value::from(text),
        Json::Array(items) => {
            Value::list(items.into_iter().map(|item| from_json(item, integer)).collect())
        }
        Json::Object(map) => {
            let items =
                map.into_iter().map(|(key, value)| (Key::text(key), from_json(value, integer)));
            Value::Dict(Rc::new(items.collect()))
        }
    }
}
