//! Finds, starts and stops a private PostgreSQL.
