//! Tests of the reading of resumes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod guard;
mod offsets;
mod people;
mod tones;
