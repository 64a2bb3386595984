//! What the verbs print.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write, stdout};
use std::process::exit;

/// The status of a program that the end of its reader ends, as shells have it.
const READER_LEFT: i32 = 141;

/// Writes to standard output. Ends the program where that is not possible: quietly if nobody reads
/// any more (`atlas plan | head`), with an error if it is something else, as a full disk.
pub fn write(text: Arguments<'_>) {
    match stdout().write_fmt(text).and_then(|()| stdout().flush()) {
        Ok(()) => {}
        Err(e) if e.kind() == ErrorKind::BrokenPipe => exit(READER_LEFT),
        Err(e) => {
            eprintln!("error: writing to standard output: {e}");
            exit(1)
        }
    }
}

/// `println!` for what may be piped into a program that ends first.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::say::write(format_args!("{}\n", format_args!($($text)*)))
    };
}
pub(crate) use say;
