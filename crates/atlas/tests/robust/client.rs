//! An HTTP client that keeps its connection and never waits for ever.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A request that is not answered within this time hangs.
pub const ANSWER_MAX: Duration = Duration::from_secs(20);

pub struct Client {
    address: String,
    within: Duration,
    connection: Option<BufReader<TcpStream>>,
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Names in small letters.
    pub headers: Vec<(String, String)>,
    pub body: String,
    /// From the request's first byte to the answer's last.
    pub took: Duration,
}

impl Client {
    pub fn new(address: &str) -> Self {
        Self::patient(address, ANSWER_MAX)
    }

    /// As [`Self::new`]; an answer may take up to `within`.
    pub fn patient(address: &str, within: Duration) -> Self {
        Self { address: address.to_owned(), within, connection: None }
    }

    /// The whole answer.
    ///
    /// # Errors
    /// No answer in time, or one that is no HTTP.
    pub fn send(&mut self, method: &str, path: &str, body: &[u8]) -> Result<Answer, String> {
        // The server may have closed a connection that was kept; a fresh one must work.
        let kept = self.connection.is_some();
        match self.attempt(method, path, body) {
            Err(_) if kept => {
                self.connection = None;
                self.attempt(method, path, body)
            }
            answer => answer,
        }
    }

    fn attempt(&mut self, method: &str, path: &str, body: &[u8]) -> Result<Answer, String> {
        let answer = self.exchange(method, path, body).map_err(|e| e.to_string());
        if answer.is_err() {
            self.connection = None;
        }
        answer
    }

    fn exchange(&mut self, method: &str, path: &str, body: &[u8]) -> std::io::Result<Answer> {
        let start = Instant::now();
        if self.connection.is_none() {
            let stream = TcpStream::connect(&self.address)?;
            stream.set_read_timeout(Some(self.within))?;
            stream.set_write_timeout(Some(self.within))?;
            stream.set_nodelay(true)?;
            self.connection = Some(BufReader::new(stream));
        }
        let Some(reader) = self.connection.as_mut() else {
            return Err(std::io::ErrorKind::NotConnected.into());
        };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        let mut message = head.into_bytes();
        message.extend_from_slice(body);
        reader.get_mut().write_all(&message)?;
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|s| s.parse().ok());
        let status = status.ok_or_else(|| wrong(&format!("no status line: {line:?}")))?;
        let (mut length, mut chunked, mut headers) = (None, false, Vec::new());
        loop {
            line.clear();
            reader.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            let (name, value) = (name.to_ascii_lowercase(), value.trim().to_owned());
            match name.as_str() {
                "content-length" => length = value.parse().ok(),
                "transfer-encoding" => chunked = value == "chunked",
                _ => {}
            }
            headers.push((name, value));
        }
        let mut body = Vec::new();
        if chunked {
            while read_chunk(reader, &mut body)? {}
        } else {
            body.resize(length.ok_or_else(|| wrong("neither a length nor chunks"))?, 0);
            reader.read_exact(&mut body)?;
        }
        let body = String::from_utf8(body).map_err(|e| wrong(&e.to_string()))?;
        Ok(Answer { status, headers, body, took: start.elapsed() })
    }
}

fn read_chunk(reader: &mut BufReader<TcpStream>, body: &mut Vec<u8>) -> std::io::Result<bool> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let size = usize::from_str_radix(line.trim(), 16).map_err(|e| wrong(&e.to_string()))?;
    let start = body.len();
    body.resize(start + size, 0);
    reader.read_exact(&mut body[start..])?;
    reader.read_exact(&mut [0; 2])?;
    Ok(size > 0)
}

fn wrong(message: &str) -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::InvalidData, message.to_owned())
}
