//! The apalis backend on the task ledger.
//!
//! Work is enqueued with [`bole_store::ledger::enqueue`] inside the transaction of the change that causes it, then
//! [`Signals::wake`] notifies the workers. A [`Worker`] runs it: apalis' runtime (slots, tracing, drain) over its own
//! backend, once per [`Lane`](bole_domain::task::Lane), in this order:
//!
//! ```text
//!   claimer ──▶ buffer ──▶ apalis slots ──▶ handler ──▶ finisher
//!      ▲                                       │            │  ends of attempts, as many as there are, one statement
//!      │ one statement leases as many tasks    │            ▼
//!      │ as can start soon                     │         ledger
//!      └── wake-ups, a poll as safety net      └── renewals and progress of all running tasks, one statement each
//! ```
//!
//! - One claimer per lane claims as many tasks as there are free slots and, while tasks are short, a few more, so
//!   that slots do not wait for the database. It only claims kinds that have a handler in this worker. Tasks that
//!   have not started when the worker stops are released without counting an attempt.
//! - The time limit and the panic guard are inside the handler's service. Neither a handler nor a database error ends
//!   the worker: each part retries.
//! - The finisher never waits to fill a batch: it writes what accumulated during its last write.
//!
//! A new task kind is a type that implements [`TaskKind`] in a file of [`kinds`], and a [`TaskHandler`] for it, added
//! to the [`Registry`].

#![warn(missing_docs)]

mod backend;
mod context;
mod finisher;
mod kind;
pub mod kinds;
mod presence;
mod redis_health;
mod renewal;
mod run;
mod signals;
mod sweeper;
mod task;
mod worker;

pub use context::{Committed, JointFinish, TaskContext, finish_all_in};
pub use kind::TaskKind;
pub use redis_health::RedisState;
pub use signals::{Signals, SignalsConfig, Wake};
pub use sweeper::sweep;
pub use task::{Outcome, Registry, RetryPolicy, TaskError, TaskHandler};
pub use worker::{Concurrency, Worker, WorkerConfig, WorkerError};
