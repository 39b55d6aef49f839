//! A migrated database per test, cloned from a template created once per server.

use std::str::FromStr;

use bole_store::{Db, DbConfig};
use sha2::{Digest, Sha256};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, Connection, Executor};

use crate::{DATABASE_URL, address};

/// The migrations applied by [`bole_store::migrate`]; used here to identify their state.
static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");

/// Key of the advisory lock (in the maintenance database) for creating the template.
const TEMPLATE_LOCK: i64 = 0x626f_6c65;

/// A database with all migrations applied and no rows. Dropped with the value.
#[derive(Debug)]
pub struct TestDatabase {
    name: String,
    options: PgConnectOptions,
    url: String,
}

impl TestDatabase {
    /// Clones the template, which takes some 20 ms.
    ///
    /// # Panics
    /// When there is no test server or a migration fails.
    pub async fn new() -> Self {
        let server = address(DATABASE_URL);
        match Self::create(&server).await {
            Ok(database) => database,
            Err(error) => panic!("cannot make a test database: {error:#}"),
        }
    }

    /// A database without any migration applied, for tests of migrations themselves.
    ///
    /// # Panics
    /// When there is no test server.
    pub async fn empty() -> Self {
        let server = address(DATABASE_URL);
        match Self::create_empty(&server).await {
            Ok(database) => database,
            Err(error) => panic!("cannot make a test database: {error:#}"),
        }
    }

    async fn create(server: &str) -> anyhow::Result<Self> {
        let mut connection = PgConnection::connect_with(&PgConnectOptions::from_str(server)?).await?;
        let template = template(server, &mut connection).await?;
        connection.close().await?;
        Self::create_from(server, &template).await
    }

    /// The roles, which belong to the server, are made with the template: two databases migrated at once would collide.
    async fn create_empty(server: &str) -> anyhow::Result<Self> {
        let mut connection = PgConnection::connect_with(&PgConnectOptions::from_str(server)?).await?;
        template(server, &mut connection).await?;
        connection.close().await?;
        Self::create_from(server, "template0").await
    }

    async fn create_from(server: &str, template: &str) -> anyhow::Result<Self> {
        let options = PgConnectOptions::from_str(server)?;
        let mut connection = PgConnection::connect_with(&options).await?;
        let name = format!("bole_test_{}", uuid::Uuid::now_v7().simple());
        connection
            .execute(AssertSqlSafe(format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")))
            .await?;
        connection.close().await?;
        Ok(Self { url: in_database(server, &name), options, name })
    }

    /// Its URL as the superuser; [`bole_store::Db`] switches to the application's roles.
    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The store on this database, with the application's roles and small pools.
    ///
    /// # Panics
    /// When the store refuses the address.
    pub fn store(&self) -> Db {
        let config = DbConfig { max_connections: 8, max_ledger_connections: 4, ..DbConfig::new(self.url()) };
        Db::connect(&config).unwrap_or_else(|error| panic!("cannot open the test database: {error}"))
    }

    /// A connection as the superuser, for setup and for bypassing row level security.
    ///
    /// # Panics
    /// When the server does not answer.
    pub async fn connection(&self) -> PgConnection {
        let options = self.options.clone().database(&self.name);
        PgConnection::connect_with(&options)
            .await
            .unwrap_or_else(|error| panic!("cannot connect to the test database: {error}"))
    }
}

impl TestDatabase {
    /// Drops the database on another thread, even with open connections.
    fn discard(&self) -> std::thread::JoinHandle<()> {
        let (options, name) = (self.options.clone(), self.name.clone());
        std::thread::spawn(move || {
            let dropped =
                tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(anyhow::Error::from);
            let dropped = dropped.and_then(|runtime| {
                runtime.block_on(async {
                    let mut connection = PgConnection::connect_with(&options).await?;
                    connection.execute(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))).await?;
                    anyhow::Ok(())
                })
            });
            if let Err(error) = dropped {
                // The whole server is removed after the tests, so this does not fail a passing test.
                eprintln!("the test database {name} was not dropped: {error:#}");
            }
        })
    }
}

impl Drop for TestDatabase {
    /// Does not wait: the test's runtime may still be opening a connection, which could not progress meanwhile, and
    /// the database cannot be dropped while a connection is being opened.
    fn drop(&mut self) {
        drop(self.discard());
    }
}

/// The name of the template for the current migrations, created if missing.
async fn template(server: &str, connection: &mut PgConnection) -> anyhow::Result<String> {
    let name = template_name();
    let there = "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1 AND datistemplate)";
    if sqlx::query_scalar(there).bind(&name).fetch_one(&mut *connection).await? {
        return Ok(name);
    }
    sqlx::query("SELECT pg_advisory_lock($1)").bind(TEMPLATE_LOCK).execute(&mut *connection).await?;
    if !sqlx::query_scalar(there).bind(&name).fetch_one(&mut *connection).await? {
        // It is only marked as a template when complete; a partial one is dropped here.
        connection.execute(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))).await?;
        connection.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await?;
        bole_store::migrate(&in_database(server, &name)).await?;
        connection.execute(AssertSqlSafe(format!("ALTER DATABASE {name} IS_TEMPLATE true"))).await?;
    }
    sqlx::query("SELECT pg_advisory_unlock($1)").bind(TEMPLATE_LOCK).execute(&mut *connection).await?;
    Ok(name)
}

/// A name that changes with the migrations.
fn template_name() -> String {
    let digest = MIGRATIONS.iter().fold(Sha256::new(), |digest, migration| digest.chain_update(&*migration.checksum));
    format!("bole_template_{}", &hex::encode(digest.finalize())[..16])
}

/// The same server's URL with another database.
fn in_database(server: &str, database: &str) -> String {
    let (before, query) = server.split_once('?').map_or((server, None), |(before, query)| (before, Some(query)));
    let authority = before.find("://").map_or(0, |at| at + 3);
    let path = before[authority..].find('/').map_or(before.len(), |at| authority + at);
    let query = query.map_or_else(String::new, |query| format!("?{query}"));
    format!("{}/{database}{query}", &before[..path])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_name_in_the_url_is_replaced() {
        assert_eq!(
            in_database("postgres://u:p@localhost:5432/a?host=%2Ftmp", "b"),
            "postgres://u:p@localhost:5432/b?host=%2Ftmp"
        );
        assert_eq!(in_database("postgres://u@h", "b"), "postgres://u@h/b");
    }

    #[tokio::test]
    async fn two_databases_are_migrated_and_separate() {
        let (one, two) = tokio::join!(TestDatabase::new(), TestDatabase::new());
        assert_ne!(one.name(), two.name());
        let mut first = one.connection().await;
        let id = uuid::Uuid::now_v7();
        sqlx::query("INSERT INTO users (id, email, full_name) VALUES ($1, 'lin@example.com', 'Lin')")
            .bind(id)
            .execute(&mut first)
            .await
            .unwrap();
        let mut second = two.connection().await;
        let users: i64 = sqlx::query_scalar("SELECT count(*) FROM users").fetch_one(&mut second).await.unwrap();
        assert_eq!(users, 0);
    }

    #[tokio::test]
    async fn dropped_handle_drops_its_database() {
        let database = TestDatabase::new().await;
        let name = database.name().to_owned();
        let held = database.connection().await;
        database.discard().join().unwrap();
        drop(held);
        let options = PgConnectOptions::from_str(&address(DATABASE_URL)).unwrap();
        let mut connection = PgConnection::connect_with(&options).await.unwrap();
        let there: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
            .bind(name)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert!(!there);
    }
}
