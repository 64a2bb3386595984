//! Grammars of tool calls, in the wire format of each dialect.

use crate::grammar::calls::text_params::{Heads, TextParam};
use crate::grammar::calls::wire::{JsonWire, Wire, XmlWire};
use crate::grammar::error::{GrammarError, OpenKeyword};
use crate::grammar::lark::{Lark, any_of, escape};
use crate::grammar::schema::library::has_open_names;
use crate::grammar::schema::shaped::shaped_texts;
use crate::grammar::schema::values::{ValueForm, form, others};
use crate::schema::{Root, SchemaError, Strictness, normalize, objects, properties};
use serde_json::{Value, json};
use std::fmt::Write;

/// One tool: its name and the schema of its arguments in the plain form.
pub(crate) struct Tool {
    pub index: usize,
    pub name: String,
    pub schema: Value,
}

/// The grammar of the calls of a request.
#[derive(Debug)]
pub(crate) struct CallGrammar {
    pub lark: String,
    pub heads: Heads,
    /// Texts with a pattern.
    pub shaped: Vec<Value>,
    /// Keywords of the schemas that are not enforced.
    pub dropped: Vec<OpenKeyword>,
}

/// Order in which the calls may follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CallLayout {
    /// Several calls in one block, where the format has blocks.
    pub several: bool,
    /// Several blocks.
    pub repeat: bool,
    /// A line break or two may stand in front.
    pub lead: bool,
    /// Any text may follow.
    pub tail: bool,
}

/// Whether some tool takes properties that its schema does not name.
pub(crate) fn have_open_names(definitions: &[Value]) -> bool {
    definitions.iter().any(|definition| {
        let schema = parameters(definition);
        // A root that says nothing of other members has none.
        let mut root = schema.clone();
        if let Some(map) = root.as_object_mut()
            && !map.contains_key("patternProperties")
        {
            map.entry("additionalProperties").or_insert(json!(false));
        }
        has_open_names(&root)
    })
}

/// Writes the grammar for `definitions` (OpenAI's form); `only`: of this tool alone.
/// `one_spelling`: strings have one in other parts of the grammar.
pub(crate) fn call_grammar(
    wire: &Wire,
    definitions: &[Value],
    only: Option<&str>,
    shape: CallLayout,
    one_spelling: bool,
) -> Result<CallGrammar, GrammarError> {
    let mut dropped = Vec::new();
    let mut tools = Vec::new();
    let one_spelling = one_spelling || have_open_names(definitions);
    for (index, definition) in definitions.iter().enumerate() {
        let tool = read_tool(index, definition, one_spelling, &mut dropped)?;
        if only.is_none_or(|name| name == tool.name) {
            tools.push(tool);
        }
    }
    if tools.is_empty() {
        let reason = match only {
            Some(name) => format!("there is no tool `{name}`"),
            None => "there are no tools".to_owned(),
        };
        return Err(GrammarError::Tools { reason });
    }
    let mut writer =
        Writer { lark: Lark::default(), heads: Heads::default(), dropped, one_spelling, sets: 0 };
    let block = match wire {
        Wire::Xml(wire) => writer.xml_block(wire, &tools, shape.several)?,
        Wire::Json(wires) => {
            let arguments = writer.json_arguments(&tools, wires.len() > 1);
            let calls: Vec<(&Tool, &str)> =
                tools.iter().zip(arguments.iter().map(String::as_str)).collect();
            let blocks = wires.iter().map(|wire| writer.json_block(wire, &calls, shape.several));
            any_of(&blocks.collect::<Vec<_>>())
        }
        Wire::Gemma => writer.gemma_block(&tools)?,
    };
    let block = writer.lark.rule(&block);
    let lead = if shape.lead { "/\\n{1,2}/? " } else { "" };
    let more = match (shape.repeat, wire.separator()) {
        (true, Some("")) => format!(" {block}*"),
        (true, Some(separator)) => format!(" ({} {block})*", Lark::literal(separator)),
        _ => String::new(),
    };
    // For tokens that end a call and go on; the constraint leaves the grammar at the call's end.
    let tail = if shape.tail { " /(?s:.+)/?" } else { "" };
    let lark = writer.lark.finish(&format!("{lead}{block}{more}{tail}"));
    let mut shaped = Vec::new();
    tools.iter().for_each(|tool| shaped_texts(&tool.schema, &mut shaped));
    Ok(CallGrammar { lark, heads: writer.heads, shaped, dropped: writer.dropped })
}

fn read_tool(
    index: usize,
    definition: &Value,
    one_spelling: bool,
    dropped: &mut Vec<OpenKeyword>,
) -> Result<Tool, GrammarError> {
    let function = definition.get("function").unwrap_or(definition);
    let name = function.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| GrammarError::Tools {
        reason: format!("tools[{index}] has no function with a name"),
    })?;
    let normal =
        normalize(&parameters(definition), Root::Arguments, Strictness::Open, !one_spelling);
    // Keywords that are left open are no errors, so none is left.
    let internal = |e: SchemaError| GrammarError::Internal { reason: e.to_string() };
    let normal = normal.map_err(internal)?;
    dropped.extend(normal.open.into_iter().map(|SchemaError { at, reason }| OpenKeyword {
        tool: name.to_owned(),
        pointer: at,
        reason,
    }));
    Ok(Tool { index, name: name.to_owned(), schema: normal.schema })
}

/// The schema of a tool's arguments.
fn parameters(definition: &Value) -> Value {
    let function = definition.get("function").unwrap_or(definition);
    let given = function.get("parameters").filter(|schema| !schema.is_null());
    given.cloned().unwrap_or_else(|| json!({"type": "object", "properties": {}}))
}

/// A grammar under construction.
pub(crate) struct Writer {
    pub lark: Lark,
    pub heads: Heads,
    pub dropped: Vec<OpenKeyword>,
    /// Of all tools, as the library reads strings alike throughout a grammar.
    pub one_spelling: bool,
    /// Rules for sets of parameters so far.
    sets: usize,
}

/// Up to so many parameters of a tool may come in any order.
const ANY_ORDER_MAX: usize = 6;

/// Most sets of parameters in a grammar, 2^n for a tool of n; later tools keep their order.
const SETS_MAX: usize = 1024;

impl Writer {
    fn xml_block(
        &mut self,
        wire: &XmlWire,
        tools: &[Tool],
        several: bool,
    ) -> Result<String, GrammarError> {
        let mut functions = Vec::new();
        for (number, tool) in tools.iter().enumerate() {
            functions.push(self.function(wire, number as u16, tool)?);
        }
        let function = self.lark.rule(&any_of(&functions));
        let calls = if several && wire.several { format!("{function}+") } else { function };
        let blocks = wire.blocks.iter().map(|(open, close)| {
            format!("{} {calls} {}", Lark::literal(open), Lark::literal(close))
        });
        let blocks: Vec<String> = blocks.collect();
        Ok(any_of(&blocks.iter().map(|block| self.lark.rule(block)).collect::<Vec<_>>()))
    }

    fn function(
        &mut self,
        wire: &XmlWire,
        number: u16,
        tool: &Tool,
    ) -> Result<String, GrammarError> {
        plain_name(&tool.name, tool.index)?;
        let head = (wire.function)(&tool.name);
        self.heads.function(number, &head);
        let shapes = objects(&tool.schema);
        // Parameters that alternatives share have one bit.
        let mut keys: Vec<String> = Vec::new();
        for (key, ..) in shapes.iter().flat_map(properties) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let mut bodies = Vec::new();
        for shape in &shapes {
            let all = properties(shape);
            let any_order = self.takes_any_order(all.len());
            let mut params = Vec::new();
            for (key, required, schema) in all {
                plain_name(&key, tool.index)?;
                let bit = keys.iter().position(|known| *known == key).filter(|n| *n < 8);
                let bit = bit.filter(|_| any_order).map_or(0, |n| 1 << n);
                let apart = shapes.len() > 1;
                let param = self.param(wire, (number, bit), &key, &schema, apart);
                params.push((self.lark.rule(&param), required));
            }
            let members = if params.is_empty() { String::new() } else { self.members(&params, "") };
            let more = self.open_params(wire, shape, &keys);
            let body = format!("{members} {more}");
            bodies.push(match body.trim() {
                "" => "\"\"".to_owned(),
                body => self.lark.rule(body),
            });
        }
        let mut body = Lark::literal(&head);
        let _ = write!(body, " {} ", any_of(&bodies));
        body.push_str(&Lark::literal(wire.function_close));
        Ok(self.lark.rule(&body))
    }

    /// Parameters that a schema takes and does not name.
    fn open_params(&mut self, wire: &XmlWire, shape: &Value, keys: &[String]) -> String {
        let Some(others) = others(shape) else { return String::new() };
        let mut options = Vec::new();
        let patterned = others.patterned.iter().map(|(pattern, schema)| (Some(pattern), schema));
        let rest = others.rest.iter().map(|schema| (None, schema));
        for (pattern, schema) in patterned.chain(rest) {
            let value = form(schema);
            let is_text = !matches!(value, ValueForm::Json(_) | ValueForm::Either(_));
            let head = (wire.param)("\n", is_text);
            let (before, after) = head.split_once('\n').unwrap_or((&head, ""));
            let (before, after) = (escape(before), escape(after));
            let mut name = format!("/{before}[A-Za-z0-9_.\\-]{{1,64}}{after}/");
            let mut without: Vec<&str> = Vec::new();
            match pattern {
                Some(pattern) => {
                    let pattern = llguidance::regex_to_lark(pattern, "");
                    let _ = write!(name, " & /{before}({pattern}){after}/");
                }
                None => without.extend(others.patterned.iter().map(|(pattern, _)| &**pattern)),
            }
            let named: Vec<String> = keys.iter().map(|key| escape(key)).collect();
            without.extend(named.iter().map(String::as_str));
            for pattern in without {
                let pattern = llguidance::regex_to_lark(pattern, "");
                let _ = write!(name, " & ~/{before}({pattern}){after}/");
            }
            let name = self.lark.terminal(&name);
            let end = format!("{}{}", wire.before_close, wire.param_close);
            let value = match value {
                ValueForm::Text { min, max } => {
                    let shape = Lark::shape(&[], min, max);
                    self.open_text(wire, &end, &[shape])
                }
                ValueForm::Shaped(shapes) => self.open_text(wire, &end, &shapes),
                value => self.value(&value, wire),
            };
            options.push(
                self.lark.rule(&format!("{name} {value} {}", Lark::literal(wire.after_param))),
            );
        }
        let one = any_of(&options);
        match others.count {
            (0, None) => format!("{one}*"),
            (least, None) => format!("{one}{{{least},}}"),
            (least, Some(most)) => format!("{one}{{{least},{most}}}"),
        }
    }

    /// A text whose beginning the tracker of texts does not know, so that it must hold no head.
    fn open_text(&mut self, wire: &XmlWire, end: &str, shapes: &[String]) -> String {
        let heads = [(wire.function)(""), (wire.param)("", true), (wire.param)("", false)];
        let begin = |head: &String| {
            let end = head.find([' ', '=', '>']).unwrap_or(head.len());
            format!("~/(?s:.*){}(?s:.*)/", escape(&head[..end]))
        };
        let without: Vec<String> = heads.iter().map(begin).collect();
        let shapes = shapes.iter().map(|shape| format!("{shape} & {}", without.join(" & ")));
        let shapes: Vec<String> = shapes.collect();
        self.lark.shaped_until(wire.param_close, end, &shapes)
    }

    /// Whether so many parameters may come in any order.
    fn takes_any_order(&self, params: usize) -> bool {
        params <= ANY_ORDER_MAX && self.sets + (1 << params) <= SETS_MAX
    }

    /// Each of `params` at most once, those that are required at least once, with `between` them:
    /// in any order where that is small, by a rule for every set of parameters that have come, else
    /// in theirs.
    pub fn members(&mut self, params: &[(String, bool)], between: &str) -> String {
        let between =
            if between.is_empty() { String::new() } else { format!("{} ", Lark::literal(between)) };
        if !self.takes_any_order(params.len()) {
            return self.in_order(params, &between);
        }
        let full = (1usize << params.len()) - 1;
        self.sets += full + 1;
        let mut rules = vec![String::new(); full + 1];
        for seen in (0..full).rev() {
            let before = if seen == 0 { "" } else { between.as_str() };
            let missing = params.iter().enumerate().filter(|(n, _)| seen >> n & 1 == 0);
            let options = missing.clone().map(|(n, (param, _))| {
                let rest = &rules[seen | 1 << n];
                format!("{before}{param} {rest}").trim_end().to_owned()
            });
            let options = options.collect::<Vec<_>>().join(" | ");
            let may_end = missing.clone().all(|(_, (_, required))| !required);
            rules[seen] = self.lark.rule(&format!("({options}){}", if may_end { "?" } else { "" }));
        }
        rules.swap_remove(0)
    }

    fn in_order(&mut self, params: &[(String, bool)], between: &str) -> String {
        // Rules for the rest of the parameters: before the first one, and after one.
        let (mut first, mut rest) = (String::new(), String::new());
        for (param, required) in params.iter().rev() {
            let here = format!("{param} {rest}");
            let leading = match (required, first.is_empty()) {
                (true, _) => here,
                (false, true) => format!("({here})?"),
                (false, false) => format!("({here} | {first})"),
            };
            first = self.lark.rule(leading.trim_end());
            let optional = if *required { "" } else { "?" };
            rest = self.lark.rule(format!("({between}{param}){optional} {rest}").trim_end());
        }
        first
    }

    /// `apart`: alternatives have parameters of their own, so only the grammar knows the bounds.
    fn param(
        &mut self,
        wire: &XmlWire,
        (number, bit): (u16, u8),
        key: &str,
        schema: &Value,
        apart: bool,
    ) -> String {
        let after = Lark::literal(wire.after_param);
        let value = match form(schema) {
            ValueForm::Text { min, max } if apart => {
                ValueForm::Shaped(vec![Lark::shape(&[], min, max)])
            }
            value => value,
        };
        let close = wire.param_close.to_owned();
        let newline = wire.before_close == "\n";
        let end = format!("{}{close}", wire.before_close);
        let text = match &value {
            &ValueForm::Text { min, max } => {
                Some((self.lark.text_until(&close, min > 0), min, max, false))
            }
            ValueForm::Shaped(all) => {
                Some((self.lark.shaped_until(&close, &end, all), 0, None, true))
            }
            _ => None,
        };
        if let Some((text, min, max, shaped)) = text {
            let head = (wire.param)(key, true);
            self.heads.text(number, &head, bit, TextParam { close, newline, min, max, shaped });
            return format!("{} {text} {after}", Lark::literal(&head));
        }
        let has_text =
            |one: &ValueForm| matches!(one, ValueForm::Literals(_) | ValueForm::Shaped(_));
        let is_text = match &value {
            ValueForm::Either(all) => all.iter().any(|one| matches!(one, ValueForm::Shaped(_))),
            value => has_text(value),
        };
        let head = (wire.param)(key, is_text);
        if is_text && matches!(value, ValueForm::Either(_)) {
            let (min, max, shaped) = (0, None, true);
            self.heads.text(number, &head, bit, TextParam { close, newline, min, max, shaped });
        } else {
            self.heads.other(number, &head, bit);
        }
        let head = Lark::literal(&head);
        let value = self.value(&value, wire);
        format!("{head} {value} {after}")
    }

    /// A value and what ends it.
    fn value(&mut self, value: &ValueForm, wire: &XmlWire) -> String {
        let end = format!("{}{}", wire.before_close, wire.param_close);
        let close = Lark::literal(&end);
        match value {
            ValueForm::Literals(all) => {
                let all: Vec<String> = all.iter().map(|text| Lark::literal(text)).collect();
                format!("{} {close}", any_of(&all))
            }
            ValueForm::Json(schema) => {
                let rule = self.lark.rule(&Lark::json(schema, self.one_spelling));
                format!("{rule} {close}")
            }
            ValueForm::Either(forms) => {
                let options: Vec<String> =
                    forms.iter().map(|form| self.value(form, wire)).collect();
                any_of(&options.iter().map(|one| self.lark.rule(one)).collect::<Vec<_>>())
            }
            &ValueForm::Text { min, max } => {
                let shape = Lark::shape(&[], min, max);
                self.lark.shaped_until(wire.param_close, &end, &[shape])
            }
            ValueForm::Shaped(all) => self.lark.shaped_until(wire.param_close, &end, all),
        }
    }

    /// The arguments of each tool as a JSON object; `shared`: as rules, which several blocks name.
    fn json_arguments(&mut self, tools: &[Tool], shared: bool) -> Vec<String> {
        let arguments = tools.iter().map(|tool| {
            let json = Lark::json(&tool.schema, self.one_spelling);
            if shared { self.lark.rule(&json) } else { json }
        });
        arguments.collect()
    }

    /// `calls`: tools with their arguments.
    fn json_block(&mut self, wire: &JsonWire, calls: &[(&Tool, &str)], several: bool) -> String {
        let calls = calls.iter().map(|(tool, arguments)| {
            let name = if wire.json_name {
                let name = Value::from(tool.name.as_str()).to_string();
                name[1..name.len() - 1].to_owned()
            } else {
                tool.name.clone()
            };
            let head = Lark::literal(&format!("{}{name}{}", wire.before_name, wire.after_name));
            let tail = if wire.tail.is_empty() {
                String::new()
            } else {
                format!(" {}", Lark::literal(wire.tail))
            };
            format!("{head} {arguments}{tail}")
        });
        let calls: Vec<String> = calls.collect();
        let calls: Vec<String> = calls.iter().map(|call| self.lark.rule(call)).collect();
        let call = any_of(&calls);
        let calls = match wire.list_separator {
            Some("") if several => format!("{call}+"),
            Some(separator) if several => format!("{call} ({} {call})*", Lark::literal(separator)),
            _ => call,
        };
        let part = |text: &str| if text.is_empty() { String::new() } else { Lark::literal(text) };
        format!("{} {calls} {}", part(wire.open), part(wire.close)).trim().to_owned()
    }
}

/// Names stand in tags as they are.
fn plain_name(name: &str, index: usize) -> Result<(), GrammarError> {
    if name.contains(['<', '>', '"', '\n']) || name.is_empty() {
        let reason = format!("tools[{index}]: the name {name:?} cannot stand in a tag");
        return Err(GrammarError::Tools { reason });
    }
    Ok(())
}
