//! The installation that a command is about.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use bole_postgres::Server;

use crate::config::InstallationOptions;

/// An installation with a running database.
pub enum Installation {
    /// A fleet's, whose processes run elsewhere.
    Fleet { database_url: String },
    /// This machine's.
    Local {
        folder: PathBuf,
        database_url: String,
        /// Its PostgreSQL, unless a running Bole has started it.
        server: Option<Box<Server>>,
    },
}

impl Installation {
    /// An existing installation, running or not.
    pub async fn open(options: InstallationOptions) -> anyhow::Result<Self> {
        let InstallationOptions { database_url, local } = options;
        if let Some(database_url) = database_url {
            return Ok(Self::Fleet { database_url });
        }
        let folder = local.data_dir()?;
        let settings = local.postgres(&folder);
        let database = settings.database.clone();
        if let Some(running) = Server::running(&settings.data_dir)? {
            return Ok(Self::Local { folder, database_url: running.url(&database), server: None });
        }
        ensure!(
            settings.data_dir.join("data").exists(),
            "there is no installation in {}; name another folder with --data-dir, or a fleet's database with DATABASE_URL",
            folder.display()
        );
        let server = Server::start(settings).await?;
        Ok(Self::Local { folder, database_url: server.url(&database), server: Some(Box::new(server)) })
    }

    /// An installation that may not exist yet and is not running.
    pub async fn create(options: InstallationOptions) -> anyhow::Result<Self> {
        let InstallationOptions { database_url, local } = options;
        if let Some(database_url) = database_url {
            return Ok(Self::Fleet { database_url });
        }
        let folder = local.data_dir()?;
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let settings = local.postgres(&folder);
        let database = settings.database.clone();
        let server = Server::start(settings).await?;
        Ok(Self::Local { folder, database_url: server.url(&database), server: Some(Box::new(server)) })
    }

    pub fn database_url(&self) -> &str {
        let (Self::Fleet { database_url } | Self::Local { database_url, .. }) = self;
        database_url
    }

    /// The data folder of this machine's installation.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Fleet { .. } => None,
            Self::Local { folder, .. } => Some(folder),
        }
    }

    /// Stops what was started for the command.
    pub async fn close(self) -> anyhow::Result<()> {
        match self {
            Self::Local { server: Some(server), .. } => Ok(server.stop().await?),
            _ => Ok(()),
        }
    }
}
