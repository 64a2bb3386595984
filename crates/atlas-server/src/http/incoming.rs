//! A request as handlers take it: headers, body, and who sent it.

use super::auth::{KeyIndex, Tenant};
use super::body;
use super::errors::ApiError;
use super::rate_limits::Caller;
use super::tls::TlsListener;
use crate::recording::Trace;
use crate::state::AppState;
use axum::body::{Body, Bytes};
use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::serve::IncomingStream;
use std::convert::Infallible;
use std::net::SocketAddr;
use tokio::net::TcpListener;

/// Where a connection comes from. Routers served with
/// `into_make_service_with_connect_info::<ClientAddress>()` know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub SocketAddr);

impl Connected<IncomingStream<'_, TcpListener>> for ClientAddress {
    fn connect_info(stream: IncomingStream<'_, TcpListener>) -> Self {
        Self(*stream.remote_addr())
    }
}

impl Connected<IncomingStream<'_, TlsListener>> for ClientAddress {
    fn connect_info(stream: IncomingStream<'_, TlsListener>) -> Self {
        Self(*stream.remote_addr())
    }
}

/// The address of the client of a request, if the listener told it.
pub fn client_address(request: &Request) -> Option<ClientAddress> {
    request.extensions().get::<ConnectInfo<ClientAddress>>().map(|info| info.0)
}

/// What a handler of generation takes.
#[derive(Debug)]
pub struct Incoming {
    pub headers: HeaderMap,
    pub body: Body,
    pub caller: Caller,
    pub trace: Trace,
}

impl Incoming {
    /// The body in whole, who sent it, and what is noted of it.
    ///
    /// # Errors
    /// Those of [`body::read`].
    pub async fn read(self, state: &AppState) -> Result<(Bytes, Caller, Trace), ApiError> {
        let bytes = body::read(&self.headers, self.body, state.config()).await?;
        self.trace.body(&bytes);
        Ok((bytes, self.caller, self.trace))
    }
}

/// The tenant of whoever sent a request, for handlers that take no body.
#[derive(Clone, Copy, Debug)]
pub struct Sender(pub Tenant);

impl FromRequestParts<AppState> for Sender {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self(tenant_of(parts, state)))
    }
}

fn tenant_of(parts: &Parts, state: &AppState) -> Tenant {
    let key = parts.extensions.get::<KeyIndex>();
    key.map(|KeyIndex(i)| state.config().api_keys.tenant_of(*i)).unwrap_or_default()
}

impl FromRequest<AppState> for Incoming {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Infallible> {
        let (mut parts, body) = request.into_parts();
        let caller = parts.extensions.remove::<Caller>().unwrap_or_default();
        let caller = caller.of(tenant_of(&parts, state));
        // A replay brings its own; no client can put anything there.
        let replayed = parts.extensions.remove::<Trace>();
        let trace = replayed.unwrap_or_else(|| Trace::new(parts.uri.path(), state.recorder()));
        Ok(Self { headers: parts.headers, body, caller, trace })
    }
}
