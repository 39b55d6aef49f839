//! Runs a command with a scratch database that has all migrations: `with-database <command …>`, with its URL in
//! DATABASE_URL. Does not depend on the store, so it works even if the store's queries do not compile yet. Used by
//! `scripts/compile.sh`.

use std::error::Error;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use bole_postgres::{Server, Settings, guard};
use sqlx::Connection;
use sqlx::migrate::Migrator;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let program = arguments.next().ok_or("usage: with-database <command …>")?;
    if program == guard::SUBCOMMAND {
        return Ok(guard::run(arguments));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(run(program, arguments.collect()))
}

async fn run(program: OsString, arguments: Vec<OsString>) -> Result<ExitCode, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let settings = Settings { durable: false, ..Settings::new(folder.path()) }.guarded_by_this_executable();
    let database = settings.database.clone();
    let server = Server::start(settings).await?;
    let url = server.url(&database);

    let migrator = Migrator::new(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations"))).await?;
    let mut connection = sqlx::PgConnection::connect(&url).await?;
    migrator.run(&mut connection).await?;
    connection.close().await?;

    let status = tokio::process::Command::new(program).args(arguments).env("DATABASE_URL", url).status().await?;
    server.stop().await?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
