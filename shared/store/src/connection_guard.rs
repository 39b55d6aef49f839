//! Enforces that a request holds one connection at a time. Requests that wait for a second connection while holding
//! the first can exhaust the pool and deadlock.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use tokio::task;

static HOLDERS: Mutex<Option<HashSet<task::Id>>> = Mutex::new(None);

/// A task's right to its one connection; ends with the value. Only checked in debug builds.
#[derive(Debug)]
pub(crate) struct ConnectionGuard(Option<task::Id>);

impl ConnectionGuard {
    /// # Panics
    /// In debug builds, if the task already holds a connection.
    pub(crate) fn take() -> Self {
        let id = if cfg!(debug_assertions) { task::try_id() } else { None };
        if let Some(id) = id {
            let is_first = with_holders(|holders| holders.insert(id));
            assert!(is_first, "a request asks for a second connection while it holds one");
        }
        Self(id)
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        if let Some(id) = self.0 {
            with_holders(|holders| holders.remove(&id));
        }
    }
}

fn with_holders<T>(look: impl FnOnce(&mut HashSet<task::Id>) -> T) -> T {
    look(HOLDERS.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn second_connection_within_a_task_is_refused() {
        let one_after_the_other = tokio::spawn(async {
            drop(ConnectionGuard::take());
            drop(ConnectionGuard::take());
        });
        one_after_the_other.await.unwrap();
        let both = tokio::spawn(async {
            let _first = ConnectionGuard::take();
            let _second = ConnectionGuard::take();
        });
        assert!(both.await.unwrap_err().is_panic());
    }
}
