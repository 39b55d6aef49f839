//! `bole admin`: what only whoever runs an installation may decide.

use anyhow::bail;
use bole_store::{Db, DbConfig, operations};
use clap::{Args, Subcommand};

use crate::config::DatabaseOptions;

/// What is decided, and where.
#[derive(Debug, Args)]
pub struct AdminOptions {
    #[command(flatten)]
    database: DatabaseOptions,
    #[command(subcommand)]
    decision: Decision,
}

#[derive(Debug, Subcommand)]
enum Decision {
    /// Lets an account look after the installation: it sees /ops, and nothing of organizations it is no member of.
    Operator {
        /// The account's address.
        email: String,
        /// Takes it back.
        #[arg(long)]
        remove: bool,
    },
}

/// `bole admin`.
pub async fn run(options: AdminOptions) -> anyhow::Result<()> {
    let AdminOptions { database, decision } = options;
    let config = DbConfig { max_connections: 1, max_ledger_connections: 1, ..DbConfig::new(&database.database_url) };
    let db = Db::connect(&config)?;
    match decision {
        Decision::Operator { email, remove } => {
            let mut tx = db.identity().await?;
            if !operations::set_operator(&mut tx, &email, !remove).await? {
                bail!("there is no account {email}");
            }
            tx.commit().await?;
            println!("{email} is {} operator", if remove { "no longer an" } else { "now an" });
        }
    }
    db.close().await;
    Ok(())
}
