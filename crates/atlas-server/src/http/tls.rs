//! TLS: certificate and key from files, and a listener that never waits for a handshake.

use axum::serve::Listener;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::{Error as PemError, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{Error as RustlsError, InconsistentKeys, ServerConfig, crypto::ring};
use tokio_rustls::server::TlsStream;

/// A client that has not finished its handshake by then is given up.
const HANDSHAKE_MAX: Duration = Duration::from_secs(10);
/// Most handshakes under way; more connections wait in the system's queue.
const HANDSHAKES_MAX: usize = 256;

/// Why TLS cannot be set up.
#[derive(Debug, Error)]
pub enum TlsError {
    #[error("{}: {reason}", path.display())]
    Certificate { path: PathBuf, reason: String },
    #[error("{}: {reason}", path.display())]
    Key { path: PathBuf, reason: String },
    #[error("the key in {} is not that of the certificate in {}", key.display(), certificate.display())]
    Mismatch { certificate: PathBuf, key: PathBuf },
}

/// What a TLS listener needs, read and checked.
#[derive(Clone)]
pub struct TlsSettings(Arc<ServerConfig>);

/// Keys are never printed.
impl fmt::Debug for TlsSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TlsSettings")
    }
}

impl TlsSettings {
    /// Reads a chain of certificates, the server's own first, and its private key, both PEM.
    ///
    /// # Errors
    /// The file that is missing or not what it should be, or both if they do not belong together.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let in_certificate =
            |reason: String| TlsError::Certificate { path: certificate.to_owned(), reason };
        let in_key = |reason: String| TlsError::Key { path: key.to_owned(), reason };
        let chain = CertificateDer::pem_file_iter(certificate)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|e| in_certificate(why(e)))?;
        if chain.is_empty() {
            return Err(in_certificate("holds no certificate in PEM form".to_owned()));
        }
        let private = PrivateKeyDer::from_pem_file(key).map_err(|e| match e {
            PemError::NoItemsFound => {
                in_key("holds no private key in PEM form that is not encrypted".to_owned())
            }
            e => in_key(why(e)),
        })?;
        let provider = Arc::new(ring::default_provider());
        // Asked first, so that what is wrong below is the certificate or does not fit it.
        provider
            .key_provider
            .load_private_key(private.clone_key())
            .map_err(|e| in_key(format!("the private key cannot be used: {e}")))?;
        let builder = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|e| in_certificate(e.to_string()))?;
        let config = builder.with_no_client_auth().with_single_cert(chain, private);
        let mut config = config.map_err(|e| match e {
            RustlsError::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
                TlsError::Mismatch { certificate: certificate.to_owned(), key: key.to_owned() }
            }
            e => in_certificate(format!("the certificate cannot be used: {e}")),
        })?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self(Arc::new(config)))
    }
}

fn why(error: PemError) -> String {
    match error {
        PemError::Io(e) => e.to_string(),
        e => format!("is not PEM: {e}"),
    }
}

type Accepted = (TlsStream<TcpStream>, SocketAddr);

/// A TCP listener whose connections speak TLS. Handshakes run beside each other: a client that is
/// slow in its own holds up nobody.
pub struct TlsListener {
    tcp: TcpListener,
    acceptor: TlsAcceptor,
    handshakes: JoinSet<Option<Accepted>>,
}

impl TlsListener {
    pub fn new(tcp: TcpListener, settings: TlsSettings) -> Self {
        Self { tcp, acceptor: TlsAcceptor::from(settings.0), handshakes: JoinSet::new() }
    }

    fn greet(&mut self, stream: TcpStream, address: SocketAddr) {
        // Tokens are small; waiting for company would hold them back. A socket that refuses this is
        // only slower.
        let _ = stream.set_nodelay(true);
        let handshake = self.acceptor.accept(stream);
        self.handshakes.spawn(async move {
            match tokio::time::timeout(HANDSHAKE_MAX, handshake).await {
                Ok(Ok(stream)) => Some((stream, address)),
                // Strangers cause these at will.
                Ok(Err(error)) => {
                    tracing::debug!(%error, "a TLS handshake failed");
                    None
                }
                Err(_) => {
                    tracing::debug!("a TLS handshake took too long");
                    None
                }
            }
        });
    }
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let room = self.handshakes.len() < HANDSHAKES_MAX;
            tokio::select! {
                Some(done) = self.handshakes.join_next() => {
                    if let Ok(Some(accepted)) = done {
                        return accepted;
                    }
                }
                // Logs and waits by itself when the system refuses.
                (stream, address) = Listener::accept(&mut self.tcp), if room => {
                    self.greet(stream, address);
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.tcp.local_addr()
    }
}
