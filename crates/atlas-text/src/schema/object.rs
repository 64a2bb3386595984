//! Objects in the plain form.

use super::error::SchemaError;
use super::facts::{Facts, STRING, Sub};
use super::literals::matches;
use super::normal::Walk;
use super::pattern::{TextClass, classes, escape_into, unbounded, whole};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// Most ways to choose members that a bound on their number is written out as.
const CHOICES_MAX: usize = 64;

/// More patterns of names are not told apart.
const PATTERNS_MAX: usize = 6;

/// An object under construction.
struct Members {
    named: Vec<(String, Value)>,
    required: HashSet<String>,
    patterns: Map<String, Value>,
    /// The schema of other members.
    others: Value,
    /// The schema says something of them.
    told: bool,
}

impl<'a> Walk<'a> {
    /// The schemas of a member of this name.
    pub fn member(&mut self, facts: &Facts<'a>, name: &str) -> Result<Vec<Sub<'a>>, SchemaError> {
        let mut out = Vec::new();
        for part in &facts.objects {
            let before = out.len();
            out.extend(part.properties.iter().find(|(n, _)| n == name).map(|(_, sub)| sub.clone()));
            for (pattern, sub) in &part.patterns {
                let found = whole(pattern).map(|all| all.iter().all(|one| matches(one, name)));
                if found.unwrap_or(false) {
                    out.push(sub.clone());
                }
            }
            if out.len() == before {
                out.extend(part.others.clone());
            }
        }
        Ok(out)
    }

    pub fn object(
        &mut self,
        facts: &Facts<'a>,
        at: &str,
        depth: usize,
    ) -> Result<Vec<Value>, SchemaError> {
        let required: HashSet<String> = facts.required.iter().cloned().collect();
        let mut seen = HashSet::new();
        let named = facts.objects.iter().flat_map(|part| &part.properties);
        let names = named.map(|(name, _)| name).chain(&facts.required);
        let mut names: Vec<String> = names.filter(|n| seen.insert(*n)).cloned().collect();
        let listed = self.listed_names(facts)?;
        names.extend(listed.iter().flatten().filter(|n| !seen.contains(n)).cloned());
        let mut object = Members {
            named: Vec::new(),
            required,
            patterns: Map::new(),
            others: Value::Bool(true),
            told: facts.objects.iter().any(|part| part.others.is_some()),
        };
        for name in names {
            let value = Value::from(name.as_str());
            let schema = if self.fits(&facts.names, &value)? {
                let subs = self.member(facts, &name)?;
                if subs.is_empty() { Value::Bool(true) } else { self.node(&subs, depth + 1)? }
            } else {
                Value::Bool(false)
            };
            if schema == Value::Bool(false) && object.required.contains(&name) {
                return Ok(Vec::new());
            }
            object.named.push((name, schema));
        }
        self.patterned(facts, &mut object, at, depth)?;
        let others: Vec<Sub<'a>> =
            facts.objects.iter().filter_map(|part| part.others.clone()).collect();
        if !others.is_empty() {
            object.others = self.node(&others, depth + 1)?;
        }
        if listed.is_some() {
            object.others = Value::Bool(false);
            object.patterns.clear();
        } else if object.others != Value::Bool(false) || !object.patterns.is_empty() {
            self.other_names(facts, &mut object, at)?;
        }
        self.counted(facts, object, at)
    }

    fn patterned(
        &mut self,
        facts: &Facts<'a>,
        object: &mut Members,
        at: &str,
        depth: usize,
    ) -> Result<(), SchemaError> {
        let mut seen = HashSet::new();
        let all = facts.objects.iter().flat_map(|part| &part.patterns).map(|(p, _)| p);
        let (mut known, mut full) = (Vec::new(), Vec::new());
        for pattern in all.filter(|pattern| seen.insert(*pattern)) {
            match whole(pattern) {
                Ok(all) => {
                    known.push(pattern);
                    full.push(all.iter().map(|one| unbounded(one)).collect::<Vec<_>>());
                }
                Err(reason) => {
                    let reason = format!("the pattern {pattern:?} cannot be used: {reason}");
                    self.unsupported(&format!("{at}/patternProperties"), reason)?;
                    // Its members are not told from others, so these may be anything.
                    object.others = Value::Bool(true);
                }
            }
        }
        for (matched, expression) in self.apart(&full, at)? {
            let mut subs = Vec::new();
            for part in &facts.objects {
                let before = subs.len();
                let matches = |name: &String| {
                    known.iter().zip(&matched).any(|(known, matched)| *matched && *known == name)
                };
                let own = part.patterns.iter().filter(|(name, _)| matches(name));
                subs.extend(own.map(|(_, sub)| sub.clone()));
                if subs.len() == before {
                    subs.extend(part.others.clone());
                }
            }
            let schema = self.node(&subs, depth + 1)?;
            object.patterns.insert(format!("^(?:{expression})$"), schema);
        }
        Ok(())
    }

    /// Names by the expressions that they match, of which each has several that all match.
    fn apart(
        &mut self,
        full: &[Vec<String>],
        at: &str,
    ) -> Result<Vec<(Vec<bool>, String)>, SchemaError> {
        let alone = |n: usize| (0..full.len()).map(|m| m == n).collect::<Vec<bool>>();
        let are_single = full.iter().all(|all| all.len() == 1);
        let made = (full.len() <= PATTERNS_MAX && (full.len() > 1 || !are_single))
            .then(|| classes(full))
            .flatten();
        if let Some(all) = &made {
            let count = |n: usize| all.iter().filter(|class| class.matched[n]).count();
            let one = |class: &TextClass| {
                let matched: Vec<usize> = (0..full.len()).filter(|n| class.matched[*n]).collect();
                // A pattern that no name fits together with another one stays as it is.
                let expression = match (&matched[..], full.get(matched[0]).map(Vec::as_slice)) {
                    ([n], Some([written])) if count(*n) == 1 => written.clone(),
                    _ => class.expression.clone(),
                };
                (class.matched.clone(), expression)
            };
            return Ok(all.iter().map(one).collect());
        }
        if are_single {
            // They are taken if no name fits two of them.
            return Ok(full
                .iter()
                .enumerate()
                .map(|(n, all)| (alone(n), all[0].clone()))
                .collect());
        }
        let reason = "names that fit several patterns cannot be told apart";
        self.unsupported(&format!("{at}/patternProperties"), reason)?;
        Ok(Vec::new())
    }

    /// The only names that members may have, if they are listed.
    fn listed_names(&mut self, facts: &Facts<'a>) -> Result<Option<Vec<String>>, SchemaError> {
        for sub in &facts.names {
            let all = self.expand(sub, 0)?;
            let listed = |one: &Facts<'a>| one.literals.is_some() || one.types & STRING == 0;
            if all.iter().all(listed) {
                let names = all.iter().flat_map(|one| one.literals.iter().flatten());
                let names = names.filter_map(Value::as_str).map(str::to_owned);
                return Ok(Some(names.collect()));
            }
        }
        Ok(None)
    }

    /// Holds the names of other members to `propertyNames`.
    fn other_names(
        &mut self,
        facts: &Facts<'a>,
        object: &mut Members,
        at: &str,
    ) -> Result<(), SchemaError> {
        let mut rules: Vec<String> = Vec::new();
        for sub in &facts.names {
            let all = self.expand(sub, 0)?;
            let mut options = Vec::new();
            let mut free = false;
            for one in all.iter().filter(|one| one.types & STRING != 0) {
                let (least, most) = one.length;
                let length = (least, most) != (0, None);
                match (&one.patterns[..], length, &one.literals) {
                    (_, _, Some(names)) => {
                        for name in names.iter().filter_map(Value::as_str) {
                            let mut text = String::new();
                            name.chars().for_each(|c| escape_into(&mut text, c));
                            options.push(text);
                        }
                    }
                    ([], false, None) if one.excluded.is_empty() => free = true,
                    ([pattern], false, None) if one.excluded.is_empty() => {
                        options.push(pattern.clone());
                    }
                    ([], true, None) if one.excluded.is_empty() => {
                        let most = most.map_or(String::new(), |most| most.to_string());
                        options.push(format!("(?s:.){{{least},{most}}}"));
                    }
                    _ => {
                        let reason = "several rules for one name cannot be enforced together";
                        self.unsupported(&format!("{at}/propertyNames"), reason)?;
                        free = true;
                    }
                }
            }
            if !free {
                rules.push(options.join("|"));
            }
        }
        rules.dedup();
        if rules.is_empty() {
            return Ok(());
        }
        if rules.iter().any(String::is_empty) {
            object.patterns.clear();
            object.others = Value::Bool(false);
            return Ok(());
        }
        if rules.len() > 1 || !object.patterns.is_empty() {
            return self.ruled(object, &rules, at);
        }
        let others = std::mem::replace(&mut object.others, Value::Bool(false));
        object.patterns.insert(format!("^(?:{})$", unbounded(&rules[0])), others);
        Ok(())
    }

    /// Holds the names of members that are not named to `rules`, each in its pattern.
    fn ruled(
        &mut self,
        object: &mut Members,
        rules: &[String],
        at: &str,
    ) -> Result<(), SchemaError> {
        let known: Vec<(String, Value)> = std::mem::take(&mut object.patterns)
            .into_iter()
            .filter_map(|(frame, schema)| {
                let name = frame.strip_prefix("^(?:")?.strip_suffix(")$")?.to_owned();
                Some((name, schema))
            })
            .collect();
        let rules = rules.iter().map(|rule| unbounded(rule));
        let all = known.iter().map(|(name, _)| name.clone()).chain(rules);
        let all: Vec<Vec<String>> = all.map(|one| vec![one]).collect();
        let Some(made) =
            Some(&all).filter(|all| all.len() <= PATTERNS_MAX).and_then(|a| classes(a))
        else {
            let framed = known.into_iter().map(|(name, schema)| (format!("^(?:{name})$"), schema));
            object.patterns = framed.collect();
            let reason = "names beside other patterns cannot be enforced";
            return self.unsupported(&format!("{at}/propertyNames"), reason);
        };
        let others = std::mem::replace(&mut object.others, Value::Bool(false));
        for class in made {
            let (patterns, rules) = class.matched.split_at(known.len());
            if rules.contains(&false) {
                continue;
            }
            let schema = patterns.iter().zip(&known).find(|(matched, _)| **matched);
            let schema = schema.map_or(&others, |(_, (_, schema))| schema);
            object.patterns.insert(format!("^(?:{})$", class.expression), schema.clone());
        }
        Ok(())
    }

    /// Applies the bounds on the number of members.
    fn counted(
        &mut self,
        facts: &Facts<'a>,
        object: Members,
        at: &str,
    ) -> Result<Vec<Value>, SchemaError> {
        let (least, most) = facts.members;
        let required = object.required.len() as u64;
        let optional: Vec<usize> = (0..object.named.len())
            .filter(|n| {
                let (name, schema) = &object.named[*n];
                !object.required.contains(name) && *schema != Value::Bool(false)
            })
            .collect();
        let open = object.others != Value::Bool(false)
            || object.patterns.values().any(|schema| *schema != Value::Bool(false));
        if most.is_some_and(|most| most < required.max(least))
            || (!open && least > required + optional.len() as u64)
        {
            return Ok(Vec::new());
        }
        let least = least.saturating_sub(required);
        let room = most.map(|most| most - required);
        let room = room.filter(|room| open || *room < optional.len() as u64);
        if least == 0 && room.is_none() {
            return Ok(vec![object.write(&[], None, (0, None))]);
        }
        if optional.is_empty() {
            let mut least = least;
            if least > 1 {
                // Other members may have a name twice, so no more than one can be counted on.
                let reason = "more than one member beside the named ones cannot be enforced";
                self.unsupported(&format!("{at}/minProperties"), reason)?;
                least = 1;
            }
            return Ok(vec![object.write(
                &[],
                None,
                (required + least, room.map(|r| r + required)),
            )]);
        }
        if !open {
            return self.chosen(&object, &optional, (least, room), at);
        }
        if room == Some(0) {
            return Ok(vec![object.write(&[], Some(&[]), (0, None))]);
        }
        if room.is_some() || least > 1 {
            let keyword = if room.is_some() { "maxProperties" } else { "minProperties" };
            let reason = "a number of members beside optional and other ones cannot be enforced";
            self.unsupported(&format!("{at}/{keyword}"), reason)?;
            return Ok(vec![object.write(&[], None, (0, None))]);
        }
        let mut out: Vec<Value> =
            optional.iter().map(|n| object.write(&[*n], None, (0, None))).collect();
        let none: Vec<usize> = Vec::new();
        out.push(object.write_open(&none, required + 1));
        Ok(out)
    }

    /// A closed object with a number of its optional members.
    fn chosen(
        &mut self,
        object: &Members,
        optional: &[usize],
        (least, room): (u64, Option<u64>),
        at: &str,
    ) -> Result<Vec<Value>, SchemaError> {
        let size = room.unwrap_or(least).min(optional.len() as u64) as usize;
        let Some(choices) = choices(optional, size) else {
            let keyword = if room.is_some() { "maxProperties" } else { "minProperties" };
            let reason = "a number out of so many members cannot be enforced";
            self.unsupported(&format!("{at}/{keyword}"), reason)?;
            return Ok(vec![object.write(&[], None, (0, None))]);
        };
        let mut out = Vec::new();
        for choice in choices {
            if room.is_none() {
                out.push(object.write(&choice, None, (0, None)));
                continue;
            }
            // Of the members that may come, so many must.
            match self::choices(&choice, least as usize) {
                Some(must) if least > 0 => {
                    out.extend(must.iter().map(|m| object.write(m, Some(&choice), (0, None))));
                }
                _ => out.push(object.write(&[], Some(&choice), (0, None))),
            }
        }
        out.dedup();
        Ok(out)
    }
}

impl Members {
    /// `must`: further members that are required; `may`: the only optional ones that may come.
    fn write(&self, must: &[usize], may: Option<&[usize]>, count: (u64, Option<u64>)) -> Value {
        let mut map = Map::from_iter([("type".to_owned(), json!("object"))]);
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for (n, (name, schema)) in self.named.iter().enumerate() {
            let is_required = self.required.contains(name) || must.contains(&n);
            let comes = is_required || may.is_none_or(|may| may.contains(&n));
            let schema = if comes { schema.clone() } else { Value::Bool(false) };
            properties.insert(name.clone(), schema);
            if is_required {
                required.push(json!(name));
            }
        }
        if !properties.is_empty() {
            map.insert("properties".to_owned(), Value::Object(properties));
        }
        if !required.is_empty() {
            map.insert("required".to_owned(), Value::Array(required));
        }
        let closed = may.is_some();
        if !self.patterns.is_empty() && !closed {
            map.insert("patternProperties".to_owned(), Value::Object(self.patterns.clone()));
        }
        let others = if closed { &NONE } else { &self.others };
        if *others != Value::Bool(true) || self.told {
            map.insert("additionalProperties".to_owned(), others.clone());
        }
        if count.0 > 0 {
            map.insert("minProperties".to_owned(), json!(count.0));
        }
        map.extend(count.1.map(|most| ("maxProperties".to_owned(), json!(most))));
        Value::Object(map)
    }

    /// None of the optional members, and at least `least` in all.
    fn write_open(&self, none: &[usize], least: u64) -> Value {
        let mut out = self.write(none, None, (least, None));
        let required = &self.required;
        if let Some(properties) = out.get_mut("properties").and_then(Value::as_object_mut) {
            for (name, schema) in properties.iter_mut() {
                if !required.contains(name) {
                    *schema = Value::Bool(false);
                }
            }
        }
        out
    }
}

static NONE: Value = Value::Bool(false);

/// All sets of `size` of these; `None`: too many.
fn choices(of: &[usize], size: usize) -> Option<Vec<Vec<usize>>> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let mut next = Vec::new();
        for choice in &out {
            let after = |n: &&usize| choice.last().is_none_or(|last| *n > last);
            for n in of.iter().filter(after) {
                let mut more = choice.clone();
                more.push(*n);
                next.push(more);
            }
        }
        out = next;
        if out.len() > CHOICES_MAX * 8 {
            return None;
        }
    }
    (out.len() <= CHOICES_MAX).then_some(out)
}
