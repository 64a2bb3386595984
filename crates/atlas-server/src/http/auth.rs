//! API keys and tenants.

use super::errors::ApiError;
use atlas_core::ClientId;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::fmt;
use std::sync::Arc;
use subtle::{ConditionallySelectable, ConstantTimeEq};

/// Paths that need no key.
const OPEN_PATHS: [&str; 8] = [
    "/",
    "/page/app.css",
    "/page/app.js",
    "/health",
    "/health/live",
    "/metrics",
    "/openapi.json",
    "/version",
];

/// The keys of a server: a request must carry one of them. Without keys every request is served.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ApiKeys {
    keys: Vec<String>,
    /// The tenant of each key; if empty, each key is its own tenant.
    tenants: Vec<String>,
}

/// A mismatch between the number of tenants and of keys.
#[derive(Clone, Copy, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{tenants} tenants are named for {keys} API keys; each key needs one")]
pub struct TenantCountError {
    pub keys: usize,
    pub tenants: usize,
}

impl ApiKeys {
    /// Keys without named tenants: each is its own tenant.
    pub fn new(keys: Vec<String>) -> Self {
        Self { keys, tenants: Vec::new() }
    }

    /// Names the tenant of each key, in the order of the keys. Keys of one tenant share cached
    /// prefixes. With an empty list each key is its own tenant.
    ///
    /// # Errors
    /// The numbers of tenants and keys differ.
    pub fn with_tenants(self, tenants: Vec<String>) -> Result<Self, TenantCountError> {
        if !tenants.is_empty() && tenants.len() != self.keys.len() {
            return Err(TenantCountError { keys: self.keys.len(), tenants: tenants.len() });
        }
        Ok(Self { tenants, ..self })
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The tenant of the key at `index`, identified by the index of its first key.
    pub fn tenant_of(&self, index: usize) -> Tenant {
        let name = self.tenants.get(index);
        let first = name.and_then(|name| self.tenants.iter().position(|t| t == name));
        Tenant(Some(first.unwrap_or(index) as u32))
    }

    /// A name of the tenant of the key at `index` that holds over restarts: its own, or the key.
    pub fn owner_of(&self, index: usize) -> Option<&str> {
        self.tenants.get(index).or_else(|| self.keys.get(index)).map(String::as_str)
    }

    /// Returns the index of `given` among the keys. The comparison takes constant time for keys of
    /// equal length.
    pub fn find(&self, given: &[u8]) -> Option<usize> {
        const NONE: u64 = u64::MAX;
        let mut found = NONE;
        for (index, key) in (0u64..).zip(&self.keys) {
            found.conditional_assign(&index, key.as_bytes().ct_eq(given));
        }
        (found != NONE).then_some(found as usize)
    }
}

/// Keys are never printed.
impl fmt::Debug for ApiKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} keys", self.keys.len())
    }
}

/// A group of keys that share cached prefixes. On a server without keys all requests belong to the
/// default tenant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tenant(Option<u32>);

impl Tenant {
    /// Bytes before the request's own salt.
    pub const SALT_BYTES: usize = 4;

    /// Hash salt that separates the cached prefixes of this tenant and `request_salt` from all
    /// others. The tenant has a fixed length, so different pairs have different salts.
    pub fn salt(self, request_salt: Option<&str>) -> Vec<u8> {
        if self.0.is_none() && request_salt.is_none() {
            return Vec::new();
        }
        let mut salt = self.0.unwrap_or(u32::MAX).to_le_bytes().to_vec();
        // A request salt is never empty, so it differs from a missing one.
        salt.extend_from_slice(request_salt.unwrap_or_default().as_bytes());
        salt
    }

    /// The client that the tenant's requests are of; `None` for the default tenant.
    pub fn client(self) -> Option<ClientId> {
        self.0.map(|index| ClientId(u128::from(index)))
    }
}

/// The index of the key that a request carries, in its extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeyIndex(pub usize);

/// Middleware that refuses requests without a valid key if the server has keys.
pub async fn check(State(keys): State<Arc<ApiKeys>>, mut request: Request, next: Next) -> Response {
    if keys.is_empty() || OPEN_PATHS.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    let given = key(request.headers());
    match given.map(|given| keys.find(given)) {
        Some(Some(index)) => {
            request.extensions_mut().insert(KeyIndex(index));
            next.run(request).await
        }
        refused => {
            let message = match refused {
                Some(_) => "the API key is not one of this server's",
                None => {
                    "this server wants an API key: `Authorization: Bearer KEY` or `x-api-key: KEY`"
                }
            };
            let mut response = ApiError::unauthorized(message).into_response();
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            response
        }
    }
}

/// The key of a request, from the header of OpenAI's or of Anthropic's clients.
fn key(headers: &HeaderMap) -> Option<&[u8]> {
    let bearer = headers.get(AUTHORIZATION).and_then(|value| {
        let (scheme, key) = value.as_bytes().split_at_checked(7)?;
        scheme.eq_ignore_ascii_case(b"bearer ").then(|| key.trim_ascii())
    });
    bearer.or_else(|| headers.get("x-api-key").map(HeaderValue::as_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_keys_are_refused() {
        let keys = ApiKeys::new(vec!["sk-one".to_owned(), "sk-other".to_owned()]);
        assert_eq!((keys.find(b"sk-one"), keys.find(b"sk-other")), (Some(0), Some(1)));
        for wrong in ["", "sk-", "sk-onE", "sk-one ", "sk-othe", "sk-onesk-other"] {
            assert_eq!(keys.find(wrong.as_bytes()), None, "{wrong}");
        }
        assert_eq!(format!("{keys:?}"), "2 keys");
    }

    #[test]
    fn a_key_without_a_named_tenant_is_its_own_tenant() {
        let keys = ApiKeys::new(["a", "b", "c"].map(str::to_owned).into());
        let own = [0, 1, 2].map(|i| keys.tenant_of(i).salt(None));
        assert!(own[0] != own[1] && own[1] != own[2] && own[0] != own[2]);
        let named = ["x", "y", "x"].map(str::to_owned).to_vec();
        let keys = keys.with_tenants(named).expect("as many as keys");
        let named = [0, 1, 2].map(|i| keys.tenant_of(i).salt(None));
        assert!(named[0] == named[2] && named[0] != named[1]);
        let default = Tenant::default();
        assert!(default.salt(None).is_empty());
        let salts = [default.salt(Some("s")), keys.tenant_of(1).salt(Some("s")), named[1].clone()];
        assert!(salts[0] != salts[1] && salts[1] != salts[2] && salts[0] != named[0]);
        let wrong = keys.with_tenants(vec!["x".to_owned()]);
        assert_eq!(wrong, Err(TenantCountError { keys: 3, tenants: 1 }));
    }
}
