//! The log: to stderr, for people or for machines.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

use crate::config::{LogFormat, LogOptions};

/// Starts logging. A filter that cannot be read is said and replaced by the default.
pub fn start(options: &LogOptions) {
    let (filter, complaint) = match EnvFilter::try_new(&options.filter) {
        Ok(filter) => (filter, None),
        Err(error) => (EnvFilter::new("info"), Some(error)),
    };
    let subscriber = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match options.format {
        LogFormat::Text => subscriber.with_ansi(std::io::stderr().is_terminal()).with_target(false).compact().init(),
        LogFormat::Json => subscriber.json().flatten_event(true).init(),
    }
    if let Some(error) = complaint {
        tracing::warn!(filter = options.filter, %error, "the log filter cannot be read; logging at info");
    }
}
