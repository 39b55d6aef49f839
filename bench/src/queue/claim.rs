//! The cost of a claim for backlogs from a thousand to a million, and its plan for the largest.

use std::time::{Duration, Instant};

use bole_domain::task::Lane;
use bole_store::ledger::{self, Claim, Cursor};
use bole_store::{Db, DbConfig};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, raw_sql};

use super::percentile;

const BACKLOGS: [i64; 4] = [1_000, 10_000, 100_000, 1_000_000];
/// One of these has 99 % of the backlog, the others share the rest.
const ORGANIZATIONS: i64 = 200;
const SLOTS: usize = 10;
const CLAIMS: usize = 500;

pub(super) async fn print(url: &str) -> anyhow::Result<()> {
    let mut connection = PgConnection::connect(url).await?;
    let db = Db::connect(&DbConfig::new(url))?;
    println!("A claim of {SLOTS} among {ORGANIZATIONS} organizations, one of which owns 99 % of the backlog:\n");
    println!("| waiting | p50 ms | p95 ms |\n|---|---|---|");
    for backlog in BACKLOGS {
        fill(&mut connection, backlog).await?;
        let (p50, p95) = time_claims(&db).await?;
        println!("| {backlog} | {p50:.2} | {p95:.2} |");
    }
    println!("\nWhat the claim reads with {} waiting:\n\n```text", BACKLOGS[BACKLOGS.len() - 1]);
    for line in plan(&mut connection).await?.iter().filter(|line| reads(line)) {
        println!("{}", line.trim_start().trim_start_matches("->  "));
    }
    println!("```");
    connection.close().await?;
    Ok(())
}

/// Whether a line of a plan describes reads and costs.
fn reads(line: &str) -> bool {
    ["CTE ", "Execution Time"].iter().any(|start| line.trim_start().starts_with(start))
        || [" on queue", " on tasks"].iter().any(|table| line.contains(table))
}

async fn fill(connection: &mut PgConnection, backlog: i64) -> anyhow::Result<()> {
    connection.execute("TRUNCATE tasks, queue, queue_later, task_keys CASCADE; DELETE FROM organizations").await?;
    sqlx::query(
        "INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
         SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'o', 'o' || i, 'free', 1, 1
         FROM generate_series(0, $1 - 1) i",
    )
    .bind(ORGANIZATIONS)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO tasks (id, organization_id, lane, kind, payload, state)
         SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
                ('00000000-0000-7000-8000-' ||
                    lpad(to_hex(CASE WHEN i % 100 = 0 THEN i / 100 % $2 ELSE 0 END), 12, '0'))::uuid,
                3, 'noop', '{}', 'queued'
         FROM generate_series(1, $1) i",
    )
    .bind(backlog)
    .bind(ORGANIZATIONS)
    .execute(&mut *connection)
    .await?;
    connection
        .execute(
            "INSERT INTO queue (id, organization_id, lane, kind, priority, attempts)
             SELECT id, organization_id, lane, kind, 0, 0 FROM tasks",
        )
        .await?;
    for table in ["VACUUM ANALYZE tasks", "VACUUM ANALYZE queue"] {
        connection.execute(table).await?;
    }
    Ok(())
}

/// Claims and releases, so that the backlog stays constant.
async fn time_claims(db: &Db) -> anyhow::Result<(f64, f64)> {
    let claim = Claim {
        lane: Lane::General,
        kinds: vec!["noop".to_owned()],
        slots: SLOTS,
        lease_for: Duration::from_secs(30),
        per_organization: None,
        share: None,
    };
    let mut cursor = Cursor::default();
    let mut took = Vec::with_capacity(CLAIMS);
    for _ in 0..CLAIMS {
        let start = Instant::now();
        let claimed = ledger::claim(db, &mut cursor, &claim).await?;
        took.push(start.elapsed().as_secs_f64() * 1000.0);
        ledger::release(db, &claimed.iter().map(|claimed| claimed.lease).collect::<Vec<_>>()).await?;
    }
    Ok((percentile(&mut took, 0.5), percentile(&mut took, 0.95)))
}

/// The generic plan, as used by a long-lived connection with the ledger's role.
async fn plan(connection: &mut PgConnection) -> anyhow::Result<Vec<String>> {
    let parameters = "uuid, bigint, uuid, float8, bigint, bigint, uuid[], smallint, text[], uuid[], bigint[], bigint";
    let prepare = format!("PREPARE claim ({parameters}) AS {}", ledger::CLAIM_SQL);
    connection.execute("SET ROLE bole_ledger; SET plan_cache_mode = force_generic_plan").await?;
    connection.execute(raw_sql(AssertSqlSafe(prepare))).await?;
    let explain = format!(
        "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) EXECUTE claim
             (gen_random_uuid(), {SLOTS}, '00000000-0000-7000-8000-000000000007', 30, NULL, 5, '{{}}',
              3::smallint, '{{noop}}', '{{}}', '{{}}', NULL)"
    );
    let rows = sqlx::query_scalar(AssertSqlSafe(explain)).persistent(false).fetch_all(&mut *connection).await?;
    connection.execute("RESET ROLE").await?;
    Ok(rows)
}
