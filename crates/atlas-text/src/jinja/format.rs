//! Formatting of strings: the operator `%` and `str.format`.

use super::error::{Error, Result, fail};
use super::numbers::{Spec, truncate};
use super::ops::{escape, item};
use super::text::{repr, text};
use super::value::{Args, Text, Value, check_length};
use std::iter::Peekable;
use std::str::Chars;

/// `template % values`.
///
/// # Errors
/// Values that are missing, left over or of the wrong type.
pub(crate) fn percent(template: &Text, values: &Value) -> Result<Value> {
    let mut rest = Percent {
        chars: template.text.chars().peekable(),
        values: match values {
            Value::Tuple(items) => (**items).clone(),
            other => vec![other.clone()],
        }
        .into_iter(),
        mapping: matches!(values, Value::Dict(_)).then(|| values.clone()),
        named: false,
        safe: template.safe,
    };
    let mut out = String::with_capacity(template.text.len());
    while let Some(c) = rest.chars.next() {
        match c {
            '%' => rest.directive(&mut out)?,
            c => out.push(c),
        }
        check_length(out.len())?;
    }
    if rest.mapping.is_none() && !rest.named && rest.values.next().is_some() {
        return fail("not all arguments converted during string formatting");
    }
    Ok(if template.safe { Value::safe(out) } else { Value::from(out) })
}

struct Percent<'a> {
    chars: Peekable<Chars<'a>>,
    values: std::vec::IntoIter<Value>,
    mapping: Option<Value>,
    named: bool,
    safe: bool,
}

impl Percent<'_> {
    fn next_value(&mut self) -> Result<Value> {
        self.values.next().ok_or_else(|| Error::new("not enough arguments for format string"))
    }

    fn count(&mut self) -> Result<Option<i64>> {
        if self.chars.next_if_eq(&'*').is_some() {
            let value = self.next_value()?;
            return value.as_int().map(Some).ok_or_else(|| Error::new("* wants int"));
        }
        let mut digits = String::new();
        while let Some(digit) = self.chars.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        Ok(digits.parse().ok())
    }

    fn directive(&mut self, out: &mut String) -> Result<()> {
        let mut value = None;
        if self.chars.next_if_eq(&'(').is_some() {
            let mut key = String::new();
            let mut depth = 1;
            loop {
                let Some(c) = self.chars.next() else { return fail("incomplete format key") };
                depth += i32::from(c == '(') - i32::from(c == ')');
                if depth == 0 {
                    break;
                }
                key.push(c);
            }
            let Some(mapping) = &self.mapping else { return fail("format requires a mapping") };
            self.named = true;
            let found = item(mapping, &Value::from(key.as_str()));
            value = Some(found.ok_or_else(|| Error::new(format!("KeyError: '{key}'")))?);
        }
        let mut spec = Spec::default();
        let mut left = false;
        while let Some(flag) = self.chars.next_if(|c| matches!(c, '-' | '+' | ' ' | '#' | '0')) {
            match flag {
                '-' => left = true,
                '#' => spec.alternate = true,
                '0' => spec.zero = true,
                ' ' if spec.sign == Some('+') => {}
                sign => spec.sign = Some(sign),
            }
        }
        if let Some(width) = self.count()? {
            left |= width < 0;
            spec.width = usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX);
        }
        if self.chars.next_if_eq(&'.').is_some() {
            spec.precision = Some(usize::try_from(self.count()?.unwrap_or(0)).unwrap_or(0));
        }
        check_length(spec.width.max(spec.precision.unwrap_or(0)))?;
        while self.chars.next_if(|c| matches!(c, 'h' | 'l' | 'L')).is_some() {}
        let Some(kind) = self.chars.next() else { return fail("incomplete format") };
        if kind == '%' {
            out.push('%');
            return Ok(());
        }
        let value = match value {
            Some(value) => value,
            None => self.next_value()?,
        };
        spec.align = left.then_some('<');
        spec.zero &= !left;
        out.push_str(&self.convert(&mut spec, kind, &value)?);
        Ok(())
    }

    fn convert(&self, spec: &mut Spec, kind: char, value: &Value) -> Result<String> {
        match kind {
            's' | 'r' | 'a' => {
                let text = match (kind, self.safe) {
                    ('s', true) => escape(value),
                    ('s', false) => text(value),
                    _ => repr(value),
                };
                spec.align.get_or_insert('>');
                spec.zero = false;
                Ok(spec.pad_text(&text))
            }
            'c' => {
                let c = match (value, value.as_int().and_then(|code| u32::try_from(code).ok())) {
                    (Value::Str(text), _) if text.text.chars().count() == 1 => {
                        text.text.to_string()
                    }
                    (_, Some(code)) => char::from_u32(code).map(String::from).unwrap_or_default(),
                    _ => return fail("%c requires int or char"),
                };
                spec.align.get_or_insert('>');
                Ok(spec.pad_text(&c))
            }
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
                let whole = match value {
                    Value::Float(value) if matches!(kind, 'd' | 'i' | 'u') => truncate(*value),
                    value => value.as_big().map(Value::from),
                };
                let Some(whole) = whole else {
                    let found = value.type_name();
                    return fail(format!("%{kind} format: a real number is required, not {found}"));
                };
                spec.kind = Some(kind);
                let digits = spec.precision.take().unwrap_or(0);
                if digits > 0 {
                    return precise_int(spec, &whole, digits);
                }
                spec.int(&whole)
            }
            'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
                let Some(number) = value.as_float() else {
                    return fail(format!("must be real number, not {}", value.type_name()));
                };
                spec.kind = Some(kind);
                spec.float(number)
            }
            other => fail(format!("unsupported format character '{other}' (0x{:x})", other as u32)),
        }
    }
}

/// An integer with at least `digits` digits.
fn precise_int(spec: &Spec, value: &Value, digits: usize) -> Result<String> {
    let bare = Spec { width: 0, zero: false, align: None, ..spec.clone() };
    let text = bare.int(value)?;
    let at = text.find(|c: char| c.is_ascii_hexdigit()).unwrap_or(0);
    let missing = digits.saturating_sub(text.len() - at);
    let text = format!("{}{}{}", &text[..at], "0".repeat(missing), &text[at..]);
    let align = Some(spec.align.unwrap_or('>'));
    Ok(Spec { width: spec.width, align, ..Spec::default() }.pad_text(&text))
}

/// `template.format(...)`. `attribute` reads an attribute of a value.
///
/// # Errors
/// Fields that are malformed or missing.
pub(crate) fn braces(
    template: &Text,
    args: &Args,
    attribute: &dyn Fn(&Value, &str) -> Value,
) -> Result<Value> {
    let mut fields = Fields { args, attribute, next: 0, safe: template.safe };
    let out = fields.expand(&template.text, 2)?;
    Ok(if template.safe { Value::safe(out) } else { Value::from(out) })
}

struct Fields<'a> {
    args: &'a Args,
    attribute: &'a dyn Fn(&Value, &str) -> Value,
    next: usize,
    safe: bool,
}

impl Fields<'_> {
    fn expand(&mut self, template: &str, depth: usize) -> Result<String> {
        let mut out = String::new();
        let mut rest = template;
        while let Some(at) = rest.find(['{', '}']) {
            out.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix(brace) {
                out.push_str(brace);
                rest = after;
                continue;
            }
            if brace == "}" {
                return fail("Single '}' encountered in format string");
            }
            let mut open = 1;
            let end = rest.char_indices().find(|(_, c)| {
                open += i32::from(*c == '{') - i32::from(*c == '}');
                open == 0
            });
            let Some((end, _)) = end else {
                return fail("expected '}' before end of string");
            };
            out.push_str(&self.field(&rest[..end], depth)?);
            check_length(out.len())?;
            rest = &rest[end + 1..];
        }
        out.push_str(rest);
        Ok(out)
    }

    fn field(&mut self, field: &str, depth: usize) -> Result<String> {
        if depth == 0 {
            return fail("Max string recursion exceeded");
        }
        let (name, spec) = field.split_once(':').unwrap_or((field, ""));
        let (name, conversion) = match name.split_once('!') {
            Some((name, conversion)) => (name, Some(conversion)),
            None => (name, None),
        };
        let value = self.lookup(name)?;
        let spec = Spec::parse(&self.expand(spec, depth - 1)?)?;
        let value = match conversion {
            None => value,
            Some("s") => Value::from(text(&value)),
            Some("r" | "a") => Value::from(repr(&value)),
            Some(other) => return fail(format!("Unknown conversion specifier '{other}'")),
        };
        match self.safe {
            true => spec.format(&Value::from(escape(&value))),
            false => spec.format(&value),
        }
    }

    fn lookup(&mut self, name: &str) -> Result<Value> {
        let end = name.find(['.', '[']).unwrap_or(name.len());
        let (first, mut rest) = name.split_at(end);
        let index = if first.is_empty() {
            self.next += 1;
            Some(self.next - 1)
        } else {
            first.parse().ok()
        };
        let found = match index {
            Some(index) => self.args.positional.get(index).cloned(),
            None => self.args.named.iter().find(|(n, _)| &**n == first).map(|(_, v)| v.clone()),
        };
        let missing = match index {
            Some(index) => format!("Replacement index {index} out of range"),
            None => format!("KeyError: '{first}'"),
        };
        let mut value = found.ok_or_else(|| Error::new(missing))?;
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix('.') {
                let end = after.find(['.', '[']).unwrap_or(after.len());
                value = (self.attribute)(&value, &after[..end]);
                rest = &after[end..];
            } else if let Some((index, after)) =
                rest.strip_prefix('[').and_then(|after| after.split_once(']'))
            {
                let index = index.parse().map_or_else(|_| Value::from(index), Value::Int);
                let found = item(&value, &index);
                value = found.ok_or_else(|| Error::new(format!("KeyError: {}", repr(&index))))?;
                rest = after;
            } else {
                return fail("Only '.' or '[' may follow ']' in format field specifier");
            }
        }
        Ok(value)
    }
}
