//! The settings that say where an installation is.

use std::path::{Path, PathBuf};

use bole_postgres::Settings;
use clap::Args;

/// The installation of one machine.
#[derive(Debug, Clone, Args)]
pub struct LocalOptions {
    /// The data folder, with the database and the uploaded files. Only one instance of Bole can use it at a time.
    ///
    /// By default `/var/lib/bole` for root, else `$XDG_DATA_HOME/bole`, which usually is `~/.local/share/bole`.
    #[arg(long, env = "BOLE_DATA_DIR", value_name = "DIR", global = true)]
    pub data_dir: Option<PathBuf>,

    /// The folder with the `postgres` and `initdb` to run, instead of those found automatically.
    ///
    /// By default, those installed with the web app's packages, else the newest PostgreSQL (15 or newer) on this
    /// machine; for existing data, the version that created it.
    #[arg(long, env = "BOLE_POSTGRES_BIN", value_name = "DIR", global = true)]
    pub postgres_bin: Option<PathBuf>,

    /// When started as root: the account that runs PostgreSQL, which refuses root. By default `postgres`, else
    /// `nobody`.
    #[arg(long, env = "BOLE_POSTGRES_USER", value_name = "NAME", global = true)]
    pub postgres_user: Option<String>,
}

impl LocalOptions {
    /// The data folder, configured or default.
    pub fn data_dir(&self) -> anyhow::Result<PathBuf> {
        if let Some(asked) = &self.data_dir {
            return Ok(std::path::absolute(asked)?);
        }
        if rustix::process::geteuid().is_root() {
            return Ok(PathBuf::from("/var/lib/bole"));
        }
        let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        absolute("XDG_DATA_HOME")
            .or_else(|| absolute("HOME").map(|home| home.join(".local/share")))
            .map(|data| data.join("bole"))
            .ok_or_else(|| anyhow::anyhow!("HOME is not set, so the data folder must be named with --data-dir"))
    }

    /// The settings of the PostgreSQL in a data folder.
    pub fn postgres(&self, folder: &Path) -> Settings {
        Settings {
            binaries: self.postgres_bin.clone(),
            run_as: self.postgres_user.clone(),
            ..Settings::new(folder.join("postgres"))
        }
        .guarded_by_this_executable()
    }
}

/// The installation that an administrative command is about: a fleet's if its database is named, else this machine's.
#[derive(Debug, Clone, Args)]
pub struct InstallationOptions {
    /// The database of a fleet, as the user that `bole migrate` runs as: `postgres://user:password@host/bole`. Without
    /// one, the installation in the data folder, running or not.
    #[arg(
        long,
        env = "DATABASE_URL",
        value_name = "URL",
        hide_env_values = true,
        global = true,
        conflicts_with = "data_dir"
    )]
    pub database_url: Option<String>,

    #[command(flatten)]
    pub local: LocalOptions,
}
