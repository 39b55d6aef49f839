//! The pools, and how access to them is handed out.

use std::str::FromStr;
use std::time::Duration;

use bole_domain::ids::UserId;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{PgPool, Postgres};

use crate::connection_guard::ConnectionGuard;
use crate::pool::acquire;
use crate::tx::Tx;
use crate::{Actor, IdentityTx, StoreResult, TenantTx, UserTx};

/// Settings of tenant work's connections. Every table of tenants has an index that begins with the organization, so to
/// read all of one is never right; but a plan that is made while a table is small, and kept, would do it for good.
///
/// Nothing may hold a row, or a connection, for longer than somebody waits for it.
const TENANTS: [(&str, &str); 6] = [
    ("role", "bole_app"),
    ("enable_seqscan", "off"),
    ("jit", "off"),
    ("lock_timeout", "3s"),
    ("statement_timeout", "30s"),
    ("idle_in_transaction_session_timeout", "60s"),
];

/// Settings of the ledger's connections. Each of its statements has one right plan, by index, whatever the statistics say
/// of a queue that was empty a moment ago and is full now; so it is planned once, and never as a scan of the whole.
const LEDGER: [(&str, &str); 7] = [
    ("role", "bole_ledger"),
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
    ("enable_bitmapscan", "off"),
    ("jit", "off"),
    // Longer than any sweep takes.
    ("statement_timeout", "120s"),
    ("idle_in_transaction_session_timeout", "60s"),
];

/// How to reach the database.
#[derive(Debug, Clone)]
pub struct DbConfig {
    /// `postgres://…`; its user must be a member of Bole's roles, which [`crate::migrate`] sees to.
    pub url: String,
    /// Most connections for tenant work.
    pub max_connections: u32,
    /// Most connections for the ledger: claiming, finishing, sweeping.
    pub max_ledger_connections: u32,
}

impl DbConfig {
    /// The usual pool sizes.
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), max_connections: 24, max_ledger_connections: 6 }
    }
}

/// The database. Cheap to clone; holds no connection that a caller could take raw.
#[derive(Debug, Clone)]
pub struct Db {
    app: PgPool,
    ledger: PgPool,
    options: PgConnectOptions,
    is_one_at_a_time: bool,
}

impl Db {
    /// Prepares the pools; connects on first use.
    ///
    /// # Errors
    /// When the URL cannot be understood.
    pub fn connect(config: &DbConfig) -> StoreResult<Self> {
        let options = PgConnectOptions::from_str(&config.url)?.application_name("bole");
        let pool = |options: PgConnectOptions, max| {
            PgPoolOptions::new()
                .max_connections(max)
                .acquire_timeout(Duration::from_secs(10))
                .test_before_acquire(false)
                .connect_lazy_with(options)
        };
        Ok(Self {
            app: pool(options.clone().options(TENANTS), config.max_connections),
            ledger: pool(options.clone().options(LEDGER), config.max_ledger_connections),
            options,
            is_one_at_a_time: false,
        })
    }

    /// The same database for requests, each of which holds one connection at a time: a second one is a panic in debug builds.
    #[must_use]
    pub fn one_at_a_time(mut self) -> Self {
        self.is_one_at_a_time = true;
        self
    }

    fn hold(&self) -> Option<ConnectionGuard> {
        self.is_one_at_a_time.then(ConnectionGuard::take)
    }

    /// A transaction inside the actor's organization.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn tenant(&self, actor: &Actor) -> StoreResult<TenantTx> {
        TenantTx::open(&self.app, self.hold(), *actor).await
    }

    /// A transaction for a signed-in user outside any organization: sees their own memberships.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn user(&self, user: UserId) -> StoreResult<UserTx> {
        UserTx::open(&self.app, self.hold(), user).await
    }

    /// A transaction over accounts, sessions and one-time tokens, which belong to no organization.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn identity(&self) -> StoreResult<IdentityTx> {
        IdentityTx::open(&self.app, self.hold()).await
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// When it does not.
    pub async fn ping(&self) -> StoreResult<()> {
        self.outside().await?.commit().await
    }

    /// A transaction that is outside any organization and nobody's, yet.
    pub(crate) async fn outside(&self) -> StoreResult<Tx> {
        Tx::begin(&self.app, self.hold(), "").await
    }

    /// A connection for tenant work, for statements of this crate that need no organization and leave nothing behind.
    pub(crate) async fn app(&self) -> StoreResult<PoolConnection<Postgres>> {
        drop(self.hold());
        acquire(&self.app).await
    }

    /// A connection of the ledger's pool: the task queue across organizations, and what else belongs to none. Its statements wait for no
    /// other connection, so they may be run while a transaction is open.
    pub(crate) async fn ledger(&self) -> StoreResult<PoolConnection<Postgres>> {
        acquire(&self.ledger).await
    }

    /// A transaction on the ledger's pool.
    pub(crate) async fn ledger_tx(&self) -> StoreResult<Tx> {
        Tx::begin(&self.ledger, None, "").await
    }

    /// Options for a connection of one's own, as LISTEN needs.
    pub(crate) fn direct_options(&self) -> PgConnectOptions {
        self.options.clone().options(LEDGER)
    }

    /// Closes every connection.
    pub async fn close(&self) {
        self.app.close().await;
        self.ledger.close().await;
    }
}
