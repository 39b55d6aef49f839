//! The API as its clients meet it: over HTTP, on a real database.

mod auth;
mod infrastructure;
mod jobs;
mod organizations;
mod sessions;
mod support;
mod tenancy;
