//! Readers of flag values. Their errors are shown behind the name of the flag.

use std::net::{IpAddr, ToSocketAddrs};

/// An address to listen on, and the spelling it was given in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindHost {
    pub address: IpAddr,
    pub name: String,
}

/// A share from 0 to 1.
pub fn parse_share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| format!("{text} is not a number"))?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err(format!("{text} is not from 0 to 1")) }
}

/// GiB above 0.
pub fn parse_gib(text: &str) -> Result<f64, String> {
    let gib: f64 = text.parse().map_err(|_| format!("{text} is not a number"))?;
    if gib.is_finite() && gib > 0.0 { Ok(gib) } else { Err(format!("{text} is not above 0")) }
}

/// A share above 0, up to 1.
pub fn parse_positive_share(text: &str) -> Result<f64, String> {
    let share = parse_share(text)?;
    if share > 0.0 { Ok(share) } else { Err(format!("{text} is not above 0")) }
}

/// An address as it stands, a name by its first IPv4 address or else its first address.
pub fn parse_host(host: &str) -> Result<BindHost, String> {
    let of = |address| BindHost { address, name: host.to_owned() };
    let bare = host.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(host);
    if let Ok(address) = bare.parse() {
        return Ok(of(address));
    }
    let found = (host, 0).to_socket_addrs().map_err(|e| format!("cannot be resolved: {e}"))?;
    let addresses: Vec<IpAddr> = found.map(|a| a.ip()).collect();
    let first = addresses.iter().find(|a| a.is_ipv4()).or(addresses.first());
    first.copied().map(of).ok_or_else(|| "resolves to no address".to_owned())
}

/// A key without blanks around it.
pub fn parse_api_key(key: &str) -> Result<String, String> {
    match key.trim() {
        "" => Err("a key is empty".to_owned()),
        key => Ok(key.to_owned()),
    }
}

/// A name without blanks around it.
pub fn parse_model_name(name: &str) -> Result<String, String> {
    match name.trim() {
        "" => Err("a name is empty".to_owned()),
        name => Ok(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_addresses_or_names() {
        let any = BindHost { address: IpAddr::from([0, 0, 0, 0]), name: "0.0.0.0".to_owned() };
        assert_eq!(parse_host("0.0.0.0"), Ok(any));
        assert_eq!(parse_host("[::1]").map(|h| h.address.is_loopback()), Ok(true));
        assert_eq!(parse_host("localhost").map(|h| h.address.is_loopback()), Ok(true));
        for bad in ["", "999.1.1.1", "no host"] {
            assert!(parse_host(bad).is_err(), "{bad}");
        }
    }
}
