//! Actions of templates beyond writing text: refuse, fail, know the date, open scopes.

use atlas_text::{ChatTemplate, Clock, RenderRequest, TemplateError, TemplateSource};
use serde_json::{Map, Value, json};

fn template(text: &str) -> ChatTemplate {
    let tokens = json!({"bos_token": "<s>"}).as_object().cloned().unwrap();
    let clock = Clock::Fixed("2026-03-09T08:05:07".parse().unwrap());
    ChatTemplate::new(TemplateSource::from_text(text, "test"), tokens, clock).unwrap()
}

fn render(text: &str, kwargs: Value) -> Result<String, TemplateError> {
    let kwargs: Map<String, Value> = kwargs.as_object().cloned().unwrap();
    template(text).render(&RenderRequest {
        messages: &[json!({"role": "user", "content": "hi"})],
        kwargs: Some(&kwargs),
        ..RenderRequest::default()
    })
}

#[test]
fn a_refusal_reaches_the_client_word_for_word() {
    for text in [
        "{{ raise_exception('Only {x} & \"y\"') }}",
        "{% macro m() %}{{ raise_exception('Only {x} & \"y\"') }}{% endmacro %}{{ m() }}",
        "{% for m in messages %}{% set x = raise_exception('Only {x} & \"y\"') %}{% endfor %}",
        "{% set c %}{{ raise_exception('Only {x} & \"y\"') }}{% endset %}",
    ] {
        let error = render(text, json!({})).unwrap_err();
        assert_eq!(error, TemplateError::Raised { message: "Only {x} & \"y\"".into() }, "{text}");
        assert_eq!(error.to_string(), "Only {x} & \"y\"");
    }
}

#[test]
fn failures_name_the_line() {
    let error = render("a\nb\n{{ messages[0].missing.deeper }}", json!({})).unwrap_err();
    assert!(matches!(error, TemplateError::Render { line: Some(3), .. }), "{error}");
    assert!(error.is_client_error());
    let broken = TemplateSource::from_text("x\n{% endif %}", "test");
    let error = ChatTemplate::new(broken, Map::new(), Clock::System).unwrap_err();
    assert!(matches!(error, TemplateError::Compile { line: Some(2), .. }), "{error}");
    assert!(!error.is_client_error());
    assert!(render("{{ undefined_thing | tojson }}", json!({})).is_err());
    assert!(render("{{ strftime_now('%!') }}", json!({})).is_err());
    // A runaway template ends.
    assert!(render("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", json!({})).is_err());
    assert!(render("{% for i in range(1000000000) %}x{% endfor %}", json!({})).is_err());
}

#[test]
fn variables_of_the_request_come_over_special_tokens() {
    assert_eq!(render("{{ bos_token }}", json!({})).unwrap(), "<s>");
    assert_eq!(render("{{ bos_token }}", json!({"bos_token": "<b>"})).unwrap(), "<b>");
    assert_eq!(render("{{ documents }}", json!({})).unwrap(), "None");
    assert_eq!(render("{{ documents | length }}", json!({"documents": [{}]})).unwrap(), "1");
    for name in ["messages", "tools", "add_generation_prompt", "continue_final_message"] {
        let error = render("x", json!({ name: 1 })).unwrap_err();
        assert_eq!(error, TemplateError::ReservedKwarg { name: name.into() });
    }
    assert_eq!(render("{{ strftime_now('%d %b %Y') }}", json!({})).unwrap(), "09 Mar 2026");
}

#[test]
fn text_of_a_conversation_is_never_template_code() {
    let text = "{{ 7 * 7 }}{% raise %}{# x #}";
    let out = template("[{{ messages[0].content }}]").render(&RenderRequest {
        messages: &[json!({"role": "user", "content": text})],
        ..RenderRequest::default()
    });
    assert_eq!(out.unwrap(), format!("[{text}]"));
}

#[test]
fn assignments_in_a_generation_block_stay_inside() {
    let text = "{% set x = 1 %}{% generation %}{% set x = 2 %}{{ x }}{% endgeneration %}{{ x }}";
    assert_eq!(render(text, json!({})).unwrap(), "21");
}

#[test]
fn a_message_is_continued_where_it_ends() {
    let continued = |text: &str, content: Value| {
        template(text).render(&RenderRequest {
            messages: &[json!({"role": "assistant", "content": content})],
            continue_final_message: true,
            ..RenderRequest::default()
        })
    };
    let plain = "<{{ messages[0].content }}>";
    assert_eq!(continued(plain, json!("a b ")).unwrap(), "<a b ");
    let trimmed = "<{{ messages[0].content | trim }}>";
    assert_eq!(continued(trimmed, json!("a b \n")).unwrap(), "<a b");
    assert_eq!(continued(plain, json!("")).unwrap(), "<");
    let upper = "<{{ messages[0].content | upper }}>";
    assert_eq!(continued(upper, json!("a")).unwrap_err(), TemplateError::CannotContinue);
    assert_eq!(continued("{{ 1 }}", json!("a")).unwrap_err(), TemplateError::CannotContinue);
    assert_eq!(continued(plain, json!(null)).unwrap_err(), TemplateError::NothingToContinue);
    assert_eq!(continued(plain, json!([])).unwrap_err(), TemplateError::NothingToContinue);
}

/// The moment of a request wins over the clock, in macros too.
#[test]
fn a_request_may_say_what_time_it_is() {
    let text = "{% macro day() %}{{ strftime_now('%s') }}{% endmacro %}{{ day() }}";
    let messages = [json!({"role": "user", "content": "x"})];
    let at = |clock: Clock, seconds: i64| {
        let source = TemplateSource::from_text(text.to_owned(), "test");
        let template = ChatTemplate::new(source, Map::new(), clock).unwrap();
        let now = jiff::Timestamp::from_second(seconds).ok();
        let request = RenderRequest { messages: &messages, now, ..RenderRequest::default() };
        template.render(&request).unwrap()
    };
    assert_eq!(at(Clock::System, 1_700_000_000), "1700000000");
    assert_eq!(at(Clock::System, 5), "5");
}
