//! A plot of figures over the levels of a load, as SVG.

use super::axis::{Axis, Levels};
use super::figures::{ABSENT, figure};
use super::html::{Table, escape};
use std::fmt::Write as _;

/// Size of a plot and the place of its frame, in units of the picture. It is about as wide as a
/// phone, so that its text is not made small there.
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 44.0;

/// Distance of the first and last level from the ends of the axis.
const INSET: f64 = 18.0;

/// Width of a character of a label.
const CHARACTER: f64 = 7.0;

/// Shapes of the marks of the series, so that colour is not all that tells them apart.
const SHAPES: usize = 4;

/// One line of a plot: a value a level.
pub struct Series {
    pub name: String,
    pub values: Vec<Option<f64>>,
}

/// Figures over the levels of a load.
pub struct Plot {
    pub heading: String,
    /// Meaning of the figures, in a sentence or two.
    pub caption: String,
    pub unit: &'static str,
    pub levels: Levels,
    pub series: Vec<Series>,
    /// A value that is drawn as a line, and its name.
    pub limit: Option<(f64, &'static str)>,
}

impl Plot {
    /// Whether there is any figure to draw.
    pub fn is_empty(&self) -> bool {
        let mut values = self.series.iter().flat_map(|s| &s.values).flatten();
        !values.any(|v| v.is_finite())
    }

    /// The plot, its legend and the table of its figures. `id` tells it from others of the page.
    pub fn html(&self, id: &str) -> String {
        format!(
            "<figure class=\"card\"><figcaption><h3>{}</h3><p>{}</p></figcaption>\n{}{}\
             <details><summary>Figures as a table</summary>\n{}</details></figure>\n",
            escape(&self.heading),
            escape(&self.caption),
            self.legend(),
            self.svg(id),
            self.table().html(),
        )
    }

    /// All figures, a row a level.
    fn table(&self) -> Table {
        let names = self.series.iter().map(|s| format!("{}, {}", s.name, self.unit));
        let row = |(i, level): (usize, &super::axis::Level)| {
            let figures = self.series.iter().map(|s| figure(s.values.get(i).copied().flatten()));
            std::iter::once(level.name.clone()).chain(figures).collect()
        };
        Table {
            caption: self.heading.clone(),
            header: std::iter::once("load".to_owned()).chain(names).collect(),
            rows: self.levels.list.iter().enumerate().map(row).collect(),
        }
    }

    /// Names of the series beside their marks; none where there is one.
    fn legend(&self) -> String {
        if self.series.len() < 2 {
            return String::new();
        }
        let entry = |(i, series): (usize, &Series)| {
            let mark = mark(i, 7.0, 7.0);
            let name = escape(&series.name);
            format!(
                "<li><svg class=\"s{}\" viewBox=\"0 0 14 14\" aria-hidden=\"true\">{mark}</svg>\
                 {name}</li>",
                i % SHAPES
            )
        };
        let entries: String = self.series.iter().enumerate().map(entry).collect();
        format!("<ul class=\"legend\">{entries}</ul>\n")
    }

    fn svg(&self, id: &str) -> String {
        let limit = self.limit.map(|(value, _)| value);
        let values = self.series.iter().flat_map(|s| &s.values).flatten().copied();
        let axis = Axis::holding(values.chain(limit));
        let width = WIDTH - LEFT - RIGHT - 2.0 * INSET;
        let places: Vec<f64> =
            self.levels.places().iter().map(|at| LEFT + INSET + at * width).collect();
        let names: Vec<&str> = self.series.iter().map(|s| s.name.as_str()).collect();
        let described = format!(
            "{} in {} over {}; {} levels. The table below holds the figures.",
            names.join(", "),
            self.unit,
            self.levels.title,
            self.levels.list.len()
        );
        let mut out = format!(
            "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             aria-labelledby=\"{id}-title {id}-text\">\n<title id=\"{id}-title\">{}</title>\
             <desc id=\"{id}-text\">{}</desc>\n",
            escape(&self.heading),
            escape(&described)
        );
        out.push_str(&self.values_axis(&axis));
        out.push_str(&self.levels_axis(&places));
        out.push_str(&self.limit_line(&axis));
        for (i, series) in self.series.iter().enumerate() {
            out.push_str(&self.drawn(i, series, &axis, &places));
        }
        out.push_str("</svg>\n");
        out
    }

    /// Ticks of the values with lines across, and the unit above.
    fn values_axis(&self, axis: &Axis) -> String {
        let mut out = format!("<text class=\"unit\" x=\"4\" y=\"14\">{}</text>\n", self.unit);
        for tick in axis.ticks() {
            let y = height(axis.share(tick).unwrap_or(0.0));
            let class = if tick == 0.0 { "base" } else { "grid" };
            let right = WIDTH - RIGHT;
            let label = axis.label(tick);
            let _ = writeln!(
                out,
                "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{label}</text>",
                LEFT - 6.0,
                y + 4.0
            );
        }
        out
    }

    /// Labels of the levels, without those that would run into the one before, and the title.
    fn levels_axis(&self, places: &[f64]) -> String {
        let mut out = String::new();
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by(|a, b| places[*a].total_cmp(&places[*b]));
        let (base, mut free) = (HEIGHT - BOTTOM, 0.0);
        for i in order {
            let (x, tick) = (places[i], &self.levels.list[i].tick);
            let half = tick.chars().count() as f64 * CHARACTER / 2.0;
            let _ = writeln!(
                out,
                "<line class=\"base\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{base}\" y2=\"{}\"/>",
                base + 4.0
            );
            if x - half >= free {
                let (y, tick) = (base + 18.0, escape(tick));
                let _ = writeln!(out, "<text class=\"mid\" x=\"{x:.1}\" y=\"{y}\">{tick}</text>");
                free = x + half + CHARACTER;
            }
        }
        let _ = writeln!(
            out,
            "<text class=\"mid unit\" x=\"{:.1}\" y=\"{}\">{}</text>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 6.0,
            escape(self.levels.title)
        );
        out
    }

    fn limit_line(&self, axis: &Axis) -> String {
        let Some((value, name)) = self.limit else { return String::new() };
        let Some(share) = axis.share(value) else { return String::new() };
        let (y, right) = (height(share), WIDTH - RIGHT);
        format!(
            "<line class=\"limit\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"end unit\" x=\"{right}\" y=\"{:.1}\">{}</text>\n",
            y - 5.0,
            escape(name)
        )
    }

    /// The line and the marks of series `i`. The line is broken where a level has no value.
    fn drawn(&self, i: usize, series: &Series, axis: &Axis, places: &[f64]) -> String {
        let mut points = Vec::new();
        for (level, x) in places.iter().enumerate() {
            let value = series.values.get(level).copied().flatten();
            let y = value.and_then(|v| axis.share(v)).map(height);
            points.push((level, *x, y, value));
        }
        points.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut out = format!("<g class=\"s{}\">", i % SHAPES);
        if self.levels.are_numbers() {
            out.push_str(&line(points.iter().map(|(_, x, y, _)| y.map(|y| (*x, y)))));
        }
        let mut free = 0.0;
        for (level, x, y, value) in points {
            let Some(y) = y else { continue };
            let (name, text) = (&self.levels.list[level].name, figure(value));
            let said = format!("{}, {name}: {text} {}", series.name, self.unit);
            let _ = write!(out, "<g><title>{}</title>{}</g>", escape(&said), mark(i, x, y));
            let half = text.chars().count() as f64 * CHARACTER / 2.0;
            if self.series.len() == 1 && text != ABSENT && x - half >= free {
                let above = y - 10.0;
                let _ = write!(
                    out,
                    "<text class=\"mid value\" x=\"{x:.1}\" y=\"{above:.1}\">{text}</text>"
                );
                free = x + half + CHARACTER;
            }
        }
        out.push_str("</g>\n");
        out
    }
}

/// The place of a share of the axis of values.
fn height(share: f64) -> f64 {
    HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
}

/// A path through points, lifted where one is missing.
fn line(points: impl Iterator<Item = Option<(f64, f64)>>) -> String {
    let (mut path, mut drawing) = (String::new(), false);
    for point in points {
        if let Some((x, y)) = point {
            let command = if drawing { 'L' } else { 'M' };
            let _ = write!(path, "{command}{x:.1} {y:.1}");
        }
        drawing = point.is_some();
    }
    format!("<path class=\"line\" d=\"{path}\"/>")
}

/// The mark of series `i` around a place.
fn mark(i: usize, x: f64, y: f64) -> String {
    match i % SHAPES {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"),
        1 => format!("<path d=\"M{:.1} {:.1}h7v7h-7z\"/>", x - 3.5, y - 3.5),
        2 => format!("<path d=\"M{x:.1} {:.1}l4.6 8h-9.2z\"/>", y - 5.0),
        _ => format!("<path d=\"M{x:.1} {:.1}l5 5l-5 5l-5-5z\"/>", y - 5.0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::axis::tests::levels;
    use super::*;

    fn plot(numbers: &[f64], series: Vec<Vec<Option<f64>>>) -> Plot {
        let named = |(i, values)| Series { name: format!("p{i}"), values };
        Plot {
            heading: "TTFT <b>".into(),
            caption: "Time & more".into(),
            unit: "ms",
            levels: levels(numbers),
            series: series.into_iter().enumerate().map(named).collect(),
            limit: None,
        }
    }

    #[test]
    fn a_plot_has_a_name_axes_with_units_and_a_table_of_its_figures() {
        let html = plot(&[1.0, 8.0], vec![vec![Some(1.5), Some(1234.0)]; 2]).html("p");
        for part in [
            "role=\"img\" aria-labelledby=\"p-title p-text\"",
            "<title id=\"p-title\">TTFT &lt;b&gt;</title>",
            ">ms</text>",
            ">requests in flight</text>",
            "<title>p1, 8 at once: 1,234 ms</title>",
            "<td>1.50</td><td>1.50</td>",
            "<th scope=\"col\">p0, ms</th>",
            "Time &amp; more",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert!(!html.contains("<b>"));
    }

    #[test]
    fn a_missing_value_breaks_the_line_and_has_no_mark() {
        let values = vec![Some(1.0), None, Some(2.0), Some(f64::NAN), Some(3.0), Some(4.0)];
        let html = plot(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], vec![values]).html("p");
        let path = html.split("class=\"line\" d=\"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!((path.matches('M').count(), path.matches('L').count()), (3, 1), "{path}");
        assert_eq!(html.matches("<circle").count(), 4);
        assert_eq!(html.matches(&format!("<td>{ABSENT}</td>")).count(), 2);
        assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
    }

    #[test]
    fn odd_plots_are_drawn_without_odd_numbers() {
        for (numbers, values) in [
            (&[][..], vec![]),
            (&[4.0], vec![Some(0.0)]),
            (&[4.0], vec![None]),
            (&[4.0, 4.0], vec![Some(f64::MAX), Some(f64::MIN_POSITIVE)]),
            (&[1.0, 65536.0], vec![Some(f64::INFINITY), Some(-1.0)]),
            (&[1.0, 2.0], vec![Some(1.0)]),
        ] {
            let mut plot = plot(numbers, vec![values]);
            plot.limit = Some((100.0, "ceiling"));
            let html = plot.html("p");
            assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
            assert!(html.contains("ceiling"));
        }
        assert!(plot(&[4.0], vec![vec![Some(f64::NAN)]]).is_empty());
        assert!(!plot(&[4.0], vec![vec![Some(0.0)]]).is_empty());
    }

    #[test]
    fn lines_go_along_the_axis_and_join_numbers_alone() {
        let mut plot = plot(&[8.0, 1.0], vec![vec![Some(1.0), Some(2.0)]]);
        let html = plot.html("p");
        let path = html.split("class=\"line\" d=\"M").nth(1).unwrap();
        assert!(path.starts_with("64.0 "), "{path}");
        plot.levels.list[0].number = None;
        assert!(!plot.html("p").contains("class=\"line\""));
    }

    #[test]
    fn labels_that_would_overlap_are_left_out() {
        let close: Vec<f64> = (0..40).map(|i| 1000.0 + f64::from(i)).collect();
        let html = plot(&close, vec![vec![Some(1.0); 40]]).html("p");
        let labels = html.matches("<text class=\"mid\"").count();
        assert!((5..15).contains(&labels), "{labels}");
        assert_eq!(html.matches("<circle").count(), 40);
    }
}
