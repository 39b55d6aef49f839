//! `bole up` as a process: it starts, serves, refuses a second instance, stops, and survives being killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};

/// A running `bole up`.
pub struct Up {
    process: Child,
    stdout: BufReader<std::process::ChildStdout>,
    address: String,
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bole"));
    command.args(["up", "--no-demo", "--data-dir"]).arg(folder).env("BOLE_PORT", "0");
    command.env("BOLE_METRICS_TOKEN", "scraper").stdin(Stdio::null());
    command
}

impl Up {
    pub fn start(folder: &Path) -> Self {
        let log = std::fs::File::options().append(true).create(true).open(folder.join("log")).unwrap();
        let mut process = command(folder).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut stdout = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("ready http://").unwrap_or_else(|| {
            panic!("not ready: {line:?}\n{}", std::fs::read_to_string(folder.join("log")).unwrap());
        });
        Self { process, stdout, address: address.to_owned() }
    }

    /// The status of a GET.
    pub fn get(&self, path: &str) -> u16 {
        self.answer(path, "").split(' ').nth(1).unwrap().parse().unwrap()
    }

    /// The answer to a GET with more headers, each with its line end.
    fn answer(&self, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Stops it. Returns whether it exited successfully, and its remaining output.
    pub fn stop(mut self, signal: Signal) -> (bool, String) {
        kill_process(Pid::from_child(&self.process), signal).unwrap();
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        // The captured mailbox is printed at every start.
        let rest = rest.lines().filter(|line| !line.starts_with("Captured mail is at ")).collect();
        (self.process.wait().unwrap().success(), rest)
    }
}

impl Drop for Up {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn up_serves_refuses_a_second_instance_and_stops_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let up = Up::start(folder.path());
    assert!(up.address.starts_with("127.0.0.1:"));
    assert_eq!((up.get("/healthz"), up.get("/readyz")), (200, 200));
    assert_eq!(up.get("/metrics"), 401);
    let metrics = up.answer("/metrics", "Authorization: Bearer scraper\r\n");
    let bucket = "http_request_duration_seconds_bucket";
    assert!(metrics.lines().any(|line| line.starts_with(bucket) && line.contains(r#"le="1""#)), "{metrics}");

    let second = command(folder.path()).output().unwrap();
    assert!(!second.status.success());
    assert!(stderr(&second).contains("already in use"), "{}", stderr(&second));
    let holder = format!("process {}, http://{}", up.process.id(), up.address);
    assert!(stderr(&second).contains(&holder), "{}", stderr(&second));

    assert_eq!(up.stop(Signal::INT), (true, String::new()), "one line on stdout, and a clean end");
    let again = Up::start(folder.path());
    assert_eq!(again.stop(Signal::TERM), (true, String::new()));
}

#[test]
fn occupied_port_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = command(folder.path()).args(["--port", &port]).output().unwrap();
    assert!(!output.status.success());
    assert!(stderr(&output).contains(&format!("cannot listen on 127.0.0.1:{port}")), "{}", stderr(&output));
}

#[test]
fn up_restarts_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let mut up = Up::start(folder.path());
    up.process.kill().unwrap();
    up.process.wait().unwrap();
    let again = Up::start(folder.path());
    assert_eq!(again.get("/readyz"), 200);
    assert!(again.stop(Signal::INT).0);
}
