//! `bole admin`: administrative commands for the installation.

mod backup;
mod installation;
mod judge;
mod manifest;
mod restore;

use anyhow::{Context, anyhow, bail};
use bole_domain::organization::{Plan, SubscriptionStatus};
use bole_secrets::ServerKey;
use bole_store::{Actor, Db, DbConfig, operations, organizations};
use clap::{Args, Subcommand};
use tokio_util::sync::CancellationToken;

use self::backup::BackupOptions;
use self::installation::Installation;
use self::judge::JudgeOptions;
use self::restore::RestoreOptions;
use crate::config::InstallationOptions;
use crate::parts;

/// The options of `bole admin`.
#[derive(Debug, Args)]
pub struct AdminOptions {
    #[command(flatten)]
    installation: InstallationOptions,
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Makes an account an operator: it can open /ops, without access to organizations it is not a member of.
    Operator {
        /// The account's email address.
        email: String,
        /// Revokes the right.
        #[arg(long)]
        remove: bool,
    },
    /// Shows an organization's plan, the one it asked for and whether it is verified, or changes them.
    Organization {
        /// The organization's identifier, as in its settings.
        slug: String,
        /// The new plan, with its limits: free, pro or enterprise.
        #[arg(long)]
        plan: Option<Plan>,
        /// The new status: active, trialing, inactive or expired.
        #[arg(long)]
        status: Option<SubscriptionStatus>,
        /// Whether it may send as many emails through the server's mail server as its plan allows; a paid plan given here
        /// verifies it too.
        #[arg(long)]
        verified: Option<bool>,
    },
    /// Compares the server key with the one that the organizations' secrets were sealed with.
    ServerKey {
        /// The key that a fleet's processes are started with.
        #[arg(long, env = "BOLE_SERVER_KEY", value_name = "KEY", hide_env_values = true)]
        server_key: Option<String>,
        /// Accepts this key as the right one from now on: the former is lost, and each organization enters its secrets
        /// again.
        #[arg(long)]
        accept: bool,
    },
    /// Measures an organization's judge on labelled resumes that come with Bole, and prints how precise it is, how much it
    /// finds and proves, how often it comforts falsely, and what that cost. A worker has to be running.
    Judge(JudgeOptions),
    /// Writes a backup to a new folder: the database as of one moment, the stored files and the server key. Bole may be
    /// running.
    Backup(BackupOptions),
    /// Restores a backup into an empty installation: a data folder without a database, or the empty database of a fleet.
    ///
    /// Each part is compared with the backup's manifest before anything is written. A backup of an older version is
    /// restored as that version had it, and then migrated.
    Restore(RestoreOptions),
}

/// Runs a command; shutdown interrupts it.
pub async fn run(options: AdminOptions, shutdown: CancellationToken) -> anyhow::Result<()> {
    let AdminOptions { installation, action } = options;
    let work = async {
        match action {
            Action::Restore(options) => restore::run(installation, options).await,
            Action::Backup(options) => backup::run(installation, options).await,
            Action::Judge(options) => with_database(installation, async |db| judge::run(db, options).await).await,
            Action::ServerKey { server_key, accept } => server_key_fits(installation, server_key, accept).await,
            Action::Operator { email, remove } => {
                with_database(installation, async |db| set_operator(db, &email, !remove).await).await
            }
            Action::Organization { slug, plan, status, verified } => {
                with_database(installation, async |db| show_organization(db, &slug, plan, status, verified).await).await
            }
        }
    };
    shutdown.run_until_cancelled(work).await.unwrap_or_else(|| Err(anyhow!("interrupted")))
}

/// Does something in an installation's database.
async fn with_database(
    installation: InstallationOptions,
    action: impl AsyncFnOnce(&Db) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let installation = Installation::open(installation).await?;
    let db = connect(installation.database_url())?;
    let done = action(&db).await;
    db.close().await;
    installation.close().await?;
    done
}

/// Whether the organizations' secrets were sealed with this key.
async fn is_key_in_use(database_url: &str, key: &ServerKey) -> anyhow::Result<bool> {
    let db = connect(database_url)?;
    let is_in_use = parts::has_sealed_secrets(&db, key).await;
    db.close().await;
    is_in_use
}

fn connect(database_url: &str) -> anyhow::Result<Db> {
    let config = DbConfig { max_connections: 1, max_ledger_connections: 1, ..DbConfig::new(database_url) };
    Ok(Db::connect(&config)?)
}

async fn server_key_fits(
    installation: InstallationOptions,
    server_key: Option<String>,
    accept: bool,
) -> anyhow::Result<()> {
    let key = match &installation.database_url {
        Some(_) => parts::parse_key(server_key.as_deref())?.context("BOLE_SERVER_KEY is not set")?,
        None => parts::read_key(&installation.local.data_dir()?.join(parts::SERVER_KEY))?,
    };
    with_database(installation, async |db| {
        if accept {
            bole_store::server_key::replace_probe(db, &key.probe()?).await?;
            println!("The server key is accepted; secrets sealed with another one have to be entered again");
        } else if parts::has_sealed_secrets(db, &key).await? {
            println!("The server key is the one that the organizations' secrets were sealed with");
        } else {
            bail!("the server key is not the one that the organizations' secrets were sealed with");
        }
        Ok(())
    })
    .await
}

async fn set_operator(db: &Db, email: &str, is_operator: bool) -> anyhow::Result<()> {
    let mut tx = db.identity().await?;
    if !operations::set_operator(&mut tx, email, is_operator).await? {
        bail!("there is no account {email}");
    }
    tx.commit().await?;
    println!("{email} is {} operator", if is_operator { "now an" } else { "no longer an" });
    Ok(())
}

async fn show_organization(
    db: &Db,
    slug: &str,
    plan: Option<Plan>,
    status: Option<SubscriptionStatus>,
    verified: Option<bool>,
) -> anyhow::Result<()> {
    let id = operations::organization_by_slug(db, slug).await?;
    let id = id.with_context(|| format!("there is no organization {slug}"))?;
    let mut tx = db.tenant(&Actor::clock(id)).await?;
    let organization = if plan.is_some() || status.is_some() {
        organizations::set_plan(&mut tx, plan, status).await?
    } else {
        organizations::get(&mut tx).await?
    };
    if let Some(verified) = verified {
        organizations::set_verified(&mut tx, verified).await?;
    }
    let is_verified = organizations::is_verified(&mut tx).await?;
    tx.commit().await?;
    let (tier, status) = (organization.subscription_tier, organization.subscription_status);
    println!(
        "{} is on the plan {tier} ({status}), with at most {} members and {} jobs",
        organization.name, organization.max_users, organization.max_jobs
    );
    println!("It is {}", if is_verified { "verified" } else { "not verified" });
    if let Some(requested) = organization.requested_plan {
        println!("It asked for the plan {requested}");
    }
    Ok(())
}
