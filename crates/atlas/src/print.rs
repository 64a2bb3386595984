//! Standard output of the verbs.

use crate::log::{exit, last_words};
use crate::settings::EffectiveSetting;
use comfy_table::{ContentArrangement, Table, presets};
use std::fmt::Arguments;
use std::io::{ErrorKind, Write, stdout};

/// Exit status of a program that SIGPIPE ends, as shells report it.
const READER_LEFT: i32 = 141;

/// Writes to standard output. If the reader is gone (`atlas plan | head`), the program ends without
/// a message; if writing fails for another reason, such as a full disk, it ends with an error.
pub fn write(text: Arguments<'_>) {
    match stdout().write_fmt(text).and_then(|()| stdout().flush()) {
        Ok(()) => {}
        Err(e) if e.kind() == ErrorKind::BrokenPipe => exit(READER_LEFT),
        Err(e) => {
            last_words(&format!("error: writing to standard output: {e}"));
            exit(1)
        }
    }
}

/// `println!` for what may be piped into a program that ends first.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::print::write(format_args!("{}\n", format_args!($($text)*)))
    };
}
pub(crate) use say;

/// Bytes as MiB with one digit after the point.
pub fn mib(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / f64::from(1 << 20))
}

/// Columns that a table may take where standard output is no terminal.
const WIDTH: u16 = 100;

/// A table without lines, under `header`. Unless it is `wide`, its cells are wrapped to the
/// terminal, and to 100 columns at most.
pub fn table<const N: usize>(header: [&str; N], wide: bool) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    if !wide {
        let width = table.width().map_or(WIDTH, |width| width.min(WIDTH));
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table
}

/// Prints a table of settings.
pub fn settings(list: &[EffectiveSetting], wide: bool) {
    let mut table = table(["setting", "value", "source"], wide);
    for s in list {
        table.add_row([&s.name, &s.value, &s.source]);
    }
    say!("{table}");
}

/// A number with three digits and its unit: `7.84 M`, `30.5 B`.
pub fn count(number: u64) -> String {
    let (value, unit) = match number {
        0..1_000_000 => (number as f64 / 1e3, "K"),
        1_000_000..1_000_000_000 => (number as f64 / 1e6, "M"),
        _ => (number as f64 / 1e9, "B"),
    };
    let digits = match value {
        v if v < 10.0 => 2,
        v if v < 100.0 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn counts_have_three_digits() {
        let shown = [7_840_000, 30_530_000_000, 596_000_000, 12_300].map(count);
        assert_eq!(shown, ["7.84 M", "30.5 B", "596 M", "12.3 K"]);
    }
}
