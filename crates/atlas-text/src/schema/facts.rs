//! One alternative of a schema: all that its keywords say of a value.

use super::equal::same;
use serde_json::Value;
use std::rc::Rc;

pub(super) const NULL: u8 = 1;
pub(super) const BOOLEAN: u8 = 2;
pub(super) const NUMBER: u8 = 4;
pub(super) const STRING: u8 = 8;
pub(super) const ARRAY: u8 = 16;
pub(super) const OBJECT: u8 = 32;
pub(super) const ALL: u8 = 63;

/// A schema in the document, or its opposite.
#[derive(Clone, Debug)]
pub(super) struct Sub<'a> {
    pub value: &'a Value,
    /// Its place.
    pub at: Rc<str>,
    pub negative: bool,
    /// The dynamic scope that it is read in.
    pub scope: u32,
    /// Further schemas: values that fit one of them fit too.
    pub or: Option<Rc<[Sub<'a>]>>,
}

/// A schema that any value fits.
pub(super) static ANY: Value = Value::Bool(true);
static NEVER: Value = Value::Bool(false);

impl<'a> Sub<'a> {
    pub fn new(value: &'a Value, at: impl Into<Rc<str>>) -> Self {
        Self { value, at: at.into(), negative: false, scope: 0, or: None }
    }

    pub fn within(self, scope: u32) -> Self {
        Self { scope, ..self }
    }

    /// A schema that nothing fits.
    pub fn never(at: &str) -> Self {
        Self::new(&NEVER, format!("{at}!"))
    }

    pub fn opposite(&self) -> Self {
        Self { negative: !self.negative, ..self.clone() }
    }

    /// Text that tells it from other schemas.
    pub fn key(&self) -> String {
        let mut key =
            format!("{}{}:{}", if self.negative { "-" } else { "+" }, self.scope, self.at);
        for one in self.or.iter().flat_map(|all| all.iter()) {
            key += "|";
            key += &one.key();
        }
        key
    }
}

/// An end of a range of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bound {
    pub value: f64,
    pub exclusive: bool,
}

/// A number in decimal: `digits` times ten to the power of `-places`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    pub digits: u64,
    pub places: u32,
}

impl Decimal {
    pub fn value(self) -> f64 {
        self.digits as f64 / 10f64.powi(self.places as i32)
    }

    /// Reads a positive number of at most 9 decimal places.
    pub fn read(number: f64) -> Option<Self> {
        let number = number.abs();
        let places = (0..=9).find(|n| {
            let scaled = number * 10f64.powi(*n);
            (1.0..4e9).contains(&scaled) && (scaled - scaled.round()).abs() < scaled * 1e-12
        })?;
        let digits = (number * 10f64.powi(places)).round() as u64;
        Some(Self { digits, places: places as u32 })
    }

    /// The whole numbers among its multiples, as multiples of one; `None`: all of them.
    pub fn whole(self) -> Option<Self> {
        let (mut x, mut y) = (self.digits, 10u64.pow(self.places));
        while y != 0 {
            (x, y) = (y, x % y);
        }
        let digits = self.digits / x;
        (digits != 1).then_some(Self { digits, places: 0 })
    }

    /// The least common multiple, if its digits are not too many.
    fn common(self, other: Self) -> Option<Self> {
        let places = self.places.max(other.places);
        let scale = |one: Self| one.digits.checked_mul(10u64.checked_pow(places - one.places)?);
        let (a, b) = (scale(self)?, scale(other)?);
        let (mut x, mut y) = (a, b);
        while y != 0 {
            (x, y) = (y, x % y);
        }
        let digits = (a / x).checked_mul(b)?;
        (digits <= u64::from(u32::MAX)).then_some(Self { digits, places })
    }
}

/// The keywords of objects of one schema.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectPart<'a> {
    pub properties: Vec<(String, Sub<'a>)>,
    pub patterns: Vec<(String, Sub<'a>)>,
    pub others: Option<Sub<'a>>,
    /// It evaluates nothing: it comes from a schema that a value does not fit.
    pub is_silent: bool,
}

/// The keywords of arrays of one schema.
#[derive(Clone, Debug, Default)]
pub(super) struct ArrayPart<'a> {
    pub first: Vec<Sub<'a>>,
    pub items: Option<Sub<'a>>,
    /// It says where items that fit this schema stand. These alone are evaluated.
    pub sought: Option<Sub<'a>>,
    /// It evaluates nothing: it comes from a schema that a value does not fit.
    pub is_silent: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Facts<'a> {
    pub types: u8,
    /// Numbers have no fraction.
    pub integer: bool,
    /// Numbers are no whole ones.
    pub fraction: bool,
    /// The only values.
    pub literals: Option<Vec<Value>>,
    /// Values that may not come.
    pub excluded: Vec<Value>,
    pub lower: Option<Bound>,
    pub upper: Option<Bound>,
    pub multiple: Option<Decimal>,
    /// Several multiples have no common one that can be enforced.
    pub odd_multiple: bool,
    pub length: (u64, Option<u64>),
    /// Expressions of whole texts.
    pub patterns: Vec<String>,
    pub arrays: Vec<ArrayPart<'a>>,
    pub items: (u64, Option<u64>),
    /// Items all differ: the place of the keyword.
    pub unique: Option<Rc<str>>,
    pub objects: Vec<ObjectPart<'a>>,
    pub required: Vec<String>,
    pub members: (u64, Option<u64>),
    /// Schemas of the names of members.
    pub names: Vec<Sub<'a>>,
}

impl<'a> Facts<'a> {
    /// Any value of these types.
    pub fn of(types: u8) -> Self {
        Self {
            types,
            integer: false,
            fraction: false,
            literals: None,
            excluded: Vec::new(),
            lower: None,
            upper: None,
            multiple: None,
            odd_multiple: false,
            length: (0, None),
            patterns: Vec::new(),
            arrays: Vec::new(),
            items: (0, None),
            unique: None,
            objects: Vec::new(),
            required: Vec::new(),
            members: (0, None),
            names: Vec::new(),
        }
    }

    /// The same of values, without any member or item evaluated.
    pub fn silent(mut self) -> Self {
        self.arrays.iter_mut().for_each(|part| part.is_silent = true);
        self.objects.iter_mut().for_each(|part| part.is_silent = true);
        self
    }

    /// Whether it evaluates members or items.
    pub fn evaluates(&self) -> bool {
        self.arrays.iter().any(|part| !part.is_silent)
            || self.objects.iter().any(|part| !part.is_silent)
    }

    /// Whether any value fits.
    pub fn is_any(&self) -> bool {
        let free = (0, None);
        self.types == ALL
            && !self.integer
            && !self.fraction
            && self.unique.is_none()
            && self.literals.is_none()
            && self.excluded.is_empty()
            && (self.lower, self.upper, self.multiple) == (None, None, None)
            && self.patterns.is_empty()
            && self.arrays.is_empty()
            && self.objects.is_empty()
            && self.required.is_empty()
            && self.names.is_empty()
            && [self.length, self.items, self.members] == [free; 3]
    }

    /// Values that fit both. `None`: there are none.
    pub fn and(&self, other: &Self) -> Option<Self> {
        let literals = match (&self.literals, &other.literals) {
            (Some(a), Some(b)) => {
                Some(a.iter().filter(|v| b.iter().any(|w| same(v, w))).cloned().collect())
            }
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        let multiple = match (self.multiple, other.multiple) {
            (Some(a), Some(b)) => a.common(b),
            (a, b) => a.or(b),
        };
        let lost = self.multiple.is_some() && other.multiple.is_some() && multiple.is_none();
        let mut out = Self {
            types: self.types & other.types,
            integer: self.integer || other.integer,
            fraction: self.fraction || other.fraction,
            unique: self.unique.clone().or_else(|| other.unique.clone()),
            literals,
            lower: tighter(self.lower, other.lower, |a, b| a > b),
            upper: tighter(self.upper, other.upper, |a, b| a < b),
            odd_multiple: self.odd_multiple || other.odd_multiple || lost,
            multiple,
            length: range(self.length, other.length),
            items: range(self.items, other.items),
            members: range(self.members, other.members),
            ..self.clone()
        };
        if out.integer && out.fraction {
            out.types &= !NUMBER;
        }
        out.excluded.extend(other.excluded.iter().cloned());
        for pattern in &other.patterns {
            if !out.patterns.contains(pattern) {
                out.patterns.push(pattern.clone());
            }
        }
        out.arrays.extend(other.arrays.iter().cloned());
        out.objects.extend(other.objects.iter().cloned());
        out.names.extend(other.names.iter().cloned());
        out.required.extend(other.required.iter().cloned());
        (out.types != 0).then_some(out)
    }
}

/// Alternatives that fit one of each.
pub(super) fn product<'a>(a: &[Facts<'a>], b: &[Facts<'a>]) -> Vec<Facts<'a>> {
    a.iter().flat_map(|a| b.iter().filter_map(move |b| a.and(b))).collect()
}

pub(super) fn tighter(
    a: Option<Bound>,
    b: Option<Bound>,
    is_tighter: fn(f64, f64) -> bool,
) -> Option<Bound> {
    match (a, b) {
        (Some(a), Some(b)) if a.value == b.value => {
            Some(Bound { exclusive: a.exclusive || b.exclusive, ..a })
        }
        (Some(a), Some(b)) => Some(if is_tighter(a.value, b.value) { a } else { b }),
        (a, b) => a.or(b),
    }
}

fn range(a: (u64, Option<u64>), b: (u64, Option<u64>)) -> (u64, Option<u64>) {
    let most = match (a.1, b.1) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    (a.0.max(b.0), most)
}
