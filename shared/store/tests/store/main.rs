//! Integration tests in one binary, which links once.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod breakdown;
mod cohort;
mod dashboard;
mod email_addresses;
mod evaluations;
mod files;
mod idempotency;
mod job_deletion;
mod judge_measurements;
mod ledger;
mod live;
mod lock_order;
mod migrations;
mod moves;
mod operations;
mod people_search;
mod person_merges;
mod phone_numbers;
mod promotion;
mod rate_limits;
mod references;
mod service_user;
mod set_statements;
