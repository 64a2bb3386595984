//! Which names a server answers to. A page of any site can point a name of its own at 127.0.0.1
//! and then send requests that the browser takes for the site's own (DNS rebinding); only the
//! `Host` and `Origin` of these requests show it.

use super::cors::CorsOrigins;
use super::errors::ApiError;
use super::path;
use crate::api::{anthropic, ollama};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// The hosts of `--allowed-hosts`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AllowedHosts {
    /// None are given: loopback alone, where it matters.
    #[default]
    Unset,
    /// `*`: requests are not checked.
    Any,
    List(Vec<AllowedHost>),
}

/// One of the hosts of a list, in lower case and without a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllowedHost {
    Exact(String),
    /// Of `*.example.org`: `.example.org`, the end of its subdomains' names.
    Subdomains(String),
}

impl AllowedHosts {
    /// From names such as `box.example`, `10.0.0.5`, `*.example.org`, or `*` alone.
    ///
    /// # Errors
    /// The invalid name and the expected form.
    pub fn parse<S: AsRef<str>>(given: &[S]) -> Result<Self, String> {
        let given: Vec<&str> = given.iter().map(|name| name.as_ref().trim()).collect();
        if given.contains(&"*") {
            return match given.len() {
                1 => Ok(Self::Any),
                _ => Err("`*` stands alone: it allows every host".to_owned()),
            };
        }
        let list: Vec<_> = given.into_iter().map(allowed_host).collect::<Result<_, _>>()?;
        Ok(if list.is_empty() { Self::Unset } else { Self::List(list) })
    }
}

fn allowed_host(text: &str) -> Result<AllowedHost, String> {
    let wrong = || format!("`{text}` is no host; write a name or an address without a port");
    let (name, subdomains) = match text.strip_prefix("*.") {
        Some(name) => (name, true),
        None => (text, false),
    };
    let bare = name.strip_prefix('[').and_then(|n| n.strip_suffix(']')).unwrap_or(name);
    let is_name =
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b));
    match bare.parse::<IpAddr>() {
        Ok(address) if !subdomains => Ok(AllowedHost::Exact(address.to_canonical().to_string())),
        Err(_) if is_name && subdomains => Ok(AllowedHost::Subdomains(format!(".{}", plain(name)))),
        Err(_) if is_name => Ok(AllowedHost::Exact(plain(name))),
        _ => Err(wrong()),
    }
}

/// A name as it is compared.
fn plain(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

/// The check of a server's requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostCheck {
    hosts: Vec<AllowedHost>,
    origins: CorsOrigins,
}

impl HostCheck {
    /// The check of a server that listens on `address`, given as `name`. There is none if
    /// `allowed` is `*`, or if no hosts are given and the server has keys or listens beyond
    /// loopback: then browsers have no key, or other names are expected.
    pub fn new(
        address: IpAddr,
        name: &str,
        allowed: AllowedHosts,
        has_keys: bool,
        origins: CorsOrigins,
    ) -> Option<Self> {
        let mut hosts = match allowed {
            AllowedHosts::Any => return None,
            AllowedHosts::Unset if has_keys || !address.to_canonical().is_loopback() => {
                return None;
            }
            AllowedHosts::Unset => Vec::new(),
            AllowedHosts::List(list) => list,
        };
        hosts.push(AllowedHost::Exact(address.to_canonical().to_string()));
        hosts.push(AllowedHost::Exact(plain(name)));
        Some(Self { hosts, origins })
    }

    /// Loopback itself, in all its spellings, and the hosts of the list.
    fn allows_host(&self, host: &str) -> bool {
        let bare = host.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(host);
        let name = match bare.parse::<IpAddr>().map(|address| address.to_canonical()) {
            Ok(address) if address.is_loopback() => return true,
            Ok(address) => address.to_string(),
            Err(_) => plain(host),
        };
        let is = |allowed: &AllowedHost| match allowed {
            AllowedHost::Exact(known) => *known == name,
            AllowedHost::Subdomains(end) => name.ends_with(end.as_str()),
        };
        // Names below localhost never leave the machine (RFC 6761).
        name == "localhost" || name.ends_with(".localhost") || self.hosts.iter().any(is)
    }

    fn allows_authority(&self, authority: &Authority) -> bool {
        !authority.as_str().contains('@') && self.allows_host(authority.host())
    }

    fn allows_host_header(&self, value: &HeaderValue) -> bool {
        Authority::try_from(value.as_bytes()).is_ok_and(|a| self.allows_authority(&a))
    }

    fn allows_origin(&self, value: &HeaderValue) -> bool {
        let listed = match &self.origins {
            CorsOrigins::Any => true,
            CorsOrigins::None => false,
            CorsOrigins::List(list) => list.contains(value),
        };
        // `null`, of pages without an origin, has no scheme.
        let own = || {
            Uri::try_from(value.as_bytes()).is_ok_and(|uri| {
                let authority = uri.authority().filter(|_| uri.scheme().is_some());
                authority.is_some_and(|a| self.allows_authority(a))
            })
        };
        listed || own()
    }

    /// # Errors
    /// 403 for a request that is meant for another host or sent by a page of another origin.
    fn check(&self, request: &Request) -> Result<(), ApiError> {
        // A request without a host is not a browser's.
        let asked = request.uri().authority();
        let hosts = request.headers().get_all(HOST);
        if let Some(host) = hosts.iter().find(|host| !self.allows_host_header(host)) {
            return Err(ApiError::forbidden_host(&shown(host)));
        }
        if let Some(host) = asked.filter(|host| !self.allows_authority(host)) {
            return Err(ApiError::forbidden_host(host.as_str()));
        }
        let origins = request.headers().get_all(ORIGIN);
        match origins.iter().find(|origin| !self.allows_origin(origin)) {
            Some(origin) => Err(ApiError::forbidden_origin(&shown(origin))),
            None => Ok(()),
        }
    }
}

fn shown(value: &HeaderValue) -> String {
    String::from_utf8_lossy(value.as_bytes()).into_owned()
}

/// Wraps the routes in the check.
pub fn over(router: Router, check: Option<HostCheck>) -> Router {
    match check {
        Some(check) => router.layer(middleware::from_fn_with_state(Arc::new(check), refuse_others)),
        None => router,
    }
}

async fn refuse_others(
    State(check): State<Arc<HostCheck>>,
    request: Request,
    next: Next,
) -> Response {
    match check.check(&request) {
        Ok(()) => next.run(request).await,
        Err(e) if path::is_anthropic(request.uri().path()) => {
            anthropic::errors::rewritten(e.into_response(), None)
        }
        Err(e) if path::is_ollama(request.uri().path()) => {
            ollama::errors::rewritten(e.into_response())
        }
        Err(e) => e.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn check(allowed: &[&str], origins: &[&str]) -> HostCheck {
        let allowed = AllowedHosts::parse(allowed).expect("hosts");
        let origins = CorsOrigins::parse(origins).expect("origins");
        HostCheck::new(IpAddr::from([127, 0, 1, 1]), "My-Box", allowed, false, origins)
            .expect("a check")
    }

    fn status(check: &HostCheck, uri: &str, headers: &[(&str, &[u8])]) -> u16 {
        let mut request = Request::get(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).expect("request");
        check.check(&request).map_or_else(|e| e.status.as_u16(), |()| 200)
    }

    #[test]
    fn loopback_in_every_spelling_is_served_and_other_hosts_are_not() {
        let check = check(&["tunnel.example", "*.apps.example", "10.0.0.5"], &[]);
        for host in [
            "localhost",
            "LOCALHOST:8888",
            "localhost.",
            "a.localhost:1",
            "127.0.0.1",
            "127.0.0.1:8888",
            "127.9.9.9:1",
            "[::1]",
            "[::1]:8888",
            "[::ffff:127.0.0.1]:80",
            "my-box:8888",
            "127.0.1.1",
            "Tunnel.Example:443",
            "x.apps.example",
            "10.0.0.5:8888",
        ] {
            assert_eq!(status(&check, "/", &[("host", host.as_bytes())]), 200, "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:80",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "evil.example@localhost",
            "localhost@evil.example",
            "notlocalhost",
            "10.0.0.6",
            "0.0.0.0",
            "apps.example",
            "xapps.example",
            "tunnel.example.evil.example",
            "",
            "evil.example#localhost",
            "[::2]",
            "localhost, evil.example",
            "2130706433",
        ] {
            assert_eq!(status(&check, "/", &[("host", host.as_bytes())]), 403, "{host}");
        }
        assert_eq!(status(&check, "/", &[("host", b"\xff")]), 403);
        assert_eq!(status(&check, "/", &[]), 200);
        let both: [(&str, &[u8]); 2] = [("host", b"localhost"), ("host", b"evil.example")];
        assert_eq!(status(&check, "/", &both), 403);
        let local: [(&str, &[u8]); 1] = [("host", b"localhost")];
        assert_eq!(status(&check, "http://evil.example/v1/models", &local), 403);
        assert_eq!(status(&check, "http://localhost:8888/v1/models", &local), 200);
    }

    #[test]
    fn pages_of_other_origins_are_refused_unless_cors_allows_them() {
        let of = |check: &HostCheck, origin: &str| {
            let headers: [(&str, &[u8]); 2] =
                [("host", b"localhost:8888"), ("origin", origin.as_bytes())];
            status(check, "/", &headers)
        };
        let listed = check(&["tunnel.example"], &["https://app.example"]);
        for good in [
            "http://localhost:3000",
            "http://127.0.0.1:8888",
            "http://[::1]:1",
            "tauri://localhost",
            "https://tunnel.example",
            "https://app.example",
        ] {
            assert_eq!(of(&listed, good), 200, "{good}");
        }
        for bad in [
            "https://evil.example",
            "null",
            "localhost",
            "https://app.example:444",
            "http://app.example",
            "http://localhost.evil.example",
            "https://localhost@evil.example",
            "",
            "file://",
        ] {
            assert_eq!(of(&listed, bad), 403, "{bad}");
        }
        assert_eq!(of(&check(&[], &["*"]), "https://evil.example"), 200);
    }

    #[test]
    fn only_open_servers_on_loopback_are_checked_unless_hosts_are_given() {
        let new = |address: [u8; 4], allowed: &[&str], keys: bool| {
            let allowed = AllowedHosts::parse(allowed).expect("hosts");
            HostCheck::new(IpAddr::from(address), "x", allowed, keys, CorsOrigins::None).is_some()
        };
        assert!(new([127, 0, 0, 1], &[], false));
        assert!(!new([127, 0, 0, 1], &[], true));
        assert!(!new([127, 0, 0, 1], &["*"], false));
        assert!(!new([0, 0, 0, 0], &[], false));
        assert!(new([0, 0, 0, 0], &["a.example"], true));
        for bad in ["a.example:80", "http://a", "a b", "", "*.", "*.10.0.0.1", "a/b", "*,b"] {
            assert!(AllowedHosts::parse(&[bad]).is_err(), "{bad}");
        }
        assert!(AllowedHosts::parse(&["*", "a"]).is_err());
    }
}
