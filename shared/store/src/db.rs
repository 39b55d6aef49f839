//! The connection pools and the transactions they provide.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use bole_domain::ids::UserId;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{Connection, PgPool, Postgres};

use crate::connection_guard::ConnectionGuard;
use crate::live_outbox::LiveOutbox;
use crate::pool::acquire;
use crate::tx::Tx;
use crate::{Actor, IdentityTx, StoreError, StoreResult, TenantTx, UserTx};

/// Settings of tenant connections. A generic plan made while a table is small could keep scanning it, although every
/// tenant table has an index starting with the organization.
///
/// The timeouts keep rows and connections from being held longer than a client waits.
const TENANTS: [(&str, &str); 6] = [
    ("role", "bole_app"),
    ("enable_seqscan", "off"),
    ("jit", "off"),
    ("lock_timeout", "3s"),
    ("statement_timeout", "30s"),
    ("idle_in_transaction_session_timeout", "60s"),
];

/// Settings of the ledger's connections. Each of its statements has one right plan, by index, while statistics lag
/// behind the queue; so plans are generic and never scan the whole queue.
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

/// Half a lease: a renewal without an answer can be repeated before the lease ends.
const ANSWER_LIMIT: Duration = Duration::from_secs(15);
/// A connection idle for longer is checked before it is used.
const TRUSTED_IDLE: Duration = Duration::from_secs(10);
/// Time limit for this check, several of which fit into the time limit for acquiring a connection.
const CHECK_LIMIT: Duration = Duration::from_secs(2);

/// Database configuration.
#[derive(Debug, Clone)]
pub struct DbConfig {
    /// `postgres://…`; its user must be a member of Bole's roles, which [`crate::migrate`] grants.
    pub url: String,
    /// Maximum connections for tenant work.
    pub max_connections: u32,
    /// Maximum connections for the ledger: claiming, finishing, sweeping.
    pub max_ledger_connections: u32,
    /// How long the task queue waits for an answer before it opens another connection: a host that dies silently, or a
    /// network device that forgets a connection, never answers.
    pub answer_limit: Duration,
}

impl DbConfig {
    /// Default pool sizes.
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), max_connections: 24, max_ledger_connections: 6, answer_limit: ANSWER_LIMIT }
    }
}

/// The database. Cheap to clone; does not expose raw connections.
#[derive(Debug, Clone)]
pub struct Db {
    app: PgPool,
    ledger: PgPool,
    live: Arc<LiveOutbox>,
    options: PgConnectOptions,
    answer_limit: Duration,
    is_one_at_a_time: bool,
}

impl Db {
    /// Prepares the pools; connects on first use.
    ///
    /// # Errors
    /// When the URL is invalid.
    pub fn connect(config: &DbConfig) -> StoreResult<Self> {
        let options = PgConnectOptions::from_str(&config.url)?.application_name("bole");
        let pool = |options: PgConnectOptions, max| {
            PgPoolOptions::new()
                .max_connections(max)
                .acquire_timeout(Duration::from_secs(10))
                .test_before_acquire(false)
                .before_acquire(|connection, meta| Box::pin(is_usable(connection, meta.idle_for)))
                .connect_lazy_with(options)
        };
        let ledger = pool(options.clone().options(LEDGER), config.max_ledger_connections);
        Ok(Self {
            app: pool(options.clone().options(TENANTS), config.max_connections),
            live: Arc::new(LiveOutbox::new(ledger.clone(), config.answer_limit)),
            ledger,
            options,
            answer_limit: config.answer_limit,
            is_one_at_a_time: false,
        })
    }

    /// The same database for request handlers, which may hold only one connection at a time: a second one panics in
    /// debug builds.
    #[must_use]
    pub fn one_at_a_time(mut self) -> Self {
        self.is_one_at_a_time = true;
        self
    }

    fn hold(&self) -> Option<ConnectionGuard> {
        self.is_one_at_a_time.then(ConnectionGuard::take)
    }

    /// A transaction inside the actor's organization.
    pub async fn tenant(&self, actor: &Actor) -> StoreResult<TenantTx> {
        TenantTx::open(*actor, async |setup| self.begin(setup).await).await
    }

    /// A transaction for a signed-in user outside any organization: sees their own memberships.
    pub async fn user(&self, user: UserId) -> StoreResult<UserTx> {
        UserTx::open(user, async |setup| self.begin(setup).await).await
    }

    /// A transaction over accounts, sessions and one-time tokens, which belong to no organization.
    pub async fn identity(&self) -> StoreResult<IdentityTx> {
        IdentityTx::open(async |setup| self.begin(setup).await).await
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// When it does not.
    pub async fn ping(&self) -> StoreResult<()> {
        self.answered(async { self.outside().await?.commit().await }).await
    }

    /// The answer, if it comes in time.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] otherwise.
    pub(crate) async fn answered<T>(&self, answer: impl Future<Output = StoreResult<T>>) -> StoreResult<T> {
        tokio::time::timeout(self.answer_limit, answer).await.unwrap_or_else(|_| Err(StoreError::silent()))
    }

    /// Runs a statement of the queue on the ledger's pool, within the time limit for answers.
    pub(crate) async fn in_queue<T>(
        &self,
        statement: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> StoreResult<T> {
        self.within(self.answer_limit, statement).await
    }

    /// Runs a statement on the ledger's pool. If there is no answer in time, its connection is closed, and the idle ones
    /// with it, which have probably fallen silent too.
    pub(crate) async fn within<T>(
        &self,
        limit: Duration,
        statement: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> StoreResult<T> {
        let mut connection = self.ledger().await?;
        match tokio::time::timeout(limit, statement(&mut connection)).await {
            Ok(answer) => Ok(answer?),
            Err(_) => {
                connection.close_on_drop();
                while let Some(mut idle) = self.ledger.try_acquire() {
                    idle.close_on_drop();
                }
                Err(StoreError::silent())
            }
        }
    }

    /// A transaction outside any organization, without an actor yet.
    pub(crate) async fn outside(&self) -> StoreResult<Tx> {
        self.begin("").await
    }

    async fn begin(&self, setup: &str) -> StoreResult<Tx> {
        Ok(Tx::begin(&self.app, self.hold(), setup).await?.announcing(&self.live))
    }

    /// The announced changes that are not sent yet.
    pub(crate) fn live_outbox(&self) -> &LiveOutbox {
        &self.live
    }

    /// A tenant connection, for this crate's statements that need no organization and leave no state behind.
    pub(crate) async fn app(&self) -> StoreResult<PoolConnection<Postgres>> {
        drop(self.hold());
        acquire(&self.app).await
    }

    /// A connection of the ledger's pool, for the task queue across organizations and data of no organization. Its
    /// statements wait for no other connection, so they may run while a transaction is open.
    pub(crate) async fn ledger(&self) -> StoreResult<PoolConnection<Postgres>> {
        acquire(&self.ledger).await
    }

    /// A transaction on the ledger's pool.
    pub(crate) async fn ledger_tx(&self) -> StoreResult<Tx> {
        Tx::begin(&self.ledger, None, "").await
    }

    /// A transaction that finds tasks by when they ended. That index is only read with a bitmap, and estimates of a growing
    /// table could prefer to walk another one.
    pub(crate) async fn ended_tasks_tx(&self) -> StoreResult<Tx> {
        let setup =
            "SET LOCAL enable_bitmapscan = on; SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off";
        Tx::begin(&self.ledger, None, setup).await
    }

    /// Options for a dedicated connection, as LISTEN needs.
    pub(crate) fn direct_options(&self) -> PgConnectOptions {
        self.options.clone().options(LEDGER)
    }

    /// Closes every connection.
    pub async fn close(&self) {
        self.app.close().await;
        self.ledger.close().await;
    }
}

/// Whether a pooled connection answers, unless it was in use just now. Otherwise the pool closes it.
async fn is_usable(connection: &mut PgConnection, idle_for: Duration) -> Result<bool, sqlx::Error> {
    if idle_for < TRUSTED_IDLE {
        return Ok(true);
    }
    match tokio::time::timeout(CHECK_LIMIT, connection.ping()).await {
        Ok(answer) => answer.map(|()| true),
        Err(_) => Err(sqlx::Error::PoolTimedOut),
    }
}
