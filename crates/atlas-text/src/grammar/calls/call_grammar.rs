//! Grammars of tool calls, in the wire format of each dialect.

use crate::grammar::calls::text_params::{Heads, TextParam};
use crate::grammar::calls::wire::{JsonWire, Wire, XmlWire};
use crate::grammar::error::GrammarError;
use crate::grammar::lark::{Lark, any_of};
use crate::grammar::schema::check::{Strictness, check, has_open_names};
use crate::grammar::schema::cost::{Cost, cost, shaped_texts};
use crate::grammar::schema::values::{ValueForm, form, properties, text_keywords};
use crate::grammar::vocabulary::tokens::Vocabulary;
use serde_json::{Value, json};
use std::fmt::Write;

/// One tool: its name and the checked schema of its arguments.
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
    /// Cost of a call and its parts, in tokens.
    pub cost: Cost,
    /// Texts with a pattern.
    pub shaped: Vec<Value>,
    /// Keywords of the schemas that are not enforced.
    pub dropped: Vec<String>,
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
    definitions.iter().any(|definition| has_open_names(&closed(parameters(definition))))
}

/// Writes the grammar for `definitions` (OpenAI's form); `only`: of this tool alone.
/// `one_spelling`: strings have one in other parts of the grammar.
pub(crate) fn call_grammar(
    vocabulary: &Vocabulary,
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
        Wire::Json(wire) => writer.json_block(wire, &tools, shape.several),
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
    let calls = tools.iter().map(|tool| call_cost(vocabulary, wire, tool));
    let call = calls.reduce(Cost::or).unwrap_or_default();
    // Another call may follow.
    let cost = call.and_maybe(call);
    let mut shaped = Vec::new();
    tools.iter().for_each(|tool| shaped_texts(&tool.schema, &mut shaped));
    Ok(CallGrammar { lark, heads: writer.heads, cost, shaped, dropped: writer.dropped })
}

/// Cost of a call of `tool`, its tags and its values included.
fn call_cost(vocabulary: &Vocabulary, wire: &Wire, tool: &Tool) -> Cost {
    let name = Cost::text(vocabulary, &tool.name);
    let wire = match wire {
        Wire::Json(wire) => {
            let parts =
                [wire.open, wire.before_name, wire.after_name, wire.tail, wire.close, "\n\n"];
            let frame = Cost::text(vocabulary, &parts.concat());
            return frame.and(name).and(cost(vocabulary, &tool.schema));
        }
        Wire::Gemma => {
            let frame = Cost::text(vocabulary, "<|tool_call>call:{}<tool_call|><|\"|><|\"|>");
            return frame.and(name).and(cost(vocabulary, &tool.schema));
        }
        Wire::Xml(wire) => wire,
    };
    let (open, close) = wire.blocks[0];
    let frame = [open, &(wire.function)(""), wire.function_close, close, "\n\n"].concat();
    let mut all = Cost::text(vocabulary, &frame).and(name);
    for (key, required, schema) in properties(&tool.schema) {
        let tags =
            [&(wire.param)(&key, true), wire.before_close, wire.param_close, wire.after_param];
        let tags = tags.map(|part: &str| part).concat();
        let param = Cost::text(vocabulary, &tags).and(cost(vocabulary, &schema));
        all = if required { all.and(param) } else { all.and_maybe(param) };
    }
    all
}

fn read_tool(
    index: usize,
    definition: &Value,
    one_spelling: bool,
    dropped: &mut Vec<String>,
) -> Result<Tool, GrammarError> {
    let function = definition.get("function").unwrap_or(definition);
    let name = function.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| GrammarError::Tools {
        reason: format!("tools[{index}] has no function with a name"),
    })?;
    let place = format!("tools[{index}].function.parameters");
    let checked = check(&closed(parameters(definition)), &place, Strictness::Drop, one_spelling)?;
    dropped.extend(checked.dropped);
    Ok(Tool { index, name: name.to_owned(), schema: checked.schema })
}

/// The schema of a tool's arguments.
fn parameters(definition: &Value) -> Value {
    let function = definition.get("function").unwrap_or(definition);
    let given = function.get("parameters").filter(|schema| !schema.is_null());
    given.cloned().unwrap_or_else(|| json!({"type": "object", "properties": {}}))
}

/// Arguments are an object, and what the schema does not name is not invented.
fn closed(mut schema: Value) -> Value {
    if let Some(map) = schema.as_object_mut() {
        map.entry("type").or_insert_with(|| json!("object"));
        if map.get("properties").is_some_and(|p| p.as_object().is_some_and(|p| !p.is_empty())) {
            map.entry("additionalProperties").or_insert(json!(false));
        }
    }
    schema
}

/// A grammar under construction.
pub(crate) struct Writer {
    pub lark: Lark,
    pub heads: Heads,
    pub dropped: Vec<String>,
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
        let mut body = Lark::literal(&head);
        let all = properties(&tool.schema);
        let any_order = self.takes_any_order(all.len());
        let mut params = Vec::new();
        for (n, (key, required, schema)) in all.into_iter().enumerate() {
            plain_name(&key, tool.index)?;
            let at = format!("tools[{}].function.parameters/properties/{key}", tool.index);
            let bit = if any_order { 1 << n } else { 0 };
            let param = self.param(wire, (number, bit), &key, &schema, &at);
            params.push((self.lark.rule(&param), required));
        }
        let _ = write!(body, " {} ", self.members(&params, ""));
        body.push_str(&Lark::literal(wire.function_close));
        Ok(self.lark.rule(&body))
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

    fn param(
        &mut self,
        wire: &XmlWire,
        (number, bit): (u16, u8),
        key: &str,
        schema: &Value,
        at: &str,
    ) -> String {
        let after = Lark::literal(wire.after_param);
        let value = &form(schema);
        let shape = match value {
            ValueForm::Shaped { pattern, min, max } => Lark::shape(pattern, *min, *max),
            _ => None,
        };
        if let &(ValueForm::Text { min, max } | ValueForm::Shaped { min, max, .. }) = value {
            let lost = text_keywords(schema).into_iter();
            let lost = lost.filter(|key| shape.is_none() || *key != "pattern");
            self.dropped.extend(lost.map(|key| format!("{at}/{key}")));
            let head = (wire.param)(key, true);
            let close = wire.param_close.to_owned();
            let newline = wire.before_close == "\n";
            let (text, min, max) = match &shape {
                Some(shape) => {
                    let end = format!("{}{close}", wire.before_close);
                    (self.lark.shaped_until(&close, &end, shape), 0, None)
                }
                None => (self.lark.text_until(&close, min > 0), min, max),
            };
            let param = TextParam { close, newline, min, max, shaped: shape.is_some() };
            self.heads.text(number, &head, bit, param);
            return format!("{} {text} {after}", Lark::literal(&head));
        }
        let is_text = matches!(value, ValueForm::Literals(_));
        let head = (wire.param)(key, is_text);
        self.heads.other(number, &head, bit);
        let head = Lark::literal(&head);
        let close = Lark::literal(&format!("{}{}", wire.before_close, wire.param_close));
        format!("{head} {} {close} {after}", self.value(value))
    }

    fn value(&mut self, value: &ValueForm) -> String {
        match value {
            ValueForm::Literals(all) => {
                any_of(&all.iter().map(|text| Lark::literal(text)).collect::<Vec<_>>())
            }
            ValueForm::Json(schema) => {
                self.lark.rule(&Lark::json(schema.clone(), self.one_spelling))
            }
            ValueForm::Either(forms) => {
                let options: Vec<String> = forms.iter().map(|form| self.value(form)).collect();
                any_of(&options)
            }
            // Texts have no end of their own; `either` leaves none here.
            ValueForm::Text { .. } | ValueForm::Shaped { .. } => Lark::literal(""),
        }
    }

    fn json_block(&mut self, wire: &JsonWire, tools: &[Tool], several: bool) -> String {
        let calls = tools.iter().map(|tool| {
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
            format!("{head} {}{tail}", Lark::json(tool.schema.clone(), self.one_spelling))
        });
        let calls: Vec<String> = calls.collect();
        let calls: Vec<String> = calls.iter().map(|call| self.lark.rule(call)).collect();
        let call = any_of(&calls);
        let calls = match wire.list_separator {
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
