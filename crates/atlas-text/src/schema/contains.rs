//! Arrays with a number of items that fit a schema.

use super::error::SchemaError;
use super::expand::Keywords;
use super::facts::{ALL, ANY, ARRAY, ArrayPart, Facts, Sub};
use super::normal::Walk;

/// Items at the beginning of an array among which those that fit are written. More would make a
/// form of many thousand alternatives.
const PLACES: usize = 8;

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
        if least == 0 && most.is_none() {
            return Ok(None);
        }
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
        let mut out = vec![Facts::of(ALL & !ARRAY)];
        for places in 0_u32..1 << PLACES {
            if !counts.contains(&u64::from(places.count_ones())) {
                continue;
            }
            let len = (u32::BITS - places.leading_zeros()) as usize;
            let at = |n: usize| if places >> n & 1 == 1 { fits.clone() } else { other.clone() };
            let part = ArrayPart {
                first: (0..len).map(at).collect(),
                items: most.map(|_| other.clone()),
                is_sought: true,
            };
            let items = (len as u64, None);
            out.push(Facts { arrays: vec![part], items, ..Facts::of(ARRAY) });
        }
        Ok(Some(out))
    }
}
