//! Methods of Python's `str`.

use super::error::{Error, Result, fail};
use super::format::braces;
use super::ops::{item, items};
use super::strings::{is_space, split_lines, strip};
use super::text::{is_printable, text};
use super::value::{Args, Text, Value, check_length};

pub(crate) const NAMES: &[&str] = &[
    "capitalize",
    "casefold",
    "center",
    "count",
    "endswith",
    "expandtabs",
    "find",
    "format",
    "format_map",
    "index",
    "isalnum",
    "isalpha",
    "isascii",
    "isdecimal",
    "isdigit",
    "isidentifier",
    "islower",
    "isnumeric",
    "isprintable",
    "isspace",
    "istitle",
    "isupper",
    "join",
    "ljust",
    "lower",
    "lstrip",
    "partition",
    "removeprefix",
    "removesuffix",
    "replace",
    "rfind",
    "rindex",
    "rjust",
    "rpartition",
    "rsplit",
    "rstrip",
    "split",
    "splitlines",
    "startswith",
    "strip",
    "swapcase",
    "title",
    "upper",
    "zfill",
];

/// Calls a method of [`NAMES`]. Markup stays markup.
///
/// # Errors
/// Wrong arguments, and those of the method.
pub(crate) fn call(text: &Text, name: &str, args: Args) -> Result<Value> {
    let value = dispatch(text, name, args)?;
    Ok(match value {
        Value::Str(result) if text.safe => Value::safe(result.text),
        other => other,
    })
}

fn dispatch(whole: &Text, name: &str, args: Args) -> Result<Value> {
    let text = &*whole.text;
    match name {
        "format" => return braces(whole, &args, &|value, name| field(value, name)),
        "format_map" => {
            let [mapping] = args.bind(name, ["mapping"], 1)?;
            let named = match mapping {
                Some(Value::Dict(dict)) => dict
                    .iter()
                    .map(|(key, value)| (super::text::text(key.value()).into(), value.clone()))
                    .collect(),
                _ => return fail("format_map() takes a dict"),
            };
            let args = Args { positional: Vec::new(), named };
            return braces(whole, &args, &|value, name| field(value, name));
        }
        "join" => {
            let [parts] = args.bind(name, ["iterable"], 1)?;
            return join(text, &parts.unwrap_or(Value::None));
        }
        "count" | "find" | "index" | "rfind" | "rindex" | "startswith" | "endswith" => {
            return search(text, name, args);
        }
        "split" | "rsplit" => return split(text, name == "rsplit", args),
        "strip" | "lstrip" | "rstrip" => {
            let [chars] = args.bind(name, ["chars"], 0)?;
            return stripped(text, name, chars);
        }
        "center" | "ljust" | "rjust" | "zfill" => return padded(text, name, args),
        "partition" | "rpartition" | "removeprefix" | "removesuffix" => {
            let [part] = args.bind(name, ["sep"], 1)?;
            return part_method(text, name, str_arg(&part)?);
        }
        "replace" => {
            let [old, new, count] = args.bind(name, ["old", "new", "count"], 2)?;
            return replace(text, str_arg(&old)?, str_arg(&new)?, count.and_then(|v| v.as_int()));
        }
        "splitlines" => {
            let [keep] = args.bind(name, ["keepends"], 0)?;
            let keep = keep.is_some_and(|value| super::ops::truth(&value));
            return Ok(Value::list(split_lines(text, keep).into_iter().map(Value::from).collect()));
        }
        "expandtabs" => {
            let [size] = args.bind(name, ["tabsize"], 0)?;
            return Ok(expand_tabs(text, size.and_then(|v| v.as_int()).unwrap_or(8)).into());
        }
        _ => {}
    }
    let [] = args.bind(name, [], 0)?;
    Ok(match name {
        "lower" => Value::from(text.to_lowercase()),
        "upper" => Value::from(text.to_uppercase()),
        "casefold" => Value::from(text.to_lowercase().replace('ß', "ss")),
        "capitalize" => Value::from(capitalize(text)),
        "title" => Value::from(title(text)),
        "swapcase" => Value::from(text.chars().map(swap_case).collect::<String>()),
        _ => Value::Bool(classify(text, name)),
    })
}

fn field(value: &Value, name: &str) -> Value {
    item(value, &Value::from(name)).unwrap_or_else(|| {
        Value::undefined(format!("'{}' object has no attribute '{name}'", value.type_name()))
    })
}

fn str_arg(value: &Option<Value>) -> Result<&str> {
    match value {
        Some(Value::Str(text)) => Ok(&text.text),
        Some(other) => fail(format!("must be str, not {}", other.type_name())),
        None => fail("a string argument is missing"),
    }
}

/// `separator.join(parts)`, of strings alone.
///
/// # Errors
/// Parts that are no strings.
pub(crate) fn join(separator: &str, parts: &Value) -> Result<Value> {
    let mut out = String::new();
    for (i, part) in items(parts)?.iter().enumerate() {
        let Some(text) = part.as_str() else {
            let found = part.type_name();
            return fail(format!("sequence item {i}: expected str instance, {found} found"));
        };
        out.push_str(if i > 0 { separator } else { "" });
        out.push_str(text);
        check_length(out.len())?;
    }
    Ok(Value::from(out))
}

/// `text.replace(old, new, count)`; a negative count is all.
///
/// # Errors
/// A result that is too long.
pub(crate) fn replace(text: &str, old: &str, new: &str, count: Option<i64>) -> Result<Value> {
    let count = count.and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX);
    check_length(text.matches(old).count().min(count).saturating_mul(new.len()))?;
    Ok(Value::from(text.replacen(old, new, count)))
}

fn search(text: &str, name: &str, args: Args) -> Result<Value> {
    let [wanted, start, stop] = args.bind(name, ["sub", "start", "end"], 1)?;
    let chars: Vec<char> = text.chars().collect();
    let length = chars.len() as i64;
    let bound = |value: Option<Value>, default: i64| match value.and_then(|v| v.as_int()) {
        Some(at) if at < 0 => (at + length).max(0),
        Some(at) => at,
        None => default,
    };
    let (start, stop) = (bound(start, 0), bound(stop, length).min(length));
    let window: String = match start <= stop {
        true => chars[start as usize..stop as usize].iter().collect(),
        false => String::new(),
    };
    if let "startswith" | "endswith" = name {
        let test = |wanted: &str| {
            start <= stop
                && if name == "startswith" {
                    window.starts_with(wanted)
                } else {
                    window.ends_with(wanted)
                }
        };
        return match &wanted {
            Some(Value::Tuple(options)) => {
                let found = options.iter().any(|o| o.as_str().is_some_and(test));
                Ok(Value::Bool(found))
            }
            other => Ok(Value::Bool(test(str_arg(other)?))),
        };
    }
    let wanted = str_arg(&wanted)?;
    if name == "count" {
        return Ok(Value::from(if start <= stop { window.matches(wanted).count() } else { 0 }));
    }
    let found = match name {
        _ if start > stop => None,
        "find" | "index" => window.find(wanted),
        _ => window.rfind(wanted),
    };
    match found {
        Some(at) => Ok(Value::Int(start + window[..at].chars().count() as i64)),
        None if name.ends_with("index") => fail("substring not found"),
        None => Ok(Value::Int(-1)),
    }
}

fn stripped(text: &str, name: &str, chars: Option<Value>) -> Result<Value> {
    let strips: Box<dyn Fn(char) -> bool + '_> = match &chars {
        None | Some(Value::None) => Box::new(is_space),
        chars => {
            let chars = str_arg(chars)?;
            Box::new(|c| chars.contains(c))
        }
    };
    Ok(Value::from(match name {
        "strip" => text.trim_matches(&strips),
        "lstrip" => text.trim_start_matches(&strips),
        _ => text.trim_end_matches(&strips),
    }))
}

fn padded(text: &str, name: &str, args: Args) -> Result<Value> {
    let [width, fill] = args.bind(name, ["width", "fillchar"], 1)?;
    let width = width.and_then(|value| value.as_int());
    let width = width.ok_or_else(|| Error::new("the width must be an integer"))?;
    let fill = match &fill {
        None => " ",
        fill => str_arg(fill)?,
    };
    if fill.chars().count() != 1 {
        return fail("The fill character must be exactly one character long");
    }
    pad(text, name, usize::try_from(width).unwrap_or(0), fill).map(Value::from)
}

/// # Errors
/// A width that no prompt could hold.
pub(crate) fn pad(text: &str, name: &str, width: usize, fill: &str) -> Result<String> {
    check_length(width)?;
    let missing = width.saturating_sub(text.chars().count());
    Ok(match name {
        "ljust" => format!("{text}{}", fill.repeat(missing)),
        "rjust" => format!("{}{text}", fill.repeat(missing)),
        "zfill" => {
            let (sign, digits) = text.split_at(usize::from(text.starts_with(['-', '+'])));
            format!("{sign}{}{digits}", "0".repeat(missing))
        }
        _ => {
            // CPython puts the odd space to the left only if the width is odd too.
            let left = missing / 2 + (missing & width & 1);
            format!("{}{text}{}", fill.repeat(left), fill.repeat(missing - left))
        }
    })
}

fn part_method(text: &str, name: &str, part: &str) -> Result<Value> {
    match name {
        "removeprefix" => return Ok(text.strip_prefix(part).unwrap_or(text).into()),
        "removesuffix" => return Ok(text.strip_suffix(part).unwrap_or(text).into()),
        _ if part.is_empty() => return fail("empty separator"),
        _ => {}
    }
    let forward = name == "partition";
    let found = if forward { text.split_once(part) } else { text.rsplit_once(part) };
    let parts = match found {
        Some((before, after)) => [before, part, after],
        None if forward => [text, "", ""],
        None => ["", "", text],
    };
    Ok(Value::tuple(parts.map(Value::from).to_vec()))
}

fn split(text: &str, from_end: bool, args: Args) -> Result<Value> {
    let [separator, limit] = args.bind("split", ["sep", "maxsplit"], 0)?;
    let limit = limit.and_then(|v| v.as_int()).unwrap_or(-1);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mirror = |text: &str| text.chars().rev().collect::<String>();
    let parts: Vec<String> = match &separator {
        None | Some(Value::None) if from_end => {
            // The words of the mirrored text, each mirrored back.
            let words = split_space(&mirror(text), limit);
            words.iter().rev().map(|word| mirror(word)).collect()
        }
        None | Some(Value::None) => split_space(text, limit),
        separator => {
            let separator = str_arg(separator)?;
            if separator.is_empty() {
                return fail("empty separator");
            }
            let count = limit.saturating_add(1);
            let owned = |part: &str| part.to_owned();
            match from_end {
                false => text.splitn(count, separator).map(owned).collect(),
                true => {
                    let mut parts: Vec<_> = text.rsplitn(count, separator).map(owned).collect();
                    parts.reverse();
                    parts
                }
            }
        }
    };
    Ok(Value::list(parts.into_iter().map(Value::from).collect()))
}

/// Words between white space; the rest after `limit` cuts stays one piece.
fn split_space(text: &str, limit: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text.trim_start_matches(is_space);
    while !rest.is_empty() {
        match rest.find(is_space) {
            Some(at) if parts.len() < limit => {
                parts.push(rest[..at].to_owned());
                rest = rest[at..].trim_start_matches(is_space);
            }
            _ => {
                parts.push(rest.to_owned());
                break;
            }
        }
    }
    // Cut off by no limit, the last word has no space after it.
    if parts.len() <= limit
        && let Some(last) = parts.last_mut()
    {
        let kept = last.trim_end_matches(is_space).len();
        last.truncate(kept);
    }
    parts
}

fn expand_tabs(text: &str, size: i64) -> String {
    let size = usize::try_from(size).unwrap_or(0).min(1 << 10);
    let (mut out, mut column) = (String::new(), 0);
    for c in text.chars() {
        match c {
            '\t' if size > 0 => {
                let missing = size - column % size;
                out.push_str(&" ".repeat(missing));
                column += missing;
            }
            '\t' => {}
            c => {
                out.push(c);
                column = if matches!(c, '\n' | '\r') { 0 } else { column + 1 };
            }
        }
    }
    out
}

/// The first letter large, all others small.
pub(crate) fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().collect::<String>()).unwrap_or_default();
    first + &chars.as_str().to_lowercase()
}

fn swap_case(c: char) -> String {
    if c.is_uppercase() { c.to_lowercase().collect() } else { c.to_uppercase().collect() }
}

/// A letter is a capital after anything but a letter, also after an apostrophe.
fn title(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut after_letter = false;
    for c in text.chars() {
        if after_letter {
            out.extend(c.to_lowercase());
        } else {
            out.extend(c.to_uppercase());
        }
        after_letter = c.is_lowercase() || c.is_uppercase();
    }
    out
}

fn is_title(text: &str) -> bool {
    let (mut after_letter, mut any) = (false, false);
    for c in text.chars() {
        let fits = if c.is_uppercase() { !after_letter } else { !c.is_lowercase() || after_letter };
        if !fits {
            return false;
        }
        after_letter = c.is_lowercase() || c.is_uppercase();
        any |= after_letter;
    }
    any
}

fn classify(text: &str, name: &str) -> bool {
    let all = |is: fn(char) -> bool| !text.is_empty() && text.chars().all(is);
    let cased = |is: fn(char) -> bool, other: fn(char) -> bool| {
        text.chars().any(is) && !text.chars().any(other)
    };
    // Fractions, and numbers in circles or of other scripts' letters, are no digits.
    let decimal = |c: char| {
        c.is_numeric() && !matches!(c as u32, 0xb2..=0xbe | 0x2070..=0x2cff | 0x3000..=0x9fff)
    };
    match name {
        "isalnum" => all(char::is_alphanumeric),
        "isalpha" => all(char::is_alphabetic),
        "isascii" => text.is_ascii(),
        "isdecimal" => all(decimal),
        "isdigit" => all(|c| {
            c.is_ascii_digit()
                || matches!(c, '²' | '³' | '¹')
                || (c.is_numeric()
                    && !matches!(c as u32, 0xbc..=0xbe | 0x2150..=0x218f | 0x3000..=0x9fff))
        }),
        "isnumeric" => all(char::is_numeric),
        "isidentifier" => {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            !text.starts_with(char::is_numeric)
                && all(|c| c.is_alphanumeric() || c == '_')
                && text.chars().all(word)
        }
        "islower" => cased(char::is_lowercase, char::is_uppercase),
        "isupper" => cased(char::is_uppercase, char::is_lowercase),
        "istitle" => is_title(text),
        "isprintable" => text.chars().all(is_printable),
        _ => all(is_space),
    }
}

/// `str(value).strip()` where no characters are given.
pub(crate) fn trim(value: &Value, chars: Option<Value>) -> Result<Value> {
    match chars {
        None | Some(Value::None) => Ok(Value::from(strip(&text(value)))),
        chars => stripped(&text(value), "strip", chars),
    }
}
