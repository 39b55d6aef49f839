//! PostgreSQL: all SQL, tenant transactions, the task ledger.
