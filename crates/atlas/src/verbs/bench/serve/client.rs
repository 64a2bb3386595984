//! HTTP client of the load and of `atlas top`: one pool of connections, and one request with its
//! times.

use super::answer::{Answer, error_message};
use super::events::EventReader;
use anyhow::{Context, Result, bail};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, Response, Uri};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use serde_json::Value;
use std::error::Error;
use std::fmt;
use std::time::{Duration, Instant};

/// Time to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Time for a server to tell its version; many do not.
const VERSION_TIMEOUT: Duration = Duration::from_secs(5);

/// Reason for which a request failed.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// No connection, or it broke before the head of the answer.
    Connection(String),
    /// An answer with another status than 200.
    Status(u16, String),
    /// The stream ended before the answer did.
    CutStream(String),
    /// An error within the stream, or an answer that cannot be read.
    Answer(String),
    Timeout(Duration),
}

impl Failure {
    /// Kind under which failures are counted.
    pub fn kind(&self) -> String {
        match self {
            Self::Connection(_) => "connection".to_owned(),
            Self::Status(status, _) => format!("status {status}"),
            Self::CutStream(_) => "cut stream".to_owned(),
            Self::Answer(_) => "answer".to_owned(),
            Self::Timeout(_) => "timeout".to_owned(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connection(why) | Self::CutStream(why) | Self::Answer(why) => write!(f, "{why}"),
            Self::Status(_, message) => write!(f, "{message}"),
            Self::Timeout(after) => write!(
                f,
                "no whole answer within {} s: --timeout sets a longer time",
                after.as_secs_f64()
            ),
        }
    }
}

/// A server and the connections to it.
pub struct Target {
    /// Address without a route.
    base: String,
    authorization: Option<HeaderValue>,
    http: Client<HttpConnector, Full<Bytes>>,
    timeout: Duration,
}

impl Target {
    /// # Errors
    /// An address that is not of the form `http://HOST[:PORT]`, or a key that no header can hold.
    pub fn new(url: &str, api_key: Option<&str>, timeout: Duration) -> Result<Self> {
        let base = base_of(url).with_context(|| format!("address {url:?}"))?;
        let authorization = match api_key {
            Some(key) => {
                let value = HeaderValue::from_str(&format!("Bearer {key}"));
                Some(value.context("--api-key: a key holds visible ASCII characters alone")?)
            }
            None => None,
        };
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        connector.set_connect_timeout(Some(CONNECT_TIMEOUT));
        let http =
            Client::builder(TokioExecutor::new()).pool_timer(TokioTimer::new()).build(connector);
        Ok(Self { base, authorization, http, timeout })
    }

    pub fn base(&self) -> &str {
        &self.base
    }

    /// The first model that the server lists.
    ///
    /// # Errors
    /// No server answers, or its list cannot be read or is empty.
    pub async fn first_model(&self) -> Result<String> {
        let route = "/v1/models";
        let body = match self.get(route, self.timeout).await {
            Ok(body) => body,
            Err(failure @ Failure::Connection(_)) => bail!("{failure}"),
            Err(failure @ Failure::Timeout(_)) => bail!("{route}: {failure}"),
            Err(failure) => {
                bail!("{route}: {}: {failure}; --model NAME needs no list", failure.kind())
            }
        };
        let list: Value = serde_json::from_str(&body)
            .with_context(|| format!("{}{route} is not JSON: pass --model NAME", self.base))?;
        let first = list["data"][0]["id"].as_str();
        let first = first
            .with_context(|| format!("{}{route} lists no model: pass --model NAME", self.base))?;
        Ok(first.to_owned())
    }

    /// The version that the server reports at `/version`, as Atlas and vLLM do.
    pub async fn version(&self) -> Option<String> {
        let body = self.get("/version", VERSION_TIMEOUT).await.ok()?;
        let body: Value = serde_json::from_str(&body).ok()?;
        Some(body.get("version")?.as_str()?.to_owned())
    }

    /// The answer to a GET.
    ///
    /// # Errors
    /// No whole answer within `limit`, or one of another status than 200.
    pub async fn get(&self, route: &str, limit: Duration) -> Result<String, Failure> {
        let get = async { collect(self.send(Method::GET, route, Bytes::new()).await?).await };
        tokio::time::timeout(limit, get).await.unwrap_or(Err(Failure::Timeout(limit)))
    }

    /// The head of the answer to a GET, whose body is still to be read.
    ///
    /// # Errors
    /// No answer within the time limit, or one of another status than 200.
    pub async fn open(&self, route: &str) -> Result<Response<Incoming>, Failure> {
        let head = self.send(Method::GET, route, Bytes::new());
        let timed = tokio::time::timeout(self.timeout, head).await;
        timed.unwrap_or(Err(Failure::Timeout(self.timeout)))
    }

    /// Sends a request and reads its answer to the end.
    pub async fn ask(&self, route: &str, body: Bytes, stream: bool) -> Result<Answer, Failure> {
        let exchange = async {
            let mut answer = Answer::new(Instant::now());
            let response = self.send(Method::POST, route, body).await?;
            match stream {
                true => read_stream(response, &mut answer).await?,
                false => {
                    let body = collect(response).await?;
                    answer.end = Instant::now();
                    answer.whole(&body).map_err(Failure::Answer)?;
                }
            }
            Ok(answer)
        };
        let timed = tokio::time::timeout(self.timeout, exchange).await;
        timed.unwrap_or(Err(Failure::Timeout(self.timeout)))
    }

    /// The head of an answer of status 200.
    async fn send(
        &self,
        method: Method,
        route: &str,
        body: Bytes,
    ) -> Result<Response<Incoming>, Failure> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{route}", self.base))
            .header(CONTENT_TYPE, "application/json");
        if let Some(authorization) = &self.authorization {
            request = request.header(AUTHORIZATION, authorization);
        }
        let request = request.body(Full::new(body));
        let request = request.map_err(|e| Failure::Connection(e.to_string()))?;
        let response = self.http.request(request).await.map_err(|e| match e.is_connect() {
            true => Failure::Connection(format!(
                "no server answers at {}: {}; start one there, or give the address of another",
                self.base,
                root_cause(&e)
            )),
            false => Failure::Connection(format!("the connection broke: {}", root_cause(&e))),
        })?;
        let status = response.status().as_u16();
        match status {
            200 => Ok(response),
            _ => Err(Failure::Status(status, error_message(&collect(response).await?))),
        }
    }
}

/// The whole body as text.
async fn collect(response: Response<Incoming>) -> Result<String, Failure> {
    let body = response.into_body().collect().await;
    let body = body.map_err(|e| Failure::CutStream(format!("cut short: {}", root_cause(&e))))?;
    Ok(String::from_utf8_lossy(&body.to_bytes()).into_owned())
}

/// Reads events until the body ends. Chunks have the time at which their last byte arrived.
async fn read_stream(response: Response<Incoming>, answer: &mut Answer) -> Result<(), Failure> {
    let (mut body, mut reader) = (response.into_body(), EventReader::default());
    let cut = |answer: &Answer, why: &str| {
        Failure::CutStream(format!("{why} after {} chunks of text", answer.chunks))
    };
    while let Some(frame) = body.frame().await {
        let now = Instant::now();
        let frame = match frame {
            Ok(frame) => frame,
            Err(_) if answer.finished => break,
            Err(e) => return Err(cut(answer, &format!("the stream broke ({})", root_cause(&e)))),
        };
        let Ok(bytes) = frame.into_data() else { continue };
        answer.end = now;
        let mut bad = None;
        let read = reader.push(&bytes, &mut |data| {
            if bad.is_none() {
                bad = answer.event(data, now).err();
            }
        });
        if let Some(why) = read.err().or(bad) {
            return Err(Failure::Answer(why));
        }
    }
    match answer.finished {
        true => Ok(()),
        false => Err(cut(answer, "the stream ended without [DONE] or a finish reason")),
    }
}

/// The innermost error, which has the reason.
pub fn root_cause(error: &dyn Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

/// `http://HOST:PORT` and a path before `/v1`, if there is one.
fn base_of(url: &str) -> Result<String> {
    let uri: Uri = url.parse().context("not an address such as http://127.0.0.1:8888")?;
    match uri.scheme_str() {
        Some("http") => {}
        Some("https") => {
            bail!("this client speaks plain HTTP: give the server's http:// address")
        }
        _ => bail!("no scheme that is spoken here: write http://HOST:PORT"),
    }
    if uri.query().is_some() {
        bail!("an address has no query: leave out everything from `?`");
    }
    let base = url.trim_end_matches('/');
    Ok(base.strip_suffix("/v1").unwrap_or(base).trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_http_with_or_without_v1() {
        for url in ["http://h:1", "http://h:1/", "http://h:1/v1", "http://h:1/v1/"] {
            assert_eq!(base_of(url).unwrap(), "http://h:1", "{url}");
        }
        assert_eq!(base_of("http://h/proxy/v1").unwrap(), "http://h/proxy");
        for bad in ["https://h", "h:1", "127.0.0.1:80", "http://", "", "http://h?x", "ftp://h"] {
            assert!(base_of(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn failures_are_counted_by_kind_and_status() {
        assert_eq!(Failure::Status(429, "slow down".into()).kind(), "status 429");
        assert_eq!(Failure::CutStream(String::new()).kind(), "cut stream");
        assert!(Failure::Timeout(Duration::from_secs(2)).to_string().contains("within 2 s"));
    }
}
