//! One request over and over, on so many connections at a time.

use std::time::{Duration, Instant};

use anyhow::ensure;
use reqwest::header::IF_NONE_MATCH;
use reqwest::{RequestBuilder, StatusCode};
use tokio::task::JoinSet;

use super::Rate;

/// Connections are opened and statements prepared before anything counts.
const WARM_UP: Duration = Duration::from_secs(1);

/// Sends `request` for as long as `within` on each of `connections`; with `etag`, each is to be answered 304.
pub async fn measure(
    request: RequestBuilder,
    etag: Option<&str>,
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
        let (client, request) = (client.clone(), request.try_clone());
        senders.spawn(async move {
            let mut took = Vec::new();
            loop {
                let began = Instant::now();
                if began >= begins + within {
                    return anyhow::Ok(took);
                }
                let request = request.as_ref().and_then(reqwest::Request::try_clone);
                let request = request.ok_or_else(|| anyhow::anyhow!("a read has no body"))?;
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
