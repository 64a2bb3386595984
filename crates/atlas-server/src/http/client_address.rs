//! The address of a client.

use super::tls::TlsListener;
use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, Request};
use axum::serve::IncomingStream;
use std::net::SocketAddr;
use tokio::net::TcpListener;

/// The remote address of a connection. It is known for routers served with
/// `into_make_service_with_connect_info::<ClientAddress>()`.
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

/// Returns the address of a request's client if the listener recorded it.
pub fn client_address(request: &Request) -> Option<ClientAddress> {
    request.extensions().get::<ConnectInfo<ClientAddress>>().map(|info| info.0)
}
