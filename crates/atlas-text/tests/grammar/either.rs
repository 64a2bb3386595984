//! Answers that are JSON of a schema or tool calls, whichever the model begins.

use super::forms::{PERSON, TITLE, or_calls, person_schema, wires};
use super::vocab::Vocab;
use atlas_text::Dialect;
use atlas_text::grammar::GrammarError;
use serde_json::{Value, json};

#[test]
fn both_fit_and_no_mixture_does() {
    for (format, calls) in wires().into_iter().filter(|(f, _)| f.trigger().is_some()) {
        let form = or_calls(&person_schema(), format);
        for vocab in [Vocab::mini(), Vocab::bytes()] {
            for text in [PERSON, &calls] {
                assert_eq!(vocab.takes(&form, text, 1), (true, true), "{format}: {text}");
            }
            for text in [
                format!("{PERSON}{calls}"),
                format!("{calls}{PERSON}"),
                format!("Well. {calls}"),
                PERSON.replace("42", "-42"),
                calls.replace("list", "lost").replace("now", "then").replace("write", "read"),
            ] {
                assert!(!vocab.takes(&form, &text, 1).0, "{format}: {text}");
            }
        }
    }
}

/// The bounds of a call's texts hold in calls, and not in JSON that looks like a call.
#[test]
fn call_marks_inside_json_are_text() {
    let schema = json!({"type": "object", "properties": {"code": {"type": "string"}},
        "required": ["code"], "additionalProperties": false});
    for (format, calls) in wires().into_iter().filter(|(f, _)| f.trigger().is_some()) {
        let form = or_calls(&schema, format);
        let long = calls.replace(TITLE, &TITLE.repeat(3));
        assert_eq!(Vocab::bytes().takes(&form, &long, 1).0, !calls.contains(TITLE), "{format}");
        let flat = long.replace('\n', "");
        for text in [long, flat] {
            let text = format!("\n{{\"code\": {}}}", Value::from(text));
            let got = Vocab::bytes().takes(&form, text.trim_start(), 1);
            assert_eq!(got, (true, true), "{format}: {text}");
        }
    }
}

#[test]
fn calls_without_a_mark_of_their_own_are_refused() {
    for format in [Dialect::BareJson, Dialect::Llama] {
        let form = or_calls(&person_schema(), format);
        let error = Vocab::mini().compiler.compile(&form, None).expect_err("ambiguous");
        assert_eq!(error, GrammarError::NoTrigger { format });
    }
}
