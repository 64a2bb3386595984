//! Flags of connections and bodies.

use super::AutoNumber;
use clap::Args;

/// Times and numbers within which clients hold connections and bodies.
#[derive(Clone, Debug, Args)]
pub struct ConnectionArgs {
    /// Connections at a time. A further one takes the place of the one that has been idle for the
    /// longest; if all are busy, it is answered 503. auto: 4096, or three quarters of the file
    /// descriptors that the system allows if that is less.
    #[arg(
        long,
        value_name = "auto|N",
        default_value_t = AutoNumber::Auto,
        value_parser = AutoNumber::parser(1..=1_000_000),
    )]
    pub max_connections: AutoNumber,
    /// Longest time for the head of a request, in seconds.
    #[arg(
        long,
        value_name = "S",
        default_value_t = 15,
        value_parser = clap::value_parser!(u32).range(1..=86_400),
    )]
    pub head_timeout_s: u32,
    /// Time in seconds in which 64 KiB more of a request's body, or the rest of it, must arrive.
    #[arg(
        long,
        value_name = "S",
        default_value_t = 30,
        value_parser = clap::value_parser!(u32).range(1..=86_400),
    )]
    pub body_timeout_s: u32,
    /// Time in seconds after which a connection without a request is closed.
    #[arg(
        long,
        value_name = "S",
        default_value_t = 75,
        value_parser = clap::value_parser!(u32).range(1..=86_400),
    )]
    pub idle_timeout_s: u32,
    /// Longest time for a TLS handshake, in seconds.
    #[arg(
        long,
        value_name = "S",
        default_value_t = 10,
        value_parser = clap::value_parser!(u32).range(1..=86_400),
    )]
    pub handshake_timeout_s: u32,
    /// Memory for request bodies that are being received or read, in MiB; at least `--max-body-mb`.
    /// A body that finds no room is answered 503.
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(1..=1_048_576),
    )]
    pub max_bodies_mb: u32,
}
