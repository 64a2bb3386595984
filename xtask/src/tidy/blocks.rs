//! Lengths of functions in C++ (CUDA) and Python, found by braces and by indentation.

use super::source::SourceFile;

/// A function of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Function {
    /// First line of its head, from 1.
    pub start: usize,
    /// Line with the first of its body: of the opening brace, or of `def`.
    pub open: usize,
    /// Lines of its body with those of the braces, or from `def` on.
    pub lines: usize,
    pub name: String,
}

/// The functions of a file, in order of their ends; none for languages other than these two.
pub fn functions(file: &SourceFile) -> Vec<Function> {
    match file.extension() {
        "cu" | "cuh" | "h" | "cpp" => of_braces(&file.text),
        "py" => of_indentation(&file.text),
        _ => Vec::new(),
    }
}

/// The text without comments, literals and preprocessor lines; lines stay where they are.
fn stripped(text: &str) -> String {
    let mut out = String::new();
    let mut continues = false;
    for line in text.lines() {
        let directive = continues || line.trim_start().starts_with('#');
        continues = directive && line.ends_with('\\');
        let mut quote = None;
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next().filter(|_| !directive) {
            match quote {
                Some(_) if c == '\\' => drop(chars.next()),
                Some(mark) if c == mark => quote = None,
                Some(_) => {}
                None if c == '"' || c == '\'' => quote = Some(c),
                None if c == '/' && chars.peek() == Some(&'/') => break,
                None => out.push(c),
            }
        }
        out.push('\n');
    }
    out
}

/// The name in the head of a function; none for heads of other blocks.
fn name_of(head: &str) -> Option<String> {
    let head = without_template(head.trim());
    let words = head.split(|c: char| !c.is_alphanumeric() && c != '_');
    let first = words.clone().next().unwrap_or_default();
    let control = ["if", "for", "while", "switch", "else", "do", "catch", "return", "case"];
    let others = ["namespace", "struct", "class", "enum", "union"];
    let is_lambda = head.contains("[&") || head.contains("[=") || head.contains("[]");
    let call = head.find('(')?;
    let type_before = words.filter(|word| others.contains(word)).count() > 0;
    if control.contains(&first) || is_lambda || type_before || head[..call].contains('=') {
        return None;
    }
    let name = head[..call].rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    Some(name.to_owned())
}

/// A head behind its `template <...>`.
fn without_template(head: &str) -> &str {
    let Some(rest) = head.strip_prefix("template") else { return head };
    let mut depth = 0;
    for (at, c) in rest.char_indices() {
        depth += i32::from(c == '<') - i32::from(c == '>');
        if depth == 0 && c == '>' {
            return rest[at + 1..].trim_start();
        }
    }
    head
}

fn of_braces(text: &str) -> Vec<Function> {
    let mut found = Vec::new();
    let mut open: Vec<Option<(usize, usize, String)>> = Vec::new();
    let (mut line, mut head, mut head_line) = (1, String::new(), 1);
    for c in stripped(text).chars() {
        match c {
            '{' => {
                open.push(name_of(&head).map(|name| (head_line, line, name)));
                head.clear();
            }
            '}' => {
                if let Some(Some((start, open, name))) = open.pop() {
                    found.push(Function { start, open, lines: line - open + 1, name });
                }
                head.clear();
            }
            ';' => head.clear(),
            _ => {
                if head.trim().is_empty() {
                    head_line = line;
                }
                head.push(c);
            }
        }
        line += usize::from(c == '\n');
    }
    found
}

fn of_indentation(text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut found = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let head = line.trim_start().trim_start_matches("async ");
        let Some(name) = head.strip_prefix("def ").and_then(|rest| rest.split('(').next()) else {
            continue;
        };
        let inside = |other: &str| {
            let text = other.trim_start();
            text.is_empty() || depth(other) > depth(line) || text.starts_with(')')
        };
        let rest = lines[i + 1..].iter().copied();
        let body: Vec<&str> = rest.take_while(|other| inside(other)).collect();
        let blank = body.iter().rev().take_while(|line| line.trim().is_empty()).count();
        let lines = 1 + body.len() - blank;
        found.push(Function { start: i + 1, open: i + 1, lines, name: name.to_owned() });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<(String, usize, usize)> {
        let file = SourceFile { path: path.into(), text: text.into() };
        functions(&file).into_iter().map(|f| (f.name, f.start, f.lines)).collect()
    }

    #[test]
    fn functions_are_told_from_other_blocks() {
        let text = [
            "namespace a {",
            "struct B {",
            "  template <class T> int c(T d,",
            "                           int e) const {",
            "    if (d) {",
            "      return '{';",
            "    }",
            "    const auto f = [&](int g) {",
            "      return g;",
            "    };",
            "  }",
            "};",
            "}",
            "#define X(y) { \\",
            "  {",
        ];
        let text = text.join("\n");
        assert_eq!(found("a.cu", &text), [("c".to_owned(), 3, 8)]);
    }

    #[test]
    fn a_function_ends_before_the_next_line_of_its_depth() {
        let text = "def a(\n    b,\n):\n    c = 1\n\n    def d():\n        return c\n\n\ne = 2\n";
        assert_eq!(found("a.py", text), [("a".to_owned(), 1, 7), ("d".to_owned(), 6, 2)]);
        assert_eq!(found("a.rs", text), []);
    }
}
