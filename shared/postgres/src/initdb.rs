//! Creates the cluster atomically: everything happens in `data.tmp`, which is renamed at the end.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::account::Account;
use crate::binaries::Binaries;
use crate::error::{Error, IoContext};
use crate::folder::{Folder, chown_to, make_private};
use crate::spawn::{self, ClusterPath};
use crate::{SUPERUSER, Settings};

/// Creates the cluster, its password and its database. Nothing may be running in the folder.
pub(crate) fn create(
    settings: &Settings,
    folder: &Folder,
    binaries: &Binaries,
    account: Option<&Account>,
) -> Result<(), Error> {
    let unfinished = folder.unfinished_data();
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).io_context("Cannot remove", &unfinished)?;
    }
    fs::create_dir(&unfinished).io_context("Cannot create", &unfinished)?;
    make_private(&unfinished, account)?;
    let guard = settings.guard.as_deref();
    let place = ClusterPath::of(&unfinished, guard, account)?;
    let program = |name: &str| spawn::postgres_program(guard, &binaries.folder.join(name), account, Some(&place));

    let password = hex::encode(rand::random::<[u8; 24]>());
    let temporary = tempfile::Builder::new().prefix("bole-").tempdir_in("/tmp");
    let temporary = temporary.io_context("Cannot create a folder in", Path::new("/tmp"))?;
    make_private(temporary.path(), account)?;
    let handed = temporary.path().join("password");
    write_private(&handed, &password)?;
    chown_to(&handed, account)?;
    let locale: &[&str] =
        if cfg!(target_os = "macos") { &["--locale=C", "--lc-ctype=UTF-8"] } else { &["--locale=C.UTF-8"] };
    run(
        program("initdb")
            .arg("-D")
            .arg(&place.named)
            .args(["--username", SUPERUSER, "--auth=scram-sha-256", "--encoding=UTF8", "--no-sync"])
            .args(locale)
            .arg("--pwfile")
            .arg(&handed),
        "",
        folder,
    )?;

    // In single-user mode, so that the cluster never exists without its database.
    run(
        program("postgres").args(["--single", "-F", "-j", "-D"]).arg(&place.named).arg("template1"),
        &format!("CREATE DATABASE \"{}\";\n\n", settings.database.replace('"', "\"\"")),
        folder,
    )?;
    write_private(&folder.password_file(), &password)?;
    if settings.durable {
        sync(&unfinished)?;
    }
    fs::rename(&unfinished, folder.data()).io_context("Cannot rename", &unfinished)?;
    if settings.durable {
        let root = File::open(&folder.root).io_context("Cannot open", &folder.root)?;
        root.sync_all().io_context("Cannot save", &folder.root)?;
    }
    Ok(())
}

/// Runs a program to its end. Its last output is included in errors.
fn run(command: &mut Command, input: &str, folder: &Folder) -> Result<(), Error> {
    let program = Path::new(command.get_program()).to_owned();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .io_context("Cannot run", &program)?;
    if let Some(mut stdin) = child.stdin.take()
        && let Err(error) = stdin.write_all(input.as_bytes())
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        return Err(error).io_context("Cannot write to", &program);
    }
    let output = child.wait_with_output().io_context("Cannot wait for", &program)?;
    let said = String::from_utf8_lossy(&output.stderr);
    // Single-user mode continues after a failed statement.
    if output.status.success() && !said.contains("ERROR:") {
        return Ok(());
    }
    let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(4)..];
    Err(Error::InitDb { folder: folder.root.clone(), output: format!("{} ({})", last.join(" / "), output.status) })
}

/// Writes a private file, replacing an existing one.
fn write_private(path: &Path, text: &str) -> Result<(), Error> {
    if path.exists() {
        fs::remove_file(path).io_context("Cannot remove", path)?;
    }
    let mut file =
        File::options().write(true).create_new(true).mode(0o600).open(path).io_context("Cannot write", path)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).io_context("Cannot write", path)
}

/// Syncs the new cluster to disk: the whole file system if possible, else file by file.
fn sync(folder: &Path) -> Result<(), Error> {
    let handle = File::open(folder).io_context("Cannot open", folder)?;
    #[cfg(target_os = "linux")]
    rustix::fs::syncfs(&handle).io_context("Cannot save", folder)?;
    #[cfg(not(target_os = "linux"))]
    for entry in fs::read_dir(folder).io_context("Cannot read", folder)? {
        let path = entry.io_context("Cannot read", folder)?.path();
        if path.is_dir() {
            sync(&path)?;
        } else {
            File::open(&path).and_then(|file| file.sync_all()).io_context("Cannot save", &path)?;
        }
    }
    handle.sync_all().io_context("Cannot save", folder)
}
