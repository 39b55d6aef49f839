//! A connection that serves one user alone.

use std::time::Duration;

use sqlx::{Connection, PgConnection};

use crate::{Db, StoreError, StoreResult};

/// How long connecting may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// A connection to the ledger outside the pool, for statements in a row: they keep their plans, and nothing comes between
/// them. It is made when first taken. Whoever fails, or is cancelled, does not put it back, and the next one gets another.
#[derive(Debug, Default)]
pub(super) struct OwnConnection(Option<PgConnection>);

impl OwnConnection {
    pub(super) async fn take(&mut self, db: &Db) -> StoreResult<PgConnection> {
        match self.0.take() {
            Some(connection) => Ok(connection),
            None => {
                let options = db.direct_options();
                let connected = tokio::time::timeout(CONNECT_LIMIT, PgConnection::connect_with(&options)).await;
                Ok(connected.map_err(|_| StoreError::Unavailable(sqlx::Error::PoolTimedOut))??)
            }
        }
    }

    pub(super) fn put(&mut self, connection: PgConnection) {
        self.0 = Some(connection);
    }
}
