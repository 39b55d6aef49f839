//! `bole admin`: administrative commands for the installation.

use anyhow::bail;
use bole_store::{Db, DbConfig, operations};
use clap::{Args, Subcommand};

use crate::config::DatabaseOptions;

/// The options of `bole admin`.
#[derive(Debug, Args)]
pub struct AdminOptions {
    #[command(flatten)]
    database: DatabaseOptions,
    #[command(subcommand)]
    decision: Decision,
}

#[derive(Debug, Subcommand)]
enum Decision {
    /// Makes an account an operator: it can open /ops, without access to organizations it is not a member of.
    Operator {
        /// The account's email address.
        email: String,
        /// Revokes the right.
        #[arg(long)]
        remove: bool,
    },
}

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
