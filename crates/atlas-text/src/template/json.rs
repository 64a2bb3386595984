//! JSON exactly as Python's `json.dumps` writes it, for the `tojson` filter.

use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, Serializer};
use serde_json::{Map, Value};
use std::io::{self, Write};

/// The keywords of `json.dumps` that chat templates use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DumpOptions {
    /// Text of one indentation step; `None` writes one line.
    pub(crate) indent: Option<String>,
    pub(crate) item_separator: String,
    pub(crate) key_separator: String,
    pub(crate) ensure_ascii: bool,
    pub(crate) sort_keys: bool,
}

impl Default for DumpOptions {
    fn default() -> Self {
        Self {
            indent: None,
            item_separator: ", ".to_owned(),
            key_separator: ": ".to_owned(),
            ensure_ascii: false,
            sort_keys: false,
        }
    }
}

/// Writes `value` as `json.dumps` would.
pub(crate) fn dumps<T: Serialize + ?Sized>(
    value: &T,
    options: &DumpOptions,
) -> serde_json::Result<String> {
    let mut out = Vec::new();
    let formatter = PythonFormatter { options, open: Vec::new() };
    let mut serializer = Serializer::with_formatter(&mut out, formatter);
    if options.sort_keys {
        sorted(serde_json::to_value(value)?).serialize(&mut serializer)?;
    } else {
        value.serialize(&mut serializer)?;
    }
    String::from_utf8(out).map_err(|e| serde::ser::Error::custom(e.to_string()))
}

/// A float as Python's `repr` writes it: shortest digits, exponent form outside 1e-4..1e16.
pub(crate) fn float_repr(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if value == 0.0 || (-4..16).contains(&exponent) {
        let plain = format!("{value}");
        return if plain.contains('.') { plain } else { plain + ".0" };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.into_iter().collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(entries.into_iter().map(|(k, v)| (k, sorted(v))).collect::<Map<_, _>>())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        other => other,
    }
}

struct PythonFormatter<'a> {
    options: &'a DumpOptions,
    /// One entry for each open list or object: whether it has an element.
    open: Vec<bool>,
}

impl PythonFormatter<'_> {
    fn newline<W: ?Sized + Write>(&self, w: &mut W) -> io::Result<()> {
        let Some(indent) = &self.options.indent else {
            return Ok(());
        };
        w.write_all(b"\n")?;
        self.open.iter().try_for_each(|_| w.write_all(indent.as_bytes()))
    }

    fn begin<W: ?Sized + Write>(&mut self, w: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.open.push(false);
        w.write_all(bracket)
    }

    fn end<W: ?Sized + Write>(&mut self, w: &mut W, bracket: &[u8]) -> io::Result<()> {
        if self.open.pop() == Some(true) {
            self.newline(w)?;
        }
        w.write_all(bracket)
    }

    fn element<W: ?Sized + Write>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        if !first {
            w.write_all(self.options.item_separator.as_bytes())?;
        }
        if let Some(has_element) = self.open.last_mut() {
            *has_element = true;
        }
        self.newline(w)
    }
}

impl Formatter for PythonFormatter<'_> {
    fn write_f64<W: ?Sized + Write>(&mut self, w: &mut W, value: f64) -> io::Result<()> {
        w.write_all(float_repr(value).as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.begin(w, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.end(w, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        self.element(w, first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.begin(w, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.end(w, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        self.element(w, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        w.write_all(self.options.key_separator.as_bytes())
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, w: &mut W, s: &str) -> io::Result<()> {
        if !self.options.ensure_ascii {
            return w.write_all(s.as_bytes());
        }
        let mut units = [0u16; 2];
        for c in s.chars() {
            if (' '..='~').contains(&c) {
                w.write_all(&[c as u8])?;
            } else {
                for unit in c.encode_utf16(&mut units) {
                    write!(w, "\\u{unit:04x}")?;
                }
            }
        }
        Ok(())
    }

    fn write_char_escape<W: ?Sized + Write>(
        &mut self,
        w: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        match escape {
            CharEscape::Quote => w.write_all(b"\\\""),
            CharEscape::ReverseSolidus => w.write_all(b"\\\\"),
            CharEscape::Solidus => w.write_all(b"/"),
            CharEscape::Backspace => w.write_all(b"\\b"),
            CharEscape::FormFeed => w.write_all(b"\\f"),
            CharEscape::LineFeed => w.write_all(b"\\n"),
            CharEscape::CarriageReturn => w.write_all(b"\\r"),
            CharEscape::Tab => w.write_all(b"\\t"),
            CharEscape::AsciiControl(byte) => write!(w, "\\u{byte:04x}"),
        }
    }
}
