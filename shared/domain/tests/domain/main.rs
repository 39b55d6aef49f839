//! Integration tests in one binary, which links once.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod letter_term_names;
mod moves_typescript;
mod names;
mod roles_typescript;
