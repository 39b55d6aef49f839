//! Transactions that cannot leak into the pool or to another tenant.
//!
//! When `begin` is cancelled, sqlx returns the connection to its pool inside the open transaction, and the next user
//! would read as the previous tenant. Here a connection is only returned after a confirmed BEGIN followed by COMMIT
//! or ROLLBACK; otherwise it is closed.

use std::sync::Arc;
use std::time::Duration;

use bole_domain::ids::{OrganizationId, UserId};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, PgTransactionManager};
use sqlx::{AssertSqlSafe, Connection, PgPool, Postgres, SqlSafeStr, SqlStr};
use sqlx_core::transaction::TransactionManager;

use crate::connection_guard::ConnectionGuard;
use crate::live_outbox::LiveOutbox;
use crate::pool::acquire;
use crate::{Actor, StoreError, StoreResult};

/// How long an abandoned transaction may take to roll back before its connection is closed.
const ROLLBACK_LIMIT: Duration = Duration::from_secs(5);

/// A transaction whose connection returns to the pool only in a known state.
pub(crate) struct Tx {
    connection: Option<PoolConnection<Postgres>>,
    /// BEGIN was confirmed, so a ROLLBACK ends the transaction whatever its state.
    has_begun: bool,
    /// Sends the live events of the transaction after its commit, where it can have any.
    live: Option<Arc<LiveOutbox>>,
    _held: Option<ConnectionGuard>,
}

impl Tx {
    /// BEGIN and `setup` (this crate's statements, never a caller's) in one round trip.
    pub(crate) async fn begin(pool: &PgPool, held: Option<ConnectionGuard>, setup: &str) -> StoreResult<Self> {
        // The connection is owned before the first byte is sent, so a cancelled BEGIN is covered too.
        let mut tx = Self { connection: Some(acquire(pool).await?), has_begun: false, live: None, _held: held };
        let statements: SqlStr = AssertSqlSafe(format!("BEGIN; {setup}")).into_sql_str();
        PgTransactionManager::begin(tx.connection()?, Some(statements)).await?;
        tx.has_begun = true;
        Ok(tx)
    }

    /// Sends what the transaction announces once it is committed.
    pub(crate) fn announcing(mut self, live: &Arc<LiveOutbox>) -> Self {
        self.live = Some(Arc::clone(live));
        self
    }

    /// The connection, for this crate's statements.
    pub(crate) fn connection(&mut self) -> StoreResult<&mut PgConnection> {
        self.connection.as_deref_mut().ok_or(StoreError::Unavailable(sqlx::Error::PoolClosed))
    }

    pub(crate) async fn commit(mut self) -> StoreResult<()> {
        PgTransactionManager::commit(self.connection()?).await?;
        // The commit is confirmed, so the pool may have the connection back.
        drop(self.connection.take());
        if let Some(live) = self.live.take() {
            live.send_soon();
        }
        Ok(())
    }

    pub(crate) async fn rollback(mut self) -> StoreResult<()> {
        PgTransactionManager::rollback(self.connection()?).await?;
        drop(self.connection.take());
        Ok(())
    }

    /// Sends the ROLLBACK with the pool's check of the returned connection, without waiting for either; the
    /// connection is only kept if both succeed.
    pub(crate) fn release(mut self) {
        if let Some(mut connection) = self.connection.take() {
            PgTransactionManager::start_rollback(&mut connection);
        }
    }
}

impl Drop for Tx {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        let runtime = tokio::runtime::Handle::try_current();
        let (true, Ok(runtime)) = (self.has_begun, runtime) else {
            connection.close_on_drop();
            return;
        };
        PgTransactionManager::start_rollback(&mut connection);
        runtime.spawn(async move {
            // Waits for the statement in flight and the ROLLBACK after it.
            let ended = tokio::time::timeout(ROLLBACK_LIMIT, connection.ping()).await;
            if !matches!(ended, Ok(Ok(()))) {
                tracing::debug!("an abandoned transaction did not roll back in time; its connection is closed");
                connection.close_on_drop();
            }
        });
    }
}

/// Declares a transaction type over [`Tx`] with the common methods.
macro_rules! transaction {
    ($name:ident) => {
        impl $name {
            /// Commits the transaction.
            ///
            /// # Errors
            /// When the database refuses; then nothing was changed.
            pub async fn commit(self) -> StoreResult<()> {
                self.tx.commit().await
            }

            /// Rolls the transaction back.
            ///
            /// # Errors
            /// When the database does not answer; the connection is then closed.
            pub async fn rollback(self) -> StoreResult<()> {
                self.tx.rollback().await
            }

            /// Ends a read-only transaction without waiting.
            pub fn release(self) {
                self.tx.release();
            }

            /// The connection, for this crate's statements.
            pub(crate) fn conn(&mut self) -> StoreResult<&mut PgConnection> {
                self.tx.connection()
            }
        }
    };
}

/// Access to one organization's rows, for one actor.
pub struct TenantTx {
    tx: Tx,
    actor: Actor,
    /// Whether it can access every job.
    sees_all_jobs: bool,
}

transaction!(TenantTx);

impl TenantTx {
    /// The transaction that `begin` starts with the actor's settings.
    pub(crate) async fn open(actor: Actor, begin: impl AsyncFnOnce(&str) -> StoreResult<Tx>) -> StoreResult<Self> {
        if actor.organization == OrganizationId::SYSTEM {
            return Err(StoreError::NotFound);
        }
        Ok(Self::entered(begin(&settings(&actor)).await?, actor))
    }

    /// Continues on accounts, in the same transaction.
    pub async fn into_identity(mut self) -> StoreResult<IdentityTx> {
        sqlx::query!(
            "SELECT set_config('role', 'bole_identity', true) || set_config('app.organization_id', '', true)
                    || set_config('app.user_id', '', true) || set_config('app.jobs', '', true)
                    || set_config('app.interviews', '', true) AS settings"
        )
        .fetch_one(self.conn()?)
        .await?;
        Ok(IdentityTx { tx: self.tx })
    }

    /// A transaction that is already authorized for the actor; see [`crate::sessions::authenticate_tenant`].
    pub(crate) const fn entered(tx: Tx, actor: Actor) -> Self {
        Self { tx, actor, sees_all_jobs: actor.sees_all_jobs() }
    }

    /// Extends access to interviews that are not linked to a candidate, if the actor has it.
    pub(crate) async fn see_unlinked_interviews(&mut self) -> StoreResult<()> {
        if self.actor.schedules_interviews() && !self.actor.sees_all_jobs() {
            let interviews = interviews_setting(&self.actor);
            sqlx::query!("SELECT set_config('app.interviews', $1, true)", interviews).fetch_one(self.conn()?).await?;
        }
        Ok(())
    }

    /// Temporarily extends access to all jobs, for a count over all of them.
    pub(crate) async fn see_all_jobs(&mut self, lifted: bool) -> StoreResult<()> {
        let jobs = jobs_setting(lifted || self.sees_all_jobs);
        sqlx::query!("SELECT set_config('app.jobs', $1, true)", jobs).fetch_one(self.conn()?).await?;
        Ok(())
    }

    /// Extends access to all jobs until the transaction ends, for what an actor may do whatever their jobs are.
    pub(crate) async fn see_all_jobs_until_end(&mut self) -> StoreResult<()> {
        self.sees_all_jobs = true;
        self.see_all_jobs(true).await
    }

    /// The actor it was opened for.
    #[must_use]
    pub const fn actor(&self) -> &Actor {
        &self.actor
    }

    /// The organization it can access.
    #[must_use]
    pub const fn organization(&self) -> OrganizationId {
        self.actor.organization
    }
}

/// The statement that sets the transaction's actor. Ids are formatted as UUIDs, so nothing has to be escaped.
fn settings(actor: &Actor) -> String {
    let user = actor.user().map(|user| user.to_string()).unwrap_or_default();
    let (jobs, interviews) = (jobs_setting(actor.sees_all_jobs()), interviews_setting(actor));
    format!(
        "SELECT set_config('app.organization_id', '{}', true), set_config('app.user_id', '{user}', true), \
         set_config('app.jobs', '{jobs}', true), set_config('app.interviews', '{interviews}', true)",
        actor.organization
    )
}

/// The value of `app.jobs`; see the migration.
const fn jobs_setting(all: bool) -> &'static str {
    if all { "" } else { "own" }
}

/// The value of `app.interviews`; see the migration.
const fn interviews_setting(actor: &Actor) -> &'static str {
    if actor.schedules_interviews() { "all" } else { "" }
}

/// A signed-in user's own rows, outside any organization.
pub struct UserTx {
    tx: Tx,
    user: UserId,
}

transaction!(UserTx);

impl UserTx {
    pub(crate) async fn open(user: UserId, begin: impl AsyncFnOnce(&str) -> StoreResult<Tx>) -> StoreResult<Self> {
        let setup = format!("SELECT set_config('app.user_id', '{user}', true)");
        Ok(Self { tx: begin(&setup).await?, user })
    }

    #[must_use]
    pub const fn user(&self) -> UserId {
        self.user
    }
}

/// Accounts, sessions and one-time tokens.
pub struct IdentityTx {
    tx: Tx,
}

transaction!(IdentityTx);

impl IdentityTx {
    pub(crate) async fn open(begin: impl AsyncFnOnce(&str) -> StoreResult<Tx>) -> StoreResult<Self> {
        Ok(Self { tx: begin("SET LOCAL ROLE bole_identity").await? })
    }

    /// Continues inside the actor's organization, in the same transaction.
    pub async fn into_tenant(mut self, actor: Actor) -> StoreResult<TenantTx> {
        let statements = AssertSqlSafe(format!("SET LOCAL ROLE bole_app; {}", settings(&actor)));
        sqlx::raw_sql(statements).execute(self.conn()?).await?;
        Ok(TenantTx::entered(self.tx, actor))
    }
}

#[cfg(test)]
pub(crate) mod tests;
