//! Forms with texts that fit them.

use atlas_text::Dialect;
use atlas_text::grammar::{Form, ToolChoice, ToolForm};
use serde_json::{Value, json};

pub fn schema(schema: Value) -> Form {
    Form::JsonSchema { schema, place: "response_format.json_schema.schema".to_owned() }
}

pub fn person() -> Form {
    schema(person_schema())
}

pub fn person_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 40},
            "age": {"type": "integer", "minimum": 0, "maximum": 150},
            "kind": {"enum": ["alpha", "beta", 3]},
            "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
            "zip": {"type": "string", "pattern": "^[0-9]{5}$"},
            "note": {"anyOf": [{"type": "null"}, {"type": "string"}]}
        },
        "required": ["name", "age"],
        "additionalProperties": false
    })
}

/// Calls, or what fits `schema` instead.
pub fn or_calls(schema: &Value, format: Dialect) -> Form {
    let calls = ToolForm { format, tools: tools(), choice: ToolChoice::Auto, parallel: true };
    let place = "response_format.json_schema.schema".to_owned();
    Form::SchemaOrCalls { schema: schema.clone(), place, calls }
}

pub const PERSON: &str = "{\"name\": \"Jürgen \\\"O'Neil\\\" 北京 <b>\", \"age\": 42,\n  \"kind\": \"beta\", \
     \"tags\": [\"a\", \"b c\"], \"zip\": \"01234\", \"note\": null}";

pub fn tools() -> Vec<Value> {
    vec![
        json!({"type": "function", "function": {"name": "write_file", "parameters": {
            "type": "object",
            "properties": {
                "path": {"type": "string", "minLength": 1},
                "title": {"type": "string", "minLength": 3, "maxLength": 12},
                "text": {"type": "string"},
                "mode": {"type": "string", "enum": ["new", "append"]},
                "lines": {"type": "integer"},
                "options": {"type": "object", "properties": {"sync": {"type": "boolean"}}}
            },
            "required": ["path", "text"]}}}),
        json!({"type": "function", "function": {"name": "list", "parameters": {
            "type": "object", "properties": {"depth": {"type": "integer", "minimum": 1}}}}}),
        json!({"type": "function", "function": {"name": "now"}}),
    ]
}

pub fn calls(format: Dialect, choice: ToolChoice, parallel: bool) -> Form {
    Form::Tools(ToolForm { format, tools: tools(), choice, parallel })
}

pub fn required(format: Dialect) -> Form {
    calls(format, ToolChoice::Required, true)
}

/// Text with everything that looks like an end and is none.
pub const CODE: &str = "if a < b && c >= d {\n  x << 2; </param </parameter </p><p>\n\n</parameters>\n\
     \tprintln!(\"<parameter=text>\\n\", \"größer 日本 🚀\"); <</function>\n</tool_call>\n}";

/// As long as it may be.
pub const TITLE: &str = "aü<\n12</pa x";

pub fn qwen() -> String {
    format!(
        "<tool_call>\n<function=write_file>\n<parameter=path>\na/b.rs\n</parameter>\n\
         <parameter=title>\n{TITLE}\n</parameter>\n<parameter=text>\n{CODE}\n</parameter>\n<parameter=mode>\nappend\n</parameter>\n\
         <parameter=lines>\n-12\n</parameter>\n<parameter=options>\n{{\"sync\": true}}\n\
         </parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=list>\n</function>\n\
         </tool_call>\n<tool_call>\n<function=now>\n</function>\n</tool_call>"
    )
}

pub fn hermes() -> String {
    let text = Value::from(CODE);
    format!(
        "<tool_call>\n{{\"name\": \"write_file\", \"arguments\": {{\"path\": \"a\", \"text\": {text}, \
         \"options\": {{\"sync\": false}}}}}}\n</tool_call>\n\
         <tool_call>\n{{\"name\": \"list\", \"arguments\": {{\"depth\": 3}}}}\n</tool_call>"
    )
}

pub fn minimax() -> String {
    format!(
        "<minimax:tool_call>\n<invoke name=\"write_file\">\n<parameter name=\"path\">a b</parameter>\n\
         <parameter name=\"title\">{TITLE}</parameter>\n<parameter name=\"text\">{CODE}</parameter>\n<parameter name=\"lines\">7</parameter>\n\
         </invoke>\n<invoke name=\"now\">\n</invoke>\n</minimax:tool_call>"
    )
}

pub fn dsml() -> String {
    format!(
        "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"write_file\">\n\
         <｜DSML｜parameter name=\"path\" string=\"true\">x</｜DSML｜parameter>\n\
         <｜DSML｜parameter name=\"text\" string=\"true\">{CODE} </｜DSML｜param</｜DSML｜parameter>\n\
         <｜DSML｜parameter name=\"options\" string=\"false\">{{}}</｜DSML｜parameter>\n\
         </｜DSML｜invoke>\n</｜DSML｜function_calls>"
    )
}

pub fn gemma() -> String {
    format!(
        "<|tool_call>call:write_file{{path:<|\"|>a/b.rs<|\"|>,title:<|\"|>{TITLE}<|\"|>,\
         text:<|\"|>{CODE} <|\"| {{x:1}}, <|\"|>,mode:<|\"|>append<|\"|>,lines:-12,options:{{sync:true}}}}\
         <tool_call|><|tool_call>call:list{{depth:3}}<tool_call|><|tool_call>call:now{{}}<tool_call|>"
    )
}

/// Calls as V3.1 writes them.
pub fn deepseek() -> String {
    let text = Value::from(CODE);
    format!(
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>write_file<｜tool▁sep｜>{{\"path\": \"a\", \
         \"text\": {text}, \"options\": {{\"sync\": false}}}}<｜tool▁call▁end｜>\
         <｜tool▁call▁begin｜>now<｜tool▁sep｜>{{}}<｜tool▁call▁end｜><｜tool▁calls▁end｜>"
    )
}

/// Calls as V3 and R1 write them.
pub fn deepseek_fenced() -> String {
    let text = Value::from(CODE);
    format!(
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>write_file\n```json\n\
         {{\"path\": \"a\", \"text\": {text}}}\n```<｜tool▁call▁end｜>\n\
         <｜tool▁call▁begin｜>function<｜tool▁sep｜>list\n```json\n{{\"depth\": 3}}\n```\
         <｜tool▁call▁end｜><｜tool▁calls▁end｜>"
    )
}

/// Each format with calls as its models write them.
pub fn wires() -> Vec<(Dialect, String)> {
    let bare = "{\"name\": \"list\", \"arguments\": {\"depth\": 3}}";
    vec![
        (Dialect::Qwen3Coder, qwen()),
        (Dialect::Hermes, hermes()),
        (Dialect::MinimaxXml, minimax()),
        (Dialect::DeepseekDsml, dsml()),
        (Dialect::BareJson, format!("{bare}\n{bare}")),
        (Dialect::Llama, "{\"name\": \"now\", \"parameters\": {}}".to_owned()),
        (Dialect::Mistral, format!("[TOOL_CALLS] [{bare}, {bare}]")),
        (Dialect::Gemma, gemma()),
        (Dialect::DeepseekV3, deepseek()),
        (Dialect::DeepseekV3, deepseek_fenced()),
    ]
}
