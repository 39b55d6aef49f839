//! Pushing: tasks that belong to no other change, each in nobody's transaction but its own.
//!
//! A push is one round trip, and pushes of different callers and organizations that come together are one statement and
//! one commit. It runs as the ledger, like claiming and finishing: it writes nothing but the queue's tables, and for each
//! task the organization is the one its actor acts for.

use std::ops::Range;

use super::connection::OwnConnection;
use super::enqueue::{self, Rows};
use super::{Enqueued, NewTask};
use crate::{Actor, Db, StoreError, StoreResult};

/// A task to push, and for whom.
#[derive(Debug, Clone)]
pub struct Push {
    /// Who pushes it; their organization gets it.
    pub actor: Actor,
    /// The task.
    pub task: NewTask,
}

/// The way by which one user pushes, on a connection of its own.
#[derive(Debug)]
pub struct Pushes {
    db: Db,
    connection: OwnConnection,
}

impl Pushes {
    /// A way to push; it connects on first use.
    #[must_use]
    pub fn new(db: &Db) -> Self {
        Self { db: db.clone(), connection: OwnConnection::default() }
    }

    /// Adds the tasks, and answers once they are durable: for each of them in order, with the task or why there is none.
    /// What the database refuses keeps no other task out. A connection that is lost leaves it unknown whether the tasks
    /// were added; that is an error for each.
    ///
    /// With `notify`, the commit tells every listening process, as [`notify`](super::notify) does in a round trip of its
    /// own. Not for one push after the other: such commits wait for each other.
    pub async fn push(&mut self, pushes: Vec<Push>, notify: bool) -> Vec<StoreResult<Enqueued>> {
        let all = pushes.len();
        let mut rows = Rows::with_capacity(all);
        for Push { actor, task } in pushes {
            rows.push(&actor, task);
        }
        let mut answers = Vec::with_capacity(all);
        // The part at the end is the next one.
        let mut parts = std::iter::once(0..all).collect::<Vec<_>>();
        while let Some(part) = parts.pop() {
            let whole = part.len() == all;
            let added =
                if whole { self.add(&rows, notify).await } else { self.add(&rows.part(part.clone()), notify).await };
            match added {
                Ok(added) => answers.extend(added),
                Err(error) if part.len() > 1 && was_refused(&error) => parts.extend(halves(part).into_iter().rev()),
                Err(error) => {
                    let same = (1..part.len()).map(|_| Err(unanswered(&error))).collect::<Vec<_>>();
                    answers.extend(same.into_iter().chain([Err(error)]));
                }
            }
        }
        answers
    }

    async fn add(&mut self, rows: &Rows, notify: bool) -> StoreResult<Vec<StoreResult<Enqueued>>> {
        let mut connection = self.connection.take(&self.db).await?;
        let added = enqueue::add(&mut connection, rows, notify).await;
        // After any other error it may be unusable.
        if matches!(added, Ok(_) | Err(StoreError::Constraint { .. })) {
            self.connection.put(connection);
        }
        added
    }
}

fn halves(part: Range<usize>) -> [Range<usize>; 2] {
    let middle = part.start + part.len() / 2;
    [part.start..middle, middle..part.end]
}

/// The database has looked at it and said no, so it has added nothing.
const fn was_refused(error: &StoreError) -> bool {
    matches!(error, StoreError::Constraint { .. } | StoreError::Database(sqlx::Error::Database(_)))
}

/// The error once more, for another caller that waits for the same answer.
fn unanswered(error: &StoreError) -> StoreError {
    StoreError::Database(sqlx::Error::Io(std::io::Error::other(error.to_string())))
}
