//! The API as its clients meet it: over HTTP, on a real database.

#![expect(clippy::unwrap_used, reason = "in a test, whatever is missing fails it")]

mod access;
mod account_mail;
mod applications;
mod auth;
mod batch_tasks;
mod batches;
mod board;
mod booking;
mod booking_hook;
mod conformance;
mod connections;
mod dashboard;
mod deletion;
mod digests;
mod emails;
mod events;
mod inbound;
mod infrastructure;
mod interviews;
mod invitations;
mod jobs;
mod letters;
mod lists;
mod mail_kills;
mod members;
mod models;
mod moves;
mod offers;
mod ops;
mod organizations;
mod profiles;
mod quotas;
mod reevaluation;
mod repairs;
mod samples;
mod serve;
mod sessions;
mod settings;
mod support;
mod tasks;
mod tenancy;
mod upload;
mod world;
