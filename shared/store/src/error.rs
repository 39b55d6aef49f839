//! What can go wrong in the database, as callers care to tell it apart.

/// Errors of the store. `Conflict` and `Constraint` are answers to the caller's data, the rest is the database's state.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No such row for this actor: not there, or another organization's.
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
    /// A stored value that the code no longer understands.
    #[error("unreadable value in the database: {0}")]
    Corrupt(String),
    /// The migrations could not be applied.
    #[error("migration failed: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The database did not answer, or answered with an error of its own.
    #[error("database: {0}")]
    Database(sqlx::Error),
}

/// What store functions return.
pub type StoreResult<T> = Result<T, StoreError>;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => Self::NotFound,
            sqlx::Error::Database(database) => match database.constraint() {
                Some(constraint) => Self::Constraint { constraint: constraint.to_owned() },
                None => Self::Database(error),
            },
            _ => Self::Database(error),
        }
    }
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
    /// What stands between the caller and the database has ended.
    #[must_use]
    pub const fn closed() -> Self {
        Self::Database(sqlx::Error::PoolClosed)
    }

    /// Whether the database was not reached at all, so that asking it something else now would fail as well.
    #[must_use]
    pub const fn is_outage(&self) -> bool {
        matches!(
            self,
            Self::Database(
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
