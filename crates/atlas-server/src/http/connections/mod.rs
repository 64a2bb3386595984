//! Connections: accepting, TLS, and the limits within which a client may hold one. HTTP/1.1 alone:
//! looking for other versions first would double the read buffer of every connection.

mod conn;
mod io;
mod places;
mod refusal;

use super::client_address::ClientAddress;
use super::held_body::HeldBody;
use super::tls::TlsSettings;
use crate::metrics::EdgeCounts;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use conn::Conn;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use io::WatchedIo;
use places::{Admission, Phase, Places};
use std::future::Future;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// Longest head of a request in bytes, and the largest buffer of a connection.
const HEAD_BYTES_MAX: usize = 64 << 10;
/// Pause after the system refused to accept, which it does while file descriptors run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// Connections given up at such a time, so that the next ones can be accepted.
const GIVEN_UP_FOR_ACCEPT: usize = 16;
/// Shortest time between two log lines about that.
const ACCEPT_LOG_INTERVAL: Duration = Duration::from_secs(30);

/// Limits of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Most connections at a time. A further one takes the place of the one that has been idle, or
    /// in the middle of a head or handshake, for the longest; if all are busy, it is answered 503.
    pub connections_max: usize,
    /// Most TLS handshakes at a time; a further one takes the place of the oldest.
    pub handshakes_max: usize,
    /// Longest time from the first byte of a head, or from the start of the connection, to the end
    /// of the head.
    pub head_max: Duration,
    /// Longest time between two requests.
    pub idle_max: Duration,
    pub handshake_max: Duration,
    /// Longest time for which a client may read nothing of its answer.
    pub unread_max: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            connections_max: 4096,
            handshakes_max: 1024,
            head_max: Duration::from_secs(15),
            idle_max: Duration::from_secs(75),
            handshake_max: Duration::from_secs(10),
            unread_max: Duration::from_secs(60),
        }
    }
}

/// Serves `app`, whose requests know their [`ClientAddress`], until `stop` is ready; then no
/// connection is accepted and those that exist end with the answer they are at.
pub async fn serve(
    listener: TcpListener,
    tls: Option<TlsSettings>,
    app: Router,
    limits: ConnectionLimits,
    counts: EdgeCounts,
    stop: impl Future<Output = ()>,
) {
    let server = Arc::new(Server {
        tls: tls.map(TlsSettings::acceptor),
        refusing: refusal::router(app.clone()),
        app,
        places: Places::new(limits, counts.clone()),
        counts,
    });
    let connections = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    let mut logged: Option<Instant> = None;
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, address)) => server.admit(stream, address, connections.watcher()),
            Err(e) if is_of_connection(e.kind()) => {}
            Err(error) => {
                if logged.is_none_or(|at| at.elapsed() > ACCEPT_LOG_INTERVAL) {
                    logged = Some(Instant::now());
                    tracing::warn!(%error, "a connection could not be accepted");
                }
                server.places.give_up(GIVEN_UP_FOR_ACCEPT);
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    connections.shutdown().await;
}

/// Whether an error of accepting is about one connection and not about the process.
fn is_of_connection(kind: ErrorKind) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(kind, ConnectionAborted | ConnectionRefused | ConnectionReset)
}

struct Server {
    tls: Option<TlsAcceptor>,
    app: Router,
    /// Answers where there is no place for a connection.
    refusing: Router,
    places: Arc<Places>,
    counts: EdgeCounts,
}

impl Server {
    /// Starts a task for the connection if there is a place for it.
    fn admit(self: &Arc<Self>, stream: TcpStream, address: SocketAddr, watcher: Watcher) {
        let handshake = self.tls.is_some();
        let (place, serves) = match self.places.admit(handshake) {
            Admission::Served(place) => (place, true),
            Admission::Refused(place) => (place, false),
            // Dropping the stream closes it.
            Admission::Closed => return,
        };
        let phase = if handshake { Phase::Handshake } else { Phase::Head };
        let conn = Arc::new(Conn::new(place, phase));
        // Events of single tokens are small; Nagle's algorithm would delay them. A socket that
        // refuses the option is only slower.
        let _ = stream.set_nodelay(true);
        let server = self.clone();
        tokio::spawn(async move {
            let watched = conn.clone();
            let ended = tokio::select! {
                () = server.run(stream, address, &conn, serves, watcher) => None,
                reason = watched.overdue() => Some(reason),
            };
            if let Some(reason) = ended {
                server.counts.closed(reason);
                tracing::debug!(?reason, "a connection was closed");
            }
        });
    }

    /// The life of a connection. Dropping the future closes it.
    async fn run(
        &self,
        stream: TcpStream,
        address: SocketAddr,
        conn: &Arc<Conn>,
        serves: bool,
        watcher: Watcher,
    ) {
        let Some(tls) = &self.tls else {
            return Box::pin(self.answer(stream, address, conn, serves, watcher)).await;
        };
        // On the heap, so that a connection has room for one of the two alone.
        match Box::pin(tls.accept(stream)).await {
            Ok(stream) => {
                conn.await_head();
                Box::pin(self.answer(stream, address, conn, serves, watcher)).await;
            }
            // Any client can cause these, so they are not worth a warning.
            Err(error) => tracing::debug!(%error, "a TLS handshake failed"),
        }
    }

    async fn answer<S: AsyncRead + AsyncWrite + Unpin + 'static>(
        &self,
        stream: S,
        address: SocketAddr,
        conn: &Arc<Conn>,
        serves: bool,
        watcher: Watcher,
    ) {
        let app = if serves { &self.app } else { &self.refusing };
        let app = TowerToHyperService::new(app.clone());
        let client = ConnectInfo(ClientAddress(address));
        let service = service_fn(|mut request: Request<Incoming>| {
            request.extensions_mut().insert(client);
            let busy = conn.busy();
            let answer = app.call(request);
            async move {
                let response: Response = answer.await?;
                Ok::<_, std::convert::Infallible>(response.map(|body| HeldBody::body(body, busy)))
            }
        });
        let mut builder = Builder::new();
        builder.max_buf_size(HEAD_BYTES_MAX).keep_alive(serves);
        let io = TokioIo::new(WatchedIo::new(stream, conn.clone()));
        if let Err(error) = watcher.watch(builder.serve_connection(io, service)).await {
            tracing::debug!(%error, "a connection ended early");
        }
    }
}
