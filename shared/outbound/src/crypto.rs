//! The cryptography of TLS.

/// Makes ring the process's cryptography for TLS. Clients of `reqwest` panic when built before; later calls do nothing.
pub fn use_ring() {
    // An error means that it is set already.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
