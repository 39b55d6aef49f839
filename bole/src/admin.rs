//! `bole admin`: administrative commands for the installation.

use anyhow::{Context, bail};
use bole_domain::organization::{Plan, SubscriptionStatus};
use bole_store::{Actor, Db, DbConfig, operations, organizations};
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
        Decision::Organization { slug, plan, status, verified } => {
            let id = operations::organization_by_slug(&db, &slug).await?;
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
            let requested = organizations::requested_plan(&mut tx).await?;
            tx.commit().await?;
            let (tier, status) = (organization.subscription_tier, organization.subscription_status);
            println!(
                "{} is on the plan {tier} ({status}), with at most {} members and {} jobs",
                organization.name, organization.max_users, organization.max_jobs
            );
            println!("It is {}", if is_verified { "verified" } else { "not verified" });
            if let Some(requested) = requested {
                println!("It asked for the plan {requested}");
            }
        }
    }
    db.close().await;
    Ok(())
}
