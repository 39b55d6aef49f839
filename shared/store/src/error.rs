//! Errors of the database, by what callers distinguish.

/// Errors of the store. `NotFound`, `Stale` and `Constraint` depend on the caller's data, the others on the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No such row, or not accessible to this actor.
    #[error("not found")]
    NotFound,
    /// The row changed since the caller read it.
    #[error("stale version")]
    Stale,
    /// A named constraint refused the row.
    #[error("refused by {constraint}")]
    Constraint {
        /// The constraint's name, as the migrations state it.
        constraint: String,
    },
    /// A stored value this version cannot parse.
    #[error("unreadable value in the database: {0}")]
    Corrupt(String),
    /// The migrations could not be applied.
    #[error("migration failed: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The database did not answer in time; the same statement may succeed later.
    #[error("database unavailable: {0}")]
    Unavailable(sqlx::Error),
    /// The database refused the statement and would refuse it again.
    #[error("database: {0}")]
    Refused(sqlx::Error),
}

pub type StoreResult<T> = Result<T, StoreError>;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => Self::NotFound,
            sqlx::Error::ColumnDecode { source, .. } => Self::Corrupt(source.to_string()),
            sqlx::Error::Database(database) => match database.constraint() {
                Some(constraint) => Self::Constraint { constraint: constraint.to_owned() },
                None if database.code().is_some_and(|code| is_transient(&code)) => Self::Unavailable(error),
                None => Self::Refused(error),
            },
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::BeginFailed => Self::Unavailable(error),
            _ => Self::Refused(error),
        }
    }
}

/// Whether a statement refused with this SQLSTATE may succeed on retry.
fn is_transient(code: &str) -> bool {
    // Connection failures, concurrency rollbacks, insufficient resources, operator intervention or time limit, system
    // errors.
    const CLASSES: [&str; 5] = ["08", "40", "53", "57", "58"];
    const LOCK_NOT_AVAILABLE: &str = "55P03";
    const IDLE_IN_TRANSACTION: &str = "25P03";
    CLASSES.iter().any(|class| code.starts_with(class)) || [LOCK_NOT_AVAILABLE, IDLE_IN_TRANSACTION].contains(&code)
}

impl From<bole_domain::wire::UnknownWireValue> for StoreError {
    fn from(error: bole_domain::wire::UnknownWireValue) -> Self {
        Self::Corrupt(error.to_string())
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Corrupt(error.to_string())
    }
}

impl StoreError {
    /// The connection to the database was closed.
    #[must_use]
    pub const fn closed() -> Self {
        Self::Unavailable(sqlx::Error::PoolClosed)
    }

    /// The database did not answer in time.
    #[must_use]
    pub(crate) fn silent() -> Self {
        Self::Unavailable(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()))
    }

    /// Whether the database could not be reached at all, so that further statements would fail as well.
    #[must_use]
    pub const fn is_outage(&self) -> bool {
        matches!(
            self,
            Self::Unavailable(
                sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed
            )
        )
    }

    /// Whether a named constraint refused the row.
    #[must_use]
    pub fn is_constraint(&self, name: &str) -> bool {
        matches!(self, Self::Constraint { constraint } if constraint == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_and_lost_servers_are_transient_and_bad_statements_are_not() {
        for code in ["08006", "40001", "40P01", "53300", "57014", "57P01", "55P03", "25P03"] {
            assert!(is_transient(code), "{code}");
        }
        for code in ["42703", "22021", "22P05", "23505", "42501", "54001"] {
            assert!(!is_transient(code), "{code}");
        }
    }
}
