//! The apalis backend on the task ledger.
//!
//! Work is enqueued with [`bole_store::ledger::enqueue`] inside the transaction of the change that causes it, then
//! [`Signals::wake`] tells the workers. A [`Worker`] runs it: apalis' runtime (slots, tracing, drain) over a backend of our
//! own, once for each [`Lane`](bole_domain::task::Lane), in this order:
//!
//! ```text
//!  claimer ──▶ buffer ──▶ apalis slots ──▶ handler ──▶ finisher
//!     ▲                                       │            │  ends of attempts, as many as there are, one statement
//!     │ one statement leases as many tasks    │            ▼
//!     │ as can start soon                     │         ledger
//!     └── wake-ups, a poll as safety net      └── renewals and progress of all running tasks, one statement each
//! ```
//!
//! - One claimer for each lane asks for as many tasks as there are free slots in it, and, while its tasks are short, a few
//!   more, so that slots do not wait for the database. It names the kinds that have a handler here; others are left for a
//!   worker that knows them. What has not started when the worker stops is given back, and no attempt is counted.
//! - The time limit and the guard against panics lie inside the handler's own service; nothing a handler does ends the
//!   worker, and no error of the database does: each part tries again by itself.
//! - The finisher never waits to fill a batch: it writes what has ended while its last write was under way.
//!
//! A new task kind is a type that implements [`TaskKind`] in a file of [`kinds`], and a [`TaskHandler`] for it, added to the
//! [`Registry`].

mod backend;
mod context;
mod finisher;
mod kind;
pub mod kinds;
mod presence;
mod renewal;
mod run;
mod signals;
mod sweeper;
mod task;
mod worker;

pub use context::{TaskContext, finish_all_in};
pub use kind::TaskKind;
pub use signals::{Signals, SignalsConfig, Wake};
pub use sweeper::sweep;
pub use task::{Outcome, Registry, RetryPolicy, TaskError, TaskHandler};
pub use worker::{Concurrency, Worker, WorkerConfig, WorkerError};
