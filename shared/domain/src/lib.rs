//! The rules of hiring, pure: no I/O, no async.
//!
//! Wire values (stages, sub-statuses, recommendation levels) are the product's Chinese strings; in code they are
//! enums with plain English variants. Everything here is deterministic, without databases, HTTP or files.

#![warn(missing_docs)]

#[cfg(feature = "sqlx")]
#[doc(hidden)]
pub use sqlx;
#[doc(hidden)]
pub use utoipa;

pub mod access;
pub mod ai;
pub mod application;
pub mod batch;
pub mod booking;
pub mod booking_hook;
pub mod dashboard;
pub mod email;
pub mod employer;
pub mod evaluation;
pub mod failure;
pub mod history;
pub mod ids;
pub mod inbound;
pub mod interview;
pub mod job;
pub mod letter;
pub mod measurement;
pub mod offer;
pub mod organization;
pub mod outbound;
pub mod period;
pub mod permission;
pub mod person_merge;
pub mod person_name;
pub mod phone;
pub mod preference;
pub mod profile;
pub mod prompt;
pub mod questions;
pub mod repair;
pub mod stage;
pub mod strip;
pub mod task;
pub mod text;
pub mod upload;
pub mod wire;
pub mod written_time;
pub mod zone;
