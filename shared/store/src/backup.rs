//! Reading all rows of a consistent moment for a backup, and writing them into an empty database.
//!
//! The schema is not read: the migrations that were applied say what it was. Unlogged tables are left out, as a crash
//! would empty them as well.

mod restoration;
mod snapshot;
#[cfg(test)]
mod tests;

use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{PgConnection, PgPool};

use crate::StoreError;

pub use restoration::{Loading, Restoration};
pub use snapshot::Snapshot;

/// A migration that was applied to a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppliedMigration {
    pub version: i64,
    pub checksum: Vec<u8>,
}

/// A table, and the columns whose values are stored rather than computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub name: String,
    pub columns: Vec<String>,
}

/// Why rows cannot be read for a backup or restored from one.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The user of the database may not read all rows.
    #[error(
        "this database user cannot read every row of {table}: run this version's `bole migrate` first, or use a superuser"
    )]
    RowsHidden { table: String },
    /// The database to restore into is in use.
    #[error("the database already has tables; a backup is restored into an empty one")]
    NotEmpty,
    /// The backup has a migration that this version lacks.
    #[error("the backup was made by a newer version of Bole (migration {0}): restore it with that version")]
    Newer(i64),
    /// A migration of the backup differs from this version's.
    #[error("migration {0} of the backup differs from this version's")]
    MigrationDiffers(i64),
    /// The backup has other tables or columns than its migrations create.
    #[error("the backup's tables are not those of its migrations: {0}")]
    TablesDiffer(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

type BackupResult<T> = Result<T, BackupError>;

/// A single connection whose texts are the same on every server, and whose transaction may take hours.
fn connection(url: &str) -> BackupResult<PgPool> {
    const SETTINGS: [(&str, &str); 4] = [
        ("IntervalStyle", "postgres"),
        ("statement_timeout", "0"),
        ("lock_timeout", "0"),
        ("idle_in_transaction_session_timeout", "0"),
    ];
    let options = PgConnectOptions::from_str(url)?.application_name("bole backup").options(SETTINGS);
    Ok(PgPoolOptions::new().max_connections(1).connect_lazy_with(options))
}

/// A name in SQL.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

impl Table {
    /// The table with its columns in SQL.
    fn with_columns(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(|column| quoted(column)).collect();
        format!("{} ({})", quoted(&self.name), columns.join(", "))
    }
}

/// The tables of a transaction's database whose rows a backup has.
async fn tables(connection: &mut PgConnection) -> BackupResult<Vec<Table>> {
    Ok(sqlx::query_as!(
        Table,
        r#"SELECT c.relname AS "name!", array_agg(a.attname::text ORDER BY a.attnum) AS "columns!"
           FROM pg_class c
           JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
           WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
             AND c.relname <> '_sqlx_migrations'
             AND NOT EXISTS (SELECT FROM pg_depend d
                             WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
           GROUP BY c.oid, c.relname ORDER BY c.relname"#
    )
    .fetch_all(connection)
    .await?)
}
