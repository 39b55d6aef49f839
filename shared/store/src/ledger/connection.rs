//! A dedicated connection.

use std::time::Duration;

use sqlx::{Connection, PgConnection};

use crate::{Db, StoreError, StoreResult};

/// Time limit for connecting.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// A ledger connection outside the pool, so that repeated statements keep their plans. It is opened on first use.
/// After an error or cancellation it is dropped, and the next use opens another.
#[derive(Debug, Default)]
pub(super) struct OwnConnection(Option<PgConnection>);

impl OwnConnection {
    pub(super) async fn take(&mut self, db: &Db) -> StoreResult<PgConnection> {
        match self.0.take() {
            Some(connection) => Ok(connection),
            None => {
                let options = db.direct_options();
                let connected = tokio::time::timeout(CONNECT_LIMIT, PgConnection::connect_with(&options)).await;
                Ok(connected.map_err(|_| StoreError::silent())??)
            }
        }
    }

    pub(super) fn put(&mut self, connection: PgConnection) {
        self.0 = Some(connection);
    }
}
