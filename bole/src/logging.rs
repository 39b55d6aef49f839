//! Logging to stderr, as text or JSON.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::Directive;

use crate::config::{LogFormat, LogOptions};

/// Starts logging. An invalid filter is reported and replaced by the default.
pub fn start(options: &LogOptions) {
    let (filter, complaint) = match EnvFilter::try_new(&options.filter) {
        Ok(filter) => (filter, None),
        Err(error) => (EnvFilter::new("info"), Some(error)),
    };
    let subscriber =
        tracing_subscriber::fmt().with_env_filter(without_conversations(filter)).with_writer(std::io::stderr);
    match options.format {
        LogFormat::Text => subscriber.with_ansi(std::io::stderr().is_terminal()).with_target(false).compact().init(),
        LogFormat::Json => subscriber.json().flatten_event(true).init(),
    }
    if let Some(error) = complaint {
        tracing::warn!(filter = options.filter, %error, "the log filter cannot be read; logging at info");
    }
}

/// Silences async-imap's trace output, which contains passwords and messages.
fn without_conversations(filter: EnvFilter) -> EnvFilter {
    let off: Option<Directive> = "async_imap=off".parse().ok();
    off.into_iter().fold(filter, EnvFilter::add_directive)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn trace_log_omits_mailbox_traffic() {
        let written = Written::default();
        let writer = written.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_env_filter(without_conversations(EnvFilter::new("trace,async_imap=trace")))
            .with_writer(move || writer.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, || {
            tracing::trace!(target: "async_imap::imap_stream", "a LOGIN");
            tracing::trace!("something else");
        });
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        assert!(text.contains("something else") && !text.contains("LOGIN"), "{text}");
    }
}
