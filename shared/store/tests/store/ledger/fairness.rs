//! Organizations take turns, whatever their backlogs.

use super::*;

#[tokio::test]
async fn organization_stays_within_its_running_limit() {
    let mut ledger = Ledger::new().await;
    let other = Seed::new(&ledger.database).await;
    ledger.enqueue_for(ledger.seed.organization, vec![task(1); 20]).await;
    ledger.enqueue_for(other.organization, vec![task(2); 2]).await;
    let claim = Claim { per_organization: Some(3), ..claim() };
    let first = ledger::claim(&ledger.db, &mut ledger.cursor, &claim).await.unwrap();
    assert_eq!(first.iter().filter(|c| c.lease.organization == ledger.seed.organization).count(), 3);
    assert_eq!(first.len(), 5);
    assert_eq!(ledger::claim(&ledger.db, &mut ledger.cursor, &claim).await.unwrap(), []);
    let own = first.into_iter().find(|c| c.lease.organization == ledger.seed.organization).unwrap();
    ledger.finish(&[own]).await;
    assert_eq!(ledger::claim(&ledger.db, &mut ledger.cursor, &claim).await.unwrap().len(), 1);
}

#[tokio::test]
async fn worker_leaves_slots_to_smaller_backlogs() {
    let mut ledger = Ledger::new().await;
    let large = ledger.seed.organization;
    ledger.enqueue_for(large, vec![task(1); 20]).await;
    let share = |held: u32| Some(Share { most: 8, held: vec![(large, held)] });
    let first = ledger::claim(&ledger.db, &mut ledger.cursor, &Claim { share: share(0), ..claim() }).await.unwrap();
    assert_eq!(first.len(), 8);
    let rest = Claim { slots: 2, share: share(8), ..claim() };
    assert_eq!(ledger::claim(&ledger.db, &mut ledger.cursor, &rest).await.unwrap(), []);
    let small = Seed::new(&ledger.database).await.organization;
    ledger.enqueue_for(small, vec![task(2); 2]).await;
    let mut of_small = 0;
    while of_small < 2 {
        let claimed = ledger::claim(&ledger.db, &mut ledger.cursor, &rest).await.unwrap();
        assert!(
            !claimed.is_empty() && claimed.iter().all(|claimed| claimed.lease.organization == small),
            "{claimed:?}"
        );
        of_small += claimed.len();
    }
    let freed = Claim { slots: 2, share: share(7), ..claim() };
    assert_eq!(ledger::claim(&ledger.db, &mut ledger.cursor, &freed).await.unwrap().len(), 1);
}

/// Enqueues `backlog` tasks of one organization and five each of `others` organizations, and returns the first.
async fn crowd(ledger: &Ledger, backlog: i64, others: i64) {
    let mut connection = ledger.database.connection().await;
    sqlx::query(
        "INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
         SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'o', 'crowd-' || i, 'free', 1, 1
         FROM generate_series(0, $1) i",
    )
    .bind(others)
    .execute(&mut connection)
    .await
    .unwrap();
    sqlx::query(
        "INSERT INTO tasks (id, organization_id, lane, kind, payload, state)
         SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
                ('00000000-0000-7000-8000-' || lpad(to_hex(CASE WHEN i < $1 THEN 0 ELSE 1 + i % $2 END), 12, '0'))::uuid,
                3, 'work', '{}', 'queued'
         FROM generate_series(0, $1 + 5 * $2 - 1) i",
    )
    .bind(backlog)
    .bind(others)
    .execute(&mut connection)
    .await
    .unwrap();
    connection
        .execute(
            "INSERT INTO queue (id, organization_id, lane, kind, priority, attempts)
             SELECT id, organization_id, lane, kind, 0, 0 FROM tasks",
        )
        .await
        .unwrap();
}

#[tokio::test]
async fn every_organization_is_served_within_two_rounds() {
    let mut ledger = Ledger::new().await;
    crowd(&ledger, 10_000, 50).await;
    let mut served = Vec::new();
    while served.len() < 102 {
        let claimed = ledger.claim(10).await;
        served.extend(claimed.iter().map(|c| c.lease.organization));
        ledger.finish(&claimed).await;
    }
    assert_eq!(served.iter().take(102).collect::<HashSet<_>>().len(), 51);
}

#[tokio::test]
async fn new_organization_is_served_within_ten_tasks() {
    for slots in [1, 2, 10] {
        let mut ledger = Ledger::new().await;
        crowd(&ledger, 100_000, 200).await;
        for newcomer in 0..5 {
            // In the middle of a round.
            for _ in 0..30 / slots {
                let claimed = ledger.claim(slots).await;
                ledger.finish(&claimed).await;
            }
            let organization = Seed::new(&ledger.database).await.organization;
            ledger.enqueue_for(organization, vec![task(newcomer)]).await;
            let mut order = Vec::new();
            while !order.contains(&organization) {
                assert!(order.len() < 10, "{slots} slots: still waiting after {} tasks", order.len());
                let claimed = ledger.claim(slots).await;
                order.extend(claimed.iter().map(|c| c.lease.organization));
                ledger.finish(&claimed).await;
            }
            let position = order.iter().position(|o| *o == organization).unwrap() + 1;
            assert!(position <= 10, "{slots} slots: served as number {position}");
        }
    }
}

#[tokio::test]
async fn new_organizations_do_not_interrupt_the_round() {
    let mut ledger = Ledger::new().await;
    crowd(&ledger, 1000, 30).await;
    ledger.claim(1).await;
    let mut served = HashSet::new();
    // For each task served, a new organization appears.
    for n in 0..100 {
        let newcomer = Seed::new(&ledger.database).await.organization;
        ledger.enqueue_for(newcomer, vec![task(n)]).await;
        served.extend(ledger.claim(1).await.iter().map(|c| c.lease.organization.to_string()));
    }
    let crowd = served.iter().filter(|o| o.starts_with("00000000-")).count();
    assert!(crowd >= 25, "only {crowd} of the organizations that were there got a turn");
}

#[tokio::test]
async fn claim_reads_the_backlog_by_index_only() {
    let ledger = Ledger::new().await;
    crowd(&ledger, 20_000, 200).await;
    let mut connection = ledger.database.connection().await;
    // The generic plan, as used by a long-lived connection; with the ledger's role and policies.
    connection
        .execute("ANALYZE queue; ANALYZE tasks; SET ROLE bole_ledger; SET plan_cache_mode = force_generic_plan")
        .await
        .unwrap();
    let prepare = format!(
        "PREPARE claim (uuid, bigint, uuid, float8, bigint, bigint, uuid[], smallint, text[], uuid[], bigint[], bigint) \
         AS {}",
        ledger::CLAIM_SQL
    );
    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(prepare))).await.unwrap();
    let explain = "EXPLAIN (ANALYZE, BUFFERS) EXECUTE claim (gen_random_uuid(), 10,
                   '00000000-0000-7000-8000-000000000007', 30, 5, 5, '{}', 3::smallint, '{work}', '{}', '{}', 5)";
    let plan: Vec<String> =
        sqlx::query_scalar(sqlx::AssertSqlSafe(explain)).persistent(false).fetch_all(&mut connection).await.unwrap();
    let plan = plan.join("\n");
    assert!(plan.contains("using queue_ready"), "{plan}");
    assert!(!plan.contains("Seq Scan"), "{plan}");
    // No part of it reads more of the queue than it may claim, plus the newest few.
    for scan in plan.lines().filter(|line| line.contains(" on queue") && line.contains("actual time")) {
        let rows = scan.rsplit_once(" rows=").and_then(|(_, rest)| rest.split(' ').next()).unwrap();
        // Decimal since PostgreSQL 18.
        assert!(rows.parse::<f64>().unwrap() <= 65.0, "{scan}\n{plan}");
    }
}
