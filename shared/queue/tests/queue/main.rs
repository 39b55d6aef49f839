//! Integration tests in one binary, which links once.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[macro_use]
mod common;
mod outage;
mod processes;
mod wakeups;
mod worker;
