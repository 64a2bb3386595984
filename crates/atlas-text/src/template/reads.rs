//! Names that a chat template reads, found in its text: in the tags, not in the words between them.

/// Fields in which clients send an assistant's reasoning back, and from which templates read it.
pub(crate) const REASONING_FIELDS: [&str; 3] = ["reasoning_content", "reasoning", "thinking"];

/// Longest role that a template may name, in bytes.
const ROLE_LEN_MAX: usize = 64;

/// Whether the template names `role` where it reads roles.
pub(crate) fn names_role(template: &str, role: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    if role.is_empty() || role.len() > ROLE_LEN_MAX || !role.bytes().all(plain) {
        return false;
    }
    tags(template).filter(|tag| tag.contains("role")).any(|tag| {
        // A subscript is the name of a field.
        quoted(tag, role).any(|(before, after)| {
            let before = before.trim_end();
            let indexes = before.strip_suffix('[').is_some_and(|b| b.ends_with(ends_value));
            !(indexes && after.trim_start().starts_with(']'))
        })
    })
}

/// Whether the template reads a field or key of this name.
pub(crate) fn reads_field(template: &str, name: &str) -> bool {
    tags(template).any(|tag| {
        quoted(tag, name).next().is_some()
            || tag.match_indices(name).any(|(at, _)| {
                let after = tag[at + name.len()..].chars().next();
                tag[..at].ends_with('.') && !after.is_some_and(is_word)
            })
    })
}

/// Whether the template reads a variable of this name, whatever its strings and fields are called.
pub(crate) fn reads_variable(template: &str, name: &str) -> bool {
    tags(template).map(without_strings).any(|tag| {
        tag.match_indices(name).any(|(at, _)| {
            let before = tag[..at].chars().next_back();
            let after = tag[at + name.len()..].chars().next();
            !before.is_some_and(|c| is_word(c) || c == '.') && !after.is_some_and(is_word)
        })
    })
}

/// A tag with empty strings for those in it.
fn without_strings(tag: &str) -> String {
    let (mut out, mut open, mut escaped) = (String::new(), None, false);
    for c in tag.chars() {
        match open {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(quote) if c == quote => open = None,
            Some(_) => {}
            None if matches!(c, '\'' | '"') => {
                open = Some(c);
                out.push_str("''");
            }
            None => out.push(c),
        }
    }
    out
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn ends_value(c: char) -> bool {
    is_word(c) || matches!(c, ')' | ']')
}

/// The insides of statements and expressions.
fn tags(template: &str) -> impl Iterator<Item = &str> {
    let mut rest = template;
    std::iter::from_fn(move || {
        loop {
            let open = rest.find('{')?;
            rest = &rest[open + 1..];
            let close = match rest.as_bytes().first()? {
                b'%' => "%}",
                b'{' => "}}",
                _ => continue,
            };
            let inside = &rest[1..];
            let end = inside.find(close).unwrap_or(inside.len());
            rest = &inside[end..];
            return Some(&inside[..end]);
        }
    })
}

/// The texts before and after each place where `name` stands in quotes.
fn quoted<'t>(tag: &'t str, name: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    tag.match_indices(name).filter_map(|(at, _)| {
        let (before, after) = (&tag[..at], &tag[at + name.len()..]);
        let quote = before.chars().next_back().filter(|c| matches!(c, '\'' | '"'))?;
        Some((before.strip_suffix(quote)?, after.strip_prefix(quote)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_named_where_roles_are_read() {
        let template = "a 'narrator' {% if m['role'] in [\"critic\", 'judge'] %}\
            {{ m[ 'content' ] }}\
            {% elif m.role == 'guest' %}'host' {{ 'jury' }}{% set roles = {'clerk': 1} %}";
        for role in ["critic", "judge", "guest", "clerk"] {
            assert!(names_role(template, role), "{role}");
        }
        for role in ["narrator", "content", "host", "jury", "role", "", "crit", "a b", "{%"] {
            assert!(!names_role(template, role), "{role}");
        }
    }

    #[test]
    fn fields_are_read_by_name_and_by_key() {
        let template = "thinking {{ m.reasoning_content }}{% if enable_thinking %} 'x'{% endif %}";
        assert!(reads_field(template, "reasoning_content"));
        assert!(!reads_field(template, "reasoning") && !reads_field(template, "thinking"));
        for template in ["{% if 'thinking' in m %}", "{{ m[\"thinking\"] }}", "{{ m.thinking }}"] {
            assert!(reads_field(template, "thinking"), "{template}");
        }
        assert!(!reads_field("{{ thinking }} {{ m.thinking_budget }} .thinking", "thinking"));
        assert!(reads_field("{{ m.thinking", "thinking"));
    }

    #[test]
    fn variables_are_neither_strings_nor_fields() {
        for template in [
            "{%- if not thinking is defined %}{% set thinking = false %}{% endif %}",
            "{{ 'it\\'s' ~ thinking ~ \"x\" }}",
            "{{- '' if thinking else '<think>' -}}",
            "{% if tools and(thinking) %}",
        ] {
            assert!(reads_variable(template, "thinking"), "{template}");
        }
        for template in [
            "thinking {# thinking #} {% if enable_thinking or thinking_budget %}",
            "{% if block['type'] == 'thinking' %}{{ block['thinking'] }}{{ block.thinking }}",
            "{% set system = 'First draft your thinking process' %}",
            "{{ \"a \\\" thinking \" }}",
        ] {
            assert!(!reads_variable(template, "thinking"), "{template}");
        }
    }
}
