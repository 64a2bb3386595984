//! One HTML page of a run: plots, tables and conditions, without scripts and without other files.

mod axis;
mod conditions;
mod destination;
mod figures;
mod html;
mod plot;

pub use axis::{Level, Levels};
pub use conditions::{command, host, now, without_user};
pub use destination::Destination;
pub use figures::{count, figure, percent};
pub use html::Table;
pub use plot::{Plot, Series};

use html::escape;

/// Nothing is loaded and nothing runs; only the page's own style is applied.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = include_str!("style.css");

/// A figure that stands above the plots.
pub struct Headline {
    pub name: &'static str,
    pub value: String,
    pub detail: String,
}

/// A plot, or the reason for which there is none.
pub enum Panel {
    Plot(Plot),
    Absent { heading: &'static str, reason: String },
}

impl Panel {
    /// The plot, or `reason` where it has no figure.
    pub fn of(heading: &'static str, reason: &str, plot: Plot) -> Self {
        match plot.is_empty() {
            true => Self::Absent { heading, reason: reason.to_owned() },
            false => Self::Plot(plot),
        }
    }

    fn html(&self, id: &str) -> String {
        match self {
            Self::Plot(plot) => plot.html(id),
            Self::Absent { heading, reason } => format!(
                "<section class=\"card\"><h3>{}</h3><p class=\"absent\">{}</p></section>\n",
                escape(heading),
                escape(reason)
            ),
        }
    }
}

/// Everything on a page.
pub struct Page {
    /// Command that made the figures, in a word or two.
    pub kind: String,
    pub model: String,
    /// The run in a sentence.
    pub summary: String,
    pub headlines: Vec<Headline>,
    /// Remarks that a reader of the figures must know.
    pub notes: Vec<String>,
    pub panels: Vec<Panel>,
    pub tables: Vec<Table>,
    /// Names and values.
    pub conditions: Vec<(&'static str, String)>,
}

impl Page {
    pub fn html(&self) -> String {
        let title = escape(&format!("{} – {}", self.model, self.kind));
        let panels = self.panels.iter().enumerate();
        let panels: String = panels.map(|(i, p)| p.html(&format!("plot-{i}"))).collect();
        let tables: String = self
            .tables
            .iter()
            .map(|t| format!("<div class=\"card\">{}</div>\n", t.html()))
            .collect();
        let body = [
            self.head(),
            list("headlines", self.headlines.iter().map(headline)),
            self.remarks(),
            format!("<h2>Plots</h2>\n<div class=\"plots\">\n{panels}</div>\n"),
            format!("<h2>Figures</h2>\n{tables}"),
            format!("<h2>Conditions</h2>\n<div class=\"card\">{}</div>\n", self.conditions()),
        ];
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
             <body>\n<main>\n{}</main>\n</body>\n</html>\n",
            body.concat()
        )
    }

    fn head(&self) -> String {
        format!(
            "<header><p class=\"kind\">{}</p><h1>{}</h1><p>{}</p></header>\n",
            escape(&self.kind),
            escape(&self.model),
            escape(&self.summary)
        )
    }

    fn remarks(&self) -> String {
        if self.notes.is_empty() {
            return String::new();
        }
        let notes = self.notes.iter().map(|note| format!("<li>{}</li>", escape(note)));
        format!("<section class=\"notes\"><h2>Notes</h2>\n{}</section>\n", list("", notes))
    }

    fn conditions(&self) -> String {
        let row = |(name, value): &(&str, String)| {
            let (name, value) = (escape(name), escape(value));
            format!("<tr><th scope=\"row\">{name}</th><td>{value}</td></tr>\n")
        };
        let rows: String = self.conditions.iter().map(row).collect();
        format!(
            "<table class=\"conditions\"><caption>Conditions of the run</caption>\n\
             <tbody>\n{rows}</tbody></table>"
        )
    }
}

fn headline(of: &Headline) -> String {
    let [name, value, detail] = [of.name, &of.value, &of.detail].map(escape);
    format!("<li><span>{name}</span> <strong>{value}</strong> <span>{detail}</span></li>\n")
}

/// A list without marks; nothing for no entries.
fn list(class: &str, entries: impl Iterator<Item = String>) -> String {
    let entries: String = entries.collect();
    match entries.is_empty() {
        true => String::new(),
        false => format!("<ul class=\"{class}\">\n{entries}</ul>\n"),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Checks that a page is one file that runs nothing and loads nothing.
    pub fn check_self_contained(html: &str) {
        let policy = "content=\"default-src 'none'; style-src 'unsafe-inline'\"";
        assert!(html.contains(policy), "{html}");
        let lower = html.to_lowercase();
        for refused in [
            "<script",
            "<link",
            "<img",
            "<iframe",
            "<object",
            "<embed",
            "<form",
            "<base",
            "<use",
            "href=",
            "src=",
            "srcset=",
            "url(",
            "@import",
            "@font-face",
            "javascript:",
            " onload",
            " onclick",
            " onerror",
            "http-equiv=\"refresh",
        ] {
            assert!(!lower.contains(refused), "{refused}");
        }
        for (open, close) in [("<svg", "</svg>"), ("<table", "</table>"), ("<figure", "</figure>")]
        {
            assert_eq!(html.matches(open).count(), html.matches(close).count(), "{open}");
        }
    }

    #[test]
    fn all_text_of_a_page_is_escaped() {
        let evil = || "</title></style><script>alert(1)</script><img src=x onerror=a>".to_owned();
        let page = Page {
            kind: evil(),
            model: evil(),
            summary: evil(),
            headlines: vec![Headline { name: "<b>", value: evil(), detail: evil() }],
            notes: vec![evil()],
            panels: vec![Panel::Absent { heading: "<b>", reason: evil() }],
            tables: vec![Table { caption: evil(), header: vec![evil()], rows: vec![vec![evil()]] }],
            conditions: vec![("<b>", evil())],
        };
        let html = page.html();
        for refused in ["<script", "<img", "<b>"] {
            assert!(!html.contains(refused), "{refused}: {html}");
        }
        assert_eq!((html.matches("</title>").count(), html.matches("</style>").count()), (1, 1));
        assert_eq!(html.matches("&lt;script&gt;").count(), 14);
    }

    #[test]
    fn a_page_without_remarks_has_no_empty_list() {
        let page = Page {
            kind: String::new(),
            model: String::new(),
            summary: String::new(),
            headlines: Vec::new(),
            notes: Vec::new(),
            panels: Vec::new(),
            tables: Vec::new(),
            conditions: Vec::new(),
        };
        check_self_contained(&page.html());
        assert!(!page.html().contains("<ul") && !page.html().contains("Notes"));
    }
}
