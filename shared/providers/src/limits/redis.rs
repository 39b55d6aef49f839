//! Counter in Redis: two sorted sets, the tokens of each request and a pause per account, updated by scripts.

use std::time::Duration;

use async_trait::async_trait;
use bole_ai::provider::{ChatError, KeyLimits, Limits, Permit};
use redis::aio::ConnectionManager;
use uuid::Uuid;

use super::{Counted, Counter, Rate, RateError, Rates, Request};

/// Returns the wait in milliseconds, or 0. Uses the server's clock, which is shared.
const ADMIT: &str = r"
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local paused = tonumber(redis.call('GET', KEYS[3]) or '0')
if paused > now then return paused - now end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[2]) then return 50 end
local requests, tokens = tonumber(ARGV[1]), tonumber(ARGV[4])
if requests >= 0 or tokens >= 0 then
    local old = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - 61000)
    for _, permit in ipairs(old) do redis.call('HDEL', KEYS[4], permit) end
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 61000)
    local sent = redis.call('ZCARD', KEYS[1])
    local full = requests >= 0 and sent >= requests
    if tokens >= 0 and sent > 0 then
        local used = tonumber(ARGV[5])
        for _, taken in ipairs(redis.call('HVALS', KEYS[4])) do used = used + tonumber(taken) end
        full = full or used > tokens
    end
    if full then
        local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
        return math.max(10, oldest[2] and (oldest[2] + 61000 - now) or 1000)
    end
    redis.call('ZADD', KEYS[1], now, ARGV[3])
    redis.call('HSET', KEYS[4], ARGV[3], ARGV[5])
    redis.call('PEXPIRE', KEYS[1], 62000)
    redis.call('PEXPIRE', KEYS[4], 62000)
end
redis.call('ZADD', KEYS[2], now + 150000, ARGV[3])
redis.call('PEXPIRE', KEYS[2], 150000)
return 0
";

/// A request older than a minute is no longer counted.
const RELEASE: &str = r"
redis.call('ZREM', KEYS[1], ARGV[1])
if tonumber(ARGV[2]) >= 0 and redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then redis.call('HSET', KEYS[2], ARGV[1], ARGV[2]) end
return 0
";

const PAUSE: &str = r"
local now = redis.call('TIME')
local wait = tonumber(ARGV[1])
local till = now[1] * 1000 + math.floor(now[2] / 1000) + wait
local paused = tonumber(redis.call('GET', KEYS[1]) or '0')
if till > paused then redis.call('SET', KEYS[1], till, 'PX', math.max(1, wait)) end
return 0
";

pub struct RedisLimits(Counted<Sets>);

struct Sets {
    prefix: String,
    connection: ConnectionManager,
}

impl RedisLimits {
    /// Uses this Redis connection, with keys starting with the prefix.
    #[must_use]
    pub fn new(connection: ConnectionManager, prefix: impl Into<String>) -> Self {
        let prefix = prefix.into();
        Self(Counted::new(Sets { prefix, connection }))
    }
}

#[async_trait]
impl Limits for RedisLimits {
    async fn admit(&self, account: &str, limits: &KeyLimits, expected_tokens: u64) -> Result<Permit, ChatError> {
        self.0.admit(account, limits, expected_tokens).await
    }

    async fn pause(&self, account: &str, how_long: Duration) {
        self.0.pause(account, how_long).await;
    }
}

#[async_trait]
impl Rates for RedisLimits {
    async fn admit_one(&self, rates: &[Rate]) -> Result<Option<Duration>, RateError> {
        self.0.admit_one(rates).await
    }
}

impl Sets {
    // The braces keep an account's keys in one slot of a cluster.
    fn key(&self, account: &str, what: &str) -> String {
        format!("{}ai:{{{account}}}:{what}", self.prefix)
    }
}

#[async_trait]
impl Counter for Sets {
    async fn admit(&self, request: &Request<'_>) -> Result<Option<Duration>, String> {
        let Request { account, limits, permit, expected_tokens } = *request;
        let wait: u64 = redis::cmd("EVAL")
            .arg(ADMIT)
            .arg(4)
            .arg(self.key(account, "requests"))
            .arg(self.key(account, "permits"))
            .arg(self.key(account, "paused"))
            .arg(self.key(account, "tokens"))
            .arg(limits.requests_per_minute.map_or(-1, i64::from))
            .arg(limits.concurrency)
            .arg(permit.to_string())
            .arg(limits.tokens_per_minute.map_or(-1, i64::from))
            .arg(expected_tokens)
            .query_async(&mut self.connection.clone())
            .await
            .map_err(|error| error.to_string())?;
        Ok((wait > 0).then(|| Duration::from_millis(wait)))
    }

    async fn give_back(&self, account: &str, permit: Uuid, tokens: Option<u64>) -> Result<(), String> {
        redis::cmd("EVAL")
            .arg(RELEASE)
            .arg(2)
            .arg(self.key(account, "permits"))
            .arg(self.key(account, "tokens"))
            .arg(permit.to_string())
            .arg(tokens.map_or(-1, |tokens| i64::try_from(tokens).unwrap_or(i64::MAX)))
            .query_async::<u64>(&mut self.connection.clone())
            .await
            .map(drop)
            .map_err(|error| error.to_string())
    }

    async fn pause(&self, account: &str, how_long: Duration) -> Result<(), String> {
        redis::cmd("EVAL")
            .arg(PAUSE)
            .arg(1)
            .arg(self.key(account, "paused"))
            .arg(u64::try_from(how_long.as_millis()).unwrap_or(u64::MAX))
            .query_async::<u64>(&mut self.connection.clone())
            .await
            .map(drop)
            .map_err(|error| error.to_string())
    }

    async fn take_back(&self, account: &str, permit: Uuid) -> Result<(), String> {
        let permit = permit.to_string();
        redis::pipe()
            .atomic()
            .zrem(self.key(account, "requests"), &permit)
            .ignore()
            .zrem(self.key(account, "permits"), &permit)
            .ignore()
            .hdel(self.key(account, "tokens"), &permit)
            .ignore()
            .query_async::<()>(&mut self.connection.clone())
            .await
            .map_err(|error| error.to_string())
    }
}
