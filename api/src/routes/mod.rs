//! One file per resource.

pub mod auth;
pub mod dev;
pub mod health;
pub mod job_rubrics;
pub mod jobs;
pub mod me;
pub mod members;
pub mod organizations;
