//! Rewrites a template source so that the engine can compile it.
//!
//! `{% generation %}` marks the assistant's words for training; it does not change the text. The
//! engine does not know the tag, so it becomes `{% with %}`, which has the same scope rules.

/// A template ready to compile, and what in it the engine cannot do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rewritten {
    pub(crate) source: String,
    pub(crate) warnings: Vec<String>,
}

/// Rewrites the generation tags outside comments, strings and raw blocks.
pub(crate) fn rewrite(source: &str) -> Rewritten {
    let mut out = String::with_capacity(source.len());
    let mut warnings = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find('{') {
        let (text, tail) = rest.split_at(at);
        out.push_str(text);
        let line = || 1 + out.matches('\n').count();
        let length = match tail.as_bytes().get(1) {
            Some(b'#') => tail.find("#}").map_or(tail.len(), |end| end + 2),
            Some(b'{') => code_length(tail, "}}"),
            Some(b'%') => code_length(tail, "%}"),
            _ => 1,
        };
        let (tag, after) = tail.split_at(length);
        let is_code = tag.starts_with("{{") || tag.starts_with("{%");
        if is_code && formats_with_percent(tag) {
            warnings.push(format!(
                "line {}: a string is formatted with `%`, which the template engine lacks",
                line()
            ));
        }
        match tag_name(tag) {
            Some("raw") => {
                let end = raw_length(after);
                out.push_str(tag);
                out.push_str(&after[..end]);
                rest = &after[end..];
                continue;
            }
            Some("generation") => out.push_str(&tag.replacen("generation", "with", 1)),
            Some("endgeneration") => out.push_str(&tag.replacen("endgeneration", "endwith", 1)),
            _ => out.push_str(tag),
        }
        rest = after;
    }
    out.push_str(rest);
    Rewritten { source: out, warnings }
}

/// Length of a tag that starts at 0, up to and with `end` outside string literals.
fn code_length(tag: &str, end: &str) -> usize {
    let bytes = tag.as_bytes();
    let mut quote = None;
    let mut i = 2;
    while i < bytes.len() {
        match (quote, bytes[i]) {
            (Some(_), b'\\') => i += 1,
            (Some(q), b) if q == b => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"') => quote = Some(bytes[i]),
            (None, _) if bytes[i..].starts_with(end.as_bytes()) => return i + end.len(),
            (None, _) => {}
        }
        i += 1;
    }
    tag.len()
}

fn tag_name(tag: &str) -> Option<&str> {
    let inner = tag.strip_prefix("{%")?.trim_start_matches(['-', '+']).trim_start();
    let end = inner.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(inner.len());
    Some(&inner[..end])
}

/// Length of a raw block's body with its closing tag.
fn raw_length(body: &str) -> usize {
    let mut at = 0;
    while let Some(open) = body[at..].find("{%") {
        let start = at + open;
        let length = code_length(&body[start..], "%}");
        if tag_name(&body[start..start + length]) == Some("endraw") {
            return start + length;
        }
        at = start + 2;
    }
    body.len()
}

/// Whether a string literal is followed by the `%` operator.
fn formats_with_percent(tag: &str) -> bool {
    let inner = &tag[2..tag.len().saturating_sub(2).max(2)];
    let mut quote = None;
    let mut after_string = false;
    let mut escaped = false;
    for c in inner.chars() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(q) if c == q => {
                quote = None;
                after_string = true;
            }
            Some(_) => {}
            None if c == '\'' || c == '"' => quote = Some(c),
            None if c == '%' && after_string => return true,
            None if c.is_whitespace() => {}
            None => after_string = false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generation_tags_become_scopes_and_nothing_else_changes() {
        for (source, expected) in [
            ("a{% generation %}b{% endgeneration %}c", "a{% with %}b{% endwith %}c"),
            ("{%- generation -%}x{%-endgeneration-%}", "{%- with -%}x{%-endwith-%}"),
            (
                "{# {% generation %} #}{{ '{% generation %}' }}",
                "{# {% generation %} #}{{ '{% generation %}' }}",
            ),
            (
                "{% raw %}{% generation %}{{ \"{% endraw %}{% generation %}",
                "{% raw %}{% generation %}{{ \"{% endraw %}{% with %}",
            ),
            (
                "{% if generation %}{ {% set generation = '%}' %}",
                "{% if generation %}{ {% set generation = '%}' %}",
            ),
            ("{% generation_x %} { {", "{% generation_x %} { {"),
            ("{% unclosed 'é", "{% unclosed 'é"),
        ] {
            assert_eq!(rewrite(source).source, expected, "{source}");
        }
    }

    #[test]
    fn percent_formatting_is_reported_with_its_line() {
        let found = rewrite("a\n{{ '%s' % x }}{{ 7 % 2 }}{% if 'a' -%}{{ 'x' ~ 3 % 2 }}").warnings;
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("line 2:"), "{found:?}");
    }
}
