//! Host names and the addresses that may be connected to.

use std::net::{IpAddr, SocketAddr};

use bole_domain::outbound::{AllowedHosts, is_public_address};

/// Which addresses are allowed.
#[derive(Debug, Clone)]
pub enum Reach {
    /// Any, for hosts the operator names.
    Anywhere,
    /// Public ones and the operator's exceptions, for hosts organizations name.
    Public(AllowedHosts),
}

/// Why a host has no address that may be connected to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// No host of that name.
    #[error("its name is not known")]
    Unknown,
    /// All its addresses are private.
    #[error("the address is private")]
    Private,
}

/// The addresses of a host that may be connected to, at least one.
///
/// # Errors
/// When there is none.
pub async fn resolve(host: &str, port: u16, reach: &Reach) -> Result<Vec<SocketAddr>, ResolveError> {
    let found = tokio::net::lookup_host((host, port)).await.map_err(|_| ResolveError::Unknown)?;
    allowed(found, |address| match reach {
        Reach::Anywhere => true,
        Reach::Public(hosts) => is_public_address(address) || hosts.allows(host, port),
    })
}

fn allowed(
    found: impl Iterator<Item = SocketAddr>,
    is_allowed: impl Fn(IpAddr) -> bool,
) -> Result<Vec<SocketAddr>, ResolveError> {
    let (allowed, refused): (Vec<_>, Vec<_>) = found.partition(|address| is_allowed(address.ip()));
    match (allowed.is_empty(), refused.is_empty()) {
        (false, _) => Ok(allowed),
        (true, false) => Err(ResolveError::Private),
        (true, true) => Err(ResolveError::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn private_hosts_are_reached_only_if_allowed() {
        let public = |hosts: &str| Reach::Public(hosts.parse().unwrap());
        let literal = |reach| async move { resolve("127.0.0.1", 25, &reach).await };
        let address = SocketAddr::from(([127, 0, 0, 1], 25));
        assert_eq!(literal(Reach::Anywhere).await, Ok(vec![address]));
        assert_eq!(literal(public("127.0.0.1:25")).await, Ok(vec![address]));
        for elsewhere in ["", "127.0.0.1:26", "mail.internal"] {
            assert_eq!(literal(public(elsewhere)).await, Err(ResolveError::Private), "{elsewhere}");
        }
        // A name that leads to this machine.
        assert_eq!(resolve("localhost", 25, &public("")).await, Err(ResolveError::Private));
    }

    #[test]
    fn only_public_addresses_of_a_host_are_used() {
        let public = SocketAddr::from(([8, 8, 8, 8], 443));
        let private = SocketAddr::from(([10, 0, 0, 1], 443));
        let of = |found: &[SocketAddr]| allowed(found.iter().copied(), is_public_address);
        assert_eq!(of(&[private, public]), Ok(vec![public]));
        assert_eq!(of(&[private]), Err(ResolveError::Private));
        assert_eq!(of(&[]), Err(ResolveError::Unknown));
    }
}
