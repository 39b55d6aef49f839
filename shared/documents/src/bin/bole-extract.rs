//! The sandbox's child process, alone: what `bole extract` runs, with calls that try what no child may.

use std::fs::{self, File};
use std::io;
use std::net::TcpStream;
use std::process::{Command, ExitCode};

use bole_documents::{DocumentFailure, child_main};

fn main() -> ExitCode {
    child_main(attempt)
}

/// Tries the named thing and answers with the error, or with nothing where it was let.
fn attempt(what: &[u8]) -> Result<Vec<u8>, DocumentFailure> {
    let what = String::from_utf8_lossy(what);
    let (what, argument) = what.split_once(' ').unwrap_or((&what, ""));
    let outcome = match what {
        "echo" => return Ok(argument.into()),
        "spin" => loop {
            std::hint::spin_loop();
        },
        "panic" => panic!("{argument}"),
        "open" => File::open(argument).map(drop),
        "create" => File::create(argument).map(drop),
        "unlink" => fs::remove_file(argument),
        "connect" => TcpStream::connect(argument).map(drop),
        "execve" => Command::new(argument).status().map(drop),
        "kill" => kill(argument),
        _ => Err(io::Error::other("no such attempt")),
    };
    Ok(outcome.err().map_or_else(Vec::new, |error| error.to_string().into_bytes()))
}

fn kill(process: &str) -> io::Result<()> {
    let process = process.parse().ok().and_then(rustix::process::Pid::from_raw);
    let process = process.ok_or_else(|| io::Error::other("no process"))?;
    Ok(rustix::process::test_kill_process(process)?)
}
