//! From alternatives to the plain form.

use super::equal::same;
use super::error::SchemaError;
use super::facts::{
    ALL, ANY, ARRAY, BOOLEAN, Bound, Decimal, Facts, NULL, NUMBER, OBJECT, ObjectPart, STRING, Sub,
    product, tighter,
};
use super::literals::type_of;
use super::normal::Walk;
use super::pattern::complement;
use super::unique::unique;
use serde_json::{Map, Value, json};

/// More alternatives of one value are refused.
const ALTERNATIVES_MAX: usize = 2048;
/// Largest end of a range that the grammar library can count to. The float is exact.
const BOUND_MAX: f64 = 999_999_999_999_999_872.0;
/// Larger multiples, in units of their last decimal, are refused: an automaton has so many states.
const MULTIPLE_MAX: u64 = 20_000;
/// Numbers that are no whole ones are written between so many of these.
const NEAR: f64 = 16.0;
/// Larger ends say nothing of a number with a fraction: they are those of its type.
const BOUND_FREE: f64 = 1e300;

impl<'a> Walk<'a> {
    pub fn build(&mut self, subs: &[Sub<'a>], depth: usize) -> Result<Value, SchemaError> {
        let facts = self.together(subs)?;
        self.written(facts, subs.first().map_or("", |sub| &*sub.at), depth)
    }

    /// The alternatives of values that fit all of `subs`.
    pub fn together(&mut self, subs: &[Sub<'a>]) -> Result<Vec<Facts<'a>>, SchemaError> {
        let mut all = vec![Facts::of(ALL)];
        for sub in subs {
            let options = self.expand(sub, 0)?;
            if all.len().saturating_mul(options.len()) > ALTERNATIVES_MAX {
                let reason = "it makes too many combinations of alternatives";
                return Err(SchemaError::new(&sub.at, reason));
            }
            all = product(&all, &options);
        }
        Ok(all)
    }

    /// The arguments of a tool.
    pub fn arguments(&mut self, start: &Sub<'a>) -> Result<Value, SchemaError> {
        let mut all = match self.together(std::slice::from_ref(start)) {
            Ok(all) => all,
            Err(error) => {
                self.refuse(error)?;
                vec![Facts::of(OBJECT)]
            }
        };
        all.retain_mut(|facts| {
            facts.types &= OBJECT;
            facts.types != 0
        });
        if self.is_narrowed() {
            // A member that an alternative of `oneOf` names, and this one does not, cannot come.
            all.retain(|facts| is_open(facts) || !requires_an_opposite(facts));
        }
        for facts in &mut all {
            let parts = || facts.objects.iter();
            let named = parts().flat_map(|part| &part.properties);
            let any = |sub: &Sub<'a>| Sub::new(&ANY, format!("{}*", sub.at));
            let properties: Vec<_> = named.map(|(name, sub)| (name.clone(), any(sub))).collect();
            if !is_open(facts) && (!properties.is_empty() || !facts.required.is_empty()) {
                let required = facts.required.iter();
                let required = required.map(|name| (name.clone(), Sub::new(&ANY, "*")));
                let properties = properties.into_iter().chain(required).collect();
                let others = Some(Sub::never(&start.at));
                facts.objects.push(ObjectPart { properties, others, ..ObjectPart::default() });
            }
        }
        match self.written(all, &start.at, 0)? {
            Value::Bool(false) => {
                self.unsupported(&start.at, "no arguments fit the schema")?;
                Ok(json!({"type": "object"}))
            }
            schema => Ok(schema),
        }
    }

    fn written(
        &mut self,
        facts: Vec<Facts<'a>>,
        at: &str,
        depth: usize,
    ) -> Result<Value, SchemaError> {
        let mut out: Vec<Value> = Vec::new();
        for one in facts {
            if one.odd_multiple {
                self.unsupported(at, "the common multiple of several multipleOf is too large")?;
            }
            if one.is_any() {
                return Ok(Value::Bool(true));
            }
            for schema in self.alternative(&one, at, depth)? {
                let listed = |value: &Value| value.get("enum").and_then(Value::as_array).cloned();
                let last = out.last_mut();
                if let (Some(more), Some(last)) = (listed(&schema), last)
                    && let Some(known) = last.get_mut("enum").and_then(Value::as_array_mut)
                {
                    let new = |v: &&Value| !known.iter().any(|w| same(v, w));
                    let new: Vec<Value> = more.iter().filter(new).cloned().collect();
                    known.extend(new);
                } else if !out.contains(&schema) {
                    out.push(schema);
                }
            }
        }
        if out.len() > ALTERNATIVES_MAX {
            return Err(SchemaError::new(at, "it makes too many combinations of alternatives"));
        }
        Ok(match out.len() {
            0 => Value::Bool(false),
            1 => out.remove(0),
            _ => json!({ "anyOf": out }),
        })
    }

    /// The schemas of one type each that an alternative consists of.
    fn alternative(
        &mut self,
        facts: &Facts<'a>,
        at: &str,
        depth: usize,
    ) -> Result<Vec<Value>, SchemaError> {
        if let Some(literals) = &facts.literals {
            let mut kept = Vec::new();
            for value in literals {
                if self.admits(facts, value)? {
                    kept.push(whole_number(value));
                }
            }
            return Ok(if kept.is_empty() { Vec::new() } else { vec![json!({ "enum": kept })] });
        }
        let mut out = Vec::new();
        let excluded = |kind: u8| facts.excluded.iter().filter(move |v| type_of(v) == kind);
        if facts.types & NUMBER != 0 {
            out.extend(self.number(facts, at)?);
        }
        if facts.types & STRING != 0 {
            out.extend(text(facts));
        }
        if facts.types & BOOLEAN != 0 {
            match excluded(BOOLEAN).collect::<Vec<_>>()[..] {
                [] => out.push(json!({"type": "boolean"})),
                [Value::Bool(one)] => out.push(json!({ "enum": [!one] })),
                _ => {}
            }
        }
        if facts.types & NULL != 0 && excluded(NULL).next().is_none() {
            out.push(json!({"type": "null"}));
        }
        if facts.types & (ARRAY | OBJECT) != 0
            && excluded(ARRAY).chain(excluded(OBJECT)).next().is_some()
        {
            self.unsupported(at, "arrays and objects that may not come cannot be enforced")?;
        }
        if facts.types & ARRAY != 0 {
            out.extend(self.array(facts, depth)?);
        }
        if facts.types & OBJECT != 0 {
            out.extend(self.object(facts, at, depth)?);
        }
        Ok(out)
    }

    fn number(&mut self, facts: &Facts<'a>, at: &str) -> Result<Vec<Value>, SchemaError> {
        let mut gaps: Vec<f64> =
            facts.excluded.iter().filter_map(Value::as_f64).filter(|n| n.is_finite()).collect();
        gaps.sort_by(f64::total_cmp);
        gaps.dedup();
        // Between the values that may not come.
        let mut ranges = Vec::new();
        let mut lower = facts.lower;
        let gap = |value| Some(Bound { value, exclusive: true });
        for value in gaps {
            let inside = lower
                .is_none_or(|b| value > b.value || (value == b.value && !b.exclusive))
                && facts.upper.is_none_or(|b| value <= b.value);
            if inside {
                ranges.push((lower, gap(value)));
                lower = gap(value);
            }
        }
        let upper = match (facts.upper, ranges.last()) {
            (Some(upper), Some((_, Some(last)))) if last.value == upper.value => None,
            (upper, _) => Some(upper),
        };
        ranges.extend(upper.map(|upper| (lower, upper)));
        if facts.fraction {
            let inner = |(lower, upper)| between_whole_numbers(lower, upper);
            ranges = ranges.into_iter().flat_map(inner).collect();
        }
        let multiple = facts.multiple;
        let multiple = multiple.and_then(|m| if facts.integer { m.whole() } else { Some(m) });
        let mut out = Vec::new();
        for (lower, upper) in ranges {
            let made = if facts.integer {
                self.integers(lower, upper, at)?
            } else {
                self.fractions(lower, upper, at)?
            };
            let Some(mut map) = made else { continue };
            if let Some(multiple) = multiple {
                if multiple.digits > MULTIPLE_MAX {
                    self.unsupported(at, "its multipleOf, with those beside it, is too large")?;
                } else if !library_reads(multiple) {
                    self.unsupported(at, "this multipleOf has too many decimal places")?;
                } else if multiple.places == 0 {
                    map.insert("multipleOf".to_owned(), json!(multiple.digits));
                } else {
                    map.insert("multipleOf".to_owned(), json!(multiple.value()));
                }
            }
            out.push(Value::Object(map));
        }
        Ok(out)
    }

    /// Whole numbers of a range; `None`: there are none.
    fn integers(
        &mut self,
        lower: Option<Bound>,
        upper: Option<Bound>,
        at: &str,
    ) -> Result<Option<Map<String, Value>>, SchemaError> {
        let step = |b: Bound| if b.exclusive && b.value.fract() == 0.0 { 1.0 } else { 0.0 };
        let low = lower.map(|b| b.value.ceil() + step(b));
        let high = upper.map(|b| b.value.floor() - step(b));
        if low.is_some_and(|low| low > BOUND_MAX) || high.is_some_and(|high| high < -BOUND_MAX) {
            self.unsupported(at, "a bound of more than 18 digits cannot be enforced")?;
            return Ok(Some(Map::from_iter([("type".to_owned(), json!("integer"))])));
        }
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            return Ok(None);
        }
        let mut map = Map::from_iter([("type".to_owned(), json!("integer"))]);
        // Fewer digits than the bound has, where the library cannot count so far.
        let clamp = |n: f64| json!(n.clamp(-BOUND_MAX, BOUND_MAX) as i64);
        map.extend(low.map(|low| ("minimum".to_owned(), clamp(low))));
        map.extend(high.map(|high| ("maximum".to_owned(), clamp(high))));
        Ok(Some(map))
    }

    /// Numbers of a range; `None`: there are none.
    fn fractions(
        &mut self,
        lower: Option<Bound>,
        upper: Option<Bound>,
        at: &str,
    ) -> Result<Option<Map<String, Value>>, SchemaError> {
        let lower = lower.filter(|b| b.value > -BOUND_FREE);
        let upper = upper.filter(|b| b.value < BOUND_FREE);
        let far = |b: Option<Bound>, sign: f64| b.is_some_and(|b| b.value * sign > BOUND_MAX);
        let mut map = Map::from_iter([("type".to_owned(), json!("number"))]);
        if far(lower, 1.0) || far(upper, -1.0) {
            self.unsupported(at, "a bound of more than 18 digits cannot be enforced")?;
            return Ok(Some(map));
        }
        // A bound of many digits moves inwards a little.
        let place = |b: Bound, round: fn(f64) -> f64| {
            let value = b.value.clamp(-BOUND_MAX, BOUND_MAX);
            let moved = round(value * 1e9) / 1e9;
            let fine = value.abs() > 1e6 || moved == value;
            if fine { Bound { value, ..b } } else { Bound { value: moved, exclusive: false } }
        };
        let (lower, upper) =
            (lower.map(|b| place(b, f64::ceil)), upper.map(|b| place(b, f64::floor)));
        if let (Some(low), Some(high)) = (lower, upper)
            && (low.value > high.value
                || (low.value == high.value && (low.exclusive || high.exclusive)))
        {
            return Ok(None);
        }
        let mut set = |bound: Option<Bound>, plain: &str, exclusive: &str| {
            if let Some(bound) = bound {
                let key = if bound.exclusive { exclusive } else { plain };
                let value = if bound.value.fract() == 0.0 {
                    json!(bound.value as i64)
                } else {
                    json!(bound.value)
                };
                map.insert(key.to_owned(), value);
            }
        };
        set(lower, "minimum", "exclusiveMinimum");
        set(upper, "maximum", "exclusiveMaximum");
        Ok(Some(map))
    }

    fn array(&mut self, facts: &Facts<'a>, depth: usize) -> Result<Vec<Value>, SchemaError> {
        let (least, mut most) = facts.items;
        let mut first = Vec::new();
        let len = facts.arrays.iter().map(|part| part.first.len()).max().unwrap_or(0);
        for n in 0..len {
            let of = |part: &super::facts::ArrayPart<'a>| {
                part.first.get(n).or(part.items.as_ref()).cloned()
            };
            let subs: Vec<Sub<'a>> = facts.arrays.iter().filter_map(of).collect();
            let item = self.node(&subs, depth + 1)?;
            if item == Value::Bool(false) {
                most = Some(most.map_or(n as u64, |most| most.min(n as u64)));
                break;
            }
            first.push(item);
        }
        let subs: Vec<Sub<'a>> =
            facts.arrays.iter().filter_map(|part| part.items.clone()).collect();
        let items = if subs.is_empty() { Value::Bool(true) } else { self.node(&subs, depth + 1)? };
        let closed = items == Value::Bool(false);
        if closed {
            most = Some(most.map_or(first.len() as u64, |most| most.min(first.len() as u64)));
        }
        if most.is_some_and(|most| most < least) {
            return Ok(Vec::new());
        }
        if let Some(most) = most {
            first.truncate(most as usize);
        }
        if let Some(place) = facts.unique.as_ref().filter(|_| most != Some(0) && most != Some(1)) {
            if let Some(all) = unique(&first, &items, (least, most)) {
                return Ok(all);
            }
            let reason = "it is enforced for a few items, of few listed values or of different \
                types, alone";
            self.unsupported(place, reason)?;
        }
        let mut map = Map::from_iter([("type".to_owned(), json!("array"))]);
        if !first.is_empty() {
            map.insert("prefixItems".to_owned(), Value::Array(first));
        }
        if items != Value::Bool(true) {
            map.insert("items".to_owned(), items);
        }
        if least > 0 {
            map.insert("minItems".to_owned(), json!(least));
        }
        map.extend(most.map(|most| ("maxItems".to_owned(), json!(most))));
        Ok(vec![Value::Object(map)])
    }
}

/// Whether a schema says something of members that it does not name.
fn is_open(facts: &Facts<'_>) -> bool {
    facts.objects.iter().any(|part| part.others.is_some() || !part.patterns.is_empty())
}

/// Whether a member has to come of which opposites of schemas speak alone.
fn requires_an_opposite(facts: &Facts<'_>) -> bool {
    let schemas = |name: &String| {
        let all = facts.objects.iter().flat_map(|part| &part.properties);
        all.filter(move |(known, _)| known == name).map(|(_, sub)| sub).collect::<Vec<_>>()
    };
    let mut all = facts.required.iter().map(schemas);
    all.any(|all| !all.is_empty() && all.iter().all(|sub| sub.negative))
}

/// Numbers of a range that are no whole ones: near its end, or near zero if it has none.
fn between_whole_numbers(
    lower: Option<Bound>,
    upper: Option<Bound>,
) -> Vec<(Option<Bound>, Option<Bound>)> {
    let start = match (lower, upper) {
        (Some(low), _) => low.value.floor(),
        (None, Some(high)) => high.value.ceil() - NEAR,
        (None, None) => -NEAR / 2.0,
    };
    let steps = (0..NEAR as u32).map(f64::from).filter(|_| start.abs() < BOUND_MAX / 1e3);
    let bound = |value| Some(Bound { value, exclusive: true });
    steps
        .map(|n| {
            let low = tighter(lower, bound(start + n), |a, b| a > b);
            (low, tighter(upper, bound(start + n + 1.0), |a, b| a < b))
        })
        .collect()
}

/// A text; `None`: there is none.
fn text(facts: &Facts<'_>) -> Option<Value> {
    let (least, most) = facts.length;
    if most.is_some_and(|most| most < least) {
        return None;
    }
    let mut patterns = facts.patterns.clone();
    let excluded = facts.excluded.iter().filter_map(Value::as_str);
    let excluded: Vec<(String, bool)> = excluded.map(|text| (text.to_owned(), true)).collect();
    if !excluded.is_empty() {
        patterns.extend(complement(&excluded));
    }
    let mut map = Map::from_iter([("type".to_owned(), json!("string"))]);
    if least > 0 {
        map.insert("minLength".to_owned(), json!(least));
    }
    map.extend(most.map(|most| ("maxLength".to_owned(), json!(most))));
    let mut frames = patterns.iter().map(|pattern| json!(format!("^(?:{pattern})$")));
    map.extend(frames.next().map(|first| ("pattern".to_owned(), first)));
    let more: Vec<Value> = frames.map(|p| json!({"type": "string", "pattern": p})).collect();
    if !more.is_empty() {
        map.insert("allOf".to_owned(), Value::Array(more));
    }
    Some(Value::Object(map))
}

/// A whole number without the fraction that it may have been written with.
fn whole_number(value: &Value) -> Value {
    match value.as_f64() {
        Some(n) if value.is_f64() && n.fract() == 0.0 && n.abs() < 1e15 => json!(n as i64),
        _ => value.clone(),
    }
}

/// Whether the grammar library counts the same decimal places as here.
fn library_reads(multiple: Decimal) -> bool {
    let (mut value, mut places) = (multiple.value(), 0u32);
    while value.fract() != 0.0 && places < 12 {
        value *= 10.0;
        places += 1;
    }
    let more = 10u64.pow(places.saturating_sub(multiple.places));
    places >= multiple.places
        && value <= f64::from(u32::MAX)
        && value as u64 == multiple.digits * more
}
