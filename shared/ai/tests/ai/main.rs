//! Integration tests in one binary, which links once.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod blind;
mod client;
mod criteria;
mod demo;
mod injection;
mod linear;
mod marks;
mod model_judge;
mod properties;
mod ranking;
mod reading;
mod support;
