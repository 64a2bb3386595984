//! The head of a call between DeepSeek's marks: `NAME<｜tool▁sep｜>{`, as V3.1 writes it, or
//! `function<｜tool▁sep｜>NAME`, a code fence and `{`, as V3 and R1 do.

use crate::parse::calls::body::Body;
use crate::parse::calls::head::Head;
use crate::parse::chars::is_blank;
use crate::parse::dialect::DEEPSEEK_SEPARATOR;
use crate::parse::schema::tool_set::ToolSet;

/// The type of a call, which V3 and R1 write before the separator.
const KIND: &str = "function";
const FENCE: &str = "```";

/// Verdict on `text`, the head so far without the mark before it, which ends with `c`.
pub(crate) fn feed(text: &str, c: char, tools: &ToolSet) -> Head {
    let again = c.len_utf8();
    let Some(at) = text.find('<') else {
        let first = text.trim();
        let begins = KIND.starts_with(first) || tools.begins_name(first);
        return if begins { Head::More } else { Head::Fail { again } };
    };
    let (first, mark) = (text[..at].trim(), &text[at..]);
    if first != KIND && tools.find(first).is_none() {
        return Head::Fail { again: mark.len() };
    }
    match mark.strip_prefix(DEEPSEEK_SEPARATOR) {
        None if DEEPSEEK_SEPARATOR.starts_with(mark) => Head::More,
        None => Head::Fail { again: mark.len() },
        Some(rest) if c == '{' => {
            let (name, fence) = rest[..rest.len() - 1].split_at(name_len(rest));
            match tool(first, name.trim(), tools) {
                Some(tool) if fence.is_empty() || fence.starts_with(FENCE) => {
                    Head::Body { body: Body::arguments(tool, !fence.is_empty()), feed: true }
                }
                _ => Head::Fail { again },
            }
        }
        Some(rest) => {
            let (name, fence) = rest.split_at(name_len(rest));
            let name = name.trim();
            let names = name.is_empty() || (first == KIND && tools.begins_name(name));
            let ends = fence.is_empty() || tool(first, name, tools).is_some();
            let goes_on = names && ends && begins_fence(fence);
            if goes_on { Head::More } else { Head::Fail { again } }
        }
    }
}

/// Length of what may be a name: all before the fence or the object.
fn name_len(rest: &str) -> usize {
    rest.find(['`', '{']).unwrap_or(rest.len())
}

/// The tool of a call with `first` before the separator and `name` after it.
fn tool(first: &str, name: &str, tools: &ToolSet) -> Option<usize> {
    match name {
        "" => tools.find(first),
        name if first == KIND => tools.find(name),
        _ => None,
    }
}

/// Whether the opening line of a fence begins like this, or blanks follow it.
fn begins_fence(text: &str) -> bool {
    let Some(info) = text.strip_prefix(FENCE) else { return FENCE.starts_with(text) };
    let info = info.trim_end_matches(is_blank);
    info.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}
