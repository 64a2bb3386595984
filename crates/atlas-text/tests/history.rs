//! Histories as clients send them: cut arguments, reasoning under other names, roles.

mod common;

use atlas_text::{
    ChatError, ChatRequest, ExactIntegers, MemoryFiles, TemplateSource, TextModel, TextOptions,
};
use common::{fixture, golden};
use serde_json::{Value, json};

fn model(template: &str) -> TextModel {
    let config = golden("chatml")["config"].to_string();
    let tokenizer = fixture("tokenizers/chatml.tokenizer.json");
    let files = MemoryFiles(vec![
        ("tokenizer.json", tokenizer.as_slice()),
        ("tokenizer_config.json", config.as_bytes()),
    ]);
    let template = TemplateSource::from_text(template, "test");
    let options = TextOptions { chat_template: Some(template), ..TextOptions::default() };
    TextModel::load(&files, options).unwrap()
}

fn prompt(template: &str, messages: Value) -> Result<String, ChatError> {
    let request: ChatRequest = serde_json::from_value(json!({"messages": messages})).unwrap();
    model(template).lower_chat(&request).map(|prompt| prompt.text)
}

/// Templates that go through the members, dump whatever comes, and insist on text.
const ITEMS: &str = "{% for c in messages[0].tool_calls %}{{ c.function.name }}(\
    {% for k, v in c.function.arguments|items %}{{ k }}={{ v|tojson }};{% endfor %}){% endfor %}";
const METHOD: &str = "{% for c in messages[0].tool_calls %}{{ c.function.name }}(\
    {% for k, v in c.function.arguments.items() %}{{ k }}={{ v|tojson }};{% endfor %}){% endfor %}";
const DUMPS: &str = "{% for c in messages[0].tool_calls %}{{ c.function.name }}\
    {% if c.function.arguments is string %}<{{ c.function.arguments }}>\
    {% else %}{{ c.function.arguments|tojson }}{% endif %}{% endfor %}";
const REFUSES: &str = "{% for c in messages[0].tool_calls %}{{ c.function.name }}\
    {% if c.function.arguments is not mapping %}{{ raise_exception('an object!') }}{% endif %}\
    {{ c.function.arguments|tojson }}{% endfor %}";

#[test]
fn arguments_reach_every_template_whatever_they_are() {
    let call = |arguments: Value| {
        json!([{"role": "assistant", "content": null, "tool_calls": [
            {"id": "1", "type": "function", "function": {"name": "f", "arguments": arguments}}]}])
    };
    let cases = [
        (json!("{\"a\": 1}"), "f(a=1;)", "f{\"a\": 1}"),
        (json!({"a": 1}), "f(a=1;)", "f{\"a\": 1}"),
        (json!("\"{\\\"a\\\": 1}\""), "f(a=1;)", "f{\"a\": 1}"),
        (json!(""), "f()", "f{}"),
        (json!("  \n"), "f()", "f{}"),
        (json!("null"), "f()", "f{}"),
        (json!(null), "f()", "f{}"),
        (json!("{"), "f()", "f<{>"),
        (json!("{\"a\": 1, \"b\": \"x"), "f(a=1;)", "f<{\"a\": 1, \"b\": \"x>"),
        (json!("{\"a\": [\"x\", \"y"), "f(a=[\"x\"];)", "f<{\"a\": [\"x\", \"y>"),
        (json!("look at it"), "f()", "f<look at it>"),
        (json!("[1, 2]"), "f()", "f<[1, 2]>"),
        (json!("\"x\""), "f()", "f<\"x\">"),
        (json!([1, 2]), "f()", "f[1, 2]"),
        (json!(5), "f()", "f5"),
    ];
    for (arguments, items, dumped) in cases {
        assert_eq!(prompt(ITEMS, call(arguments.clone())).unwrap(), items, "{arguments}");
        assert_eq!(prompt(METHOD, call(arguments.clone())).unwrap(), items, "{arguments}");
        assert_eq!(prompt(DUMPS, call(arguments.clone())).unwrap(), dumped, "{arguments}");
        let refused = prompt(REFUSES, call(arguments.clone())).unwrap();
        assert!(refused.starts_with("f{"), "{arguments}: {refused}");
    }
    let absent = json!([{"role": "assistant", "content": "", "tool_calls": [
        {"function": {"name": "f"}}]}]);
    assert_eq!(prompt(ITEMS, absent).unwrap(), "f()");
    // Two calls, of which one is cut.
    let mut both = call(json!("{\"a\": 1}"));
    let cut = json!({"function": {"name": "g", "arguments": "{\"b"}});
    both[0]["tool_calls"].as_array_mut().unwrap().push(cut);
    assert_eq!(prompt(ITEMS, both.clone()).unwrap(), "f(a=1;)g()");
    assert_eq!(prompt(DUMPS, both).unwrap(), "f{\"a\": 1}g<{\"b>");
}

#[test]
fn reasoning_reaches_the_field_that_the_template_reads() {
    let names = ["reasoning_content", "reasoning", "thinking"];
    for read in names {
        let template = format!(
            "{{% for m in messages %}}{{% if m.{read} %}}<{{{{ m.{read} }}}}>{{% endif %}}\
             {{{{ m.content }}}}{{% endfor %}}"
        );
        for given in names {
            let messages = json!([
                {"role": "user", "content": "x", given: "not of the user"},
                {"role": "assistant", "content": "y", given: "hm"},
            ]);
            let expected = match given == read {
                true => "<not of the user>x<hm>y",
                false => "x<hm>y",
            };
            assert_eq!(prompt(&template, messages).unwrap(), expected, "{given} as {read}");
        }
        let all = json!([{"role": "assistant", "content": "y", "reasoning_content": "",
                          "reasoning": "hm", "thinking": null}]);
        assert_eq!(prompt(&template, all).unwrap(), "<hm>y", "{read}");
        for part in [
            json!({"type": "thinking", "thinking": "hm"}),
            json!({"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}),
            json!({"type": "reasoning", "text": "hm"}),
        ] {
            let messages = json!([{"role": "assistant", "content": [
                part, {"type": "redacted_thinking", "data": "x"}, {"type": "text", "text": "y"}]}]);
            assert_eq!(prompt(&template, messages).unwrap(), "<hm>y", "{read}");
        }
    }
    // A template that reads several is given what the client wrote.
    let either = "{{ messages[0].thinking or messages[0]['reasoning_content'] }}";
    for given in names {
        let messages = json!([{"role": "assistant", "content": "y", given: "hm"}]);
        assert_eq!(prompt(either, messages).unwrap(), "hm", "{given}");
    }
}

#[test]
fn roles_are_those_of_the_api_and_of_the_template() {
    let template = "{% for m in messages %}{% if m['role'] == 'judge' %}!{% endif %}\
                    {{ m.role }}: {{ m['content'] }}\n{% endfor %}";
    let say = |role: &str| prompt(template, json!([{"role": role, "content": "x"}]));
    for role in ["system", "developer", "user", "assistant", "tool", "judge"] {
        assert!(say(role).unwrap().ends_with(&format!("{role}: x\n")), "{role}");
    }
    for role in ["alien", "User", "content", "", "role", "judge ", "function"] {
        let error = say(role).unwrap_err();
        assert!(error.is_client_error(), "{error}");
        assert_eq!(error.param(), Some("messages[0].role"), "{error}");
    }
}

#[test]
fn content_comes_in_the_form_that_the_template_reads() {
    let parts = json!([{"role": "user", "content": [
        {"type": "text", "text": " one "}, {"type": "text", "text": "two\n"}]}]);
    let text = json!([{"role": "user", "content": "one two"}]);
    let loops = "{% for m in messages %}{% for part in m.content %}\
        {% if part.type == 'text' %}[{{ part.text }}]{% endif %}{% endfor %}{% endfor %}";
    assert_eq!(prompt(loops, parts.clone()).unwrap(), "[ one ][two\n]");
    assert_eq!(prompt(loops, text.clone()).unwrap(), "[one two]");
    let either = "{% for m in messages %}{% if m.content is string %}<{{ m.content }}>\
        {% else %}{{ m.content | length }}{% for part in m.content %}({{ part['text'] | trim }})\
        {% endfor %}{% endif %}{% endfor %}";
    assert_eq!(prompt(either, parts.clone()).unwrap(), "2(one)(two)");
    assert_eq!(prompt(either, text.clone()).unwrap(), "<one two>");
    for strings in ["{{ messages[0].content }}", "{{ '' + messages[0].content }}"] {
        assert_eq!(prompt(strings, parts.clone()).unwrap(), " one two\n");
        assert_eq!(prompt(strings, text.clone()).unwrap(), "one two");
    }
    // The form is one of each role.
    let by_role = "{{ messages[0].content | trim }}{% for m in messages[1:] %}\
        {% for part in m.content %}[{{ part.text }}]{% endfor %}{% endfor %}";
    let both = json!([
        {"role": "system", "content": [{"type": "text", "text": "be kind"}]},
        {"role": "user", "content": "hi"}]);
    let by_role = prompt(by_role, both);
    assert_eq!(by_role.unwrap(), "be kind[hi]");
}

#[test]
fn content_that_is_null_is_absent() {
    let messages = json!([{"role": "user", "content": "Go."}, {"role": "assistant",
        "content": null, "tool_calls": [{"type": "function",
        "function": {"name": "go", "arguments": {}}}]}]);
    let rendered = |template: &str| prompt(template, messages.clone()).unwrap();
    assert_eq!(rendered("{% for m in messages %}<{{ m.content }}>{% endfor %}"), "<Go.><>");
    assert_eq!(
        rendered(
            "{% for m in messages %}{{ m.content is defined }}{{ 'content' in m }}{% endfor %}"
        ),
        "TrueTrueFalseFalse"
    );
    // A template that needs a text is given an empty one.
    assert_eq!(rendered("{% for m in messages %}{{ m.content + '|' }}{% endfor %}"), "Go.||");
}

/// As DeepSeek's: V3 and R1 tell calls by content that is none, V3.1 joins it; all join arguments.
#[test]
fn calls_without_content_reach_templates_that_join_texts() {
    let calls = "{% for c in m.tool_calls %}{{ '!' + c.function.name + c.function.arguments }}\
        {% endfor %}";
    let r1 = format!(
        "{{% for m in messages %}}{{% if m['content'] is none %}}{calls}{{% endif %}}\
         {{% if m['content'] is not none %}}{{{{ m.role + ':' + m['content'] }}}}{{% endif %}};\
         {{% endfor %}}"
    );
    let v31 = format!(
        "{{% for m in messages %}}{{% if m.tool_calls %}}{{% if m['content'] is not none %}}\
         {{{{ m['content'] + '' }}}}{{% endif %}}{calls}{{% else %}}\
         {{{{ m.role + ':' + m.content }}}}{{% endif %}};{{% endfor %}}"
    );
    let messages = |content: Value| {
        let call = |arguments: Value| {
            json!({"type": "function", "function":
            {"name": "go", "arguments": arguments}})
        };
        json!([
            {"role": "user", "content": "x"},
            {"role": "assistant", "content": content, "tool_calls": [
                call("{\"a\": [1, \"b\"], \"c\": {}}".into()), call("{}".into())]},
            {"role": "tool", "content": "y"},
        ])
    };
    for (template, content, said) in
        [(&r1, Value::Null, ""), (&v31, Value::Null, ""), (&v31, "z".into(), "z")]
    {
        let expected = format!("user:x;{said}!go{{\"a\": [1, \"b\"], \"c\": {{}}}}!go{{}};tool:y;");
        assert_eq!(prompt(template, messages(content)).unwrap(), expected, "{template}");
    }
}

#[test]
fn integers_beyond_64_bits_reach_the_template() {
    let body = r#"{"messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f",
            "arguments": "{\"id\": 123456789012345678901234567890, \"x\": 1e30}"}}]}],
        "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object",
            "properties": {"id": {"maximum": 340282366920938463463374607431768211455}}}}}]}"#;
    let mut request: ChatRequest = serde_json::from_str(body).unwrap();
    request.integers = ExactIntegers::of(body);
    let template = "{{ messages[0].tool_calls[0].function.arguments | tojson }} \
        {{ tools[0].function.parameters.properties.id.maximum + 1 }}";
    let prompt = model(template).lower_chat(&request).unwrap();
    assert_eq!(
        prompt.text,
        "{\"id\": 123456789012345678901234567890, \"x\": 1e+30} \
         340282366920938463463374607431768211456"
    );
}
