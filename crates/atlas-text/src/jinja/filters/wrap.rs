//! Lines of a width, as Python's `textwrap` breaks them.

use crate::jinja::strings::is_space;

/// The lines of a text without line ends; white space at the edges of lines goes.
pub(super) fn wrap(text: &str, width: usize, long_words: bool, hyphens: bool) -> Vec<String> {
    let mut chunks: Vec<Vec<char>> = chunks(text, hyphens);
    chunks.reverse();
    let mut lines: Vec<String> = Vec::new();
    while !chunks.is_empty() {
        let is_blank = |chunk: &Vec<char>| chunk.iter().all(|c| is_space(*c));
        if chunks.last().is_some_and(is_blank) && !lines.is_empty() {
            chunks.pop();
        }
        let (mut line, mut length): (Vec<Vec<char>>, usize) = (Vec::new(), 0);
        while let Some(chunk) = chunks.pop_if(|chunk| length + chunk.len() <= width) {
            length += chunk.len();
            line.push(chunk);
        }
        if chunks.last().is_some_and(|chunk| chunk.len() > width) {
            let room = (width - length).max(usize::from(line.is_empty()));
            if long_words && room > 0 {
                if let Some(chunk) = chunks.last_mut() {
                    let rest = chunk.split_off(room.min(chunk.len()));
                    line.push(std::mem::replace(chunk, rest));
                }
            } else if line.is_empty() {
                line.extend(chunks.pop());
            }
        }
        if line.last().is_some_and(is_blank) {
            line.pop();
        }
        if !line.is_empty() {
            lines.push(line.into_iter().flatten().collect());
        }
    }
    lines
}

/// Words, the white space between them, and the parts of words that end in a hyphen.
fn chunks(text: &str, hyphens: bool) -> Vec<Vec<char>> {
    let chars: Vec<char> = text.chars().collect();
    let mut out: Vec<Vec<char>> = Vec::new();
    let mut start = 0;
    for at in 1..=chars.len() {
        let ends = at == chars.len() || {
            let letter = |at: usize| chars.get(at).is_some_and(|c| c.is_alphabetic());
            let after_hyphen = hyphens
                && chars[at - 1] == '-'
                && at >= 2
                && letter(at - 2)
                && (letter(at) && letter(at + 1) || letter(at) && chars.get(at + 1) == Some(&'-'));
            is_space(chars[at]) != is_space(chars[at - 1]) || after_hyphen
        };
        if ends {
            out.push(chars[start..at].to_vec());
            start = at;
        }
    }
    out
}
