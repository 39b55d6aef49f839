//! The planner's statistics.

use std::time::Duration;

use crate::{Db, StoreResult};

/// Longer than the database lets a statement run.
const LIMIT: Duration = Duration::from_secs(150);

/// Analyzes the tables that doubled since they were last analyzed. A cached plan is replaced when a table of it is
/// analyzed; autovacuum, which does the same, may take a minute to notice the first upload. Returns the number of these
/// tables.
pub async fn analyze_grown_tables(db: &Db) -> StoreResult<i32> {
    let statement = sqlx::query_scalar!(r#"SELECT analyze_grown_tables() AS "analyzed!""#);
    db.within(LIMIT, async |connection| statement.fetch_one(connection).await).await
}
