//! Repeats one request on several connections.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use reqwest::header::IF_NONE_MATCH;
use reqwest::{RequestBuilder, StatusCode};
use tokio::task::JoinSet;

use super::Rate;

/// Connections are opened and statements prepared before the measurement.
const WARM_UP: Duration = Duration::from_secs(1);

/// Requests with an end time that this process has sent.
static ENDS: AtomicU64 = AtomicU64::new(0);

/// Sends `request` for the duration `within` on each of `connections`; with `etag`, each must be answered 304. With `until`, a
/// second such as `2026-01-01T08:00:00`, each requests a period that ends at a different nanosecond of it, so that no answer
/// comes from the cache.
pub async fn measure(
    request: RequestBuilder,
    etag: Option<&str>,
    until: Option<&str>,
    connections: usize,
    within: Duration,
) -> anyhow::Result<Rate> {
    let (client, request) = request.build_split();
    let mut request = request?;
    let expected = if let Some(etag) = etag {
        request.headers_mut().insert(IF_NONE_MATCH, etag.parse()?);
        StatusCode::NOT_MODIFIED
    } else {
        StatusCode::OK
    };
    let begins = Instant::now() + WARM_UP;
    let mut senders = JoinSet::new();
    for _ in 0..connections {
        let (client, request, until) = (client.clone(), request.try_clone(), until.map(str::to_owned));
        senders.spawn(async move {
            let mut took = Vec::new();
            loop {
                let began = Instant::now();
                if began >= begins + within {
                    return anyhow::Ok(took);
                }
                let request = request.as_ref().and_then(reqwest::Request::try_clone);
                let mut request = request.ok_or_else(|| anyhow::anyhow!("a read has no body"))?;
                if let Some(until) = &until {
                    let end = format!("{until}.{:09}Z", ENDS.fetch_add(1, Ordering::Relaxed));
                    request.url_mut().query_pairs_mut().append_pair("to", &end);
                }
                let answer = client.execute(request).await?;
                ensure!(answer.status() == expected, "answered {}", answer.status());
                answer.bytes().await?;
                if began >= begins {
                    took.push(began.elapsed());
                }
            }
        });
    }
    let mut all = Vec::new();
    for took in senders.join_all().await {
        all.extend(took?);
    }
    Rate::of(all, within)
}
