//! Whether Redis answers: without it work goes on from the database, so that its loss must be said to be noticed.

use std::time::Duration;

use bole_domain::wire_enum;
use redis::AsyncConnectionConfig;
use redis::aio::MultiplexedConnection;
use tokio::sync::watch;

/// How often Redis is asked.
const INTERVAL: Duration = Duration::from_secs(2);
/// How long connecting and answering may take.
const ANSWER_LIMIT: Duration = Duration::from_secs(3);

wire_enum! {
    /// Whether a process reaches Redis.
    pub enum RedisState {
        /// It answered lately.
        Connected => "connected",
        /// It does not answer.
        Unreachable => "unreachable",
    }
}

/// Asks Redis until it is dropped; logs and publishes changes.
pub(crate) async fn watch(client: redis::Client, state: watch::Sender<Option<RedisState>>) {
    let mut connection = None;
    loop {
        let answer = ping(&client, &mut connection).await;
        let now = if answer.is_ok() { RedisState::Connected } else { RedisState::Unreachable };
        let before = state.send_replace(Some(now));
        match (before, answer) {
            (None | Some(RedisState::Connected), Err(error)) => tracing::warn!(
                %error,
                "Redis does not answer (REDIS_URL): workers look for tasks every second, and AI calls and emails wait until \
                 their limits can be counted"
            ),
            (Some(RedisState::Unreachable), Ok(())) => tracing::info!("Redis answers again"),
            _ => {}
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Asks over the connection of the last time, or a new one.
async fn ping(client: &redis::Client, connection: &mut Option<MultiplexedConnection>) -> redis::RedisResult<()> {
    let config = AsyncConnectionConfig::new()
        .set_connection_timeout(Some(ANSWER_LIMIT))
        .set_response_timeout(Some(ANSWER_LIMIT));
    let mut open = match connection.take() {
        Some(open) => open,
        None => client.get_multiplexed_async_connection_with_config(&config).await?,
    };
    redis::cmd("PING").exec_async(&mut open).await?;
    *connection = Some(open);
    Ok(())
}
