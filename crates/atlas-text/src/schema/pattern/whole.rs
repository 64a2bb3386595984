//! From a searched expression to expressions of whole texts.

use super::escape::escape_into;
use super::parse::{Re, parse};
use std::collections::BTreeMap;

/// Any text.
const ANY: &str = "(?s:.)*";
/// Any text before one that is looked for. It ends, so that what is looked for comes.
pub(crate) const BEFORE: &str = "(?s:.){0,200}";
/// More alternatives with anchors of their own, or literals of a look-ahead, are refused.
const BRANCHES_MAX: usize = 64;

/// Returns expressions that a text has to match from end to end, all of them, so that `pattern` is
/// found in it. `Err`: the reason why that cannot be said.
pub(crate) fn whole(pattern: &str) -> Result<Vec<String>, String> {
    let mut branches = branches(&parse(pattern)?)?;
    match branches.len() {
        0 => Err("no text matches it".to_owned()),
        1 => {
            let branch = branches.remove(0);
            let mut all = Vec::new();
            let body = branch.text();
            if !branch.ahead.is_empty() && !branch.start {
                return Err("look-ahead is enforced after `^` alone".to_owned());
            }
            for (negative, inner) in &branch.ahead {
                all.push(if *negative { outside(inner)? } else { inside(inner)? });
            }
            // A body that says nothing is left to what stands beside it.
            if all.is_empty() || body != ANY {
                all.insert(0, body);
            }
            Ok(all)
        }
        _ if branches.iter().any(|branch| !branch.ahead.is_empty()) => {
            Err("look-ahead in one of several alternatives cannot be enforced".to_owned())
        }
        _ => Ok(vec![branches.iter().map(Branch::text).collect::<Vec<_>>().join("|")]),
    }
}

/// An expression of [`whole`] for names, before which any text may come.
pub(crate) fn unbounded(expression: &str) -> String {
    expression.replace(BEFORE, ANY)
}

/// An alternative of the expression, its anchors taken out.
#[derive(Clone, Default)]
struct Branch {
    start: bool,
    end: bool,
    body: Vec<Re>,
    ahead: Vec<(bool, Re)>,
}

impl Branch {
    fn text(&self) -> String {
        let mut out = match (self.start, self.body.is_empty()) {
            (true, _) => String::new(),
            (false, true) => ANY.to_owned(),
            (false, false) => BEFORE.to_owned(),
        };
        let any = |re: &Re| {
            matches!(re, Re::Repeat(inner, 0, None)
                if matches!(&**inner, Re::Class(class) if class == "(?s:.)"))
        };
        for (n, re) in self.body.iter().enumerate() {
            let edge = (n == 0 && !self.start) || (n + 1 == self.body.len() && !self.end);
            if !(edge && any(re)) {
                write(re, &mut out);
            }
        }
        if !self.end && (!self.body.is_empty() || self.start) {
            out.push_str(ANY);
        }
        out
    }

    fn then(&self, next: &Self) -> Result<Option<Self>, String> {
        let nullable = |body: &[Re]| body.iter().all(is_nullable);
        let mut out = self.clone();
        if next.start {
            if !nullable(&out.body) {
                return Ok(None);
            }
            out.body.clear();
        }
        if !next.ahead.is_empty() && !out.body.is_empty() {
            return Err("look-ahead is enforced at the beginning of the text alone".to_owned());
        }
        out.ahead.extend(next.ahead.iter().cloned());
        out.start |= next.start;
        if out.end {
            if !nullable(&next.body) {
                return Ok(None);
            }
        } else {
            out.body.extend(next.body.iter().cloned());
        }
        out.end |= next.end;
        Ok(Some(out))
    }
}

fn branches(re: &Re) -> Result<Vec<Branch>, String> {
    let all = match re {
        Re::Start => vec![Branch { start: true, ..Branch::default() }],
        Re::End => vec![Branch { end: true, ..Branch::default() }],
        Re::Ahead { negative, inner } => {
            vec![Branch { ahead: vec![(*negative, (**inner).clone())], ..Branch::default() }]
        }
        _ if !has_anchor(re) => vec![Branch { body: vec![re.clone()], ..Branch::default() }],
        Re::Either(all) => {
            let all: Result<Vec<_>, _> = all.iter().map(branches).collect();
            all?.concat()
        }
        Re::Concat(all) => {
            let mut out = vec![Branch::default()];
            for re in all {
                let next = branches(re)?;
                let mut product = Vec::new();
                for (before, after) in out.iter().flat_map(|b| next.iter().map(move |a| (b, a))) {
                    product.extend(before.then(after)?);
                }
                out = product;
                if out.len() > BRANCHES_MAX {
                    break;
                }
            }
            out
        }
        Re::Repeat(inner, 0, Some(1)) => {
            let mut all = branches(inner)?;
            all.push(Branch::default());
            all
        }
        Re::Repeat(inner, 1, Some(1)) => branches(inner)?,
        _ => return Err("a repeated anchor cannot be enforced".to_owned()),
    };
    if all.len() > BRANCHES_MAX {
        return Err("the pattern has too many alternatives with anchors".to_owned());
    }
    Ok(all)
}

fn has_anchor(re: &Re) -> bool {
    match re {
        Re::Start | Re::End | Re::Ahead { .. } => true,
        Re::Char(_) | Re::Class(_) => false,
        Re::Concat(all) | Re::Either(all) => all.iter().any(has_anchor),
        Re::Repeat(inner, ..) => has_anchor(inner),
    }
}

fn is_nullable(re: &Re) -> bool {
    match re {
        Re::Start | Re::End | Re::Ahead { .. } => true,
        Re::Char(_) | Re::Class(_) => false,
        Re::Concat(all) => all.iter().all(is_nullable),
        Re::Either(all) => all.iter().any(is_nullable),
        Re::Repeat(inner, min, _) => *min == 0 || is_nullable(inner),
    }
}

/// Texts that begin with what a look-ahead has.
fn inside(inner: &Re) -> Result<String, String> {
    let all = branches(inner)?;
    if all.iter().any(|branch| !branch.ahead.is_empty()) {
        return Err("a look-ahead in a look-ahead cannot be enforced".to_owned());
    }
    let all: Vec<String> =
        all.into_iter().map(|branch| Branch { start: true, ..branch }.text()).collect();
    Ok(all.join("|"))
}

/// Texts that do not begin with what a look-ahead has.
fn outside(inner: &Re) -> Result<String, String> {
    let refused = || "this negative look-ahead cannot be enforced".to_owned();
    // `(?!.*[x])`: none of these characters.
    if let Re::Concat(all) = inner
        && let [Re::Repeat(dots, 0, None), one] = &all[..]
        && matches!(&**dots, Re::Class(class) if class == "." || class == "(?s:.)" )
    {
        return match one {
            Re::Char(c) => {
                let mut out = "[^".to_owned();
                escape_into(&mut out, *c);
                Ok(out + "]*")
            }
            Re::Class(class) => match class.strip_prefix('[').and_then(|c| c.strip_suffix(']')) {
                Some(inner) => Ok(match inner.strip_prefix('^') {
                    Some(inner) => format!("[{inner}]*"),
                    None => format!("[^{inner}]*"),
                }),
                None => Err(refused()),
            },
            _ => Err(refused()),
        };
    }
    let mut texts = Vec::new();
    for branch in branches(inner)? {
        let mut body = &branch.body[..];
        let dots = |re: &Re| {
            matches!(re, Re::Repeat(inner, 0, None)
            if matches!(&**inner, Re::Class(class) if class == "." || class == "(?s:.)"))
        };
        let mut exact = branch.end;
        if let [rest @ .., last] = body
            && dots(last)
        {
            // A line may end before a line break; what is forbidden is then a little more.
            (body, exact) = (rest, false);
        }
        let mut all = vec![String::new()];
        for re in body {
            all = literals(re, &all).ok_or_else(refused)?;
        }
        texts.extend(all.into_iter().map(|text| (text, exact)));
    }
    Ok(complement(&texts).unwrap_or_else(|| "[^\\x{0}-\\x{10FFFF}]".to_owned()))
}

/// `before`, each followed by the texts of `re`, if these are few.
fn literals(re: &Re, before: &[String]) -> Option<Vec<String>> {
    let out = match re {
        Re::Char(c) => before.iter().map(|text| format!("{text}{c}")).collect(),
        Re::Concat(all) => {
            let mut out = before.to_vec();
            for re in all {
                out = literals(re, &out)?;
            }
            out
        }
        Re::Either(all) => {
            let all: Option<Vec<_>> = all.iter().map(|re| literals(re, before)).collect();
            all?.concat()
        }
        Re::Repeat(inner, min, Some(max)) if *max <= 8 => {
            let (mut out, mut at) = (Vec::new(), before.to_vec());
            for n in 0..=*max {
                if n >= *min {
                    out.extend(at.iter().cloned());
                }
                at = literals(inner, &at)?;
            }
            out
        }
        _ => return None,
    };
    Some(out).filter(|out: &Vec<String>| out.len() <= BRANCHES_MAX)
}

/// An expression of all texts but `texts` (those with `true`), and all that begin with the others.
/// `None`: there are no more texts.
pub(crate) fn complement(texts: &[(String, bool)]) -> Option<String> {
    #[derive(Default)]
    struct Node {
        next: BTreeMap<char, Node>,
        exact: bool,
        whole: bool,
    }
    fn written(node: &Node) -> Option<String> {
        if node.whole {
            return None;
        }
        let mut options = Vec::new();
        if !node.exact {
            options.push(String::new());
        }
        if node.next.is_empty() {
            options.push(format!("(?s:.){ANY}"));
        } else {
            let mut class = "[^".to_owned();
            node.next.keys().for_each(|c| escape_into(&mut class, *c));
            options.push(format!("{class}]{ANY}"));
        }
        for (c, node) in &node.next {
            let Some(rest) = written(node) else { continue };
            let mut option = String::new();
            escape_into(&mut option, *c);
            options.push(option + &rest);
        }
        Some(format!("(?:{})", options.join("|")))
    }
    let mut root = Node::default();
    for (text, exact) in texts {
        let mut at = &mut root;
        for c in text.chars() {
            at = at.next.entry(c).or_default();
        }
        at.exact |= exact;
        at.whole |= !exact;
    }
    written(&root)
}

fn write(re: &Re, out: &mut String) {
    match re {
        Re::Char(c) => escape_into(out, *c),
        Re::Class(class) => out.push_str(class),
        Re::Concat(all) => {
            out.push_str("(?:");
            all.iter().for_each(|re| write(re, out));
            out.push(')');
        }
        Re::Either(all) => {
            out.push_str("(?:");
            for (n, re) in all.iter().enumerate() {
                if n > 0 {
                    out.push('|');
                }
                write(re, out);
            }
            out.push(')');
        }
        Re::Repeat(inner, min, max) => {
            out.push_str("(?:");
            write(inner, out);
            out.push(')');
            match (min, max) {
                (0, None) => out.push('*'),
                (1, None) => out.push('+'),
                (0, Some(1)) => out.push('?'),
                (min, Some(max)) if min == max => out.push_str(&format!("{{{min}}}")),
                (min, max) => {
                    let max = max.map_or(String::new(), |max| max.to_string());
                    out.push_str(&format!("{{{min},{max}}}"));
                }
            }
        }
        // Branches have none.
        Re::Start | Re::End | Re::Ahead { .. } => {}
    }
}

#[cfg(test)]
mod tests {
    use super::whole;
    use crate::schema::literals::matches;

    fn takes(pattern: &str, text: &str) -> bool {
        let all = whole(pattern).expect(pattern);
        all.iter().all(|one| matches(one, text))
    }

    #[test]
    fn patterns_are_searched_for_as_their_anchors_say() {
        for (pattern, good, bad) in [
            ("north", &["north", "the north pier"][..], &["", "nort"][..]),
            ("pier$", &["pier", "north pier"], &["piers"]),
            ("^a|b$", &["ax", "xb"], &["xa", "bx"]),
            ("^(a|b)$", &["a", "b"], &["ab", ""]),
            ("^$", &[""], &["a"]),
            ("^\\d{2,3}$", &["12", "123"], &["1", "1234", "\u{664}\u{664}"]),
            ("^[^a-c]+$", &["xyz"], &["xa"]),
            ("^(?!north)[a-z ]{3,12}$", &["nort", "south pier"], &["north", "northern", "a"]),
            ("^(?!a$|bc)[a-c]*$", &["", "ab", "ba", "b"], &["a", "bc", "bcc"]),
            ("^(?=.*\\d)(?=.*[a-z]).{4,}$", &["ab12", "1aaa"], &["abcd", "1234", "a1"]),
            ("^(?!.*[<>]).+$", &["abc"], &["a<b", ""]),
            ("^\\u00e9/\\x41$", &["\u{e9}/A"], &["eA"]),
            ("^(?<year>[0-9]{4})$", &["2026"], &["206"]),
        ] {
            for text in good {
                assert!(takes(pattern, text), "{pattern}: {text:?}");
            }
            for text in bad {
                assert!(!takes(pattern, text), "{pattern}: {text:?}");
            }
            // The expressions are patterns themselves, and mean the same.
            for one in whole(pattern).expect(pattern) {
                let again = whole(&format!("^(?:{one})$")).expect(&one);
                for text in good.iter().chain(bad) {
                    let once = matches(&one, text);
                    assert_eq!(again.iter().all(|a| matches(a, text)), once, "{one}: {text:?}");
                }
            }
        }
        for bad in ["(?<=a)b", "(a)\\1", "\\bx", "a(?=b)", "(", "a{3,2}", "(?!a.)b", "[z-a]", "a**"]
        {
            assert!(whole(bad).is_err(), "{bad}");
        }
    }
}
