//! One test suite for both counters.

#![expect(clippy::unwrap_used, reason = "a test that cannot be arranged fails")]

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bole_ai::provider::{KeyLimits, KeyRequests, Limits, PendingRequest, Turn};
use bole_domain::failure::AiReason;
use bole_domain::ids::TaskId;
use bole_providers::{PostgresLimits, Rate, Rates, RedisLimits};
use bole_testkit::{TestDatabase, TestRedis};
use futures_util::FutureExt;

/// A unique account.
fn account() -> String {
    uuid::Uuid::now_v7().to_string()
}

fn request(expected_tokens: u64, task: Option<TaskId>) -> PendingRequest {
    PendingRequest { expected_tokens, turn: Turn::InOrder, task }
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

async fn concurrency_stays_within_the_limit(fleet: Fleet) {
    let (account, limits) = (account(), KeyLimits { concurrency: 2, ..KeyLimits::default() });
    let first = fleet.one.admit(&account, &limits, request(100, None)).await.unwrap();
    let second = fleet.other.admit(&account, &limits, request(100, None)).await.unwrap();
    let mut third = std::pin::pin!(fleet.one.admit(&account, &limits, request(100, None)));
    assert!((&mut third).now_or_never().is_none());
    let another = fleet.one.admit(&another(&account), &limits, request(100, None)).await.unwrap();
    drop(first);
    let third = third.await.unwrap();
    drop((second, third, another));
}

fn another(account: &str) -> String {
    format!("{account}-another")
}

async fn requests_per_minute_stay_within_the_limit(fleet: Fleet) {
    let (account, limits) = (account(), KeyLimits { requests_per_minute: Some(5), ..KeyLimits::default() });
    for n in 0..5 {
        let of = if n % 2 == 0 { &fleet.one } else { &fleet.other };
        drop(of.admit(&account, &limits, request(100, None)).await.unwrap());
    }
    for of in [&fleet.one, &fleet.other] {
        let sixth =
            tokio::time::timeout(Duration::from_millis(300), of.admit(&account, &limits, request(100, None))).await;
        assert!(sixth.is_err(), "given back, but the minute is not over");
    }
}

async fn tokens_per_minute_stay_within_the_limit(fleet: Fleet) {
    let (account, limits) = (account(), KeyLimits { tokens_per_minute: Some(1_000), ..KeyLimits::default() });
    let mut first = fleet.one.admit(&account, &limits, request(5_000, None)).await.unwrap();
    first.took(400);
    drop(first);
    // After release, the actual tokens count instead of the estimate.
    let second = fleet.other.admit(&account, &limits, request(600, None)).await.unwrap();
    for of in [&fleet.one, &fleet.other] {
        let third =
            tokio::time::timeout(Duration::from_millis(300), of.admit(&account, &limits, request(1, None))).await;
        assert!(third.is_err(), "the minute's tokens are spent");
    }
    drop(second);
    drop(fleet.one.admit(&another(&account), &limits, request(100, None)).await.unwrap());
}

async fn pause_applies_to_all_callers(fleet: Fleet) {
    let (account, limits) = (account(), KeyLimits::default());
    fleet.one.pause(&account, Duration::from_secs(3_600)).await;
    fleet.one.pause(&account, Duration::from_secs(1)).await;
    let refused = fleet.other.admit(&account, &limits, request(100, None)).await.err().unwrap();
    assert_eq!(refused.reason, AiReason::Quota);
    assert!(refused.retry_after.unwrap() > Duration::from_secs(3_000), "the longer pause stays");
    assert!(fleet.one.paused_for(&account).await.unwrap().unwrap() > Duration::from_secs(3_000));
    fleet.one.end_pause(&account).await.unwrap();
    assert_eq!(fleet.other.paused_for(&account).await.unwrap(), None);
    drop(fleet.other.admit(&account, &limits, request(100, None)).await.unwrap());
}

async fn usage_and_limits_are_reported(fleet: Fleet) {
    let limits = KeyLimits { requests_per_minute: Some(600), tokens_per_minute: Some(9_000), concurrency: 3 };
    let (account, unlimited) = (account(), account());
    let mut first = fleet.one.admit(&account, &limits, request(100, None)).await.unwrap();
    let second = fleet.other.admit(&account, &limits, request(200, None)).await.unwrap();
    drop(fleet.one.admit(&unlimited, &KeyLimits::default(), request(1, None)).await.unwrap());
    let of = async |account: &str| {
        let all = fleet.other.usage().await.unwrap();
        all.into_iter().find(|key| key.account == account).unwrap()
    };
    let seen = of(&account).await;
    assert_eq!((seen.limits, seen.in_flight, seen.requests, seen.tokens), (Some(limits), 2, 2, 300));
    assert_eq!(seen.paused_for, None);
    first.took(50);
    drop(first);
    // The next request takes the news of the end along.
    let third = fleet.one.admit(&account, &limits, request(10, None)).await.unwrap();
    let seen = of(&account).await;
    assert_eq!((seen.in_flight, seen.requests, seen.tokens), (2, 3, 260));
    drop((second, third));
    fleet.one.pause(&account, Duration::from_secs(3_600)).await;
    assert!(of(&account).await.paused_for.unwrap() > Duration::from_secs(3_000));
    assert_eq!(of(&unlimited).await.limits, Some(KeyLimits::default()));
    assert!(fleet.rates[0].admit_one(&[Rate { name: "mail".to_owned(), per_minute: 1 }]).await.unwrap().is_none());
    let all = fleet.one.usage().await.unwrap();
    assert!(all.iter().all(|key| !key.account.starts_with("rate:")), "rates are no keys: {all:?}");
}

async fn requests_are_reported_by_task(fleet: Fleet) {
    let limits = KeyLimits { requests_per_minute: Some(600), ..KeyLimits::default() };
    let (account, running, over) = (account(), TaskId::new(), TaskId::new());
    let first = fleet.one.admit(&account, &limits, request(1, Some(running))).await.unwrap();
    let second = fleet.other.admit(&account, &limits, request(1, Some(running))).await.unwrap();
    drop(fleet.other.admit(&account, &limits, request(1, Some(over))).await.unwrap());
    // The next request takes the news of the end along.
    let of_no_task = fleet.other.admit(&account, &limits, request(1, None)).await.unwrap();
    let tasks = async |account: &str, requests| {
        let tasks = fleet.one.tasks(account, requests).await.unwrap();
        let once: BTreeSet<TaskId> = tasks.iter().copied().collect();
        assert_eq!(once.len(), tasks.len(), "each once: {tasks:?}");
        once
    };
    assert_eq!(tasks(&account, KeyRequests::InProgress).await, BTreeSet::from([running]));
    assert_eq!(tasks(&account, KeyRequests::LastMinute).await, BTreeSet::from([running, over]));
    assert!(tasks(&another(&account), KeyRequests::LastMinute).await.is_empty());
    drop((first, second, of_no_task));
}

async fn rate_is_shared_and_other_rates_are_not_charged(fleet: Fleet) {
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
            async fn concurrency_stays_within_the_limit() {
                super::concurrency_stays_within_the_limit(super::$place().await).await;
            }

            #[tokio::test]
            async fn requests_per_minute_stay_within_the_limit() {
                super::requests_per_minute_stay_within_the_limit(super::$place().await).await;
            }

            #[tokio::test]
            async fn tokens_per_minute_stay_within_the_limit() {
                super::tokens_per_minute_stay_within_the_limit(super::$place().await).await;
            }

            #[tokio::test]
            async fn rate_is_shared_and_other_rates_are_not_charged() {
                super::rate_is_shared_and_other_rates_are_not_charged(super::$place().await).await;
            }

            #[tokio::test]
            async fn usage_and_limits_are_reported() {
                super::usage_and_limits_are_reported(super::$place().await).await;
            }

            #[tokio::test]
            async fn requests_are_reported_by_task() {
                super::requests_are_reported_by_task(super::$place().await).await;
            }

            #[tokio::test]
            async fn pause_applies_to_all_callers() {
                super::pause_applies_to_all_callers(super::$place().await).await;
            }
        }
    )+};
}

conformance!(postgres redis);
