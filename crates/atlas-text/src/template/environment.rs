//! The template engine set up to behave like the Jinja environment of transformers.

use super::json::{DumpOptions, dumps};
use super::repr::container_or_float;
use super::{Clock, Raised, methods};
use jiff::Timestamp;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Kwargs, Rest, ValueKind};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, Output, State, Value};

/// `ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)` with loop controls,
/// `tojson`, `raise_exception` and `strftime_now`.
pub(crate) fn environment(clock: Clock) -> Result<Environment<'static>, Error> {
    let mut env = Environment::new();
    env.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    env.set_auto_escape_callback(|_| AutoEscape::None);
    env.set_unknown_method_callback(methods::call);
    env.set_formatter(format_value);
    env.add_filter("tojson", tojson);
    env.add_filter("trim", trim);
    env.add_filter("wordcount", |text: String| text.split_whitespace().count());
    env.add_test("sequence", |value: Value| {
        value.as_str().is_some() || matches!(value.kind(), ValueKind::Seq | ValueKind::Map)
    });
    env.add_function("cycler", |items: Rest<Value>| minijinja_contrib::globals::cycler(items.0));
    env.add_function("joiner", minijinja_contrib::globals::joiner);
    env.add_function("raise_exception", |message: String| -> Result<String, Error> {
        Err(Error::new(ErrorKind::InvalidOperation, "raised by the template")
            .with_source(Raised(message)))
    });
    add_clock(&mut env, clock, None);
    Ok(env)
}

/// Adds `strftime_now`, of the clock or of `moment`.
pub(crate) fn add_clock(env: &mut Environment<'_>, clock: Clock, moment: Option<Timestamp>) {
    env.add_function("strftime_now", move |format: String| {
        clock.format(&format, moment).map_err(|e| Error::new(ErrorKind::InvalidOperation, e))
    });
}

/// `str(value).strip(chars)`.
fn trim(value: Value, chars: Option<String>) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match chars {
        None => methods::strip(&text).to_owned(),
        Some(chars) => text.trim_matches(|c| chars.contains(c)).to_owned(),
    }
}

fn format_value(out: &mut Output, state: &mut State, value: &Value) -> Result<(), Error> {
    if let Some(text) = container_or_float(value) {
        return out
            .write_str(&text)
            .map_err(|e| Error::new(ErrorKind::WriteFailure, e.to_string()));
    }
    minijinja::escape_formatter(out, state, value)
}

/// `tojson(ensure_ascii=False, indent=None, separators=None, sort_keys=False)`, positionally too.
fn tojson(value: Value, args: Rest<Value>, keywords: Kwargs) -> Result<Value, Error> {
    if value.is_undefined() {
        return Err(Error::new(
            ErrorKind::UndefinedError,
            "Object of type Undefined is not JSON serializable",
        ));
    }
    let argument = |at: usize, name: &str| -> Result<Option<Value>, Error> {
        let given = match args.get(at) {
            Some(value) => Some(value.clone()),
            None => keywords.get::<Option<Value>>(name)?,
        };
        Ok(given.filter(|v| !v.is_none()))
    };
    let mut options = DumpOptions {
        ensure_ascii: argument(0, "ensure_ascii")?.is_some_and(|v| v.is_true()),
        sort_keys: argument(3, "sort_keys")?.is_some_and(|v| v.is_true()),
        ..DumpOptions::default()
    };
    if let Some(indent) = argument(1, "indent")? {
        options.indent = Some(match indent.as_i64() {
            // Python accepts any width; this is far beyond any real template.
            Some(width) => " ".repeat(width.clamp(0, 1024) as usize),
            None => indent.to_string(),
        });
        options.item_separator = ",".to_owned();
    }
    if let Some(separators) = argument(2, "separators")? {
        let pair: Vec<String> = separators.try_iter()?.map(|s| s.to_string()).collect();
        let [item, key] = <[String; 2]>::try_from(pair).map_err(|_| {
            Error::new(ErrorKind::InvalidOperation, "separators must be a pair of strings")
        })?;
        options.item_separator = item;
        options.key_separator = key;
    }
    keywords.assert_all_used()?;
    let json = dumps(&value, &options)
        .map_err(|e| Error::new(ErrorKind::BadSerialization, e.to_string()))?;
    Ok(Value::from_safe_string(json))
}
