//! From keywords to alternatives.

use super::error::SchemaError;
use super::facts::{
    ALL, ANY, ARRAY, ArrayPart, BOOLEAN, Bound, Decimal, Facts, NULL, NUMBER, OBJECT, ObjectPart,
    STRING, Sub, product,
};
use super::formats;
use super::keywords;
use super::normal::Walk;
use super::pattern::whole;
use super::pointer::escaped;
use serde_json::{Map, Value};

/// Nesting of schemas for one value.
const DEPTH_MAX: usize = 48;
/// More alternatives of one value are refused.
const ALTERNATIVES_MAX: usize = 2048;
/// More expansions of schemas, each counted as often as it is referred to, are refused.
const EXPANSIONS_MAX: usize = 500_000;
/// A larger most count says nothing: no answer is that long.
const MOST_MAX: u64 = 1 << 24;
/// A larger least count is refused: no answer comes to its end.
const LEAST_MAX: u64 = 1 << 20;

/// The keywords of a schema object. Those with the value null count as absent.
#[derive(Clone, Copy)]
pub(super) struct Keywords<'a, 's> {
    pub map: &'a Map<String, Value>,
    pub at: &'s str,
    /// The dynamic scope in the schema.
    pub scope: u32,
}

impl<'a> Keywords<'a, '_> {
    pub fn get(self, key: &str) -> Option<&'a Value> {
        let found = self.map.get(key)?;
        (!found.is_null() || key == "const").then_some(found)
    }

    pub fn place(self, key: &str) -> String {
        format!("{}/{key}", self.at)
    }

    /// The schema under a keyword.
    pub fn sub(self, key: &str) -> Option<Sub<'a>> {
        self.get(key).map(|value| Sub::new(value, self.place(key)).within(self.scope))
    }

    /// The schemas in the list of a keyword.
    pub fn list(self, key: &str) -> Result<Option<Vec<Sub<'a>>>, SchemaError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let list = value.as_array();
        let list = list.ok_or_else(|| SchemaError::new(&self.place(key), "must be an array"))?;
        let one = |(n, value)| Sub::new(value, format!("{}/{key}/{n}", self.at)).within(self.scope);
        Ok(Some(list.iter().enumerate().map(one).collect()))
    }

    /// The schemas of a keyword by name.
    pub fn named(self, key: &str) -> Result<Vec<(String, Sub<'a>)>, SchemaError> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let map = value.as_object();
        let map = map.ok_or_else(|| SchemaError::new(&self.place(key), "must be an object"))?;
        let one = |(name, value): (&String, &'a Value)| {
            let value = if value.is_null() { &ANY } else { value };
            let place = format!("{}/{key}/{}", self.at, escaped(name));
            (name.clone(), Sub::new(value, place).within(self.scope))
        };
        Ok(map.iter().map(one).collect())
    }

    pub fn count(self, key: &str) -> Result<Option<u64>, SchemaError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let whole = value.as_f64().filter(|n| n.fract() == 0.0 && *n >= 0.0 && *n < 1.9e19);
        let count = value.as_u64().or(whole.map(|n| n as u64));
        count.map(Some).ok_or_else(|| SchemaError::new(&self.place(key), "must be a whole number"))
    }

    pub fn number(self, key: &str) -> Result<Option<f64>, SchemaError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let number = value.as_f64();
        number.map(Some).ok_or_else(|| SchemaError::new(&self.place(key), "must be a number"))
    }

    pub fn texts(self, key: &str) -> Result<Vec<String>, SchemaError> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let bad = |reason| SchemaError::new(&self.place(key), reason);
        let list = value.as_array().ok_or_else(|| bad("must be an array"))?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let all: Option<Vec<String>> = list.iter().map(text).collect();
        all.ok_or_else(|| bad("must be an array of strings"))
    }
}

impl<'a> Walk<'a> {
    /// The alternatives of a schema.
    pub fn expand(&mut self, sub: &Sub<'a>, depth: usize) -> Result<Vec<Facts<'a>>, SchemaError> {
        if depth > DEPTH_MAX {
            return Err(SchemaError::new(&sub.at, "references lead back to where they stand"));
        }
        self.expansions += 1;
        if self.expansions > EXPANSIONS_MAX {
            let reason = "the schema has too many parts, counted wherever they are referred to";
            return Err(SchemaError::new(&sub.at, reason));
        }
        if let Some(others) = &sub.or {
            return self.united(sub, others, depth);
        }
        if sub.negative {
            return self.negated(sub, depth);
        }
        let map = match sub.value {
            Value::Bool(true) => return Ok(vec![Facts::of(ALL)]),
            Value::Bool(false) => return Ok(Vec::new()),
            Value::Object(map) => map,
            _ => {
                self.unsupported(&sub.at, "a schema is an object or a boolean")?;
                return Ok(vec![Facts::of(ALL)]);
            }
        };
        let words = self.words(map, sub)?;
        let mut own = Facts::of(ALL);
        let parts: [fn(&mut Self, Keywords<'a, '_>, &mut Facts<'a>) -> _; 6] =
            [Self::types, Self::values, Self::numbers, Self::texts, Self::arrays, Self::objects];
        for part in parts {
            // Keywords that cannot be read say nothing, if the schema is taken at all.
            let before = own.clone();
            let read: Result<(), SchemaError> = part(self, words, &mut own);
            if let Err(error) = read {
                own = before;
                self.refuse(error)?;
            }
        }
        let evaluates = ["unevaluatedItems", "unevaluatedProperties"];
        let evaluates = usize::from(evaluates.iter().any(|key| words.get(key).is_some()));
        self.evaluating += evaluates;
        let all = self.applied(words, own, depth);
        self.evaluating -= evaluates;
        let mut all = all?;
        self.unevaluated(words, &mut all);
        Ok(all)
    }

    /// Alternatives that fit any one of several schemas, or none if that is asked for.
    fn united(
        &mut self,
        sub: &Sub<'a>,
        others: &[Sub<'a>],
        depth: usize,
    ) -> Result<Vec<Facts<'a>>, SchemaError> {
        let mut out = self.expand(&Sub { or: None, ..sub.clone() }, depth + 1)?;
        for other in others {
            if sub.negative {
                let options = self.expand(&other.opposite(), depth + 1)?;
                self.bounded(out.len(), options.len(), &sub.at)?;
                out = product(&out, &options);
            } else {
                out.extend(self.expand(other, depth + 1)?);
            }
        }
        Ok(out)
    }

    /// # Errors
    /// So many alternatives of each make too many together.
    fn bounded(&self, a: usize, b: usize, at: &str) -> Result<(), SchemaError> {
        if a.saturating_mul(b) > ALTERNATIVES_MAX {
            return Err(SchemaError::new(at, "it makes too many combinations of alternatives"));
        }
        Ok(())
    }

    /// The alternatives of `own` together with the keywords that combine schemas.
    fn applied(
        &mut self,
        words: Keywords<'a, '_>,
        own: Facts<'a>,
        depth: usize,
    ) -> Result<Vec<Facts<'a>>, SchemaError> {
        let mut all = if own.types == 0 { Vec::new() } else { vec![own] };
        for key in keywords::APPLICATORS {
            if words.get(key).is_none() {
                continue;
            }
            let types = all.iter().fold(0, |types, one| types | one.types);
            let options = match self.applicator(words, key, types, depth) {
                Ok(Some(options)) => options,
                Ok(None) => continue,
                Err(error) => {
                    self.refuse(error)?;
                    continue;
                }
            };
            match self.bounded(all.len(), options.len(), &words.place(key)) {
                Ok(()) => all = product(&all, &options),
                Err(error) => self.refuse(error)?,
            }
        }
        Ok(all)
    }

    // Long: one case for each keyword.
    fn applicator(
        &mut self,
        words: Keywords<'a, '_>,
        key: &str,
        types: u8,
        depth: usize,
    ) -> Result<Option<Vec<Facts<'a>>>, SchemaError> {
        let any_of = |walk: &mut Self, all: Vec<Sub<'a>>| {
            let mut out = Vec::new();
            for sub in all {
                out.push(walk.expand(&sub, depth + 1)?);
            }
            Ok::<_, SchemaError>(out)
        };
        let place = words.place(key);
        let all_of = |walk: &mut Self, all: &[Sub<'a>]| {
            let mut out = vec![Facts::of(ALL)];
            for sub in all {
                let options = walk.expand(sub, depth + 1)?;
                walk.bounded(out.len(), options.len(), &place)?;
                out = product(&out, &options);
            }
            Ok(out)
        };
        Ok(Some(match key {
            "$ref" | "$dynamicRef" | "$recursiveRef" => {
                let target = self.target(words, key)?;
                self.expand(&target, depth + 1)?
            }
            "allOf" => all_of(self, &words.list(key)?.unwrap_or_default())?,
            "anyOf" => {
                let options = any_of(self, words.list(key)?.unwrap_or_default())?;
                if self.evaluating > 0 { Self::several(&options) } else { options.concat() }
            }
            "oneOf" => {
                let all = words.list(key)?.unwrap_or_default();
                self.one_of(&all, types, &format!("{}:{place}", words.scope), depth)?
            }
            "not" => {
                let Some(sub) = words.sub(key) else { return Ok(None) };
                let error = |e: SchemaError| SchemaError { at: place.clone(), ..e };
                self.expand(&sub.opposite(), depth + 1).map_err(error)?
            }
            "if" => {
                let (Some(test), yes, no) = (words.sub("if"), words.sub("then"), words.sub("else"))
                else {
                    return Ok(None);
                };
                if yes.is_none() && no.is_none() {
                    // It holds or says nothing; if it holds, it evaluates.
                    let fits = if self.evaluating > 0 {
                        self.expand(&test, depth + 1)
                    } else {
                        Ok(Vec::new())
                    };
                    return Ok(fits.ok().map(|mut fits| {
                        fits.push(Facts::of(ALL));
                        fits
                    }));
                }
                let both = |test: Sub<'a>, then: Option<Sub<'a>>| {
                    std::iter::once(test).chain(then).collect::<Vec<_>>()
                };
                let mut out = all_of(self, &both(test.clone(), yes))?;
                let otherwise = all_of(self, &both(test.opposite(), no));
                out.extend(otherwise.map_err(|e| SchemaError { at: place.clone(), ..e })?);
                out
            }
            "contains" => match self.contains(words)? {
                Some(options) => options,
                None => return Ok(None),
            },
            "dependentRequired" | "dependentSchemas" | "dependencies" => {
                self.dependent(words, key, depth)?
            }
            _ => return Ok(None),
        }))
    }

    /// Rules that hold where a member is.
    fn dependent(
        &mut self,
        words: Keywords<'a, '_>,
        key: &str,
        depth: usize,
    ) -> Result<Vec<Facts<'a>>, SchemaError> {
        let mut out = vec![Facts::of(ALL)];
        for (name, sub) in words.named(key)? {
            let mut with = Facts::of(OBJECT);
            with.required.push(name.clone());
            let then = match sub.value {
                Value::Array(names) if key != "dependentSchemas" => {
                    let names = names.iter().filter_map(Value::as_str).map(str::to_owned);
                    with.required.extend(names);
                    vec![with]
                }
                _ => product(&[with], &self.expand(&sub, depth + 1)?),
            };
            let mut options = vec![without(&name, words.at), Facts::of(ALL & !OBJECT)];
            options.extend(then);
            if out.len() * options.len() > ALTERNATIVES_MAX {
                let place = words.place(key);
                return Err(SchemaError::new(&place, "it has too many rules"));
            }
            out = product(&out, &options);
        }
        Ok(out)
    }

    fn types(&mut self, words: Keywords<'a, '_>, own: &mut Facts<'a>) -> Result<(), SchemaError> {
        let Some(value) = words.get("type") else { return Ok(()) };
        let names = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        let (mut types, mut integer, mut number) = (0, false, false);
        for name in names {
            types |= match name.as_str() {
                Some("null") => NULL,
                Some("boolean") => BOOLEAN,
                Some("string") => STRING,
                Some("array") => ARRAY,
                Some("object") => OBJECT,
                Some("integer") => {
                    integer = true;
                    NUMBER
                }
                Some("number") => {
                    number = true;
                    NUMBER
                }
                _ => {
                    let reason = format!("{name} is not a type of JSON Schema");
                    return Err(SchemaError::new(&words.place("type"), reason));
                }
            };
        }
        if words.get("nullable") == Some(&Value::Bool(true)) {
            types |= NULL;
        }
        (own.types, own.integer) = (types, integer && !number);
        Ok(())
    }

    fn values(&mut self, words: Keywords<'a, '_>, own: &mut Facts<'a>) -> Result<(), SchemaError> {
        let mut lists = Vec::new();
        if let Some(value) = words.get("const") {
            lists.push((words.place("const"), vec![value.clone()]));
        }
        if let Some(value) = words.get("enum") {
            let place = words.place("enum");
            let list = value.as_array().filter(|all| !all.is_empty()).cloned();
            let reason = "must be an array of at least one value";
            let mut list = list.ok_or_else(|| SchemaError::new(&place, reason))?;
            if words.get("nullable") == Some(&Value::Bool(true)) {
                list.push(Value::Null);
            }
            lists.push((place, list));
        }
        for (place, list) in lists {
            if !self.hex && list.iter().any(needs_hex) {
                let reason = "control characters cannot be written beside an object that takes \
                    further names";
                self.unsupported(&place, reason)?;
                continue;
            }
            if list.iter().any(is_huge) {
                let reason = "a number of more than 15 digits cannot be enforced";
                self.unsupported(&place, reason)?;
                continue;
            }
            let facts = Facts { literals: Some(list), ..Facts::of(ALL) };
            *own = own.and(&facts).unwrap_or_else(|| Facts::of(0));
        }
        Ok(())
    }

    fn numbers(&mut self, words: Keywords<'a, '_>, own: &mut Facts<'a>) -> Result<(), SchemaError> {
        for (key, other, upper) in
            [("minimum", "exclusiveMinimum", false), ("maximum", "exclusiveMaximum", true)]
        {
            // Draft 4 has a boolean beside the bound.
            let flag = words.get(other).and_then(Value::as_bool);
            let mut bounds = Vec::new();
            if let Some(value) = words.number(key)? {
                bounds.push(Bound { value, exclusive: flag == Some(true) });
            }
            if flag.is_none()
                && let Some(value) = words.number(other)?
            {
                bounds.push(Bound { value, exclusive: true });
            }
            for bound in bounds {
                let mut facts = Facts::of(ALL);
                *(if upper { &mut facts.upper } else { &mut facts.lower }) = Some(bound);
                *own = own.and(&facts).unwrap_or_else(|| Facts::of(0));
            }
        }
        if let Some(number) = words.number("multipleOf")? {
            match Decimal::read(number) {
                Some(multiple) => own.multiple = Some(multiple),
                None => {
                    let reason = "a multipleOf of 0, of more than 9 decimal places or of 2^32 and \
                        more cannot be enforced";
                    self.unsupported(&words.place("multipleOf"), reason)?;
                }
            }
        }
        Ok(())
    }

    fn bounds(
        &mut self,
        words: Keywords<'a, '_>,
        (least, most): (&str, &str),
    ) -> Result<(u64, Option<u64>), SchemaError> {
        let mut min = words.count(least)?.unwrap_or(0);
        if min > LEAST_MAX {
            let reason = format!("{least} of more than {LEAST_MAX} cannot be enforced");
            self.unsupported(&words.place(least), reason)?;
            min = 0;
        }
        Ok((min, words.count(most)?.filter(|max| *max <= MOST_MAX)))
    }

    fn texts(&mut self, words: Keywords<'a, '_>, own: &mut Facts<'a>) -> Result<(), SchemaError> {
        own.length = self.bounds(words, ("minLength", "maxLength"))?;
        if let Some(value) = words.get("pattern") {
            let place = words.place("pattern");
            let text =
                value.as_str().ok_or_else(|| SchemaError::new(&place, "must be a string"))?;
            match whole(text).and_then(|all| compiles(&all).map(|()| all)) {
                Ok(all) => own.patterns.extend(all),
                Err(reason) => {
                    let text: String = text.chars().take(200).collect();
                    let reason = format!("the pattern {text:?} cannot be used: {reason}");
                    self.unsupported(&place, reason)?;
                }
            }
        }
        if let Some(value) = words.get("format") {
            let place = words.place("format");
            let name =
                value.as_str().ok_or_else(|| SchemaError::new(&place, "must be a string"))?;
            own.patterns.extend(formats::expression(name));
        }
        Ok(())
    }

    fn arrays(&mut self, words: Keywords<'a, '_>, own: &mut Facts<'a>) -> Result<(), SchemaError> {
        own.items = self.bounds(words, ("minItems", "maxItems"))?;
        if words.get("uniqueItems").is_some_and(|unique| *unique != Value::Bool(false)) {
            own.unique = Some(words.place("uniqueItems").into());
        }
        // The list form of `items` is the older name of `prefixItems`.
        let old = words.get("items").is_some_and(Value::is_array);
        let (first, items) = if old {
            (words.list("items")?, words.sub("additionalItems"))
        } else {
            (words.list("prefixItems")?, words.sub("items"))
        };
        if first.is_some() || items.is_some() {
            own.arrays.push(ArrayPart {
                first: first.unwrap_or_default(),
                items,
                ..ArrayPart::default()
            });
        }
        Ok(())
    }

    fn objects(&mut self, words: Keywords<'a, '_>, own: &mut Facts<'a>) -> Result<(), SchemaError> {
        own.members = self.bounds(words, ("minProperties", "maxProperties"))?;
        let properties = words.named("properties")?;
        // Draft 3 has a boolean on the member itself.
        let old = |sub: &Sub<'a>| sub.value.get("required") == Some(&Value::Bool(true));
        let old = properties.iter().filter(|(_, sub)| old(sub)).map(|(name, _)| name.clone());
        own.required.extend(old);
        if !words.get("required").is_some_and(Value::is_boolean) {
            own.required.extend(words.texts("required")?);
        }
        own.names.extend(words.sub("propertyNames"));
        let patterns = words.named("patternProperties")?;
        let others = words.sub("additionalProperties");
        if !properties.is_empty() || !patterns.is_empty() || others.is_some() {
            own.objects.push(ObjectPart { properties, patterns, others, is_silent: false });
        }
        Ok(())
    }
}

/// An object without a member.
pub(super) fn without<'a>(name: &str, at: &str) -> Facts<'a> {
    let mut out = Facts::of(OBJECT);
    let never = Sub::never(at);
    out.objects
        .push(ObjectPart { properties: vec![(name.to_owned(), never)], ..ObjectPart::default() });
    out
}

/// Whether the grammar library takes the expressions.
fn compiles(patterns: &[String]) -> Result<(), String> {
    for pattern in patterns {
        let pattern = llguidance::regex_to_lark(pattern, "");
        let mut builder = llguidance::derivre::RegexBuilder::new();
        let made = builder.mk(&llguidance::derivre::RegexAst::Regex(pattern));
        if made.is_err() {
            return Err("the expression is not understood".to_owned());
        }
    }
    Ok(())
}

/// Whether a string in `value` has a character that JSON can only write with `\u`.
fn needs_hex(value: &Value) -> bool {
    let odd = |c: char| c.is_ascii_control() && !"\u{8}\u{c}\n\r\t".contains(c);
    match value {
        Value::String(text) => text.contains(odd),
        Value::Array(all) => all.iter().any(needs_hex),
        Value::Object(map) => map.iter().any(|(key, value)| key.contains(odd) || needs_hex(value)),
        _ => false,
    }
}

/// Whether a number in `value` has more digits than the grammar library keeps.
fn is_huge(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            let n = number.as_f64().unwrap_or(f64::INFINITY).abs();
            n >= 9.1e15 || (n != 0.0 && n < 1e-9)
        }
        Value::Array(all) => all.iter().any(is_huge),
        Value::Object(map) => map.values().any(is_huge),
        _ => false,
    }
}
