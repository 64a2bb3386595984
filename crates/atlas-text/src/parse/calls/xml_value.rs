//! The text of one parameter between its tags, on its way into the arguments object.

use crate::parse::calls::call_out::CallOut;
use crate::parse::json::write::{push_escaped, push_json_string};
use crate::parse::output::OutputNote;
use crate::parse::schema::param_type::ParamType;

/// Writes the arguments object member by member.
#[derive(Debug, Default)]
pub(crate) struct ObjectWriter {
    members: usize,
}

impl ObjectWriter {
    fn key(&mut self, key: &str, out: &mut String) {
        out.push_str(if self.members == 0 { "{" } else { ", " });
        self.members += 1;
        push_json_string(out, key);
        out.push_str(": ");
    }

    pub fn close(&mut self, out: &mut String) {
        out.push_str(if self.members == 0 { "{}" } else { "}" });
    }
}

/// Type that the markup declares for a value; it overrides the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Declared {
    Nothing,
    String,
    Json,
}

/// A value while its text arrives.
#[derive(Debug)]
pub(crate) struct ValueSink {
    key: String,
    kind: Kind,
    /// The text so far while the type is open.
    text: String,
}

#[derive(Debug)]
enum Kind {
    /// A string: it streams.
    Text,
    /// Waits for the end, or until the text can only be a string.
    Open(ParamType),
    /// JSON text, by declaration.
    Json,
}

impl ValueSink {
    /// Begins the value of `key`.
    pub fn new(
        key: String,
        declared: Declared,
        schema: ParamType,
        object: &mut ObjectWriter,
        call: &mut CallOut,
    ) -> Self {
        let kind = match declared {
            Declared::String => Kind::Text,
            Declared::Json => Kind::Json,
            Declared::Nothing if schema.is_text() => Kind::Text,
            Declared::Nothing => Kind::Open(schema),
        };
        if matches!(kind, Kind::Text) {
            object.key(&key, &mut call.json);
            call.json.push('"');
        }
        Self { key, kind, text: String::new() }
    }

    pub fn push(&mut self, c: char, object: &mut ObjectWriter, call: &mut CallOut) {
        if matches!(self.kind, Kind::Text) {
            push_escaped(&mut call.json, c);
            return;
        }
        self.text.push(c);
        if let Kind::Open(schema) = &self.kind
            && !schema.is_open(&self.text)
        {
            self.kind = Kind::Text;
            object.key(&self.key, &mut call.json);
            call.json.push('"');
            self.text.chars().for_each(|c| push_escaped(&mut call.json, c));
            self.text = String::new();
        }
    }

    pub fn end(self, object: &mut ObjectWriter, call: &mut CallOut) {
        let value = match &self.kind {
            Kind::Text => {
                call.json.push('"');
                return;
            }
            Kind::Open(schema) => schema.read(&self.text),
            Kind::Json => crate::parse::schema::param_type::is_json(&self.text)
                .then(|| self.text.trim().to_owned()),
        };
        object.key(&self.key, &mut call.json);
        match value {
            Some(json) => call.json.push_str(&json),
            None => {
                push_json_string(&mut call.json, &self.text);
                let index = call.index;
                call.notes.push(OutputNote::KeptAsString { index, key: self.key });
            }
        }
    }
}
