//! Applying the migrations, and the user to serve as.

use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Executor};

use crate::StoreResult;

pub(crate) static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// Lets backups read every table, also those that later versions add, and every process the applied migrations, which it
/// compares at its start as a user without privileges of its own.
const GRANTS: &str = "
    DO $$
    DECLARE unreadable regclass;
    BEGIN
        FOR unreadable IN
            SELECT c.oid FROM pg_class c
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relrowsecurity
              AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'backup')
        LOOP
            EXECUTE format('CREATE POLICY backup ON %s FOR SELECT TO bole_backup USING (true)', unreadable);
        END LOOP;
    END $$;
    GRANT SELECT ON ALL TABLES IN SCHEMA public TO bole_backup;
    GRANT SELECT ON _sqlx_migrations TO PUBLIC";

/// What [`migrate`] did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migrated {
    /// The migrations that were applied now, oldest first, with their names.
    pub applied: Vec<(i64, String)>,
    /// The number of the newest migration.
    pub newest: i64,
}

impl std::fmt::Display for Migrated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (number, name) in &self.applied {
            writeln!(f, "applied {number:04} {name}")?;
        }
        let newest = self.newest;
        match self.applied.len() {
            0 => write!(f, "the database is at migration {newest}; there was nothing to do"),
            1 => write!(f, "the database is at migration {newest}; 1 was applied"),
            count => write!(f, "the database is at migration {newest}; {count} were applied"),
        }
    }
}

/// Migrates the database at `url` to the latest version. The URL's user owns the schema and may create roles; a lock
/// serializes concurrent callers.
///
/// # Errors
/// When the database cannot be reached, or a migration fails or differs from the one applied before.
pub async fn migrate(url: &str) -> StoreResult<Migrated> {
    let options = PgConnectOptions::from_str(url)?;
    let mut connection = PgConnection::connect_with(&options).await?;
    let before = applied(&mut connection).await?;
    MIGRATOR.run(&mut connection).await?;
    connection.execute(GRANTS).await?;
    connection.close().await?;
    let new = MIGRATOR.iter().filter(|migration| !before.contains(&migration.version));
    Ok(Migrated {
        applied: new.map(|migration| (migration.version, migration.description.to_string())).collect(),
        newest: MIGRATOR.iter().map(|migration| migration.version).max().unwrap_or_default(),
    })
}

/// The migrations applied before.
async fn applied(connection: &mut PgConnection) -> StoreResult<Vec<i64>> {
    if !is_migrated(connection).await? {
        return Ok(Vec::new());
    }
    Ok(sqlx::query_scalar!("SELECT version FROM _sqlx_migrations WHERE success").fetch_all(connection).await?)
}

async fn is_migrated(connection: &mut PgConnection) -> StoreResult<bool> {
    let found = sqlx::query_scalar!(r#"SELECT to_regclass('_sqlx_migrations') IS NOT NULL AS "is_migrated!""#);
    Ok(found.fetch_one(connection).await?)
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
pub async fn schema(url: &str) -> StoreResult<Schema> {
    let mut connection = PgConnection::connect_with(&PgConnectOptions::from_str(url)?).await?;
    if !is_migrated(&mut connection).await? {
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
