//! From flags to settings of the network: API keys, rate limits, origins of browsers and TLS.

use crate::cli::{EdgeArgs, ServeArgs};
use crate::connections;
use crate::settings::EffectiveSetting;
use anyhow::{Context, Result, anyhow};
use atlas_server::http::tls::TlsError;
use atlas_server::{AllowedHosts, ApiKeys, ConnectionLimits, CorsOrigins, RateLimits, TlsSettings};
use std::fmt::Display;

/// Rate limits, origins and TLS, read and checked.
#[derive(Debug)]
pub struct Network {
    pub rate_limits: RateLimits,
    pub cors: CorsOrigins,
    pub allowed_hosts: AllowedHosts,
    pub tls: Option<TlsSettings>,
    pub connections: ConnectionLimits,
}

impl Network {
    /// Checks the flags and reads the files they name.
    ///
    /// # Errors
    /// The flag, and the file, that cannot be used.
    pub fn new(args: &EdgeArgs) -> Result<Self> {
        let tls = match (&args.tls_cert, &args.tls_key) {
            (Some(cert), Some(key)) => {
                let flags = |e: &TlsError| match e {
                    TlsError::Certificate { .. } => "--tls-cert",
                    TlsError::Key { .. } => "--tls-key",
                    TlsError::Mismatch { .. } => "--tls-cert, --tls-key",
                };
                let read = TlsSettings::read(cert, key);
                Some(read.map_err(|e| anyhow!("{}: {e}", flags(&e)))?)
            }
            // The flags require each other.
            _ => None,
        };
        Ok(Self {
            rate_limits: RateLimits {
                requests: args.rate_limit_requests,
                tokens: args.rate_limit_tokens,
            },
            cors: CorsOrigins::parse(&args.cors_origin)
                .map_err(|reason| anyhow!("--cors-origin: {reason}"))?,
            allowed_hosts: AllowedHosts::parse(&args.allowed_hosts)
                .map_err(|reason| anyhow!("--allowed-hosts: {reason}"))?,
            tls,
            connections: connections::limits(&args.connections, connections::raise_open_files())?,
        })
    }
}

/// The keys and their tenants.
///
/// # Errors
/// Another number of tenants than of keys.
pub fn api_keys(args: &ServeArgs) -> Result<ApiKeys> {
    let keys = ApiKeys::new(args.api_key.clone()).with_tenants(args.api_tenant.clone());
    keys.context("`--api-tenant`")
}

/// Every setting of the network but the keys, for `atlas explain`.
pub fn settings(args: &EdgeArgs) -> Vec<EffectiveSetting> {
    let of = |name: &str, flag: &str, value: Option<&dyn Display>, none: &str| match value {
        Some(value) => EffectiveSetting::new(name, value, flag),
        None => EffectiveSetting::new(name, none, "default"),
    };
    fn shown<T: Display>(value: &Option<T>) -> Option<&dyn Display> {
        value.as_ref().map(|v| v as &dyn Display)
    }
    let origins = (!args.cors_origin.is_empty()).then(|| args.cors_origin.join(","));
    let hosts = (!args.allowed_hosts.is_empty()).then(|| args.allowed_hosts.join(","));
    let debug = args.debug_endpoints.then_some("on");
    let path = |path: &Option<std::path::PathBuf>| path.as_ref().map(|p| p.display().to_string());
    let (cert, key) = (path(&args.tls_cert), path(&args.tls_key));
    vec![
        of(
            "rate_limit_requests",
            "--rate-limit-requests",
            shown(&args.rate_limit_requests),
            "no limit",
        ),
        of("rate_limit_tokens", "--rate-limit-tokens", shown(&args.rate_limit_tokens), "no limit"),
        of("debug_endpoints", "--debug-endpoints", shown(&debug), "on loopback alone"),
        of("cors_origins", "--cors-origin", shown(&origins), "none"),
        of("allowed_hosts", "--allowed-hosts", shown(&hosts), "localhost where it matters"),
        of("tls_cert", "--tls-cert", shown(&cert), "none: plain HTTP"),
        of("tls_key", "--tls-key", shown(&key), "none: plain HTTP"),
    ]
}
