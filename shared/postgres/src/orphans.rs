//! Cleans up after a crash: an orphaned server, its last processes, a stale `postmaster.pid`, a socket.
//!
//! The caller holds the launcher's lock, so processes in the data folder are orphans. The pid in `postmaster.pid`
//! alone proves nothing (it may be reused), and removing that file while a server process is alive could let two
//! servers write to one cluster; so the processes themselves are checked.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::error::{Error, IoContext};

/// Time limits of a fast, and then an immediate shutdown.
pub(crate) const FAST_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(20);
pub(crate) const IMMEDIATE_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// Stops orphans in `data` and removes stale files.
pub(crate) fn clean_up(data: &Path, socket_folder: &Path) -> Result<(), Error> {
    if let Some(pid) = stop_servers(data)? {
        return Err(Error::Orphan { pid, folder: data.to_owned() });
    }
    for stale in
        [data.join("postmaster.pid"), socket_folder.join(".s.PGSQL.5432"), socket_folder.join(".s.PGSQL.5432.lock")]
    {
        match fs::remove_file(&stale) {
            Ok(()) => tracing::info!(file = %stale.display(), "removed what an earlier run left behind"),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).io_context("Cannot remove", &stale),
        }
    }
    Ok(())
}

/// Shuts down the processes in `data`, first fast, then immediately. Returns one that is still running.
fn stop_servers(data: &Path) -> Result<Option<i32>, Error> {
    for (signal, patience) in [(Signal::INT, FAST_SHUTDOWN_TIMEOUT), (Signal::QUIT, IMMEDIATE_SHUTDOWN_TIMEOUT)] {
        let postmaster = pid_in_file(data);
        let running = server_pids(data);
        if running.is_empty() {
            return Ok(None);
        }
        tracing::warn!(?running, "a PostgreSQL of an earlier run is still there; ending it");
        // The postmaster stops its children in order. Without one, they end by themselves in a fast shutdown.
        let told: Vec<i32> = match postmaster.filter(|pid| running.contains(pid)) {
            Some(pid) => vec![pid],
            None if signal == Signal::QUIT => running,
            None => Vec::new(),
        };
        for pid in told {
            if let Some(pid) = Pid::from_raw(pid) {
                // It may end before the signal; the next check notices.
                let _ = kill_process(pid, signal);
            }
        }
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            if server_pids(data).is_empty() {
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    Ok(server_pids(data).first().copied())
}

/// The pid in `postmaster.pid`.
fn pid_in_file(data: &Path) -> Option<i32> {
    fs::read_to_string(data.join("postmaster.pid")).ok()?.lines().next()?.trim().parse().ok()
}

/// The server processes in `data`. Zombies have no current folder and do not count.
#[cfg(target_os = "linux")]
fn server_pids(data: &Path) -> Vec<i32> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
            let works_here = fs::read_link(entry.path().join("cwd")).ok()? == data;
            let is_server = fs::read_to_string(entry.path().join("comm")).ok()?.trim_end() == "postgres";
            (works_here && is_server).then_some(pid)
        })
        .collect()
}

/// The postmaster of `data`, if the process in its pid file was started on it.
#[cfg(not(target_os = "linux"))]
fn server_pids(data: &Path) -> Vec<i32> {
    let Some(pid) = pid_in_file(data) else { return Vec::new() };
    let output = std::process::Command::new("ps").args(["-o", "stat=,command=", "-p", &pid.to_string()]).output();
    let said = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let ours = !said.trim_start().starts_with('Z') && said.contains(&*data.to_string_lossy());
    if ours { vec![pid] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pid_file_of_another_process_is_removed() {
        let data = tempfile::tempdir().unwrap();
        let file = data.path().join("postmaster.pid");
        // This test is a living process, but not PostgreSQL.
        fs::write(&file, format!("{}\n", std::process::id())).unwrap();
        clean_up(data.path(), data.path()).unwrap();
        assert!(!file.exists());
    }
}
