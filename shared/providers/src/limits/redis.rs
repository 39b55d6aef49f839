//! Counter in Redis: two sorted sets, the tokens of each request and a pause per account, updated by scripts.

use std::collections::BTreeSet;
use std::time::Duration;

use async_trait::async_trait;
use bole_ai::provider::{ChatError, KeyLimits, KeyRequests, KeyUsage, Limits, PendingRequest, Permit};
use bole_domain::ids::TaskId;
use redis::AsyncCommands;
use redis::aio::ConnectionManager;
use time::OffsetDateTime;

use super::{Admission, Counted, Counter, Exchange, MAX_ACCOUNTS, PermitId, Rate, RateError, Rates};

/// How long operators are told about a key after its last use.
const KEPT: time::Duration = time::Duration::days(1);

/// Ends requests, admits others, and returns how many, with the wait of the next one in milliseconds or 0 if it waits for
/// a slot. A request older than a minute is no longer counted. Uses the server's clock, which is shared.
///
/// Arguments: the three limits, the number of ended requests, each with its tokens, then the new ones with theirs.
const EXCHANGE: &str = r"
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local at = 5
for _ = 1, tonumber(ARGV[4]) do
    redis.call('ZREM', KEYS[2], ARGV[at])
    if tonumber(ARGV[at + 1]) >= 0 and redis.call('HEXISTS', KEYS[4], ARGV[at]) == 1 then
        redis.call('HSET', KEYS[4], ARGV[at], ARGV[at + 1])
    end
    at = at + 2
end
local asked = (#ARGV - at + 1) / 2
if asked == 0 then return {0, 0} end
local paused = tonumber(redis.call('GET', KEYS[3]) or '0')
if paused > now then return {0, paused - now} end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
local free = tonumber(ARGV[2]) - redis.call('ZCARD', KEYS[2])
if free <= 0 then return {0, 0} end
free = math.min(free, asked)
local requests, tokens = tonumber(ARGV[1]), tonumber(ARGV[3])
local admitted, wait = 0, 0
if requests >= 0 or tokens >= 0 then
    local old = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - 61000)
    for _, permit in ipairs(old) do redis.call('HDEL', KEYS[4], permit) end
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 61000)
    local sent, used = redis.call('ZCARD', KEYS[1]), 0
    if tokens >= 0 then
        for _, taken in ipairs(redis.call('HVALS', KEYS[4])) do used = used + tonumber(taken) end
    end
    while admitted < free do
        local permit, expected = ARGV[at + 2 * admitted], ARGV[at + 2 * admitted + 1]
        local full = requests >= 0 and sent >= requests
        if tokens >= 0 and sent > 0 and used + tonumber(expected) > tokens then full = true end
        if full then
            local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
            wait = math.max(10, oldest[2] and (oldest[2] + 61000 - now) or 1000)
            break
        end
        redis.call('ZADD', KEYS[1], now, permit)
        redis.call('HSET', KEYS[4], permit, expected)
        sent, used, admitted = sent + 1, used + tonumber(expected), admitted + 1
    end
    redis.call('PEXPIRE', KEYS[1], 62000)
    redis.call('PEXPIRE', KEYS[4], 62000)
else
    admitted = free
end
for n = 0, admitted - 1 do redis.call('ZADD', KEYS[2], now + 330000, ARGV[at + 2 * n]) end
redis.call('PEXPIRE', KEYS[2], 330000)
return {admitted, wait}
";

/// Returns requests in progress, requests in the last minute, their tokens, and the rest of a pause in milliseconds.
const USAGE: &str = r"
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
local running = redis.call('ZCOUNT', KEYS[2], now, '+inf')
local lately = redis.call('ZRANGEBYSCORE', KEYS[1], now - 60000, '+inf')
local tokens = 0
for _, permit in ipairs(lately) do tokens = tokens + tonumber(redis.call('HGET', KEYS[4], permit) or '0') end
local paused = tonumber(redis.call('GET', KEYS[3]) or '0')
return {running, #lately, tokens, math.max(0, paused - now)}
";

/// Returns the requests in progress, or those of the last minute if the argument is 1.
const REQUESTS: &str = r"
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
if ARGV[1] == '1' then return redis.call('ZRANGEBYSCORE', KEYS[1], now - 60000, '+inf') end
return redis.call('ZRANGEBYSCORE', KEYS[2], now, '+inf')
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
    async fn admit(&self, account: &str, limits: &KeyLimits, request: PendingRequest) -> Result<Permit, ChatError> {
        self.0.admit(account, limits, request).await
    }

    async fn usage(&self) -> Result<Vec<KeyUsage>, ChatError> {
        self.0.usage().await
    }

    async fn tasks(&self, account: &str, requests: KeyRequests) -> Result<Vec<TaskId>, ChatError> {
        self.0.tasks(account, requests).await
    }

    async fn pause(&self, account: &str, how_long: Duration) {
        self.0.pause(account, how_long).await;
    }

    async fn paused_for(&self, account: &str) -> Result<Option<Duration>, ChatError> {
        self.0.paused_for(account).await
    }

    async fn end_pause(&self, account: &str) -> Result<(), ChatError> {
        self.0.end_pause(account).await
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

    /// The keys of the scripts, in their order.
    fn keys(&self, account: &str) -> [String; 4] {
        ["requests", "permits", "paused", "tokens"].map(|what| self.key(account, what))
    }

    /// The hash of all accounts.
    fn accounts(&self) -> String {
        format!("{}ai:accounts", self.prefix)
    }
}

#[async_trait]
impl Counter for Sets {
    async fn exchange(&self, exchange: &Exchange<'_>) -> Result<Admission, String> {
        let Exchange { account, limits, ended, requests } = *exchange;
        let mut script = redis::cmd("EVAL");
        script
            .arg(EXCHANGE)
            .arg(4)
            .arg(&self.keys(account)[..])
            .arg(limits.requests_per_minute.map_or(-1, i64::from))
            .arg(limits.concurrency)
            .arg(limits.tokens_per_minute.map_or(-1, i64::from))
            .arg(ended.len());
        for ended in ended {
            let tokens = ended.tokens.map_or(-1, |tokens| i64::try_from(tokens).unwrap_or(i64::MAX));
            script.arg(member(ended.permit)).arg(tokens);
        }
        for request in requests {
            script.arg(member(request.permit)).arg(request.expected_tokens);
        }
        let answer = script.query_async(&mut self.connection.clone()).await;
        let (admitted, wait): (usize, u64) = answer.map_err(|error| error.to_string())?;
        Ok(Admission { admitted, wait: (wait > 0).then(|| Duration::from_millis(wait)) })
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

    async fn paused_for(&self, account: &str) -> Result<Option<Duration>, String> {
        let usage = redis::cmd("EVAL")
            .arg(USAGE)
            .arg(4)
            .arg(&self.keys(account)[..])
            .query_async::<(u64, u64, u64, u64)>(&mut self.connection.clone())
            .await;
        let (_, _, _, paused) = usage.map_err(|error| error.to_string())?;
        Ok((paused > 0).then(|| Duration::from_millis(paused)))
    }

    async fn end_pause(&self, account: &str) -> Result<(), String> {
        let ended = self.connection.clone().del::<_, ()>(self.key(account, "paused")).await;
        ended.map_err(|error| error.to_string())
    }

    async fn take_back(&self, account: &str, permit: PermitId) -> Result<(), String> {
        let permit = member(permit);
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

    async fn announce(&self, account: &str, limits: &KeyLimits) -> Result<(), String> {
        let announced = Announced {
            limits: (limits.requests_per_minute, limits.tokens_per_minute, limits.concurrency),
            at: OffsetDateTime::now_utc().unix_timestamp(),
        };
        let announced = serde_json::to_string(&announced).map_err(|error| error.to_string())?;
        let told = self.connection.clone().hset::<_, _, _, ()>(self.accounts(), account, announced).await;
        told.map_err(|error| error.to_string())
    }

    async fn usage(&self) -> Result<Vec<KeyUsage>, String> {
        let mut connection = self.connection.clone();
        let failed = |error: redis::RedisError| error.to_string();
        let known: Vec<(String, String)> = connection.hgetall(self.accounts()).await.map_err(failed)?;
        let since = (OffsetDateTime::now_utc() - KEPT).unix_timestamp();
        let (mut recent, mut forgotten) = (Vec::new(), Vec::new());
        for (account, announced) in known {
            match serde_json::from_str::<Announced>(&announced).ok().filter(|announced| announced.at >= since) {
                Some(announced) => recent.push((announced, account)),
                None => forgotten.push(account),
            }
        }
        if !forgotten.is_empty() {
            connection.hdel::<_, _, ()>(self.accounts(), forgotten).await.map_err(failed)?;
        }
        recent.sort_by_key(|(announced, _)| std::cmp::Reverse(announced.at));
        recent.truncate(usize::try_from(MAX_ACCOUNTS).unwrap_or_default());
        let mut asked = redis::pipe();
        for (_, account) in &recent {
            asked.cmd("EVAL").arg(USAGE).arg(4).arg(&self.keys(account)[..]);
        }
        let used: Vec<(u64, u64, u64, u64)> =
            if recent.is_empty() { Vec::new() } else { asked.query_async(&mut connection).await.map_err(failed)? };
        let usage =
            recent.into_iter().zip(used).map(|((announced, account), (in_flight, requests, tokens, paused))| {
                let (requests_per_minute, tokens_per_minute, concurrency) = announced.limits;
                KeyUsage {
                    account,
                    limits: Some(KeyLimits { requests_per_minute, tokens_per_minute, concurrency }),
                    in_flight,
                    requests,
                    tokens,
                    paused_for: (paused > 0).then(|| Duration::from_millis(paused)),
                }
            });
        let mut usage: Vec<KeyUsage> = usage.collect();
        usage.sort_by_key(|key| std::cmp::Reverse((key.in_flight, key.requests)));
        Ok(usage)
    }

    async fn tasks(&self, account: &str, requests: KeyRequests) -> Result<Vec<TaskId>, String> {
        let members: Vec<String> = redis::cmd("EVAL")
            .arg(REQUESTS)
            .arg(4)
            .arg(&self.keys(account)[..])
            .arg(u8::from(requests == KeyRequests::LastMinute))
            .query_async(&mut self.connection.clone())
            .await
            .map_err(|error| error.to_string())?;
        let tasks: BTreeSet<TaskId> = members.iter().filter_map(|member| task_of(member)).collect();
        Ok(tasks.into_iter().collect())
    }
}

/// A permit as a member of the sets: its id, and the task's after a colon if it has one.
fn member(PermitId { id, task }: PermitId) -> String {
    task.map_or_else(|| id.to_string(), |task| format!("{id}:{task}"))
}

fn task_of(member: &str) -> Option<TaskId> {
    member.split_once(':')?.1.parse().ok()
}

/// The limits of an account as last used: requests and tokens per minute, concurrency; and when, in seconds.
#[derive(serde::Serialize, serde::Deserialize)]
struct Announced {
    limits: (Option<u32>, Option<u32>, u32),
    at: i64,
}
