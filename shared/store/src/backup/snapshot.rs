//! All rows as of one moment.

use bytes::Bytes;
use futures_util::stream::{BoxStream, StreamExt};
use sqlx::{Executor, Postgres, Transaction};

use super::{AppliedMigration, BackupError, BackupResult, Table, connection, tables};
use crate::StoreError;

/// A moment of a database. Changes meanwhile neither appear in it nor wait for it.
pub struct Snapshot(Transaction<'static, Postgres>);

impl Snapshot {
    /// Opens the database as the user that migrates it.
    ///
    /// # Errors
    /// [`BackupError::RowsHidden`], or when the database does not answer.
    pub async fn open(url: &str) -> BackupResult<Self> {
        let mut tx = connection(url)?.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").await?;
        let bypasses_policies = sqlx::query_scalar!(
            r#"SELECT rolsuper OR rolbypassrls AS "bypasses!" FROM pg_roles WHERE rolname = current_user"#
        )
        .fetch_one(&mut *tx)
        .await?;
        if bypasses_policies {
            // Fails rather than leaving out rows.
            tx.execute("SET LOCAL row_security = off").await?;
            return Ok(Self(tx));
        }
        // A table without the policy would seem to be empty.
        let hidden = sqlx::query_scalar!(
            r#"SELECT c.relname AS "name!" FROM pg_class c
               WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relrowsecurity
                 AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'backup')
               ORDER BY 1 LIMIT 1"#
        );
        if let Some(table) = hidden.fetch_optional(&mut *tx).await? {
            return Err(BackupError::RowsHidden { table });
        }
        tx.execute("SET LOCAL ROLE bole_backup").await?;
        Ok(Self(tx))
    }

    /// The migrations applied to the database, oldest first.
    pub async fn migrations(&mut self) -> BackupResult<Vec<AppliedMigration>> {
        let applied = sqlx::query_as!(
            AppliedMigration,
            "SELECT version, checksum FROM _sqlx_migrations WHERE success ORDER BY version"
        );
        Ok(applied.fetch_all(&mut *self.0).await?)
    }

    /// The version of the server, such as `18.4`.
    pub async fn server_version(&mut self) -> BackupResult<String> {
        let version = sqlx::query_scalar!(r#"SELECT current_setting('server_version') AS "version!""#);
        Ok(version.fetch_one(&mut *self.0).await?)
    }

    /// The tables whose rows are read.
    pub async fn tables(&mut self) -> BackupResult<Vec<Table>> {
        tables(&mut self.0).await
    }

    /// A table's rows, one per line, in chunks that may end within a line.
    pub async fn rows(&mut self, table: &Table) -> BackupResult<BoxStream<'_, Result<Bytes, StoreError>>> {
        let statement = format!("COPY {} TO STDOUT", table.with_columns());
        Ok(self.0.copy_out_raw(&statement).await?.map(|chunk| chunk.map_err(StoreError::from)).boxed())
    }
}
