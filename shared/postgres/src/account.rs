//! The account that runs the server, and what it can access.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::error::Error;

/// An account of this machine other than the launcher's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Account {
    pub name: String,
    pub uid: u32,
    pub gid: u32,
}

impl Account {
    /// The account to run the server as: `None` for a normal user; for root the owner of an existing cluster
    /// (`data`), else the requested account, else `postgres`, else `nobody`.
    pub fn choose(run_as: Option<&str>, data: &Path) -> Result<Option<Self>, Error> {
        if !rustix::process::geteuid().is_root() {
            return Ok(None);
        }
        if let Ok(owner) = fs::metadata(data)
            && owner.uid() != 0
        {
            let name = find_account(|account| account.uid == owner.uid())
                .map_or_else(|| owner.uid().to_string(), |found| found.name);
            return Ok(Some(Self { name, uid: owner.uid(), gid: owner.gid() }));
        }
        let names = run_as.map_or_else(|| vec!["postgres", "nobody"], |name| vec![name]);
        names
            .iter()
            .find_map(|name| find_account(|account| account.name == *name && account.uid != 0))
            .map(Some)
            .ok_or_else(|| Error::NoAccount { names: names.join(" or ") })
    }

    /// Whether the account can enter `folder`, by the permission bits of it and all its parents.
    pub fn can_enter(&self, folder: &Path) -> bool {
        folder.ancestors().filter(|part| !part.as_os_str().is_empty()).all(|part| {
            fs::metadata(part).is_ok_and(|meta| {
                let bit = if meta.uid() == self.uid {
                    0o100
                } else if meta.gid() == self.gid {
                    0o010
                } else {
                    0o001
                };
                meta.mode() & bit != 0
            })
        })
    }
}

/// The first account that satisfies `wanted`.
fn find_account(wanted: impl Fn(&Account) -> bool) -> Option<Account> {
    fs::read_to_string("/etc/passwd").ok()?.lines().filter_map(parse).find(|account| wanted(account))
}

/// Parses a line of passwd(5). Negative ids, which macOS uses for `nobody`, wrap around.
fn parse(line: &str) -> Option<Account> {
    let fields: Vec<&str> = line.split(':').collect();
    let [name, _, uid, gid, ..] = fields[..] else { return None };
    let id = |text: &str| text.parse::<i32>().map(i32::cast_unsigned).or_else(|_| text.parse::<u32>()).ok();
    Some(Account { name: name.to_owned(), uid: id(uid)?, gid: id(gid)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn passwd_lines_with_negative_ids_are_parsed() {
        let account = parse("postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash").unwrap();
        assert_eq!((account.name.as_str(), account.uid, account.gid), ("postgres", 101, 104));
        assert_eq!(parse("nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false").unwrap().uid, u32::MAX - 1);
        assert_eq!(parse("# a comment"), None);
    }

    #[test]
    fn folder_below_a_private_folder_cannot_be_entered() {
        let root = tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o755)).tempdir_in("/tmp").unwrap();
        let inner = root.path().join("closed/inner");
        fs::create_dir_all(&inner).unwrap();
        let stranger = Account { name: "stranger".into(), uid: 4_000_000, gid: 4_000_000 };
        fs::set_permissions(&inner, fs::Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(inner.parent().unwrap(), fs::Permissions::from_mode(0o755)).unwrap();
        assert!(stranger.can_enter(&inner));
        fs::set_permissions(inner.parent().unwrap(), fs::Permissions::from_mode(0o700)).unwrap();
        assert!(!stranger.can_enter(&inner));
    }
}
