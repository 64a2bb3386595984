//! Filters of text.

use super::wrap::wrap;
use crate::jinja::error::{Error, Result, fail};
use crate::jinja::format::percent;
use crate::jinja::ops::{escape, items, pairs, truth};
use crate::jinja::string_methods::{capitalize, pad, replace, trim};
use crate::jinja::strings::{is_space, split_lines};
use crate::jinja::text::{repr, text};
use crate::jinja::value::{Args, Text, Value};

pub(super) const NAMES: &[&str] = &[
    "capitalize",
    "center",
    "e",
    "escape",
    "forceescape",
    "format",
    "indent",
    "lower",
    "pprint",
    "replace",
    "safe",
    "string",
    "striptags",
    "title",
    "trim",
    "truncate",
    "upper",
    "urlencode",
    "urlize",
    "wordcount",
    "wordwrap",
    "xmlattr",
];

pub(super) fn apply(name: &str, value: &Value, args: Args) -> Result<Value> {
    match name {
        "format" => return format(value, args),
        "indent" => return indent(value, args),
        "replace" => {
            let [old, new, count] = args.bind(name, ["old", "new", "count"], 2)?;
            let word = |value: Option<Value>| value.map(|v| text(&v)).unwrap_or_default();
            let count = count.and_then(|value| value.as_int());
            return replace(&text(value), &word(old), &word(new), count);
        }
        "trim" => {
            let [chars] = args.bind(name, ["chars"], 0)?;
            return trim(value, chars);
        }
        "center" => {
            let [width] = args.bind(name, ["width"], 0)?;
            let width = width.and_then(|value| value.as_int()).unwrap_or(80);
            let width = usize::try_from(width).unwrap_or(0);
            return pad(&text(value), "center", width, " ").map(Value::from);
        }
        "truncate" => return truncate(value, args),
        "wordwrap" => return word_wrap(value, args),
        "xmlattr" => {
            let [space] = args.bind(name, ["autospace"], 0)?;
            return attributes(value, space.is_none_or(|space| truth(&space)));
        }
        "urlize" => return fail("`urlize` is not supported: a prompt has no links"),
        _ => {}
    }
    let [] = args.bind(name, [], 0)?;
    let plain = text(value);
    Ok(match name {
        "capitalize" => capitalize(&plain).into(),
        "e" | "escape" => Value::safe(escape(value)),
        "forceescape" => Value::safe(escape(&Value::from(plain))),
        "lower" => plain.to_lowercase().into(),
        "upper" => plain.to_uppercase().into(),
        "safe" => Value::safe(plain),
        "string" if value.as_str().is_some() => value.clone(),
        "string" => plain.into(),
        "pprint" => repr(value).into(),
        "striptags" => strip_tags(&plain).into(),
        "title" => title(&plain).into(),
        "urlencode" => url_encode(value)?.into(),
        _ => word_count(&plain).into(),
    })
}

fn format(value: &Value, args: Args) -> Result<Value> {
    if !args.positional.is_empty() && !args.named.is_empty() {
        return fail("can't handle positional and keyword arguments at the same time");
    }
    let template = match value {
        Value::Str(text) => text.clone(),
        other => Text { text: text(other).into(), safe: false },
    };
    let values = match args.named.is_empty() {
        true => Value::tuple(args.positional),
        false => {
            let named = args.named.into_iter();
            let dict = named.map(|(name, value)| (crate::jinja::value::Key::text(name), value));
            Value::Dict(std::rc::Rc::new(dict.collect()))
        }
    };
    percent(&template, &values)
}

fn indent(value: &Value, args: Args) -> Result<Value> {
    let [width, first, blank] = args.bind("indent", ["width", "first", "blank"], 0)?;
    let step = match &width {
        Some(Value::Str(text)) => text.text.to_string(),
        None => " ".repeat(4),
        Some(width) => {
            let width = width.as_int().ok_or_else(|| Error::new("the width must be an integer"))?;
            " ".repeat(width.clamp(0, 1024) as usize)
        }
    };
    let whole = match value {
        Value::Str(text) => text.text.to_string() + "\n",
        other => {
            return match other.undefined_error() {
                Some(error) => Err(error),
                None => fail(format!(
                    "unsupported operand type(s) for +=: '{}' and 'str'",
                    other.type_name()
                )),
            };
        }
    };
    let (first, blank) = (first.is_some_and(|v| truth(&v)), blank.is_some_and(|v| truth(&v)));
    let mut out = String::new();
    for (i, line) in split_lines(&whole, false).into_iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        if if i == 0 { first } else { blank || !line.is_empty() } {
            out.push_str(&step);
        }
        out.push_str(line);
    }
    Ok(Value::from(out))
}

fn truncate(value: &Value, args: Args) -> Result<Value> {
    let names = ["length", "killwords", "end", "leeway"];
    let [length, kill, end, leeway] = args.bind("truncate", names, 0)?;
    let number = |value: Option<Value>, default: usize| {
        let given = value.filter(|v| !matches!(v, Value::None)).and_then(|v| v.as_int());
        given.map_or(default, |v| usize::try_from(v).unwrap_or(0))
    };
    let (length, leeway) = (number(length, 255), number(leeway, 5));
    let end = end.map_or_else(|| "...".to_owned(), |end| text(&end));
    let Some(kept) = length.checked_sub(end.chars().count()) else {
        return fail(format!("expected length >= {}, got {length}", end.chars().count()));
    };
    let whole = text(value);
    if whole.chars().count() <= length.saturating_add(leeway) {
        return Ok(Value::from(whole));
    }
    let cut: String = whole.chars().take(kept).collect();
    let cut = match kill.is_some_and(|kill| truth(&kill)) {
        true => &*cut,
        false => cut.rsplit_once(' ').map_or(&*cut, |(before, _)| before),
    };
    Ok(Value::from(format!("{cut}{end}")))
}

fn word_wrap(value: &Value, args: Args) -> Result<Value> {
    let names = ["width", "break_long_words", "wrapstring", "break_on_hyphens"];
    let [width, long, between, hyphens] = args.bind("wordwrap", names, 0)?;
    let width = width.and_then(|value| value.as_int()).unwrap_or(79);
    let Some(width) = usize::try_from(width).ok().filter(|width| *width > 0) else {
        return fail(format!("invalid width {width} (must be > 0)"));
    };
    let long = long.is_none_or(|long| truth(&long));
    let hyphens = hyphens.is_none_or(|hyphens| truth(&hyphens));
    let between = match between {
        None | Some(Value::None) => "\n".to_owned(),
        Some(between) => text(&between),
    };
    let whole = text(value);
    let lines = split_lines(&whole, false).into_iter();
    let wrapped = lines.map(|line| wrap(line, width, long, hyphens).join(&between));
    Ok(Value::from(wrapped.collect::<Vec<_>>().join(&between)))
}

/// Text between tags, with white space as single spaces and the common entities resolved.
fn strip_tags(text: &str) -> String {
    let mut out = text.to_owned();
    for (open, close) in [("<!--", "-->"), ("<", ">")] {
        while let Some(start) = out.find(open) {
            let Some(end) = out[start..].find(close) else { break };
            out.replace_range(start..start + end + close.len(), "");
        }
    }
    let words: Vec<&str> = out.split(is_space).filter(|word| !word.is_empty()).collect();
    let text = words.join(" ");
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", "\u{a0}"),
        ("&amp;", "&"),
    ];
    entities.iter().fold(text, |text, (entity, c)| text.replace(entity, c))
}

/// A letter is a capital after white space, a hyphen or an opening bracket.
fn title(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut starts = true;
    for c in text.chars() {
        if starts {
            out.extend(c.to_uppercase());
        } else {
            out.extend(c.to_lowercase());
        }
        starts = is_space(c) || matches!(c, '-' | '(' | '{' | '[' | '<');
    }
    out
}

fn word_count(text: &str) -> usize {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| !w.is_empty()).count()
}

fn quote(text: &str, query: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'-' | b'~' => {
                out.push(char::from(byte));
            }
            b'/' if !query => out.push('/'),
            b' ' if query => out.push('+'),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

fn url_encode(value: &Value) -> Result<String> {
    let entries = match value {
        Value::Dict(dict) => pairs(dict),
        Value::List(_) | Value::Tuple(_) | Value::Generator(_) | Value::View(..) => items(value)?,
        value => return Ok(quote(&text(value), false)),
    };
    let mut out = Vec::new();
    for entry in entries {
        let [key, value] = <[Value; 2]>::try_from(items(&entry)?)
            .map_err(|_| Error::new("pairs of a key and a value are needed"))?;
        out.push(format!("{}={}", quote(&text(&key), true), quote(&text(&value), true)));
    }
    Ok(out.join("&"))
}

fn attributes(value: &Value, space: bool) -> Result<Value> {
    let Value::Dict(dict) = value else {
        return fail(format!("'{}' object has no attribute 'items'", value.type_name()));
    };
    let mut out = Vec::new();
    for (key, value) in dict.iter() {
        if matches!(value, Value::None | Value::Undefined(_)) {
            continue;
        }
        let name = text(key.value());
        if name.contains(|c: char| is_space(c) || matches!(c, '/' | '>' | '=')) {
            return fail(format!("Invalid character in attribute name: {}", repr(key.value())));
        }
        out.push(format!("{}=\"{}\"", escape(key.value()), escape(value)));
    }
    let joined = out.join(" ");
    Ok(Value::from(if space && !joined.is_empty() { format!(" {joined}") } else { joined }))
}
