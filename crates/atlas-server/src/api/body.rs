//! From the bytes of a body to request types, with errors that name the field.

use super::fields::{self, Field, RawFields};
use crate::http::body;
use crate::http::errors::ApiError;
use crate::served_model::ServedModel;
use crate::work;
use atlas_text::ExactIntegers;
use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use std::collections::HashSet;

/// Bodies above this size are parsed, rendered and tokenised few at a time.
const SMALL_BODY_BYTES_MAX: usize = 16 << 10;

/// Reads a body and applies `parse` to it.
///
/// # Errors
/// Those of [`body::read`] and of `parse`.
pub async fn read_request<T: Send + 'static>(
    model: &ServedModel,
    headers: &HeaderMap,
    body: Body,
    parse: fn(&ServedModel, &[u8]) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    let bytes = body::read(headers, body, model).await?;
    parsed(model, bytes, false, parse).await
}

/// Applies `parse` to a body, away from the network threads if it is large, if it has to wait for a
/// grammar, or if the caller marks it as `heavy` because it refers to stored items. A small body
/// with a form is parsed twice, with the effects of [`work::once`] once. Of large and heavy ones
/// only few are parsed at a time.
///
/// # Errors
/// Those of `parse`.
pub async fn parsed<T: Send + 'static>(
    model: &ServedModel,
    bytes: Bytes,
    heavy: bool,
    parse: impl Fn(&ServedModel, &[u8]) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let own = model.clone();
    if bytes.len() <= SMALL_BODY_BYTES_MAX && !heavy {
        return match work::without_waiting(|| parse(model, &bytes)) {
            Some(parsed) => parsed,
            // For a grammar.
            None => work::run(None, move || parse(&own, &bytes)).await,
        };
    }
    model.run_heavy(move || parse(&own, &bytes)).await
}

/// Checks a body against `tables`. Counts unknown fields and logs each name once.
///
/// # Errors
/// Those of [`check`].
pub fn checked<'a>(
    model: &ServedModel,
    bytes: &'a [u8],
    tables: &[&[Field]],
) -> Result<CheckedBody<'a>, ApiError> {
    let checked = check(bytes, tables, model.config().strict_requests)?;
    for name in &checked.unknown {
        model.count_ignored(name);
    }
    Ok(checked)
}

/// A body that is a JSON object whose fields passed the table.
pub struct CheckedBody<'a> {
    text: &'a str,
    /// Names of fields that no API defines.
    pub unknown: Vec<String>,
}

/// Checks syntax and the fields of `tables`.
///
/// # Errors
/// 400 for invalid UTF-8, malformed JSON, something other than an object, refused fields, and
/// unknown fields if `strict`.
pub fn check<'a>(
    bytes: &'a [u8],
    tables: &[&[Field]],
    strict: bool,
) -> Result<CheckedBody<'a>, ApiError> {
    let text = std::str::from_utf8(bytes).map_err(|e| {
        ApiError::bad_request(format!("The body is not valid UTF-8 at byte {}", e.valid_up_to()))
            .with_code("invalid_utf8")
    })?;
    let raw: RawFields<'_> = serde_json::from_str(text).map_err(|e| match e.classify() {
        Category::Data => ApiError::bad_request("The body must be a JSON object"),
        _ => match non_finite(text) {
            Some((name, word)) => {
                let message = format!("`{name}` is {word}, which is not a JSON number");
                ApiError::param(name, message).with_code("invalid_json")
            }
            None => malformed(&e.to_string()),
        },
    })?;
    let mut names = HashSet::with_capacity(raw.0.len());
    if let Some((name, _)) = raw.0.iter().find(|(name, _)| !names.insert(name.as_str())) {
        return Err(ApiError::param(name, format!("`{name}` appears twice")));
    }
    let unknown = fields::check(&raw, tables)?;
    if let (true, Some(name)) = (strict, unknown.first()) {
        let message =
            format!("Unknown field `{name}`; this server refuses fields it does not know");
        return Err(ApiError::param(*name, message).with_code("unknown_parameter"));
    }
    let unknown = unknown.into_iter().map(str::to_owned).collect();
    Ok(CheckedBody { text, unknown })
}

/// Returns the field of a malformed object that holds a NaN or an infinity, and its spelling. JSON
/// has no such numbers, but some JSON writers emit them.
fn non_finite(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let (mut at, mut depth, mut last_string, mut field) = (0usize, 0usize, None, None);
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'"' => {
                while *bytes.get(at)? != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                if depth == 1 {
                    last_string = text.get(start + 1..at);
                }
                at += 1;
            }
            b':' if depth == 1 => field = last_string,
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'-' | b'+' | b'a'..=b'z' | b'A'..=b'Z' => {
                at += bytes[at..].iter().take_while(|b| b.is_ascii_alphabetic()).count();
                let word = &text[start..at];
                let bare = word.trim_start_matches(['-', '+']);
                if ["nan", "inf", "infinity"].iter().any(|w| bare.eq_ignore_ascii_case(w)) {
                    return field.map(|f| (f, word));
                }
            }
            _ => {}
        }
    }
    None
}

fn malformed(reason: &str) -> ApiError {
    ApiError::bad_request(format!("The body is not valid JSON: {reason}")).with_code("invalid_json")
}

impl CheckedBody<'_> {
    /// The integers of the body that no other type holds exactly.
    pub fn integers(&self) -> ExactIntegers {
        ExactIntegers::of(self.text)
    }

    /// Deserializes the fields that `T` declares and skips all others.
    ///
    /// # Errors
    /// 400 with the path of the field whose type or value is wrong.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        let mut deserializer = serde_json::Deserializer::from_str(self.text);
        serde_path_to_error::deserialize(&mut deserializer).map_err(|e| {
            let path = shorten_path(e.path().to_string());
            let inner = e.inner().to_string();
            let reason = strip_position(&inner);
            if path == "." {
                return malformed(reason);
            }
            ApiError::param(path.clone(), format!("Invalid `{path}`: {reason}"))
        })
    }
}

/// Cuts a long path at one of its separators.
fn shorten_path(mut path: String) -> String {
    const PATH_BYTES_MAX: usize = 64;
    if path.len() > PATH_BYTES_MAX {
        let end = path.floor_char_boundary(PATH_BYTES_MAX);
        path.truncate(path[..end].rfind(['.', '[']).unwrap_or(end));
    }
    path
}

/// Cuts serde_json's " at line L column C", which the path makes redundant.
fn strip_position(message: &str) -> &str {
    message.rfind(" at line ").map_or(message, |i| &message[..i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::fields::COMMON;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    struct Sample {
        #[serde(rename = "n")]
        _n: Option<u32>,
        #[serde(rename = "stop_token_ids")]
        _ids: Option<Vec<u32>>,
    }

    fn error(body: &[u8]) -> (Option<String>, String) {
        let e = match check(body, &[COMMON], false) {
            Err(e) => e,
            Ok(body) => body.parse::<Sample>().expect_err("must fail"),
        };
        assert_eq!(e.status, 400);
        (e.object.param.clone(), e.object.message.clone())
    }

    #[test]
    fn errors_name_the_field() {
        let at = |body: &str| error(body.as_bytes()).0;
        assert_eq!(at(r#"{"n": "2"}"#).as_deref(), Some("n"));
        assert_eq!(at(r#"{"n": -1}"#).as_deref(), Some("n"));
        assert_eq!(at(r#"{"n": 1e999}"#).as_deref(), Some("n"));
        assert_eq!(at(r#"{"stop_token_ids": [1, 2.5]}"#).as_deref(), Some("stop_token_ids[1]"));
        for word in ["NaN", "-Infinity", "Infinity", "nan", "inf"] {
            assert_eq!(at(&format!(r#"{{"a\"": "b", "n": {word}}}"#)).as_deref(), Some("n"));
            assert_eq!(at(&format!(r#"{{"n": {{"x": [1, {word}]}}}}"#)).as_deref(), Some("n"));
            assert_eq!(at(&format!(r#"[{word}]"#)), None);
        }
        assert_eq!(at(r#"{"n": nano}"#), None);
        assert_eq!(at(r#"{"n": "NaN" "#), None);
        assert_eq!(at("{\"n\": \"NaN\\"), None);
        assert_eq!(at("[1]"), None);
        assert_eq!(at(""), None);
        assert_eq!(at(r#"{"n": 1"#), None);
        assert_eq!(at(r#"{"n": 1} x"#), None);
        assert_eq!(
            error(b"{\"n\": \"\xff\"}"),
            (None, "The body is not valid UTF-8 at byte 7".into())
        );
    }

    #[test]
    fn unknown_fields_are_refused_only_if_strict() {
        let body = br#"{"wibble": 1}"#;
        assert_eq!(check(body, &[COMMON], false).map(|b| b.unknown), Ok(vec!["wibble".into()]));
        let e = check(body, &[COMMON], true).map(|b| b.unknown).expect_err("strict");
        assert_eq!(e.object.param.as_deref(), Some("wibble"));
    }
}
