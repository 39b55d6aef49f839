//! The peers, each measured by its own Node script in a separate process.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};
use sqlx::{Connection, Executor, PgConnection};
use tokio::process::Command;

use super::Measured;

pub(super) const NAMES: [&str; 3] = ["bullmq", "graphile-worker", "pg-boss"];

/// Installs the versions of the lockfile.
pub(super) async fn install(folder: &Path) -> anyhow::Result<()> {
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]).current_dir(folder);
    let status = npm.status().await.context("npm is needed for the peers; `--alone` measures without them")?;
    ensure!(status.success(), "npm ci failed in {}", folder.display());
    Ok(())
}

pub(super) async fn measure(
    folder: &Path,
    peer: &str,
    database: &str,
    redis: &str,
    for_each: Duration,
) -> anyhow::Result<Measured> {
    let mut node = Command::new("node");
    node.arg("measure.mjs").arg(peer).arg(for_each.as_secs().to_string()).current_dir(folder);
    node.env("DATABASE_URL", database).env("REDIS_URL", redis).env("NODE_ENV", "production").kill_on_drop(true);
    let output = node.stderr(std::process::Stdio::inherit()).output().await?;
    ensure!(output.status.success(), "{peer} ended with {}", output.status);
    let measured = serde_json::from_slice(&output.stdout)
        .with_context(|| format!("{peer} said {}", String::from_utf8_lossy(&output.stdout)))?;
    // Drops its tables, for the next run.
    let mut connection = PgConnection::connect(database).await?;
    connection.execute("DROP SCHEMA IF EXISTS graphile_worker CASCADE; DROP SCHEMA IF EXISTS pgboss CASCADE").await?;
    connection.close().await?;
    Ok(measured)
}
