//! Text and tables of a page.

/// Text for an element or a quoted attribute. Characters that HTML does not allow, and those that
/// reorder the text around them, are replaced.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                out.push('\u{fffd}');
            }
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A table of text; the first cell of a row names it.
pub struct Table {
    pub caption: String,
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The table in a region that scrolls where the page is narrower.
    pub fn html(&self) -> String {
        let caption = escape(&self.caption);
        let cell = |text: &String| format!("<th scope=\"col\">{}</th>", escape(text));
        let head: String = self.header.iter().map(cell).collect();
        let body: String = self.rows.iter().map(|row| table_row(row)).collect();
        format!(
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\">\
             <table><caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n\
             <tbody>\n{body}</tbody></table></div>\n"
        )
    }
}

fn table_row(cells: &[String]) -> String {
    let cell = |(i, text): (usize, &String)| match i {
        0 => format!("<th scope=\"row\">{}</th>", escape(text)),
        _ => format!("<td>{}</td>", escape(text)),
    };
    let cells: String = cells.iter().enumerate().map(cell).collect();
    format!("<tr>{cells}</tr>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_opens_no_element_and_ends_no_attribute() {
        let hostile = "<script>alert('1')</script>\"&\u{0}\u{202e}ü\n";
        let safe = "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;\u{fffd}\u{fffd}ü\n";
        assert_eq!(escape(hostile), safe);
        let table = Table {
            caption: hostile.into(),
            header: vec![hostile.into()],
            rows: vec![vec![hostile.into(), hostile.into()]],
        };
        let html = table.html();
        assert!(!html.contains("<script") && html.matches("&lt;script").count() == 5, "{html}");
    }

    #[test]
    fn the_first_cell_is_the_head_of_its_row() {
        assert_eq!(
            table_row(&["a".into(), "b".into()]),
            "<tr><th scope=\"row\">a</th><td>b</td></tr>\n"
        );
    }
}
