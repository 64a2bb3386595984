//! The address of a client.

use axum::extract::{ConnectInfo, Request};
use std::net::SocketAddr;

/// The remote address of a connection, which [`super::connections`] puts into its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub SocketAddr);

/// Returns the address of a request's client if its connection recorded it.
pub fn client_address(request: &Request) -> Option<ClientAddress> {
    request.extensions().get::<ConnectInfo<ClientAddress>>().map(|info| info.0)
}
