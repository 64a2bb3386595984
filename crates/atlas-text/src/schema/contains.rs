//! Arrays with a number of items that fit a schema.

use super::error::SchemaError;
use super::expand::Keywords;
use super::facts::{ALL, ANY, ARRAY, ArrayPart, Facts, Sub};
use super::normal::Walk;
use serde_json::Value;

/// Items at the beginning of an array among which those that fit are written. More would make a
/// form of many thousand alternatives.
const PLACES: usize = 8;
/// Items of `prefixItems` under `not` or `if`; each makes an alternative.
const PREFIX_MAX: usize = 64;

impl<'a> Walk<'a> {
    /// The alternatives of `contains` with `minContains` and `maxContains`: values that are no
    /// arrays, and arrays by the places of the items that fit, all of them among the first few.
    /// `None`: any value.
    pub fn contains(
        &mut self,
        words: Keywords<'a, '_>,
    ) -> Result<Option<Vec<Facts<'a>>>, SchemaError> {
        let Some(fits) = words.sub("contains") else { return Ok(None) };
        let least = words.count("minContains")?.unwrap_or(1);
        let most = words.count("maxContains")?;
        let mut out = vec![Facts::of(ALL & !ARRAY)];
        if least == 0 && most.is_none() {
            if self.evaluating == 0 {
                return Ok(None);
            }
            let part = ArrayPart { sought: Some(fits), ..ArrayPart::default() };
            out.push(Facts { arrays: vec![part], ..Facts::of(ARRAY) });
            return Ok(Some(out));
        }
        out.extend(self.placed(words, &fits, (least, most))?);
        Ok(Some(out))
    }

    /// Arrays of which so many items fit, all of them among the first few.
    ///
    /// # Errors
    /// More items than are looked at.
    fn placed(
        &self,
        words: Keywords<'a, '_>,
        fits: &Sub<'a>,
        (least, most): (u64, Option<u64>),
    ) -> Result<Vec<Facts<'a>>, SchemaError> {
        if least > PLACES as u64 {
            let reason = format!("more than {PLACES} items that fit cannot be enforced");
            return Err(SchemaError::new(&words.place("minContains"), reason));
        }
        // Where there is no most, the others may fit too.
        let counts = least..=most.unwrap_or(least).min(PLACES as u64);
        let other = if most.is_some() {
            fits.opposite()
        } else {
            Sub::new(&ANY, format!("{}*", words.place("contains")))
        };
        let mut out = Vec::new();
        for places in 0_u32..1 << PLACES {
            if !counts.contains(&u64::from(places.count_ones())) {
                continue;
            }
            let len = (u32::BITS - places.leading_zeros()) as usize;
            let at = |n: usize| if places >> n & 1 == 1 { fits.clone() } else { other.clone() };
            let part = ArrayPart {
                first: (0..len).map(at).collect(),
                items: most.map(|_| other.clone()),
                sought: Some(fits.clone()),
                is_silent: false,
            };
            let items = (len as u64, None);
            out.push(Facts { arrays: vec![part], items, ..Facts::of(ARRAY) });
        }
        Ok(out)
    }

    /// The alternatives of arrays that `contains` does not hold for: fewer items fit, or more.
    pub fn contains_not(&mut self, words: Keywords<'a, '_>) -> Result<Vec<Facts<'a>>, SchemaError> {
        let Some(fits) = words.sub("contains") else { return Ok(Vec::new()) };
        let least = words.count("minContains")?.unwrap_or(1);
        let mut out = match least {
            0 => Vec::new(),
            1 => {
                let items = Some(fits.opposite());
                let part = ArrayPart { items, ..ArrayPart::default() };
                vec![Facts { arrays: vec![part], ..Facts::of(ARRAY) }]
            }
            _ => self.placed(words, &fits, (0, Some(least - 1)))?,
        };
        if let Some(most) = words.count("maxContains")? {
            out.extend(self.placed(words, &fits, (most.saturating_add(1), None))?);
        }
        Ok(out)
    }

    /// Arrays with an item that does not fit its schema in `prefixItems`, or the one of `items`
    /// among the first few after them.
    pub fn items_not(
        &mut self,
        words: Keywords<'a, '_>,
        key: &str,
    ) -> Result<Vec<Facts<'a>>, SchemaError> {
        let (place, old) = (words.place(key), words.get("items").is_some_and(Value::is_array));
        let wrong: Vec<(usize, Sub<'a>)> = if key == "prefixItems" || old {
            words.list(key)?.unwrap_or_default().into_iter().enumerate().collect()
        } else {
            let skip = words.list("prefixItems")?.map_or(0, |first| first.len());
            let Some(sub) = words.sub(key) else { return Ok(Vec::new()) };
            (skip..skip + PLACES).map(|n| (n, sub.clone())).collect()
        };
        if wrong.last().is_some_and(|(n, _)| *n >= PREFIX_MAX) {
            let reason = format!("more than {PREFIX_MAX} items cannot be told from others");
            return Err(SchemaError::new(&place, reason));
        }
        let any = Sub::new(&ANY, format!("{place}*"));
        let one = |(n, sub): (usize, Sub<'a>)| {
            let mut first = vec![any.clone(); n];
            first.push(sub.opposite());
            let part = ArrayPart { first, ..ArrayPart::default() };
            Facts { arrays: vec![part], items: (n as u64 + 1, None), ..Facts::of(ARRAY) }
        };
        Ok(wrong.into_iter().map(one).collect())
    }
}
