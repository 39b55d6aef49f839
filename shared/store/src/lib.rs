//! PostgreSQL: all SQL, one file per aggregate.
//!
//! Connections stay inside this crate. Callers use one of a few transaction types: [`TenantTx`] for an [`Actor`]
//! inside one organization, [`UserTx`] for a signed-in user outside any organization, [`IdentityTx`] for accounts and
//! sessions, and the ledger's own pool for workers. Row level security enforces the boundary: a transaction opened
//! for one organization cannot read or write another's rows, whatever its SQL.
//!
//! Every function that accesses the database fails with [`StoreError::Unavailable`] if it does not answer, and one that
//! returns a row, not an `Option`, with [`StoreError::NotFound`] where there is none; `# Errors` sections list only what
//! else can fail.

mod actor;
pub mod ai_limits;
pub mod ai_settings;
pub mod ai_usage;
pub mod applications;
pub mod backup;
pub mod batch_tasks;
pub mod batches;
pub mod board;
pub mod booking_hooks;
pub mod bookings;
pub mod called_off_interviews;
mod connection_guard;
pub mod crons;
pub mod dashboard;
mod db;
pub mod deleted_organizations;
pub mod digests;
pub mod discarded;
pub mod emails;
mod error;
pub mod evaluation_marks;
pub mod evaluations;
pub mod exports;
pub mod files;
pub mod idempotency;
pub mod imports;
pub mod inbound;
pub mod interview_availability;
pub mod interview_duties;
pub mod interview_hours;
pub mod interview_locations;
pub mod interview_notices;
pub mod interview_schedules;
pub mod interview_sessions;
pub mod interviewer_calendars;
pub mod invitations;
pub mod jobs;
pub mod judge_measurements;
pub mod known_devices;
pub mod ledger;
mod listener;
pub mod live;
mod live_outbox;
pub mod mail_settings;
pub mod mailbox;
pub mod members;
mod migrate;
pub mod model_batches;
pub mod moves;
pub mod offer_attachments;
pub mod offer_decisions;
pub mod offer_duties;
pub mod offers;
pub mod onboarding_items;
pub mod operations;
pub mod organizations;
mod paging;
pub mod people;
mod pool;
pub mod profiles;
pub mod prompts;
pub mod quotas;
pub mod rate_limits;
pub mod reevaluations;
pub mod reminders;
pub mod repairs;
pub mod retention;
pub mod roles;
pub mod rubrics;
pub mod saved_views;
mod search;
pub mod security_events;
pub mod server_key;
pub mod sessions;
pub mod settings;
pub mod statistics;
pub mod talent_pool;
pub mod task_texts;
pub mod timeouts;
pub mod translations;
mod tx;
pub mod upload_reservations;
pub mod users;

pub use actor::{Actor, ActorKind};
pub use db::{Db, DbConfig};
pub use error::{StoreError, StoreResult};
pub use migrate::{Migrated, SERVICE_USER, Schema, make_service_user, migrate, schema};
pub use paging::{ListCursor, ListPage, total_beside_page, total_of_page};
pub use tx::{IdentityTx, TenantTx, UserTx};
