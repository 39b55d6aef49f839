//! Applying the migrations.

use std::str::FromStr;

use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection};

use crate::StoreResult;

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// Brings the database at `url` up to date. The URL's user owns the schema and may create roles; a lock in the
/// database keeps concurrent callers apart.
///
/// # Errors
/// When the database cannot be reached, or a migration fails or differs from the one applied before.
pub async fn migrate(url: &str) -> StoreResult<()> {
    let options = PgConnectOptions::from_str(url)?;
    let mut connection = PgConnection::connect_with(&options).await?;
    MIGRATOR.run(&mut connection).await?;
    connection.close().await?;
    Ok(())
}
