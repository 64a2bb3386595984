//! TLS: certificate and key from files.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::{Error as PemError, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{Error as RustlsError, InconsistentKeys, ServerConfig, crypto::ring};

/// Errors of the TLS setup.
#[derive(Debug, Error)]
pub enum TlsError {
    #[error("{}: {reason}", path.display())]
    Certificate { path: PathBuf, reason: String },
    #[error("{}: {reason}", path.display())]
    Key { path: PathBuf, reason: String },
    #[error(
        "the key in {} is not that of the certificate in {}",
        key.display(),
        certificate.display()
    )]
    Mismatch { certificate: PathBuf, key: PathBuf },
}

/// A validated certificate chain with its private key.
#[derive(Clone)]
pub struct TlsSettings(Arc<ServerConfig>);

/// Keys are never printed.
impl fmt::Debug for TlsSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TlsSettings")
    }
}

impl TlsSettings {
    /// Reads a certificate chain, the server's own certificate first, and its private key, both in
    /// PEM form.
    ///
    /// # Errors
    /// The missing or invalid file, or both files if key and certificate do not match.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let in_certificate =
            |reason: String| TlsError::Certificate { path: certificate.to_owned(), reason };
        let in_key = |reason: String| TlsError::Key { path: key.to_owned(), reason };
        let chain = CertificateDer::pem_file_iter(certificate)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|e| in_certificate(pem_reason(e)))?;
        if chain.is_empty() {
            return Err(in_certificate("holds no certificate in PEM form".to_owned()));
        }
        let private = PrivateKeyDer::from_pem_file(key).map_err(|e| match e {
            PemError::NoItemsFound => {
                in_key("holds no private key in PEM form that is not encrypted".to_owned())
            }
            e => in_key(pem_reason(e)),
        })?;
        let provider = Arc::new(ring::default_provider());
        // The key is checked first, so later errors are about the certificate or the pair.
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

    /// Starts handshakes with this certificate.
    pub(super) fn acceptor(self) -> TlsAcceptor {
        TlsAcceptor::from(self.0)
    }
}

fn pem_reason(error: PemError) -> String {
    match error {
        PemError::Io(e) => e.to_string(),
        e => format!("is not PEM: {e}"),
    }
}
