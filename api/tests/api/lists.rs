//! Long lists: their total is known past the end, cached while they are long, and marked as an estimate.

use serde_json::{Value, json};

use crate::world::Board;

async fn page(board: &Board, path: &str) -> Value {
    board.owner.get(&format!("{}/{path}", board.organization)).await.expect(200)
}

/// Adds archived applications of different people to the talent pool.
async fn fill_pool(board: &Board, count: i32) {
    let job: uuid::Uuid = board.job.rsplit('/').next().unwrap().parse().unwrap();
    let mut connection = board.app.database.connection().await;
    sqlx::query(
        "WITH person AS (
             INSERT INTO people (id, organization_id, name)
             SELECT gen_random_uuid(), j.organization_id, 'Person ' || n FROM jobs j, generate_series(1, $2) n WHERE j.id = $1
             RETURNING id, organization_id)
         INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status, is_archived, archive_reason,
                                   archived_at)
         SELECT gen_random_uuid(), organization_id, $1, id, 'AI评审', 'AI推荐建联', true, 'future_opportunity', now()
         FROM person",
    )
    .bind(job)
    .bind(count)
    .execute(&mut connection)
    .await
    .unwrap();
}

#[tokio::test]
async fn page_past_the_end_has_the_total() {
    let board = Board::new().await;
    board.at("线下面试", "待发Offer意向").await;
    fill_pool(&board, 2).await;
    for (list, total) in [("applications", 1), ("talent-pool", 2), ("jobs", 1), ("members", 1)] {
        for offset in [0, total] {
            let page = page(&board, &format!("{list}?offset={offset}")).await;
            assert_eq!(page["total"], total, "{list} from {offset}");
            assert_eq!(page["items"].as_array().map(Vec::len).unwrap() > 0, offset == 0, "{list} from {offset}");
        }
    }
    let first = page(&board, "talent-pool?limit=1").await;
    assert_eq!((first["items"].as_array().map(Vec::len), &first["total"]), (Some(1), &json!(2)));
}

#[tokio::test]
async fn totals_above_1000_are_cached_and_marked() {
    let board = Board::new().await;
    fill_pool(&board, 1_001).await;
    let counted = page(&board, "talent-pool?limit=1").await;
    assert_eq!((&counted["total"], counted.get("total_is_estimate")), (&json!(1_001), None));
    let mut connection = board.app.database.connection().await;
    sqlx::query("DELETE FROM applications WHERE id = (SELECT id FROM applications WHERE is_archived LIMIT 1)")
        .execute(&mut connection)
        .await
        .unwrap();
    // After more than ten seconds it is counted again.
    let remembered = page(&board, "talent-pool?limit=1").await;
    let told = (remembered["total"].as_i64(), remembered["total_is_estimate"].as_bool());
    assert!([(Some(1_001), Some(true)), (Some(1_000), None)].contains(&told), "{told:?}");
    // Another filter has its own total.
    let found = page(&board, "talent-pool?limit=1&reason=skill_mismatch").await;
    assert_eq!((&found["total"], found.get("total_is_estimate")), (&json!(0), None));
}
