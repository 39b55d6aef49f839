//! Integration tests in one binary, which links once.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod backup;
mod flow;
mod judge;
mod outbound;
mod settings;
mod up;
