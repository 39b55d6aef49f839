//! One file per resource.

pub mod ai_settings;
pub mod application_evaluations;
pub mod applications;
pub mod auth;
pub mod batch_tasks;
pub mod batches;
pub mod dev;
pub mod health;
pub mod invitations;
pub mod invited;
pub mod job_rubrics;
pub mod jobs;
pub mod logos;
pub mod me;
pub mod members;
pub mod my_invitations;
pub mod organizations;
pub mod people;
pub mod roles;
pub mod tasks;
