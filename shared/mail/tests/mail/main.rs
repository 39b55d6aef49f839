//! Integration tests in one binary, which links once.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod delivery;
mod mails;
mod receive;
mod templates_typescript;
