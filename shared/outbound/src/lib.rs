//! Connections to hosts that organizations name. They only reach public addresses, and hosts the operator allows, so
//! that nobody uses the server to look into its own networks (SSRF).
//!
//! A name is resolved once, and exactly the checked addresses are connected to: an answer that changes between check
//! and connection (DNS rebinding) gains nothing.

mod crypto;
mod http;
mod resolve;

pub use crypto::use_ring;
pub use http::{ConnectFault, UrlError, check_url, client, connect_fault, is_forbidden};
pub use resolve::{Reach, ResolveError, resolve};
