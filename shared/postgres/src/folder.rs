//! The server's folder: lock, layout, and paths as seen by the server's account.

use std::fs::{self, File, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::account::Account;
use crate::error::{Error, IoContext};

/// Maximum length of the socket's folder: `sun_path` is 104 bytes on macOS (108 on Linux) including the final zero,
/// and the socket's name takes 14.
const MAX_SOCKET_FOLDER: usize = 89;

/// The name of the file with the superuser's password.
const PASSWORD: &str = "password";

/// The folder, locked by this process until dropped.
#[derive(Debug)]
pub(crate) struct Folder {
    pub root: PathBuf,
    lock: File,
}

/// A folder that another process has locked.
#[derive(Debug)]
pub(crate) struct HeldFolder(PathBuf);

impl HeldFolder {
    pub fn data(&self) -> PathBuf {
        self.0.join("data")
    }

    /// The superuser's password.
    pub fn password(&self) -> Result<String, Error> {
        read_password(&self.0)
    }
}

impl Folder {
    /// Creates the folder if missing and takes its lock.
    pub fn lock(root: &Path) -> Result<Self, Error> {
        fs::create_dir_all(root).io_context("Cannot create", root)?;
        let root = fs::canonicalize(root).io_context("Cannot open", root)?;
        let path = root.join("launcher.lock");
        let mut lock = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o644)
            .open(&path)
            .io_context("Cannot write", &path)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                lock.read_to_string(&mut holder).io_context("Cannot read", &path)?;
                let holder = holder.trim();
                let holder =
                    if holder.is_empty() { "another Bole".to_owned() } else { format!("a running Bole ({holder})") };
                return Err(Error::Held { folder: root, holder });
            }
            Err(TryLockError::Error(error)) => return Err(error).io_context("Cannot lock", &path),
        }
        let mut folder = Self { root, lock };
        folder.write_lock_note("")?;
        Ok(folder)
    }

    /// The folder if another process has locked it.
    pub fn held_by_another(root: &Path) -> Result<Option<HeldFolder>, Error> {
        let path = root.join("launcher.lock");
        let lock = match File::open(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            lock => lock.io_context("Cannot open", &path)?,
        };
        match lock.try_lock_shared() {
            Ok(()) => Ok(None),
            Err(TryLockError::WouldBlock) => Ok(Some(HeldFolder(root.to_owned()))),
            Err(TryLockError::Error(error)) => Err(error).io_context("Cannot lock", &path),
        }
    }

    /// Writes the holder into the lock file: the process id, and `note` (such as the served address).
    pub fn write_lock_note(&mut self, note: &str) -> Result<(), Error> {
        let path = self.root.join("launcher.lock");
        let separator = if note.is_empty() { "" } else { ", " };
        let text = format!("process {}{separator}{note}\n", std::process::id());
        let lock = &mut self.lock;
        lock.set_len(0)
            .and_then(|()| lock.rewind())
            .and_then(|()| lock.write_all(text.as_bytes()))
            .io_context("Cannot write", &path)
    }

    pub fn data(&self) -> PathBuf {
        self.root.join("data")
    }

    pub fn unfinished_data(&self) -> PathBuf {
        self.root.join("data.tmp")
    }

    pub fn password_file(&self) -> PathBuf {
        self.root.join(PASSWORD)
    }

    pub fn log(&self) -> PathBuf {
        self.root.join("postgres.log")
    }

    /// The major version of the cluster, if there is one.
    pub fn major(&self) -> Result<Option<u32>, Error> {
        let path = self.data().join("PG_VERSION");
        match fs::read_to_string(&path) {
            Ok(text) => text
                .trim()
                .parse()
                .map(Some)
                .map_err(|_| std::io::Error::other("it holds no version number"))
                .io_context("Cannot understand", &path),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).io_context("Cannot read", &path),
        }
    }

    /// The superuser's password.
    pub fn password(&self) -> Result<String, Error> {
        read_password(&self.root)
    }

    /// Opens the log for appending; above 8 MiB it is rotated to `.1`.
    pub fn open_log(&self) -> Result<File, Error> {
        let path = self.log();
        if fs::metadata(&path).is_ok_and(|meta| meta.len() > 8 << 20) {
            let old = self.root.join("postgres.log.1");
            fs::rename(&path, &old).io_context("Cannot rename", &path)?;
        }
        File::options().append(true).create(true).mode(0o600).open(&path).io_context("Cannot write", &path)
    }

    /// Creates the socket's folder, accessible only to the server's account and root.
    pub fn socket_folder(&self, account: Option<&Account>) -> Result<PathBuf, Error> {
        let near = self.root.join("run");
        let short_enough = near.as_os_str().len() <= MAX_SOCKET_FOLDER;
        if short_enough && account.is_none_or(|account| account.can_enter(&self.root)) {
            fs::create_dir_all(&near).io_context("Cannot create", &near)?;
            make_private(&near, account)?;
            return Ok(near);
        }
        // A stable name, so that nothing is left behind; a new one if somebody else created that folder.
        let owner = account.map_or_else(|| rustix::process::geteuid().as_raw(), |account| account.uid);
        let mut hasher = DefaultHasher::new();
        (&self.root, owner).hash(&mut hasher);
        let far = PathBuf::from(format!("/tmp/bole-{:016x}", hasher.finish()));
        match fs::DirBuilder::new().mode(0o700).create(&far) {
            Ok(()) => make_private(&far, account)?,
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                let meta = fs::symlink_metadata(&far).io_context("Cannot read", &far)?;
                if !meta.is_dir() || meta.uid() != owner || meta.mode() & 0o077 != 0 {
                    let made = tempfile::Builder::new().prefix("bole-").tempdir_in("/tmp");
                    let other = made.io_context("Cannot create a folder in", Path::new("/tmp"))?.keep();
                    make_private(&other, account)?;
                    return Ok(other);
                }
            }
            Err(error) => return Err(error).io_context("Cannot create", &far),
        }
        Ok(far)
    }

    /// Removes a socket folder under `/tmp` after the server has removed its socket.
    pub fn remove_socket_folder(&self, socket_folder: &Path) {
        if !socket_folder.starts_with(&self.root) {
            // A missing or non-empty folder is harmless: the next start reuses it.
            let _ = fs::remove_dir(socket_folder);
        }
    }
}

fn read_password(root: &Path) -> Result<String, Error> {
    let file = root.join(PASSWORD);
    match fs::read_to_string(&file) {
        Ok(text) => Ok(text.trim().to_owned()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(Error::NoPassword { file }),
        Err(error) => Err(error).io_context("Cannot read", &file),
    }
}

/// Makes a folder private to the server's account.
pub(crate) fn make_private(folder: &Path, account: Option<&Account>) -> Result<(), Error> {
    chown_to(folder, account)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).io_context("Cannot make private", folder)
}

/// Changes the owner of a file or folder to the server's account.
pub(crate) fn chown_to(path: &Path, account: Option<&Account>) -> Result<(), Error> {
    match account {
        Some(account) => std::os::unix::fs::chown(path, Some(account.uid), Some(account.gid))
            .io_context("Cannot change the owner of", path),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_holder_gets_the_name_of_the_first() {
        let place = tempfile::tempdir().unwrap();
        let mut folder = Folder::lock(place.path()).unwrap();
        folder.write_lock_note("http://127.0.0.1:7080").unwrap();
        let refusal = Folder::lock(place.path()).unwrap_err().to_string();
        let holder = format!("a running Bole (process {}, http://127.0.0.1:7080)", std::process::id());
        assert!(refusal.contains(&holder), "{refusal}");
        assert!(Folder::held_by_another(place.path()).unwrap().is_some());
        drop(folder);
        assert!(Folder::held_by_another(place.path()).unwrap().is_none());
        Folder::lock(place.path()).unwrap();
        assert!(Folder::held_by_another(&place.path().join("nowhere")).unwrap().is_none());
    }

    #[test]
    fn long_path_gets_a_short_private_socket_folder() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::lock(&place.path().join("long/".repeat(20))).unwrap();
        let socket = folder.socket_folder(None).unwrap();
        assert!(socket.as_os_str().len() <= MAX_SOCKET_FOLDER);
        assert_eq!(fs::metadata(&socket).unwrap().mode() & 0o777, 0o700);
        assert_eq!(folder.socket_folder(None).unwrap(), socket, "the same at every start");
        fs::set_permissions(&socket, fs::Permissions::from_mode(0o755)).unwrap();
        let other = folder.socket_folder(None).unwrap();
        assert_ne!(other, socket, "a folder that others can enter is not used");
        fs::remove_dir(socket).unwrap();
        fs::remove_dir(other).unwrap();
    }
}
