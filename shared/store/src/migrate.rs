//! Applying the migrations, and the user to serve as.

use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Executor};

use crate::StoreResult;

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// Migrates the database at `url` to the latest version. The URL's user owns the schema and may create roles; a lock
/// serializes concurrent callers.
///
/// # Errors
/// When the database cannot be reached, or a migration fails or differs from the one applied before.
pub async fn migrate(url: &str) -> StoreResult<()> {
    let options = PgConnectOptions::from_str(url)?;
    let mut connection = PgConnection::connect_with(&options).await?;
    MIGRATOR.run(&mut connection).await?;
    // Every process checks at its start what was applied, as a user without privileges of its own.
    connection.execute("GRANT SELECT ON _sqlx_migrations TO PUBLIC").await?;
    connection.close().await?;
    Ok(())
}

/// A database's schema, compared with the one this version needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// Never migrated.
    Missing,
    /// Migrations of this version are missing.
    Older,
    /// As needed, or newer: a later version's migrations suit the version before.
    Current,
}

/// The schema of the database at `url`.
///
/// # Errors
/// When the database does not answer.
pub async fn schema(url: &str) -> StoreResult<Schema> {
    let mut connection = PgConnection::connect_with(&PgConnectOptions::from_str(url)?).await?;
    let is_migrated: bool =
        sqlx::query_scalar!(r#"SELECT to_regclass('_sqlx_migrations') IS NOT NULL AS "is_migrated!""#)
            .fetch_one(&mut connection)
            .await?;
    if !is_migrated {
        return Ok(Schema::Missing);
    }
    let newest = MIGRATOR.iter().map(|migration| migration.version).max();
    let applied =
        sqlx::query_scalar!("SELECT max(version) FROM _sqlx_migrations WHERE success").fetch_one(&mut connection).await;
    let schema = match applied {
        Ok(applied) if applied >= newest => Schema::Current,
        Ok(_) => Schema::Older,
        // Migrated by a version that did not let everybody read this.
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some("42501") => Schema::Older,
        Err(error) => return Err(error.into()),
    };
    connection.close().await?;
    Ok(schema)
}

/// The database user Bole serves as with the bundled PostgreSQL.
pub const SERVICE_USER: &str = "bole_service";

/// Creates the [`SERVICE_USER`] or changes its password. It can assume Bole's roles and has no privileges of its own, so that
/// resetting the role does not bypass row level security. The URL's user is a superuser.
///
/// # Errors
/// When the database cannot be reached, or refuses it.
pub async fn make_service_user(url: &str, password: &str) -> StoreResult<()> {
    let mut connection = PgConnection::connect_with(&PgConnectOptions::from_str(url)?).await?;
    sqlx::query!("SELECT set_config('bole.service_password', $1, false) AS password", password)
        .fetch_one(&mut connection)
        .await?;
    connection
        .execute(
            "DO $$
             BEGIN
                 IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bole_service') THEN
                     CREATE ROLE bole_service;
                 END IF;
                 EXECUTE format('ALTER ROLE bole_service LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD %L',
                                current_setting('bole.service_password'));
                 GRANT bole_app, bole_identity, bole_ledger TO bole_service;
             END $$",
        )
        .await?;
    connection.close().await?;
    Ok(())
}
