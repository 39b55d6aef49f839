//! The sandbox's child process as a separate binary, with commands that attempt forbidden actions.
//!
//! `bole-extract attempts <archive> <directory>` becomes an unpacking child and attempts each line of its input.

use std::fs::{self, File, Permissions};
use std::io::{self, Write, stdin, stdout};
use std::net::{TcpStream, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, ExitCode};

use bole_documents::{Calls, Confinement, DocumentFailure, Limits, Reading, become_unpacker, child_main};
use bole_domain::period::YearMonth;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["attempts", archive, directory] => match attempts(Path::new(archive), Path::new(directory)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        _ => child_main(Calls { on_bytes: call, on_reading: call_about }),
    }
}

fn call(what: &[u8]) -> Result<Vec<u8>, DocumentFailure> {
    let what = String::from_utf8_lossy(what);
    Ok(match what.split_once(' ').unwrap_or((&what, "")) {
        ("echo", argument) => argument.into(),
        ("spin", _) => loop {
            std::hint::spin_loop();
        },
        ("panic", argument) => panic!("{argument}"),
        _ => attempt(&what).into(),
    })
}

/// A [`call`] after a document was read, in which `pages` answers how many it has.
fn call_about(what: &[u8], reading: &Reading, _: YearMonth) -> Result<Vec<u8>, DocumentFailure> {
    if what == b"pages" { Ok(reading.extraction.pages.to_string().into_bytes()) } else { call(what) }
}

/// Reports how the kernel confines an unpacking child, then the result of each attempt.
fn attempts(archive: &Path, directory: &Path) -> io::Result<()> {
    let (_archive, Confinement { landlock, seccomp }) = become_unpacker(archive, directory, &Limits::default())?;
    let mut output = stdout().lock();
    writeln!(output, "landlock {landlock} seccomp {seccomp}")?;
    for what in stdin().lines() {
        writeln!(output, "{}", attempt(&what?))?;
    }
    Ok(())
}

/// Attempts an action: the error, or nothing if it succeeded.
fn attempt(what: &str) -> String {
    let (what, argument) = what.split_once(' ').unwrap_or((what, ""));
    let beside = format!("{argument}.new");
    let outcome = match what {
        "open" => File::open(argument).map(drop),
        "create" => File::create(argument).map(drop),
        "unlink" => fs::remove_file(argument),
        "rename" => fs::rename(argument, beside),
        "link" => fs::hard_link(argument, beside),
        "mkdir" => fs::create_dir(argument),
        "chmod" => fs::set_permissions(argument, Permissions::from_mode(0o777)),
        "connect" => TcpStream::connect(argument).map(drop),
        "send" => UdpSocket::bind("127.0.0.1:0").and_then(|socket| socket.send_to(b"x", argument)).map(drop),
        "execve" => Command::new(argument).status().map(drop),
        "kill" => kill(argument),
        "root" => become_root(),
        _ => Err(io::Error::other("no such attempt")),
    };
    outcome.err().map_or_else(String::new, |error| error.to_string())
}

#[cfg(target_os = "linux")]
fn become_root() -> io::Result<()> {
    let root = rustix::process::Uid::ROOT;
    Ok(rustix::thread::set_thread_res_uid(root, root, root)?)
}

#[cfg(not(target_os = "linux"))]
fn become_root() -> io::Result<()> {
    Err(io::Error::other("not tried"))
}

fn kill(process: &str) -> io::Result<()> {
    let process = process.parse().ok().and_then(rustix::process::Pid::from_raw);
    let process = process.ok_or_else(|| io::Error::other("no process"))?;
    Ok(rustix::process::test_kill_process(process)?)
}
