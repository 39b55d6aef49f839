//! A child process: start, end, and the failure its exit implies for the current file.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use bole_domain::failure::DocumentReason;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncReadExt, BufReader};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

use super::protocol::{Hello, send};
use crate::DocumentFailure;

/// The maximum of stderr kept.
const MAX_STDERR_BYTES: u64 = 4 * 1024;
/// The usual reply fits in this many bytes and takes one read.
const REPLY: usize = 32 * 1024;
/// How long a disconnected child may take to exit.
const GRACE: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) struct Child {
    process: tokio::process::Child,
    group: Option<Pid>,
    pub(super) input: ChildStdin,
    pub(super) output: BufReader<ChildStdout>,
    stderr: ChildStderr,
    /// Requests answered.
    pub(super) served: u32,
}

impl Child {
    pub(super) async fn spawn(exe: &Path, hello: &Hello) -> io::Result<Self> {
        let mut process = Command::new(exe)
            .arg("extract")
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true)
            .spawn()?;
        let missing = || io::Error::other("no pipe");
        let mut input = process.stdin.take().ok_or_else(missing)?;
        let output = BufReader::with_capacity(REPLY, process.stdout.take().ok_or_else(missing)?);
        let stderr = process.stderr.take().ok_or_else(missing)?;
        let group = process.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        match send(&mut input, hello).await {
            // It has already died, which the conversation detects with the cause.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            sent => sent?,
        }
        Ok(Self { process, group, input, output, stderr, served: 0 })
    }

    /// Determines the cause of death after the conversation broke off.
    pub(super) async fn post_mortem(&mut self) -> DocumentFailure {
        let status = match tokio::time::timeout(GRACE, self.process.wait()).await {
            Ok(Ok(status)) => Some(status),
            // It is alive but violates the protocol.
            Ok(Err(_)) | Err(_) => None,
        };
        self.kill();
        let mut last_words = Vec::new();
        let mut stderr = (&mut self.stderr).take(MAX_STDERR_BYTES);
        let _ = tokio::time::timeout(GRACE, stderr.read_to_end(&mut last_words)).await;
        let (reason, detail) = exit_reason(status, &String::from_utf8_lossy(&last_words));
        DocumentFailure::new(reason, detail)
    }

    /// Ends a child that exceeded its time limit.
    pub(super) async fn out_of_time(&mut self) -> DocumentFailure {
        self.kill();
        let _ = self.process.wait().await;
        DocumentFailure::new(DocumentReason::Timeout, "wall clock limit")
    }

    fn kill(&mut self) {
        // Only before it is reaped, because then the group id could be reused.
        if self.process.id().is_some()
            && let Some(group) = self.group
        {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}

fn exit_reason(status: Option<ExitStatus>, last_words: &str) -> (DocumentReason, String) {
    let Some(status) = status else { return (DocumentReason::Crashed, "did not keep to the protocol".to_owned()) };
    // Rust's message when an allocation fails, here because of the address space limit.
    if last_words.contains("memory allocation of") {
        return (DocumentReason::TooLarge, "memory limit".to_owned());
    }
    match status.signal().and_then(Signal::from_named_raw) {
        Some(Signal::XCPU) => (DocumentReason::Timeout, "processor time limit".to_owned()),
        Some(Signal::XFSZ) => (DocumentReason::TooLarge, "file size limit".to_owned()),
        Some(signal) => (DocumentReason::Crashed, format!("signal {}", signal.as_raw())),
        None => (DocumentReason::Crashed, format!("ended with {status}")),
    }
}
