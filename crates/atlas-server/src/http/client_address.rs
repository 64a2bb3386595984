//! The address of a client.

use atlas_core::ClientId;
use axum::extract::{ConnectInfo, Request};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The remote address of a connection, which [`super::connections`] puts into its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub SocketAddr);

/// The network that a client is known by. An IPv6 /64 network is one client, since its hosts choose
/// their addresses within it freely.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
        v4 => v4,
    }
}

/// The client at an address, for the scheduler.
pub fn client_at(address: IpAddr) -> ClientId {
    match network(address) {
        IpAddr::V6(v6) => ClientId(v6.to_bits()),
        IpAddr::V4(v4) => ClientId(v4.to_ipv6_mapped().to_bits()),
    }
}

/// Returns the address of a request's client if its connection recorded it.
pub fn client_address(request: &Request) -> Option<ClientAddress> {
    request.extensions().get::<ConnectInfo<ClientAddress>>().map(|info| info.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_an_ipv6_network_are_one_client() {
        let at = |text: &str| client_at(text.parse().expect("an address"));
        assert_eq!(at("2001:db8::1"), at("2001:db8::ffff:2"));
        assert_ne!(at("2001:db8::1"), at("2001:db8:0:1::1"));
        assert_eq!(at("10.0.0.1"), at("::ffff:10.0.0.1"));
        assert_ne!(at("10.0.0.1"), at("10.0.0.2"));
    }
}
