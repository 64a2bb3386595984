//! Answering connections. HTTP/1.1 alone: looking for other versions first would double the read
//! buffer of every connection.

use atlas_server::ClientAddress;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::serve::Listener;
use futures_util::FutureExt;
use hyper::server::conn::http1::Builder;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::net::SocketAddr;

/// Serves `app`, whose requests know their [`ClientAddress`], until `stop` is ready; then no
/// connection is accepted and those that exist end with the answer they are at.
pub async fn serve<L: Listener<Addr = SocketAddr>>(
    mut listener: L,
    app: Router,
    stop: impl Future<Output = ()>,
) {
    let builder = Builder::new();
    let connections = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, address) = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let client = ConnectInfo(ClientAddress(address));
        let app = TowerToHyperService::new(app.clone());
        let service = service_fn(move |mut request: Request<_>| {
            request.extensions_mut().insert(client);
            app.call(request)
        });
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        // Mapped, not awaited in a block of its own, which would hold the connection twice.
        tokio::spawn(connections.watch(connection).map(|ended| {
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended early");
            }
        }));
    }
    drop(listener);
    connections.shutdown().await;
}
