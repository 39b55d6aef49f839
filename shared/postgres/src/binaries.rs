//! Chooses the PostgreSQL to run: the configured one, the one bundled by npm, or the newest on the machine.

use std::fs;
use std::path::{Path, PathBuf};

use crate::account::Account;
use crate::error::Error;
use crate::{OLDEST_MAJOR, Settings, bundled, spawn};

/// A PostgreSQL that runs on this machine.
#[derive(Debug, Clone)]
pub(crate) struct Binaries {
    /// The folder of `postgres` and `initdb`.
    pub folder: PathBuf,
    /// Such as `18.4`.
    pub version: String,
    pub major: u32,
}

/// Finds the binaries. `wanted` is the major version of an existing cluster; bundled ones may be copied to `copies`.
pub(crate) fn find(
    settings: &Settings,
    wanted: Option<u32>,
    copies: &Path,
    account: Option<&Account>,
) -> Result<Binaries, Error> {
    let guard = settings.guard.as_deref();
    if let Some(named) = &settings.binaries {
        let folder = if named.join("bin/postgres").exists() { named.join("bin") } else { named.clone() };
        let found =
            probe(&folder, guard, account).map_err(|reason| Error::BadBinaries { folder: named.clone(), reason })?;
        return match wanted.filter(|wanted| *wanted != found.major) {
            Some(wanted) => Err(Error::WrongVersion {
                folder: settings.data_dir.clone(),
                wanted,
                looked: format!("BOLE_POSTGRES_BIN names PostgreSQL {}", found.version),
            }),
            None => Ok(found),
        };
    }

    let mut looked = Vec::new();
    let mut fits = |candidate: Result<Binaries, String>| match candidate {
        Ok(found) if wanted.is_none_or(|wanted| wanted == found.major) => Some(found),
        Ok(found) => {
            looked.push(format!("found {} in {}", found.version, found.folder.display()));
            None
        }
        Err(reason) => {
            looked.push(reason);
            None
        }
    };
    if let Some(package) = bundled::find(&search_roots(settings)) {
        let candidate = bundled::usable(&package, copies, account)
            .map_err(|error| error.to_string())
            .and_then(|folder| probe(&folder, guard, account));
        if let Some(found) = fits(candidate) {
            return Ok(found);
        }
    }
    for folder in installed() {
        if let Some(found) = fits(probe(&folder, guard, account)) {
            return Ok(found);
        }
    }
    let looked = if looked.is_empty() { "none is installed".to_owned() } else { looked.join("; ") };
    Err(match wanted {
        Some(wanted) => Error::WrongVersion { folder: settings.data_dir.clone(), wanted, looked },
        None => Error::NoBinaries { looked },
    })
}

/// Where `node_modules` may be: the configured paths, around the executable, and the current folder.
fn search_roots(settings: &Settings) -> Vec<PathBuf> {
    let executable = std::env::current_exe().and_then(fs::canonicalize).unwrap_or_default();
    let around = executable.ancestors().skip(1).take(5).map(Path::to_owned);
    settings.bundle_search_paths.iter().cloned().chain(around).chain(std::env::current_dir()).collect()
}

/// Folders where packages install PostgreSQL, newest first; then those on the PATH.
fn installed() -> Vec<PathBuf> {
    const FAMILIES: [(&str, &str, &str); 5] = [
        ("/usr/lib/postgresql", "", "bin"),
        ("/usr", "pgsql-", "bin"),
        ("/opt/homebrew/opt", "postgresql@", "bin"),
        ("/usr/local/opt", "postgresql@", "bin"),
        ("/Applications/Postgres.app/Contents/Versions", "", "bin"),
    ];
    let mut numbered: Vec<(u32, PathBuf)> = FAMILIES
        .iter()
        .flat_map(|(parent, prefix, below)| {
            let entries = fs::read_dir(parent).into_iter().flatten().flatten();
            entries.filter_map(move |entry| {
                let major = entry.file_name().to_str()?.strip_prefix(prefix)?.parse().ok()?;
                Some((major, entry.path().join(below)))
            })
        })
        .collect();
    numbered.sort_by_key(|(major, _)| std::cmp::Reverse(*major));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).filter_map(|folder| {
        // Resolves links, because libraries and data files are next to the real program.
        fs::canonicalize(folder.join("initdb")).ok()?.parent().map(Path::to_owned)
    });
    numbered
        .into_iter()
        .filter(|(major, _)| *major >= OLDEST_MAJOR)
        .map(|(_, folder)| folder)
        .chain(on_path)
        .filter(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
        .collect()
}

/// Runs `postgres --version` in `folder`, which also checks that it runs on this machine.
fn probe(folder: &Path, guard: Option<&Path>, account: Option<&Account>) -> Result<Binaries, String> {
    let program = folder.join("postgres");
    if !program.exists() || !folder.join("initdb").exists() {
        return Err(format!("{} has no postgres and initdb", folder.display()));
    }
    if let Some(account) = account.filter(|account| !account.can_enter(folder)) {
        return Err(format!("the account {} cannot enter {}", account.name, folder.display()));
    }
    let output = spawn::postgres_program(guard, &program, account, None)
        .arg("--version")
        .output()
        .map_err(|error| format!("{} does not run: {error}", program.display()))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let Some((version, major)) = parse_version(&said) else {
        let complaint = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} does not run: {}", program.display(), complaint.lines().last().unwrap_or("no answer")));
    };
    if major < OLDEST_MAJOR {
        return Err(format!("{} is PostgreSQL {version}, older than {OLDEST_MAJOR}", program.display()));
    }
    Ok(Binaries { folder: folder.to_owned(), version, major })
}

/// Parses `postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)`.
fn parse_version(said: &str) -> Option<(String, u32)> {
    let version = said.trim().strip_prefix("postgres (PostgreSQL) ")?.split_whitespace().next()?;
    let digits = version.split(|character: char| !character.is_ascii_digit()).next()?;
    Some((version.to_owned(), digits.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distribution_version_strings_are_parsed() {
        let major = |said| parse_version(said).map(|(_, major)| major);
        assert_eq!(major("postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)\n"), Some(15));
        assert_eq!(major("postgres (PostgreSQL) 18.4\n"), Some(18));
        assert_eq!(major("postgres (PostgreSQL) 19beta1\n"), Some(19));
        assert_eq!(major("postgres: command not found"), None);
    }

    #[test]
    fn folder_without_binaries_is_refused_by_name() {
        let empty = tempfile::tempdir().unwrap();
        let settings = Settings { binaries: Some(empty.path().to_owned()), ..Settings::new("/nonexistent") };
        let error = find(&settings, None, empty.path(), None).unwrap_err().to_string();
        assert!(error.starts_with(&format!("BOLE_POSTGRES_BIN names {}", empty.path().display())), "{error}");
    }
}
