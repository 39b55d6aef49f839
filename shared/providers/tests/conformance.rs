//! One test suite for both counters.

#![expect(clippy::unwrap_used, reason = "a test that cannot be arranged fails")]

use std::sync::Arc;
use std::time::Duration;

use bole_ai::provider::{KeyLimits, Limits};
use bole_domain::failure::AiReason;
use bole_providers::{PostgresLimits, Rate, Rates, RedisLimits};
use bole_testkit::{TestDatabase, TestRedis};
use futures_util::FutureExt;

/// A unique account.
fn account() -> String {
    uuid::Uuid::now_v7().to_string()
}

/// Two processes sharing a counter, and their resources.
struct Fleet {
    one: Arc<dyn Limits>,
    other: Arc<dyn Limits>,
    rates: [Arc<dyn Rates>; 2],
    _database: Option<TestDatabase>,
    _redis: Option<TestRedis>,
}

async fn postgres() -> Fleet {
    let database = TestDatabase::new().await;
    let limits = || Arc::new(PostgresLimits::new(database.store()));
    let (one, other) = (limits(), limits());
    Fleet { one: one.clone(), other: other.clone(), rates: [one, other], _database: Some(database), _redis: None }
}

async fn redis() -> Fleet {
    let server = TestRedis::new();
    let (one, other) = (counted_in(&server).await, counted_in(&server).await);
    Fleet { one: one.clone(), other: other.clone(), rates: [one, other], _database: None, _redis: Some(server) }
}

async fn counted_in(server: &TestRedis) -> Arc<RedisLimits> {
    let client = ::redis::Client::open(server.url()).unwrap();
    Arc::new(RedisLimits::new(client.get_connection_manager().await.unwrap(), server.prefix()))
}

async fn no_more_at_a_time_than_allowed(fleet: Fleet) {
    let (account, limits) = (account(), KeyLimits { concurrency: 2, ..KeyLimits::default() });
    let first = fleet.one.admit(&account, &limits, 100).await.unwrap();
    let second = fleet.other.admit(&account, &limits, 100).await.unwrap();
    let mut third = std::pin::pin!(fleet.one.admit(&account, &limits, 100));
    assert!((&mut third).now_or_never().is_none());
    let another = fleet.one.admit(&another(&account), &limits, 100).await.unwrap();
    drop(first);
    let third = third.await.unwrap();
    drop((second, third, another));
}

fn another(account: &str) -> String {
    format!("{account}-another")
}

async fn no_more_in_a_minute_than_allowed(fleet: Fleet) {
    let (account, limits) = (account(), KeyLimits { requests_per_minute: Some(5), ..KeyLimits::default() });
    for n in 0..5 {
        let of = if n % 2 == 0 { &fleet.one } else { &fleet.other };
        drop(of.admit(&account, &limits, 100).await.unwrap());
    }
    for of in [&fleet.one, &fleet.other] {
        let sixth = tokio::time::timeout(Duration::from_millis(300), of.admit(&account, &limits, 100)).await;
        assert!(sixth.is_err(), "given back, but the minute is not over");
    }
}

async fn no_more_tokens_in_a_minute_than_allowed(fleet: Fleet) {
    let (account, limits) = (account(), KeyLimits { tokens_per_minute: Some(1_000), ..KeyLimits::default() });
    let mut first = fleet.one.admit(&account, &limits, 5_000).await.unwrap();
    first.took(400);
    drop(first);
    // After release, the actual tokens count instead of the estimate.
    let second = fleet.other.admit(&account, &limits, 600).await.unwrap();
    for of in [&fleet.one, &fleet.other] {
        let third = tokio::time::timeout(Duration::from_millis(300), of.admit(&account, &limits, 1)).await;
        assert!(third.is_err(), "the minute's tokens are spent");
    }
    drop(second);
    drop(fleet.one.admit(&another(&account), &limits, 100).await.unwrap());
}

async fn a_pause_applies_to_all_callers(fleet: Fleet) {
    let (account, limits) = (account(), KeyLimits::default());
    fleet.one.pause(&account, Duration::from_secs(3_600)).await;
    fleet.one.pause(&account, Duration::from_secs(1)).await;
    let refused = fleet.other.admit(&account, &limits, 100).await.err().unwrap();
    assert_eq!(refused.reason, AiReason::Quota);
    assert!(refused.retry_after.unwrap() > Duration::from_secs(3_000), "the longer pause stays");
}

async fn a_rate_is_everybodys_and_what_one_rate_holds_back_counts_under_no_other(fleet: Fleet) {
    let rate = |name: &str, per_minute| Rate { name: name.to_owned(), per_minute };
    let (domain, account) = (account(), account());
    let [one, other] = &fleet.rates;
    assert_eq!(one.admit_one(&[rate(&account, 3), rate(&domain, 1)]).await.unwrap(), None);
    for of in [other, one, other] {
        let wait = of.admit_one(&[rate(&account, 3), rate(&domain, 1)]).await.unwrap().unwrap();
        assert!(wait > Duration::from_secs(30), "until the minute of the first is over: {wait:?}");
    }
    // Two requests are left, however often the domain limit refused one.
    for of in [other, one] {
        assert_eq!(of.admit_one(&[rate(&account, 3)]).await.unwrap(), None);
    }
    assert!(one.admit_one(&[rate(&account, 3)]).await.unwrap().is_some());
    assert_eq!(one.admit_one(&[]).await.unwrap(), None);
}

macro_rules! conformance {
    ($($place:ident)+) => {$(
        mod $place {
            #[tokio::test]
            async fn no_more_at_a_time_than_allowed() {
                super::no_more_at_a_time_than_allowed(super::$place().await).await;
            }

            #[tokio::test]
            async fn no_more_in_a_minute_than_allowed() {
                super::no_more_in_a_minute_than_allowed(super::$place().await).await;
            }

            #[tokio::test]
            async fn no_more_tokens_in_a_minute_than_allowed() {
                super::no_more_tokens_in_a_minute_than_allowed(super::$place().await).await;
            }

            #[tokio::test]
            async fn a_rate_is_everybodys_and_what_one_rate_holds_back_counts_under_no_other() {
                super::a_rate_is_everybodys_and_what_one_rate_holds_back_counts_under_no_other(super::$place().await).await;
            }

            #[tokio::test]
            async fn a_pause_applies_to_all_callers() {
                super::a_pause_applies_to_all_callers(super::$place().await).await;
            }
        }
    )+};
}

conformance!(postgres redis);
