//! Raw connections: opened, read a little, left open or closed at any moment.

use serde_json::{Value, json};
use std::io;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub const CHAT: &str = "/v1/chat/completions";
pub const MESSAGES: &str = "/v1/messages";
pub const RESPONSES: &str = "/v1/responses";
pub const APIS: [&str; 3] = [CHAT, MESSAGES, RESPONSES];

/// Answers from this length on do not end by themselves.
const LONG: u32 = 100;

/// A question in the form of an API.
pub fn question(path: &str, stream: bool, tokens: u32) -> Value {
    let talk = json!([{"role": "user", "content": "Count for me."}]);
    match path {
        RESPONSES => json!({"input": talk, "max_output_tokens": tokens, "stream": stream,
            "temperature": 0, "store": false, "ignore_eos": true}),
        MESSAGES => {
            let mut body = json!({"messages": talk, "max_tokens": tokens, "stream": stream,
                "temperature": 0});
            if tokens >= LONG {
                // The API has no `ignore_eos`: a list that has no end keeps the answer going.
                let list = json!({"type": "array", "items": {"enum": [1]}, "minItems": tokens});
                body["output_config"] = json!({"format": {"type": "json_schema", "schema": list}});
            }
            body
        }
        _ => json!({"messages": talk, "max_tokens": tokens, "stream": stream,
            "temperature": 0, "ignore_eos": true}),
    }
}

/// Text at the end of a stream of the API.
pub fn last_words(path: &str) -> &'static str {
    match path {
        RESPONSES => "event: response.",
        MESSAGES => "event: message_stop",
        _ => "data: [DONE]",
    }
}

/// Text that comes with the first token: events before it are sent while the request may still be
/// queued.
pub fn first_words(path: &str) -> &'static str {
    match path {
        RESPONSES => "output_text.delta",
        MESSAGES => "text_delta",
        _ => "{\"content\":",
    }
}

/// Sends a request on a connection of its own.
pub async fn open(address: &str, path: &str, body: &Value) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    send(&mut stream, "POST", path, &body.to_string()).await?;
    Ok(stream)
}

pub async fn send(stream: &mut TcpStream, method: &str, path: &str, body: &str) -> io::Result<()> {
    let message = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(message.as_bytes()).await
}

/// The status and everything up to the end of the answer; the connection can be used again.
pub async fn finish(stream: &mut TcpStream) -> io::Result<(u16, String)> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(at) = find(&bytes, b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    };
    let text = String::from_utf8_lossy(&bytes[..head]).to_ascii_lowercase();
    let status = text.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    let length = text.lines().find_map(|l| l.strip_prefix("content-length:"));
    let length: Option<usize> = length.and_then(|l| l.trim().parse().ok());
    let whole = |bytes: &[u8]| match length {
        Some(length) => bytes.len() >= head + length,
        None => bytes.ends_with(b"\r\n0\r\n\r\n"),
    };
    while !whole(&bytes) {
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok((status, String::from_utf8_lossy(&bytes).into_owned()))
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|w| w == what)
}

/// Reads until `what` has come.
pub async fn read_until(stream: &mut TcpStream, what: &str) -> io::Result<()> {
    let mut bytes = Vec::new();
    while find(&bytes, what.as_bytes()).is_none() {
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(())
}
