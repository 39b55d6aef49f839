//! The API as its clients meet it: over HTTP, on a real database.

#![expect(clippy::unwrap_used, reason = "in a test, whatever is missing fails it")]

mod auth;
mod infrastructure;
mod jobs;
mod organizations;
mod sessions;
mod support;
mod tenancy;
