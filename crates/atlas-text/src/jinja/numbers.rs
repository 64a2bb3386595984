//! Numbers as Python reads and writes them: `int`, `float`, `round` and format specifications.

use super::error::{Result, fail};
use super::strings::strip;
use super::text::{float_text, text};
use super::value::{Value, check_length};
use num_bigint::{BigInt, Sign};
use num_traits::{FromPrimitive, ToPrimitive, Zero};

/// Digits that any number is written with at most.
const DIGITS_MAX: usize = 4300;

/// `int(text, base)`; `None` if the text is no integer.
pub(crate) fn parse_int(text: &str, base: u32) -> Option<BigInt> {
    let text = strip(text);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let prefixed = |prefix: &str, radix: u32| {
        let found = digits.get(..2).is_some_and(|p| p.eq_ignore_ascii_case(prefix));
        (found && (base == radix || base == 0))
            .then(|| (digits[2..].trim_start_matches('_'), radix))
    };
    let found = prefixed("0x", 16).or_else(|| prefixed("0o", 8)).or_else(|| prefixed("0b", 2));
    let (digits, base) = found.unwrap_or((digits, if base == 0 { 10 } else { base }));
    if digits.len() > DIGITS_MAX || !(2..=36).contains(&base) {
        return None;
    }
    let value = BigInt::parse_bytes(plain_digits(digits)?.as_bytes(), base)?;
    Some(if negative { -value } else { value })
}

/// Digits without the underscores between them, decimal ones of any script.
fn plain_digits(digits: &str) -> Option<String> {
    let misplaced = digits.starts_with(['_', '+', '-']) || digits.ends_with('_');
    if digits.is_empty() || misplaced || digits.contains("__") {
        return None;
    }
    Some(digits.chars().filter(|c| *c != '_').map(ascii_digit).collect())
}

/// Zeros of the scripts whose digits follow one another.
const ZEROS: [u32; 19] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50,
    0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0xff10,
];

/// A decimal digit of any script as that of ASCII; other characters as they are.
fn ascii_digit(c: char) -> char {
    let value = ZEROS.iter().map(|zero| (c as u32).wrapping_sub(*zero)).find(|value| *value < 10);
    value.and_then(|value| char::from_digit(value, 10)).unwrap_or(c)
}

/// `float(text)`; `None` if the text is no number.
pub(crate) fn parse_float(text: &str) -> Option<f64> {
    let text = strip(text);
    let bare = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
    if text.len() - bare.len() > 1 {
        return None;
    }
    if matches!(&*bare, "inf" | "infinity" | "nan") {
        return text.parse().ok();
    }
    let bytes = text.as_bytes();
    let around = |at: usize| {
        let digit = |b: Option<&u8>| b.is_some_and(u8::is_ascii_digit);
        digit(at.checked_sub(1).and_then(|at| bytes.get(at))) && digit(bytes.get(at + 1))
    };
    if text.match_indices('_').any(|(at, _)| !around(at))
        || !bare.contains(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    text.replace('_', "").parse().ok()
}

/// `int(value)` of a float.
pub(crate) fn truncate(value: f64) -> Option<Value> {
    BigInt::from_f64(value.trunc()).map(Value::from)
}

/// `round(value, digits)` of a float: the nearest decimal, of two the even one.
pub(crate) fn round_float(value: f64, digits: i64) -> f64 {
    if !value.is_finite() || digits > 300 {
        return value;
    }
    if digits >= 0 {
        return format!("{value:.*}", digits as usize).parse().unwrap_or(value);
    }
    let unit = 10f64.powi(i32::try_from(-digits).unwrap_or(i32::MAX));
    if unit.is_infinite() { 0.0 } else { (value / unit).round_ties_even() * unit }
}

/// The parts of a format specification.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spec {
    pub(crate) fill: Option<char>,
    pub(crate) align: Option<char>,
    pub(crate) sign: Option<char>,
    pub(crate) alternate: bool,
    pub(crate) zero: bool,
    pub(crate) width: usize,
    pub(crate) grouping: Option<char>,
    pub(crate) precision: Option<usize>,
    pub(crate) kind: Option<char>,
}

impl Spec {
    /// A specification as `format` takes it.
    ///
    /// # Errors
    /// Text that is none.
    pub(crate) fn parse(spec: &str) -> Result<Self> {
        let mut out = Self::default();
        let mut rest: &[char] = &spec.chars().collect::<Vec<_>>();
        let is_align = |c: &char| matches!(c, '<' | '>' | '=' | '^');
        if rest.get(1).is_some_and(is_align) {
            (out.fill, out.align) = (rest.first().copied(), rest.get(1).copied());
            rest = &rest[2..];
        } else if rest.first().is_some_and(is_align) {
            out.align = rest.first().copied();
            rest = &rest[1..];
        }
        let mut take = |accepts: &dyn Fn(char) -> bool| {
            let found = rest.first().copied().filter(|c| accepts(*c));
            rest = &rest[usize::from(found.is_some())..];
            found
        };
        out.sign = take(&|c| matches!(c, '+' | '-' | ' '));
        out.alternate = take(&|c| c == '#').is_some();
        out.zero = take(&|c| c == '0').is_some();
        let mut number = String::new();
        while let Some(digit) = take(&|c| c.is_ascii_digit()) {
            number.push(digit);
        }
        out.width = number.parse().unwrap_or(0);
        out.grouping = take(&|c| matches!(c, ',' | '_'));
        if take(&|c| c == '.').is_some() {
            number.clear();
            while let Some(digit) = take(&|c| c.is_ascii_digit()) {
                number.push(digit);
            }
            let Ok(precision) = number.parse() else {
                return fail("Format specifier missing precision");
            };
            out.precision = Some(precision);
        }
        out.kind = take(&|c| c.is_alphabetic() || c == '%');
        if !rest.is_empty() {
            return fail(format!("Invalid format specifier '{spec}'"));
        }
        check_length(out.width.max(out.precision.unwrap_or(0)))?;
        Ok(out)
    }

    /// `format(value, spec)`.
    ///
    /// # Errors
    /// A kind that the value's type does not have.
    pub(crate) fn format(&self, value: &Value) -> Result<String> {
        match (value, self.kind) {
            (Value::Str(_) | Value::None | Value::Undefined(_), kind) => {
                if !matches!(kind, None | Some('s')) {
                    return self.unknown(value);
                }
                Ok(self.pad_text(&text(value)))
            }
            (Value::Bool(_), None) => Ok(self.pad_text(&text(value))),
            (value, _) if !value.is_number() => Ok(self.pad_text(&text(value))),
            (Value::Float(value), _) => self.float(*value),
            (value, Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%')) => {
                self.float(value.as_float().unwrap_or(f64::NAN))
            }
            (value, _) => self.int(value),
        }
    }

    fn unknown<T>(&self, value: &Value) -> Result<T> {
        let kind = self.kind.unwrap_or_default();
        fail(format!("Unknown format code '{kind}' for object of type '{}'", value.type_name()))
    }

    /// Text cut to the precision and padded to the width.
    pub(crate) fn pad_text(&self, text: &str) -> String {
        let cut: String = text.chars().take(self.precision.unwrap_or(usize::MAX)).collect();
        self.pad("", &cut, '<')
    }

    /// # Errors
    /// A kind that integers do not have.
    pub(crate) fn int(&self, value: &Value) -> Result<String> {
        let Some(whole) = value.as_big() else { return self.unknown(value) };
        let digits = match self.kind {
            None | Some('d' | 'i' | 'u' | 'n') => whole.magnitude().to_string(),
            Some('x') => whole.magnitude().to_str_radix(16),
            Some('X') => whole.magnitude().to_str_radix(16).to_uppercase(),
            Some('o') => whole.magnitude().to_str_radix(8),
            Some('b') => whole.magnitude().to_str_radix(2),
            Some('c') => {
                return match whole.to_u32().and_then(char::from_u32) {
                    Some(c) => Ok(self.pad_text(&c.to_string())),
                    None => fail("%c arg not in range"),
                };
            }
            _ => return self.unknown(value),
        };
        let digits = self.group(&digits, if self.is_decimal() { 3 } else { 4 });
        let prefix = match self.kind {
            Some('x') if self.alternate => "0x",
            Some('X') if self.alternate => "0X",
            Some('o') if self.alternate => "0o",
            Some('b') if self.alternate => "0b",
            _ => "",
        };
        let sign = self.sign_of(whole.sign() == Sign::Minus);
        Ok(self.pad(&format!("{sign}{prefix}"), &digits, '>'))
    }

    fn is_decimal(&self) -> bool {
        matches!(self.kind, None | Some('d' | 'i' | 'u' | 'n'))
    }

    /// # Errors
    /// A kind that floats do not have.
    pub(crate) fn float(&self, value: f64) -> Result<String> {
        let size = value.abs();
        let precision = self.precision.unwrap_or(6);
        let upper = matches!(self.kind, Some('E' | 'F' | 'G'));
        let mut digits = if !size.is_finite() {
            float_text(size)
        } else {
            match self.kind {
                None if self.precision.is_none() => float_text(size),
                None => general(size, precision.max(1), false, true),
                Some('f' | 'F') => format!("{size:.precision$}"),
                Some('%') => format!("{:.precision$}%", size * 100.0),
                Some('e' | 'E') => scientific(size, precision),
                Some('g' | 'G' | 'n') => general(size, precision.max(1), self.alternate, false),
                _ => return self.unknown(&Value::Float(value)),
            }
        };
        if upper {
            digits = digits.to_uppercase();
        }
        let whole = digits.find(['.', 'e', 'E', '%']).unwrap_or(digits.len());
        let digits = self.group(&digits[..whole], 3) + &digits[whole..];
        let sign = self.sign_of(value.is_sign_negative() && !value.is_nan());
        Ok(self.pad(sign, &digits, '>'))
    }

    fn sign_of(&self, negative: bool) -> &'static str {
        match self.sign {
            _ if negative => "-",
            Some('+') => "+",
            Some(' ') => " ",
            _ => "",
        }
    }

    fn group(&self, digits: &str, size: usize) -> String {
        let Some(separator) = self.grouping else { return digits.to_owned() };
        let mut out = String::new();
        for (i, c) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(size) {
                out.push(separator);
            }
            out.push(c);
        }
        out
    }

    fn pad(&self, sign: &str, body: &str, default: char) -> String {
        let missing = self.width.saturating_sub(sign.chars().count() + body.chars().count());
        let zero = self.zero && self.align.is_none();
        let numeric = default == '>';
        let fill = self.fill.unwrap_or(if self.zero { '0' } else { ' ' }).to_string();
        let align = self.align.unwrap_or(if zero && numeric { '=' } else { default });
        match align {
            '<' => format!("{sign}{body}{}", fill.repeat(missing)),
            '^' => {
                let left = missing / 2;
                format!("{}{sign}{body}{}", fill.repeat(left), fill.repeat(missing - left))
            }
            '=' => format!("{sign}{}{body}", fill.repeat(missing)),
            _ => format!("{}{sign}{body}", fill.repeat(missing)),
        }
    }
}

fn scientific(size: f64, precision: usize) -> String {
    let text = format!("{size:.precision$e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let power: i32 = power.parse().unwrap_or(0);
    let sign = if power < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", power.unsigned_abs())
}

/// The shorter of both forms with `precision` digits; `point` keeps one digit after the point.
fn general(size: f64, precision: usize, zeros: bool, point: bool) -> String {
    let exponent = format!("{size:.*e}", precision - 1);
    let exponent: i64 = exponent.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    let limit = precision as i64 - i64::from(point);
    let shortened = |digits: &str| match digits.contains('.') && !zeros {
        true => digits.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => digits.to_owned(),
    };
    if !size.is_zero() && (exponent < -4 || exponent >= limit.max(i64::from(point))) {
        let text = scientific(size, precision - 1);
        let (digits, power) = text.split_once('e').unwrap_or((&text, "+00"));
        return format!("{}e{power}", shortened(digits));
    }
    let after = usize::try_from(precision as i64 - 1 - exponent).unwrap_or(0);
    let text = shortened(&format!("{size:.after$}"));
    if point && !text.contains('.') { text + ".0" } else { text }
}
