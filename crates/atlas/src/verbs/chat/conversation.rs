//! A conversation in the terminal.
//!
//! Lines go to the model with the history so far; the answer streams. `/reset` forgets the
//! history, `/exit` or end of input leaves, Ctrl-C stops the answer and not the program.

use serde_json::{Value, json};
use std::io::{BufRead, Write};

/// Generates answers; the terminal loop is tested without a model.
pub trait Answerer {
    /// Streams an answer to the conversation through `on_text`, which returns false to stop.
    /// Returns the whole text.
    fn answer(
        &mut self,
        messages: &[Value],
        on_text: &mut dyn FnMut(&str) -> bool,
    ) -> anyhow::Result<String>;
}

/// Meaning of a line.
#[derive(Debug, PartialEq)]
enum Command<'a> {
    Say(&'a str),
    Reset,
    Help,
    Exit,
    Unknown(&'a str),
    Nothing,
}

fn parse(line: &str) -> Command<'_> {
    match line.trim() {
        "" => Command::Nothing,
        "/reset" => Command::Reset,
        "/help" => Command::Help,
        "/exit" | "/quit" => Command::Exit,
        word if word.starts_with('/') && !word.contains(' ') => Command::Unknown(word),
        text => Command::Say(text),
    }
}

const HELP: &str = "/reset forgets the conversation, /exit leaves, Ctrl-C stops an answer.";

/// Runs the conversation until the input ends. `interrupted` is asked between pieces of text and
/// says, once, whether the user pressed Ctrl-C.
pub fn run(
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    system: Option<&str>,
    answerer: &mut dyn Answerer,
    interrupted: &dyn Fn() -> bool,
) -> anyhow::Result<()> {
    let opening: Vec<Value> =
        system.map(|s| json!({"role": "system", "content": s})).into_iter().collect();
    let mut messages = opening.clone();
    let mut bytes = Vec::new();
    loop {
        write!(output, "> ")?;
        output.flush()?;
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            writeln!(output)?;
            return Ok(());
        }
        let Ok(line) = std::str::from_utf8(&bytes) else {
            writeln!(output, "error: that line is not valid UTF-8")?;
            continue;
        };
        // A Ctrl-C at the prompt must not stop the next answer.
        interrupted();
        match parse(line) {
            Command::Nothing => {}
            Command::Exit => return Ok(()),
            Command::Help => writeln!(output, "{HELP}")?,
            Command::Unknown(word) => writeln!(output, "{word}: no such command. {HELP}")?,
            Command::Reset => {
                messages.clone_from(&opening);
                writeln!(output, "(the conversation is forgotten)")?;
            }
            Command::Say(text) => {
                messages.push(json!({"role": "user", "content": text}));
                let mut stopped = false;
                let result = answerer.answer(&messages, &mut |piece| {
                    // A closed terminal stops the answer too.
                    stopped = interrupted()
                        || output
                            .write_all(piece.as_bytes())
                            .and_then(|()| output.flush())
                            .is_err();
                    !stopped
                });
                match result {
                    Ok(answer) => messages.push(json!({"role": "assistant", "content": answer})),
                    Err(e) => {
                        messages.pop();
                        write!(output, "error: {e:#}")?;
                    }
                }
                writeln!(output, "{}", if stopped { " (stopped)" } else { "" })?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    struct Echo(Vec<Vec<Value>>);

    impl Answerer for Echo {
        fn answer(
            &mut self,
            messages: &[Value],
            on_text: &mut dyn FnMut(&str) -> bool,
        ) -> anyhow::Result<String> {
            self.0.push(messages.to_vec());
            let last = messages[messages.len() - 1]["content"].as_str().unwrap().to_owned();
            if last == "fail" {
                anyhow::bail!("no");
            }
            let mut said = String::new();
            for c in last.chars() {
                said.push(c);
                if !on_text(&c.to_string()) {
                    break;
                }
            }
            Ok(said)
        }
    }

    fn talk(input: &str, interrupted: &dyn Fn() -> bool) -> (String, Echo) {
        let mut out = Vec::new();
        let mut echo = Echo(Vec::new());
        run(&mut input.as_bytes(), &mut out, Some("be kind"), &mut echo, interrupted).unwrap();
        (String::from_utf8(out).unwrap(), echo)
    }

    #[test]
    fn history_grows_and_reset_forgets_it() {
        let (out, echo) = talk("one\n\ntwo\n/reset\nthree\n/nope\n", &|| false);
        assert!(out.contains("one\n") && out.contains("/nope: no such command"));
        let lens: Vec<usize> = echo.0.iter().map(Vec::len).collect();
        assert_eq!(lens, [2, 4, 2]);
        assert_eq!(echo.0[2][0]["role"], "system");
    }

    #[test]
    fn an_interrupt_stops_the_answer_and_not_the_program() {
        let calls = Cell::new(0);
        let (out, echo) = talk("abcdef\nxyz\n/exit\n", &|| {
            calls.set(calls.get() + 1);
            calls.get() == 4
        });
        assert!(out.contains("> ab (stopped)\n"), "{out}");
        assert!(out.contains("> xyz\n"), "{out}");
        assert_eq!(echo.0[1][2]["content"], "abc");
    }

    #[test]
    fn a_line_that_is_not_text_is_refused_and_the_next_one_read() {
        let (mut out, mut echo) = (Vec::new(), Echo(Vec::new()));
        let input = b"\xff\xfe\nok\n";
        run(&mut &input[..], &mut out, None, &mut echo, &|| false).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains("not valid UTF-8\n> ok\n"), "{out}");
        assert_eq!(echo.0.len(), 1);
    }

    #[test]
    fn a_failed_turn_leaves_no_trace_in_the_history() {
        let (out, echo) = talk("fail\nok\n", &|| false);
        assert!(out.contains("error: no"));
        assert_eq!(echo.0[1].len(), 2);
    }
}
