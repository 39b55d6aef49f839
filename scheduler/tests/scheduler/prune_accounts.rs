//! Expired account data is deleted, and nothing before it expires.

use bole_scheduler::{Cron, PruneAccounts};
use bole_testkit::{Seed, TestDatabase};
use sqlx::{AssertSqlSafe, PgConnection};

/// A row of this many days (`$3`), and its table. `$1` is an organization, `$2` one of its users.
const ROWS: [(&str, &str); 7] = [
    (
        "sessions",
        "INSERT INTO sessions (id, user_id, access_hash, access_until, refresh_hash, refresh_until)
         SELECT gen_random_uuid(), $2, uuid_send(gen_random_uuid()), now(), uuid_send(gen_random_uuid()),
                now() - make_interval(days => $3) WHERE $1 IS NOT NULL",
    ),
    (
        "sessions",
        "INSERT INTO sessions (id, user_id, access_hash, access_until, refresh_hash, refresh_until, revoked_at)
         SELECT gen_random_uuid(), $2, uuid_send(gen_random_uuid()), now(), uuid_send(gen_random_uuid()),
                now() + interval '1 day', now() - make_interval(days => $3) WHERE $1 IS NOT NULL",
    ),
    (
        "one_time_tokens",
        "INSERT INTO one_time_tokens (token_hash, user_id, kind, expires_at)
         SELECT uuid_send(gen_random_uuid()), $2, 'recovery', now() + interval '12 hours' - make_interval(days => $3)
         WHERE $1 IS NOT NULL",
    ),
    (
        "known_devices",
        "INSERT INTO known_devices (token_hash, user_id, last_used_at)
         SELECT uuid_send(gen_random_uuid()), $2, now() - make_interval(days => $3) WHERE $1 IS NOT NULL",
    ),
    (
        "idempotency_keys",
        "INSERT INTO idempotency_keys (organization_id, user_id, route, key, request_hash, created_at)
         VALUES ($1, $2, 'r', gen_random_uuid()::text, '', now() - make_interval(days => $3))",
    ),
    (
        "organization_invitations",
        "INSERT INTO organization_invitations (id, organization_id, email, role, invited_by, expires_at)
         VALUES (gen_random_uuid(), $1, gen_random_uuid() || '@example.com', 'viewer', $2,
                 now() - make_interval(days => $3))",
    ),
    (
        "security_events",
        "INSERT INTO security_events (id, at, kind, status, organization_id, user_id, source, request_id)
         VALUES (gen_random_uuid(), now() - make_interval(days => $3), 'account.sign_in', 200, $1, $2, '', '')",
    ),
];
/// How many days each is kept, in the same order.
const KEPT_DAYS: [i32; 7] = [30, 30, 0, 400, 7, 90, 400];

async fn count(connection: &mut PgConnection, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(connection).await.unwrap()
}

#[tokio::test]
async fn expired_account_data_is_pruned() {
    let database = TestDatabase::new().await;
    let seed = Seed::new(&database).await;
    let mut connection = database.connection().await;
    // More expired rows than one statement deletes.
    for ((_, sql), kept) in ROWS.iter().zip(KEPT_DAYS) {
        for days in [kept, kept + 1, kept + 1] {
            let query = sqlx::query(*sql).bind(seed.organization.0).bind(seed.owner.0).bind(days);
            query.execute(&mut connection).await.unwrap();
        }
    }
    // Rows to keep are an hour younger than the limit.
    for sql in [
        "UPDATE sessions SET refresh_until = refresh_until + interval '1 hour', revoked_at = revoked_at + interval '1 hour'",
        "UPDATE known_devices SET last_used_at = last_used_at + interval '1 hour'",
        "UPDATE idempotency_keys SET created_at = created_at + interval '1 hour'",
        "UPDATE organization_invitations SET expires_at = expires_at + interval '1 hour'",
        "UPDATE security_events SET at = at + interval '1 hour'",
    ] {
        sqlx::query(sql).execute(&mut connection).await.unwrap();
    }
    assert_eq!(bole_store::retention::prune(&database.store(), 1).await.unwrap(), 6, "one of each table at a call");
    PruneAccounts.run(&database.store()).await.unwrap();
    for (table, left) in [
        ("sessions", 2),
        ("one_time_tokens", 1),
        ("known_devices", 1),
        ("idempotency_keys", 1),
        ("organization_invitations", 1),
        ("security_events", 1),
    ] {
        assert_eq!(count(&mut connection, table).await, left, "{table}");
    }
}
