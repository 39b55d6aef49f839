//! The apalis backend on the task ledger.
//!
//! Work is enqueued with [`bole_store::ledger::enqueue`] inside the transaction of the change that causes it, then
//! [`Signals::wake`] tells the workers. What belongs to no other change goes through a [`Pusher`], in one round trip and
//! together with what others push at that moment. A [`Worker`] runs it: apalis' runtime (slots, tracing, drain) over a backend of
//! our own, in this order:
//!
//! ```text
//!  claimer ──▶ buffer ──▶ apalis slots ──▶ handler ──▶ finisher
//!     ▲                                       │            │  ends of attempts, as many as there are, one statement
//!     │ one statement leases as many tasks    │            ▼
//!     │ as can start soon                     │         ledger
//!     └── wake-ups, a poll as safety net      └── renewals and progress of all running tasks, one statement each
//! ```
//!
//! - One claimer asks for as many tasks as there are free slots, and, while tasks are short, a few more, so that slots do
//!   not wait for the database. What has not started when the worker stops is given back, and no attempt is counted.
//! - The time limit and the guard against panics lie inside the handler's own service; nothing a handler does ends the
//!   worker, and no error of the database does: each part tries again by itself.
//! - The finisher never waits to fill a batch: it writes what has ended while its last write was under way.
//!
//! A new task kind is a type that implements [`TaskHandler`], added to the [`Registry`].

mod backend;
mod context;
mod finisher;
pub mod kinds;
mod pusher;
mod renewal;
mod run;
mod signals;
mod sweeper;
mod task;
mod worker;

pub use context::{TaskContext, finish_all_in};
pub use pusher::Pusher;
pub use signals::{Signals, SignalsConfig, Wake};
pub use sweeper::sweep;
pub use task::{Outcome, Registry, RetryPolicy, TaskError, TaskHandler};
pub use worker::{Worker, WorkerConfig, WorkerError};
