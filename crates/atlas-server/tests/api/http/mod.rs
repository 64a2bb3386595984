//! Connections, keys, limits, logs.

mod connections;
mod cors;
mod keys;
mod logs;
mod network;
mod random_bodies;
mod rate_limits;
mod tls;
