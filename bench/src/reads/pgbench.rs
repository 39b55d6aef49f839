//! The same SQL in pgbench: prepared, with the role and settings of the API's connections.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, ensure};

use super::Rate;
use crate::fleet::Fleet;
use crate::processes;

/// The given pgbench, else the one on the PATH, else that of a PostgreSQL on this machine.
pub fn find(named: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    if let Some(named) = named {
        return Ok(named);
    }
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&on_path).collect();
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    let found = folders.into_iter().map(|folder| folder.join("pgbench")).find(|path| path.is_file());
    found.context("there is no pgbench: install PostgreSQL's client tools, or name it with --pgbench")
}

pub fn version(pgbench: &Path) -> anyhow::Result<String> {
    let output = Command::new(pgbench).arg("--version").output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// Repeats the statements on several connections.
pub fn measure(pgbench: &Path, fleet: &Fleet, sql: &str, connections: usize, within: Duration) -> anyhow::Result<Rate> {
    let folder = tempfile::tempdir()?;
    let script = folder.path().join("read.sql");
    std::fs::write(&script, sql)?;
    let setting = |(name, value): (&str, String)| format!("-c {name}={value}");
    let options = [
        ("role", "bole_app".to_owned()),
        ("enable_seqscan", "off".to_owned()),
        ("jit", "off".to_owned()),
        ("app.organization_id", fleet.organization_id().to_owned()),
    ]
    .map(setting)
    .join(" ");
    let threads = connections.min(processes::cores());
    let output = Command::new(pgbench)
        .args(["--no-vacuum", "--protocol=prepared", "--log", "--log-prefix=read"])
        .args([format!("--client={connections}"), format!("--jobs={threads}"), format!("--time={}", within.as_secs())])
        .arg("--file")
        .arg(&script)
        .arg(fleet.database_url())
        .env("PGOPTIONS", options)
        .current_dir(folder.path())
        .output()?;
    ensure!(output.status.success(), "pgbench failed: {}", String::from_utf8_lossy(&output.stderr));
    let mut took = Vec::new();
    for entry in std::fs::read_dir(folder.path())? {
        let path = entry?.path();
        if path != script {
            for line in std::fs::read_to_string(path)?.lines() {
                // client, transaction, microseconds, …
                let micros = line.split(' ').nth(2).context("a line of pgbench's log without a time")?;
                took.push(Duration::from_micros(micros.parse()?));
            }
        }
    }
    Rate::of(took, within)
}
