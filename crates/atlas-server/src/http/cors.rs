//! CORS: the origins whose pages may use the API from a browser.

use super::rate_limits;
use axum::Router;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderName, HeaderValue, Method};
use std::time::Duration;
use tower_http::cors::{AllowHeaders, AllowOrigin, CorsLayer};

/// Time for which a browser may cache a preflight answer.
const PREFLIGHT_CACHE: Duration = Duration::from_secs(600);

/// The allowed origins; none by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum CorsOrigins {
    #[default]
    None,
    /// `*`.
    Any,
    List(Vec<HeaderValue>),
}

impl CorsOrigins {
    /// From origins such as `https://app.example` and `http://localhost:3000`, or `*` alone.
    ///
    /// # Errors
    /// The invalid origin and the expected form.
    pub fn parse<S: AsRef<str>>(given: &[S]) -> Result<Self, String> {
        if given.iter().any(|origin| origin.as_ref() == "*") {
            return match given.len() {
                1 => Ok(Self::Any),
                _ => Err("`*` stands alone: it allows every origin".to_owned()),
            };
        }
        let list: Vec<_> = given.iter().map(|o| origin(o.as_ref())).collect::<Result<_, _>>()?;
        Ok(if list.is_empty() { Self::None } else { Self::List(list) })
    }
}

/// Parses an origin as browsers send it: scheme, host and optional port, without a path.
fn origin(text: &str) -> Result<HeaderValue, String> {
    let text = text.to_ascii_lowercase();
    let wrong = || format!("`{text}` is no origin; write one as https://host or http://host:port");
    let (scheme, host) = text.split_once("://").ok_or_else(wrong)?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let is_scheme =
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(plain);
    let is_host =
        !host.is_empty() && host.bytes().all(|b| b.is_ascii_graphic() && !b"/?#@*".contains(&b));
    if !is_scheme || !is_host {
        return Err(wrong());
    }
    HeaderValue::from_str(&text).map_err(|_| wrong())
}

/// Wraps the routes in CORS headers. Preflights are answered here, since they carry no key.
pub fn over(router: Router, origins: &CorsOrigins) -> Router {
    let allowed = match origins {
        CorsOrigins::None => return router,
        CorsOrigins::Any => AllowOrigin::any(),
        CorsOrigins::List(list) => AllowOrigin::list(list.iter().cloned()),
    };
    let mut exposed = vec![
        RETRY_AFTER,
        HeaderName::from_static("x-request-id"),
        HeaderName::from_static("request-id"),
    ];
    exposed.extend(rate_limits::HEADERS.into_iter().flatten().flatten());
    let layer = CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        // Clients send custom headers, and a wildcard would exclude `authorization`.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(exposed)
        .max_age(PREFLIGHT_CACHE);
    router.layer(layer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_origins_without_a_path_are_accepted() {
        for good in [
            "https://app.example",
            "http://localhost:3000",
            "http://[::1]:8080",
            "tauri://localhost",
        ] {
            assert!(matches!(CorsOrigins::parse(&[good]), Ok(CorsOrigins::List(_))), "{good}");
        }
        for bad in [
            "",
            "app.example",
            "https://",
            "https://a/",
            "https://a/b",
            "https://*.a",
            "://a",
            "https://a b",
            "1x://a",
            "https://a\n",
        ] {
            assert!(CorsOrigins::parse(&[bad]).is_err(), "{bad:?}");
        }
        assert_eq!(CorsOrigins::parse(&["*"]), Ok(CorsOrigins::Any));
        assert!(CorsOrigins::parse(&["*", "https://a"]).is_err());
        assert_eq!(CorsOrigins::parse::<&str>(&[]), Ok(CorsOrigins::None));
        let upper = CorsOrigins::parse(&["HTTPS://App.Example"]);
        assert_eq!(
            upper,
            Ok(CorsOrigins::List(vec![HeaderValue::from_static("https://app.example")]))
        );
    }
}
