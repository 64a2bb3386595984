//! Reader of server-sent events, fed with the pieces in which they arrive.

/// Bytes of one unfinished event.
const EVENT_BYTES_MAX: usize = 16 << 20;

/// Collects bytes until they are whole events.
#[derive(Default)]
pub struct EventReader {
    /// The line that is not ended yet.
    line: Vec<u8>,
    /// Its name, where it has one.
    name: String,
    /// `data` fields of the event that is not ended yet.
    data: Option<String>,
    /// The last piece ended in a carriage return, which a line feed may follow.
    after_return: bool,
}

impl EventReader {
    /// Takes the next bytes and gives the data of every event that they end to `each`.
    ///
    /// # Errors
    /// A line that is not UTF-8, or an event of more than 16 MiB.
    pub fn push(&mut self, bytes: &[u8], each: &mut dyn FnMut(&str)) -> Result<(), String> {
        self.push_named(bytes, &mut |_, data| each(data))
    }

    /// As [`Self::push`], with the name of each event before its data; events without one are
    /// `message`.
    ///
    /// # Errors
    /// Those of [`Self::push`].
    pub fn push_named(
        &mut self,
        bytes: &[u8],
        each: &mut dyn FnMut(&str, &str),
    ) -> Result<(), String> {
        for &byte in bytes {
            let feed_of_return = std::mem::take(&mut self.after_return) && byte == b'\n';
            match byte {
                _ if feed_of_return => {}
                b'\n' | b'\r' => {
                    self.after_return = byte == b'\r';
                    self.end_line(each)?;
                }
                _ => self.line.push(byte),
            }
        }
        if self.line.len() + self.data.as_ref().map_or(0, String::len) > EVENT_BYTES_MAX {
            return Err(format!("an event of more than {EVENT_BYTES_MAX} bytes"));
        }
        Ok(())
    }

    fn end_line(&mut self, each: &mut dyn FnMut(&str, &str)) -> Result<(), String> {
        let line = std::mem::take(&mut self.line);
        let line = std::str::from_utf8(&line).map_err(|e| format!("the stream is no text: {e}"))?;
        if line.is_empty() {
            let name = std::mem::take(&mut self.name);
            if let Some(data) = self.data.take() {
                each(if name.is_empty() { "message" } else { &name }, &data);
            }
        } else if let Some(name) = line.strip_prefix("event:") {
            name.strip_prefix(' ').unwrap_or(name).clone_into(&mut self.name);
        } else if let Some(rest) = line.strip_prefix("data:") {
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(rest);
                }
                None => self.data = Some(rest.to_owned()),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pieces: &[&[u8]]) -> Result<Vec<String>, String> {
        let (mut reader, mut out) = (EventReader::default(), Vec::new());
        for piece in pieces {
            reader.push(piece, &mut |data| out.push(data.to_owned()))?;
        }
        Ok(out)
    }

    #[test]
    fn events_cut_anywhere_are_the_same() {
        let text =
            "data: {\"a\": \"ü\"}\n\n: comment\n\nevent: x\ndata: one\ndata:two\r\n\r\ndata: \
                    [DONE]\r\rdata: unfinished\n"
                .as_bytes();
        let whole = read(&[text]).unwrap();
        assert_eq!(whole, ["{\"a\": \"ü\"}", "one\ntwo", "[DONE]"]);
        for first in 0..text.len() {
            for second in first..text.len() {
                let pieces = [&text[..first], &text[first..second], &text[second..]];
                assert_eq!(read(&pieces).unwrap(), whole, "{first} {second}");
            }
        }
    }

    #[test]
    fn a_name_is_that_of_its_own_event_alone() {
        let text = b"event: a\ndata: 1\n\ndata: 2\n\nevent: lost\n\nevent:b\ndata: 3\n\n";
        let (mut reader, mut out) = (EventReader::default(), Vec::new());
        for byte in text {
            let each = &mut |name: &str, data: &str| out.push(format!("{name} {data}"));
            reader.push_named(&[*byte], each).unwrap();
        }
        assert_eq!(out, ["a 1", "message 2", "b 3"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_an_error() {
        assert!(read(&[b"data: \xff\n\n"]).unwrap_err().contains("no text"));
        let endless = vec![b'x'; EVENT_BYTES_MAX + 1];
        assert!(read(&[&endless]).unwrap_err().contains("more than"));
    }
}
