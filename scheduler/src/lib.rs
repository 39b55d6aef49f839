//! One file per cron.
