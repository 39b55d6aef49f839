//! Backups of a database with a row in every tenant table, restored into an empty one.

use bole_testkit::{Seed, TestDatabase};
use futures_util::TryStreamExt;
use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use super::{AppliedMigration, BackupError, BackupResult, Restoration, Snapshot, Table};
use crate::migrate::MIGRATOR;
use crate::tx::tests::fill;
use crate::{Schema, migrate, schema};

/// A backup in memory.
struct Backup {
    migrations: Vec<AppliedMigration>,
    tables: Vec<(Table, Vec<u8>)>,
}

impl Backup {
    async fn read(mut snapshot: Snapshot) -> BackupResult<Self> {
        let migrations = snapshot.migrations().await?;
        let mut tables = Vec::new();
        for table in snapshot.tables().await? {
            let rows: Vec<bytes::Bytes> = snapshot.rows(&table).await?.try_collect().await?;
            tables.push((table, rows.concat()));
        }
        Ok(Self { migrations, tables })
    }

    async fn begin(&self, url: &str) -> BackupResult<Restoration> {
        let tables: Vec<Table> = self.tables.iter().map(|(table, _)| table.clone()).collect();
        let mut restoration = Restoration::begin(url, &self.migrations, &tables).await?;
        for (table, rows) in &self.tables {
            let mut loading = restoration.load(table).await?;
            for chunk in rows.chunks(1_000) {
                loading.send(chunk).await?;
            }
            let count = rows.iter().filter(|byte| **byte == b'\n').count() as u64;
            assert_eq!(loading.finish().await?, count, "{}", table.name);
        }
        Ok(restoration)
    }

    async fn restore(&self, url: &str) -> BackupResult<()> {
        self.begin(url).await?.commit().await
    }
}

async fn filled() -> TestDatabase {
    let database = TestDatabase::new().await;
    for _ in 0..2 {
        let seed = Seed::new(&database).await;
        fill(&mut database.connection().await, &seed).await;
    }
    database
}

async fn texts(connection: &mut PgConnection, sql: &str) -> Vec<String> {
    sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_all(connection).await.unwrap()
}

/// All rows as text, by table.
async fn rows(database: &TestDatabase) -> Vec<(String, Vec<String>)> {
    let mut connection = database.connection().await;
    let tables = "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                  AND relpersistence = 'p' AND relname <> '_sqlx_migrations' ORDER BY 1";
    let mut rows = Vec::new();
    for table in texts(&mut connection, tables).await {
        let of_table = texts(&mut connection, &format!("SELECT t::text FROM {table} t ORDER BY 1")).await;
        rows.push((table, of_table));
    }
    rows
}

/// What restoring changes for a while.
async fn guards(database: &TestDatabase) -> Vec<String> {
    let sql = "SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
               FROM pg_constraint WHERE connamespace = 'public'::regnamespace
               UNION ALL SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
               UNION ALL SELECT oid::regclass || ' ' || relrowsecurity || relforcerowsecurity FROM pg_class
                         WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
               UNION ALL SELECT polrelid::regclass || ' ' || polname FROM pg_policy ORDER BY 1";
    texts(&mut database.connection().await, sql).await
}

#[tokio::test]
async fn every_row_of_a_moment_is_restored_and_guarded_as_before() {
    let (database, other) = (filled().await, TestDatabase::empty().await);
    let before = rows(&database).await;
    let empty: Vec<&str> = before.iter().filter(|(_, rows)| rows.is_empty()).map(|(table, _)| table.as_str()).collect();
    assert!(before.len() > 60 && empty.len() < 20, "most tables have rows: {empty:?}");

    let snapshot = Snapshot::open(database.url()).await.unwrap();
    database.connection().await.execute("UPDATE jobs SET title = 'changed meanwhile'").await.unwrap();
    let backup = Backup::read(snapshot).await.unwrap();
    backup.restore(other.url()).await.unwrap();
    migrate(other.url()).await.unwrap();

    assert_eq!(rows(&other).await, before);
    assert_eq!(guards(&other).await, guards(&database).await);
    assert_eq!(schema(other.url()).await.unwrap(), Schema::Current);
}

#[tokio::test]
async fn owner_without_superuser_backs_up_and_restores() {
    let server = TestDatabase::new().await;
    let mut superuser = server.connection().await;
    let name = format!("owner_{}", uuid::Uuid::now_v7().simple());
    // The roles are another database's, whose owner lets this one use them.
    let roles = "SELECT string_agg(rolname, ', ') FROM pg_roles WHERE rolname LIKE 'bole\\_%' AND NOT rolcanlogin";
    let roles = texts(&mut superuser, roles).await.concat();
    superuser
        .execute(AssertSqlSafe(format!(
            "CREATE ROLE {name} LOGIN CREATEROLE PASSWORD 'secret';
             GRANT {roles} TO {name} WITH ADMIN OPTION"
        )))
        .await
        .unwrap();
    let (database, other) = (filled().await, TestDatabase::empty().await);
    let owned = |database: &TestDatabase| {
        let (_, place) = database.url().split_once('@').unwrap();
        format!("postgres://{name}:secret@{place}")
    };
    let owns =
        AssertSqlSafe(format!("ALTER DATABASE {} OWNER TO {name}; GRANT ALL ON SCHEMA public TO {name}", other.name()));
    other.connection().await.execute(owns).await.unwrap();

    let backup = Backup::read(Snapshot::open(database.url()).await.unwrap()).await.unwrap();
    backup.restore(&owned(&other)).await.unwrap();
    let hidden = Snapshot::open(&owned(&other)).await.err();
    assert!(matches!(hidden, Some(BackupError::RowsHidden { .. })), "{hidden:?}");
    migrate(&owned(&other)).await.unwrap();
    let again = Backup::read(Snapshot::open(&owned(&other)).await.unwrap()).await.unwrap();
    let sizes = |backup: &Backup| {
        backup.tables.iter().map(|(table, rows)| (table.name.clone(), rows.len())).collect::<Vec<_>>()
    };
    assert_eq!(sizes(&again), sizes(&backup));
    assert_eq!(rows(&other).await, rows(&database).await);
}

#[tokio::test]
async fn older_backup_is_restored_as_it_was_and_then_migrated() {
    let (database, other) = (TestDatabase::empty().await, TestDatabase::empty().await);
    let older: Vec<_> = MIGRATOR.iter().filter(|migration| migration.version < 100).cloned().collect();
    let mut connection = database.connection().await;
    Migrator::with_migrations(older).run_direct(None, &mut connection, false).await.unwrap();
    let insert = "INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
                  VALUES (gen_random_uuid(), 'Old', 'old', 'free', 1, 1)";
    connection.execute(insert).await.unwrap();

    let backup = Backup::read(Snapshot::open(database.url()).await.unwrap()).await.unwrap();
    backup.restore(other.url()).await.unwrap();
    assert_eq!(schema(other.url()).await.unwrap(), Schema::Older);
    migrate(other.url()).await.unwrap();
    assert_eq!(schema(other.url()).await.unwrap(), Schema::Current);
    assert_eq!(texts(&mut other.connection().await, "SELECT name FROM organizations").await, ["Old"]);
}

#[tokio::test]
async fn unsuitable_backup_or_database_is_refused_and_nothing_restored() {
    let (database, other) = (TestDatabase::new().await, TestDatabase::empty().await);
    let read = async || Backup::read(Snapshot::open(database.url()).await.unwrap()).await.unwrap();
    let refusal = async |backup: &Backup| backup.restore(other.url()).await.unwrap_err();

    assert!(matches!(read().await.restore(database.url()).await, Err(BackupError::NotEmpty)));
    let mut newer = read().await;
    newer.migrations.push(AppliedMigration { version: 999_999, checksum: vec![1] });
    assert!(matches!(refusal(&newer).await, BackupError::Newer(999_999)));
    let mut changed = read().await;
    changed.migrations[0].checksum[0] ^= 1;
    assert!(matches!(refusal(&changed).await, BackupError::MigrationDiffers(1)));
    let mut other_tables = read().await;
    other_tables.tables[0].0.columns.pop();
    assert!(matches!(refusal(&other_tables).await, BackupError::TablesDiffer(_)));
    let mut contradictory = read().await;
    let assigned = contradictory.tables.iter_mut().find(|(table, _)| table.name == "member_jobs").unwrap();
    let id = uuid::Uuid::now_v7();
    let value = |column: &String| if column == "created_at" { "2026-11-28".to_owned() } else { id.to_string() };
    let values: Vec<String> = assigned.0.columns.iter().map(value).collect();
    assigned.1 = format!("{}\n", values.join("\t")).into_bytes();
    let refused = refusal(&contradictory).await;
    assert!(refused.to_string().contains("member_jobs"), "{refused}");
    // Interrupted.
    drop(read().await.begin(other.url()).await.unwrap());

    assert_eq!(schema(other.url()).await.unwrap(), Schema::Missing);
    read().await.restore(other.url()).await.unwrap();
}

#[tokio::test]
async fn rows_are_all_that_a_backup_needs() {
    let database = TestDatabase::new().await;
    let mut connection = PgConnection::connect(database.url()).await.unwrap();
    let left_out = "SELECT relname::text FROM pg_class
                    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('S', 'p', 'm', 'f')
                      AND relpersistence = 'p' ORDER BY 1";
    assert_eq!(
        texts(&mut connection, left_out).await,
        Vec::<String>::new(),
        "sequences and the like are not backed up"
    );
    let large_objects = "SELECT oid::text FROM pg_largeobject_metadata";
    assert_eq!(texts(&mut connection, large_objects).await, Vec::<String>::new());
}
