//! Restoring rows into an empty database, in one transaction.

use sqlx::migrate::{Migration, Migrator};
use sqlx::postgres::PgCopyIn;
use sqlx::{AssertSqlSafe, Executor, PgConnection, PgPool, Postgres, Transaction};

use super::{AppliedMigration, BackupError, BackupResult, Table, connection, quoted, tables};
use crate::StoreError;
use crate::migrate::MIGRATOR;

/// A database being restored. Until [`Restoration::commit`] it stays empty for others, and if this is dropped.
pub struct Restoration {
    database: PgPool,
    tx: Transaction<'static, Postgres>,
    tables: Vec<Table>,
    /// Statements that undo what made loading possible in any order.
    afterwards: Vec<String>,
}

impl Restoration {
    /// Gives an empty database the schema that these migrations made, ready for the rows of these tables.
    ///
    /// # Errors
    /// When the database is not empty, this version does not know the migrations, or the tables are not theirs.
    pub async fn begin(url: &str, migrations: &[AppliedMigration], backed_up: &[Table]) -> BackupResult<Self> {
        let migrator = Migrator::with_migrations(same_here(migrations)?);
        let database = connection(url)?;
        let mut tx = database.begin().await?;
        let is_used = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM pg_class c
                              WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
                                AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
                                                AND d.objid = c.oid AND d.deptype = 'e')) AS "is_used!""#
        );
        if is_used.fetch_one(&mut *tx).await? {
            return Err(BackupError::NotEmpty);
        }
        migrator.run_direct(None, &mut *tx, false).await.map_err(StoreError::from)?;
        let created = tables(&mut tx).await?;
        if let Some(table) = first_difference(&created, backed_up) {
            return Err(BackupError::TablesDiffer(table.to_owned()));
        }
        let (before, afterwards) = loading_statements(&mut tx, &created).await?;
        for statement in before {
            tx.execute(AssertSqlSafe(statement)).await?;
        }
        Ok(Self { database, tx, tables: created, afterwards })
    }

    /// Starts to load a table's rows.
    ///
    /// # Errors
    /// When the table is none of the database's, or the database does not answer.
    pub async fn load(&mut self, table: &Table) -> BackupResult<Loading<'_>> {
        let Some(own) = self.tables.iter().find(|own| own.name == table.name) else {
            return Err(BackupError::TablesDiffer(table.name.clone()));
        };
        let statement =
            format!("COPY {} FROM STDIN", Table { columns: table.columns.clone(), ..own.clone() }.with_columns());
        Ok(Loading(self.tx.copy_in_raw(&statement).await?))
    }

    /// Checks the references between the rows, and makes them visible.
    ///
    /// # Errors
    /// When the rows contradict each other, or the database does not answer; then nothing is restored.
    pub async fn commit(mut self) -> BackupResult<()> {
        for statement in self.afterwards {
            self.tx.execute(AssertSqlSafe(statement)).await?;
        }
        self.tx.commit().await?;
        // Without statistics the first queries would be planned for empty tables.
        self.database.execute("ANALYZE").await?;
        self.database.close().await;
        Ok(())
    }
}

/// A table whose rows are being loaded.
pub struct Loading<'a>(PgCopyIn<&'a mut PgConnection>);

impl Loading<'_> {
    /// Loads a chunk, which may end within a line.
    pub async fn send(&mut self, chunk: &[u8]) -> BackupResult<()> {
        self.0.send(chunk).await?;
        Ok(())
    }

    /// Ends the table and returns its number of rows.
    ///
    /// # Errors
    /// When the database refuses a row.
    pub async fn finish(self) -> BackupResult<u64> {
        Ok(self.0.finish().await?)
    }
}

/// This version's migrations that were applied to the backup's database.
fn same_here(applied: &[AppliedMigration]) -> BackupResult<Vec<Migration>> {
    let same = applied.iter().map(|applied| {
        let own = MIGRATOR.iter().find(|own| own.version == applied.version);
        let own = own.ok_or(BackupError::Newer(applied.version))?;
        if *own.checksum == *applied.checksum {
            Ok(own.clone())
        } else {
            Err(BackupError::MigrationDiffers(applied.version))
        }
    });
    same.collect()
}

/// The first table that is missing on one side or has other columns, whose order does not matter.
fn first_difference<'a>(created: &'a [Table], backed_up: &'a [Table]) -> Option<&'a str> {
    let sorted = |table: &Table| {
        let mut columns = table.columns.clone();
        columns.sort();
        (table.name.clone(), columns)
    };
    let is_in = |table: &Table, others: &[Table]| others.iter().any(|other| sorted(other) == sorted(table));
    let missing = created.iter().find(|table| !is_in(table, backed_up));
    missing.or_else(|| backed_up.iter().find(|table| !is_in(table, created))).map(|table| table.name.as_str())
}

/// The statements that empty the tables of what migrations put in and let rows be loaded in any order and unchanged, and those
/// to run afterwards.
async fn loading_statements(
    connection: &mut PgConnection,
    tables: &[Table],
) -> BackupResult<(Vec<String>, Vec<String>)> {
    let references = sqlx::query!(
        r#"SELECT conrelid::regclass::text AS "table!", quote_ident(conname) AS "name!",
                  pg_get_constraintdef(oid) AS "definition!"
           FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2"#
    )
    .fetch_all(&mut *connection)
    .await?;
    let forced = sqlx::query_scalar!(
        r#"SELECT oid::regclass::text AS "table!" FROM pg_class
           WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relforcerowsecurity ORDER BY 1"#
    )
    .fetch_all(&mut *connection)
    .await?;
    let triggered = sqlx::query_scalar!(
        r#"SELECT DISTINCT tgrelid::regclass::text AS "table!" FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
           WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace ORDER BY 1"#
    )
    .fetch_all(&mut *connection)
    .await?;
    let (mut before, mut afterwards) = (Vec::new(), Vec::new());
    for table in triggered {
        before.push(format!("ALTER TABLE {table} DISABLE TRIGGER USER"));
        afterwards.push(format!("ALTER TABLE {table} ENABLE TRIGGER USER"));
    }
    for it in references {
        before.push(format!("ALTER TABLE {} DROP CONSTRAINT {}", it.table, it.name));
        afterwards.push(format!("ALTER TABLE {} ADD CONSTRAINT {} {}", it.table, it.name, it.definition));
    }
    // The owner of the tables writes and checks rows of all organizations.
    for table in forced {
        before.push(format!("ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY"));
        afterwards.push(format!("ALTER TABLE {table} FORCE ROW LEVEL SECURITY"));
    }
    let names: Vec<String> = tables.iter().map(|table| quoted(&table.name)).collect();
    before.push(format!("TRUNCATE {}", names.join(", ")));
    Ok((before, afterwards))
}
