//! Where the server may connect on an organization's behalf: public addresses, and hosts allowed by the operator.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// Hosts that are allowed although their addresses are private: `host` or `host:port`, comma-separated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllowedHosts(Vec<(String, Option<u16>)>);

/// An entry that is neither `host` nor `host:port`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a host or host:port: {0}")]
pub struct InvalidHost(String);

impl FromStr for AllowedHosts {
    type Err = InvalidHost;

    fn from_str(text: &str) -> Result<Self, InvalidHost> {
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        entries
            .map(|entry| split(entry).ok_or_else(|| InvalidHost(entry.to_owned())))
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// Host and port; an IPv6 address with a port must be in brackets.
fn split(entry: &str) -> Option<(String, Option<u16>)> {
    let (host, port) = match entry.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') || host.ends_with(']') => (host, Some(port.parse().ok()?)),
        _ => (entry, None),
    };
    let host = normalized(host);
    let is_valid = !host.is_empty() && !host.contains(|c: char| c == '/' || c == '@' || c.is_whitespace());
    is_valid.then_some((host, port))
}

fn normalized(host: &str) -> String {
    host.trim_start_matches('[').trim_end_matches(']').trim_end_matches('.').to_ascii_lowercase()
}

impl AllowedHosts {
    /// Whether the operator allows this host on this port.
    #[must_use]
    pub fn allows(&self, host: &str, port: u16) -> bool {
        let host = normalized(host);
        self.0.iter().any(|(allowed, at)| *allowed == host && at.is_none_or(|at| at == port))
    }
}

/// Whether an address is on the public internet: not loopback or private, and not one that reaches such an address by
/// translation or tunnel.
#[must_use]
pub const fn is_public_address(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

const fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(a == 0
        || a >= 224
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || a == 100 && b >= 64 && b < 128
        || a == 192 && b == 0 && c == 0
        || a == 192 && b == 88 && c == 99
        || a == 198 && (b == 18 || b == 19))
}

const fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(mapped) = address.to_ipv4_mapped() {
        return is_public_v4(mapped);
    }
    let [first, second, ..] = address.segments();
    // Only global unicast; not the protocol assignments and Teredo, documentation, and 6to4 ranges within it.
    first & 0xe000 == 0x2000
        && !(first == 0x2001 && (second < 0x0200 || second == 0x0db8)
            || first == 0x2002
            || first == 0x3fff && second < 0x1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_recognized_in_every_notation() {
        let private = [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "fec0::1",
            "3fff::1",
        ];
        for address in private {
            assert!(!is_public_address(address.parse().unwrap()), "{address}");
        }
        for address in ["8.8.8.8", "1.1.1.1", "142.250.70.74", "2607:f8b0:4004:800::200a", "::ffff:8.8.8.8"] {
            assert!(is_public_address(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn operator_hosts_are_parsed_with_and_without_ports() {
        let hosts: AllowedHosts = " 127.0.0.1:8080, Model.Internal ,[::1]:9000,".parse().unwrap();
        assert!(hosts.allows("127.0.0.1", 8080) && !hosts.allows("127.0.0.1", 80));
        assert!(hosts.allows("model.internal", 443) && hosts.allows("MODEL.internal.", 80));
        assert!(hosts.allows("[::1]", 9000) && hosts.allows("::1", 9000) && !hosts.allows("::1", 1));
        assert!(!hosts.allows("other", 80));
        assert_eq!("".parse(), Ok(AllowedHosts::default()));
        for wrong in ["host:port", "http://host", "a b"] {
            assert!(wrong.parse::<AllowedHosts>().is_err(), "{wrong}");
        }
    }
}
