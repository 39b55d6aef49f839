//! The planner's statistics.

use crate::{Db, StoreResult};

/// Analyzes the tables that doubled since they were last analyzed. A cached plan is replaced when a table of it is
/// analyzed; autovacuum, which does the same, may take a minute to notice the first upload. Returns the number of these
/// tables.
pub async fn analyze_grown_tables(db: &Db) -> StoreResult<i32> {
    Ok(sqlx::query_scalar!(r#"SELECT analyze_grown_tables() AS "analyzed!""#)
        .fetch_one(&mut *db.ledger().await?)
        .await?)
}
