//! Integration tests in one binary, which links once.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod archive;
mod cases;
mod cells;
mod formats;
mod hidden_text;
mod hostile;
mod mutants;
mod profile;
mod profile_callings;
mod profile_examples;
mod profile_institutions;
mod profile_labelled;
mod profile_layouts;
mod profile_noise;
mod profile_records;
mod profile_support;
mod profile_tables;
mod reading_order;
mod resumes;
mod sandbox;
mod scans;
mod support;
