//! Files can only harm their own child.
use crate::support;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::{child_exe, resume_pdf, sandbox};
use bole_documents::{Limits, Sandbox};
use bole_domain::failure::{DocumentReason, StorageReason, TaskReason};
use bole_domain::period::YearMonth;
use tempfile::TempDir;

fn file(dir: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = dir.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// A script that runs this instead of, or before, the child's code.
fn script(dir: &TempDir, body: &str) -> PathBuf {
    let path = file(dir, "child.sh", format!("#!/bin/sh\n{body}\n").as_bytes());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// A child that records its process id, one line per child started.
fn recorded(dir: &TempDir) -> (PathBuf, PathBuf) {
    let log = dir.path().join("pids");
    (script(dir, &format!("echo $$ >> {}\nexec {} extract", log.display(), child_exe().display())), log)
}

fn pids(log: &Path) -> Vec<String> {
    fs::read_to_string(log).unwrap().lines().map(str::to_owned).collect()
}

/// A PDF whose content stream unpacks to this many mebibytes of one operator.
fn inflating_pdf(mebibytes: usize, operator: &[u8]) -> Vec<u8> {
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let block = operator.repeat(1024 * 1024 / operator.len());
    for _ in 0..mebibytes {
        zlib.write_all(&block).unwrap();
    }
    let content = zlib.finish().unwrap();
    let mut pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n".to_vec();
    writeln!(pdf, "4 0 obj<</Filter/FlateDecode/Length {}>>stream", content.len()).unwrap();
    pdf.extend(content);
    pdf.extend(b"\nendstream endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF");
    pdf
}

#[tokio::test]
async fn one_child_processes_many_files() {
    let dir = TempDir::new().unwrap();
    let (exe, log) = recorded(&dir);
    let sandbox = Sandbox::new(exe, Limits::default());
    for name in ["a", "b", "c", "d", "e"] {
        let extraction = sandbox.extract(&file(&dir, name, &resume_pdf(name)), name).await.unwrap();
        assert!(extraction.text.starts_with(name));
    }
    assert_eq!(pids(&log).len(), 1);
}

#[tokio::test]
async fn child_that_died_idle_is_replaced_without_an_error() {
    let dir = TempDir::new().unwrap();
    let (exe, log) = recorded(&dir);
    let sandbox = Sandbox::new(exe, Limits::default());
    let path = file(&dir, "a.pdf", &resume_pdf("a"));
    sandbox.extract(&path, "a.pdf").await.unwrap();
    assert!(Command::new("kill").args(["-9", &pids(&log)[0]]).status().unwrap().success());
    sandbox.extract(&path, "a.pdf").await.unwrap();
    assert_eq!(pids(&log).len(), 2);
}

#[tokio::test]
async fn memory_bomb_ends_its_child_and_the_next_file_is_read() {
    let dir = TempDir::new().unwrap();
    let (good, bomb) = (file(&dir, "a.pdf", &resume_pdf("a")), inflating_pdf(300, b"q Q\n"));
    assert!(bomb.len() < 4 * 1024 * 1024);
    let bomb = file(&dir, "bomb.pdf", &bomb);
    let sandbox = Sandbox::new(child_exe(), Limits { memory: 192 * 1024 * 1024, ..Limits::default() });
    sandbox.extract(&good, "a.pdf").await.unwrap();
    assert_eq!(sandbox.extract(&bomb, "bomb.pdf").await.unwrap_err().reason, DocumentReason::TooLarge);
    sandbox.extract(&good, "a.pdf").await.unwrap();
}

#[tokio::test]
async fn slow_file_hits_the_cpu_limit() {
    let dir = TempDir::new().unwrap();
    let slow = file(&dir, "slow.pdf", &inflating_pdf(100, b"q Q\n"));
    let limits = Limits { time: Duration::ZERO, memory: 4 * 1024 * 1024 * 1024, ..Limits::default() };
    let failure = Sandbox::new(child_exe(), limits).extract(&slow, "slow.pdf").await.unwrap_err();
    assert_eq!(failure.reason, DocumentReason::Timeout, "{failure}");
}

#[tokio::test]
async fn hanging_child_is_killed_with_its_descendants() {
    let dir = TempDir::new().unwrap();
    let alive = dir.path().join("alive");
    assert!(Command::new("mkfifo").arg(&alive).status().unwrap().success());
    // The grandchild keeps the other end of the pipe open.
    let exe = script(&dir, &format!("exec 9> {}\n/bin/sleep 1000 &\nwait", alive.display()));
    let watch = std::thread::spawn(move || fs::File::open(alive).unwrap().read_to_end(&mut Vec::new()).unwrap());
    let sandbox = Sandbox::new(exe, Limits { time: Duration::ZERO, ..Limits::default() });
    let failure = sandbox.extract(&file(&dir, "a.pdf", &resume_pdf("a")), "a.pdf").await.unwrap_err();
    assert_eq!(failure.reason, DocumentReason::Timeout, "{failure}");
    assert_eq!(watch.join().unwrap(), 0, "end of file, so nobody holds it any more");
}

#[tokio::test]
async fn crash_is_reported_as_a_crash() {
    let dir = TempDir::new().unwrap();
    let exe = script(&dir, "kill -SEGV $$");
    let sandbox = Sandbox::new(exe, Limits::default());
    let failure = sandbox.extract(&file(&dir, "a.pdf", &resume_pdf("a")), "a.pdf").await.unwrap_err();
    assert_eq!((failure.reason, failure.detail.as_str()), (DocumentReason::Crashed.into(), "signal 11"));
}

#[tokio::test]
async fn excessive_output_of_a_child_is_cut_off() {
    let dir = TempDir::new().unwrap();
    let exe = script(&dir, "while :; do echo zzzzzzzzzzzzzzzzzzzz; done");
    let sandbox = Sandbox::new(exe, Limits::default());
    let failure = sandbox.extract(&file(&dir, "a.pdf", &resume_pdf("a")), "a.pdf").await.unwrap_err();
    assert_eq!(failure.reason, DocumentReason::Crashed);
}

#[tokio::test]
async fn missing_program_is_a_server_fault() {
    let dir = TempDir::new().unwrap();
    let sandbox = Sandbox::new("/nonexistent/bole".into(), Limits::default());
    let failure = sandbox.extract(&file(&dir, "a.pdf", &resume_pdf("a")), "a.pdf").await.unwrap_err();
    assert_eq!(failure.reason, TaskReason::Internal);
    let mut stream = sandbox.unpack(&dir.path().join("a.pdf"), dir.path()).await;
    assert_eq!(stream.next().await.unwrap().unwrap_err().reason, TaskReason::Internal);
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn missing_and_oversized_files_are_refused_before_a_child_starts() {
    let dir = TempDir::new().unwrap();
    let failure = sandbox().extract(&dir.path().join("gone.pdf"), "gone.pdf").await.unwrap_err();
    assert_eq!(failure.reason, StorageReason::FileMissing);
    let huge = file(&dir, "huge.pdf", b"");
    fs::File::options().write(true).open(&huge).unwrap().set_len(21 * 1024 * 1024).unwrap();
    assert_eq!(sandbox().extract(&huge, "huge.pdf").await.unwrap_err().reason, DocumentReason::TooLarge);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn running_child_cannot_open_files_or_gain_privileges() {
    let dir = TempDir::new().unwrap();
    let (exe, log) = recorded(&dir);
    let sandbox = Sandbox::new(exe, Limits::default());
    sandbox.extract(&file(&dir, "a.pdf", &resume_pdf("a")), "a.pdf").await.unwrap();
    let process = Path::new("/proc").join(&pids(&log)[0]);
    let limits = fs::read_to_string(process.join("limits")).unwrap();
    let limit = |name: &str| {
        let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(limit("Max open files"), ["0", "0"]);
    assert_eq!(limit("Max processes"), ["0", "0"]);
    assert_eq!(limit("Max file size"), ["0", "0"]);
    assert_eq!(limit("Max core file size"), ["0", "0"]);
    assert_eq!(limit("Max address space"), [(512 * 1024 * 1024).to_string(), (512 * 1024 * 1024).to_string()]);
    assert!(fs::read_to_string(process.join("status")).unwrap().contains("NoNewPrivs:\t1"));
}

#[tokio::test]
async fn files_queue_for_a_limited_number_of_children() {
    let dir = TempDir::new().unwrap();
    let sandbox = sandbox();
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..40 {
        let (sandbox, name) = (sandbox.clone(), format!("person {n}"));
        let path = file(&dir, &name, &resume_pdf(&name));
        tasks.spawn(async move { (sandbox.extract(&path, &name).await.unwrap().text, name) });
    }
    while let Some(done) = tasks.join_next().await {
        let (text, name) = done.unwrap();
        assert!(text.starts_with(&format!("{name},")), "{text}");
    }
}

/// The result of a child's attempt: the error, or nothing if it succeeded.
async fn attempt(sandbox: &Sandbox, what: &str) -> String {
    String::from_utf8(sandbox.call(what.as_bytes()).await.unwrap()).unwrap()
}

/// Forbidden actions on another file, an address and another process.
fn attempts(victim: &Path, address: &str) -> Vec<String> {
    let files = ["open", "unlink", "rename", "link", "chmod"].map(|what| format!("{what} {}", victim.display()));
    let beside = ["create", "mkdir"].map(|what| format!("{what} {}.{what}", victim.display()));
    let others = [
        format!("connect {address}"),
        format!("send {address}"),
        "execve /bin/true".to_owned(),
        format!("kill {}", std::process::id()),
        "root".to_owned(),
    ];
    files.into_iter().chain(beside).chain(others).collect()
}

/// A line of a process's status as reported by the kernel.
#[cfg(target_os = "linux")]
fn status(process: &str, line: &str) -> Vec<String> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|known| known.strip_prefix(&format!("{line}:"))).unwrap();
    line.split_whitespace().map(str::to_owned).collect()
}

/// Neither root nor able to regain it.
#[cfg(target_os = "linux")]
fn assert_powerless(process: &str) {
    for ids in ["Uid", "Gid"] {
        assert!(!status(process, ids).contains(&"0".to_owned()), "{ids}: {:?}", status(process, ids));
    }
    for set in ["CapPrm", "CapEff", "CapAmb"] {
        assert_eq!(status(process, set), ["0000000000000000"], "{set}");
    }
    assert_eq!(status(process, "NoNewPrivs"), ["1"]);
    assert_eq!(status(process, "Seccomp"), ["2"], "a filter of system calls");
}

#[tokio::test]
async fn reader_has_no_access_to_files_network_or_processes() {
    let dir = TempDir::new().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let victim = file(&dir, "victim", b"x");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let sandbox = sandbox();
    for what in attempts(&victim, &listener.local_addr().unwrap().to_string()) {
        let answer = attempt(&sandbox, &what).await;
        assert!(answer.contains("os error"), "{what}: {answer:?}");
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn reader_is_not_root_and_has_no_capabilities() {
    let dir = TempDir::new().unwrap();
    let (exe, log) = recorded(&dir);
    let sandbox = Sandbox::new(exe, Limits::default());
    assert_eq!(attempt(&sandbox, "echo there").await, "there");
    assert_powerless(&pids(&log)[0]);
}

#[cfg(target_os = "linux")]
#[test]
fn unpacker_accesses_only_its_directory() {
    let dir = TempDir::new().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let victim = file(&dir, "victim", b"x");
    fs::set_permissions(&victim, fs::Permissions::from_mode(0o666)).unwrap();
    let into = TempDir::new().unwrap();
    let zip = file(&into, "a.zip", &support::archive(&[("lin.pdf", resume_pdf("Lin"))]));
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();

    let mut child = Command::new(child_exe());
    child.arg("attempts").arg(&zip).arg(into.path()).env_clear();
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()).lines());
    let confinement = output.next().unwrap().unwrap();
    assert!(confinement.ends_with("seccomp true"), "{confinement}");
    assert_powerless(&child.id().to_string());
    let mut ask = |what: &str| {
        writeln!(input, "{what}").unwrap();
        output.next().unwrap().unwrap()
    };
    for what in attempts(&victim, &listener.local_addr().unwrap().to_string()) {
        // Without landlock, only limits and the account protect world-writable files.
        if what.contains("victim") && confinement.starts_with("landlock false") {
            continue;
        }
        let answer = ask(&what);
        assert!(answer.contains("os error"), "{what}: {answer:?}");
    }
    assert_eq!(ask("create inside"), "", "what it is there for");
    drop(input);
    assert!(child.wait().unwrap().success());
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    assert_eq!(fs::metadata(&victim).unwrap().permissions().mode() & 0o777, 0o666);
}

#[tokio::test]
async fn call_is_answered_within_document_limits() {
    let limits = Limits { time: Duration::from_millis(500), ..Limits::default() };
    let sandbox = Sandbox::new(child_exe(), limits);
    assert_eq!(attempt(&sandbox, "echo 伯乐").await, "伯乐");
    assert_eq!(sandbox.call(b"spin").await.unwrap_err().reason, DocumentReason::Timeout);
    let panicked = sandbox.call(b"panic canary").await.unwrap_err();
    assert_eq!(panicked.reason, DocumentReason::Crashed);
    assert!(!panicked.detail.contains("canary"), "{panicked}");
    assert_eq!(attempt(&sandbox, "echo again").await, "again");
}

#[tokio::test]
async fn document_is_read_and_asked_about_in_one_request() {
    let sandbox = Sandbox::new(child_exe(), Limits { time: Duration::from_millis(500), ..Limits::default() });
    let today = YearMonth::new(2026, 1).unwrap();
    let document = resume_pdf("a");
    let room = sandbox.room().await.unwrap();
    let ask = async |what: &str| sandbox.read_and_call(&room, &document, "a.pdf", today, what.as_bytes()).await;
    let read = sandbox.read_bytes(&room, &document, "a.pdf", today).await.unwrap();
    assert_eq!(ask("pages").await.unwrap(), (read.clone(), b"1".to_vec()));
    let long = "x".repeat(100_000);
    assert_eq!(ask(&format!("echo {long}")).await.unwrap(), (read, long.into_bytes()));
    assert_eq!(ask("spin").await.unwrap_err().reason, DocumentReason::Timeout);
    assert_eq!(ask("panic canary").await.unwrap_err().reason, DocumentReason::Crashed);
    let refused = sandbox.read_and_call(&room, b"\x01\x02\0\x03 no PDF", "b.pdf", today, b"pages").await.unwrap_err();
    assert_eq!(refused.reason, DocumentReason::WrongType);
    assert_eq!(ask("pages").await.unwrap().1, b"1");
}

#[tokio::test]
async fn unpacked_files_are_readable_only_by_the_server_account() {
    let dir = TempDir::new().unwrap();
    let into = TempDir::new().unwrap();
    let zip = file(&dir, "a.zip", &support::archive(&[("lin.pdf", resume_pdf("Lin"))]));
    let mut stream = sandbox().unpack(&zip, into.path()).await;
    let entry = stream.next().await.unwrap().unwrap();
    let bole_documents::EntryOutcome::Unpacked { file, .. } = entry.outcome else { panic!("{entry:?}") };
    assert_eq!(file.parent(), Some(into.path()));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o077, 0);
    assert!(stream.next().await.is_none());
}
