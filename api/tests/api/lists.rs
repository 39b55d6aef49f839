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

/// Rows of each list that is read by cursor, three of them with the same time.
async fn fill_lists(board: &Board, application: &str) {
    let mut connection = board.app.database.connection().await;
    for sql in [
        "INSERT INTO jobs (id, organization_id, title, jd, created_at)
         SELECT gen_random_uuid(), organization_id, 'Job ' || n, '', created_at - make_interval(hours => n / 3)
         FROM applications, generate_series(1, 6) n WHERE id = $1",
        "INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body, language,
                             status)
         SELECT gen_random_uuid(), organization_id, id, job_id, person_id, 'rejection', '', '', '', 'en', 'sent'
         FROM applications, generate_series(1, 7) WHERE id = $1",
        "INSERT INTO inbound_messages (id, organization_id, message_id, state, sender, sender_name, subject, body, application_id,
                                       job_id)
         SELECT gen_random_uuid(), organization_id, n::text, 'reply', '', '', '', '', id, job_id
         FROM applications, generate_series(1, 7) n WHERE id = $1",
        "INSERT INTO offers (id, organization_id, application_id, position, salary, status)
         SELECT gen_random_uuid(), organization_id, id, 'Engineer', '30k', 'withdrawn'
         FROM applications, generate_series(1, 7) WHERE id = $1",
        "INSERT INTO interview_schedules (id, organization_id, application_id, start_time, end_time, round, interviewer_name)
         SELECT gen_random_uuid(), organization_id, id, created_at + make_interval(days => n / 3),
                created_at + make_interval(days => n / 3, hours => 1), 1, 'Chen ' || n
         FROM applications, generate_series(1, 7) n WHERE id = $1",
        "INSERT INTO batches (id, organization_id, job_id, file_name, source, size, created_at)
         SELECT gen_random_uuid(), organization_id, job_id, 'Batch ' || n, 'pool', 0, created_at - make_interval(hours => n / 3)
         FROM applications, generate_series(1, 7) n WHERE id = $1",
        "INSERT INTO batch_tasks (id, organization_id, batch_id, job_id, position, file_name, entry_status, entry_reason)
         SELECT gen_random_uuid(), b.organization_id, b.id, b.job_id, n, 'cv.pdf', 'skipped', 'entry.not_a_resume'
         FROM batches b, applications a, generate_series(1, 7) n
         WHERE a.id = $1 AND b.organization_id = a.organization_id AND b.file_name = 'Batch 7'",
        "INSERT INTO organization_invitations (id, organization_id, email, role, sent_at, expires_at)
         SELECT gen_random_uuid(), organization_id, n || '@invited.example', 'viewer',
                created_at - make_interval(hours => n / 3), now() + interval '1 day'
         FROM applications, generate_series(1, 7) n WHERE id = $1",
        "WITH added AS (
             INSERT INTO users (id, email, full_name)
             SELECT gen_random_uuid(), n || '@member.example', 'Member' FROM generate_series(1, 9) n RETURNING id, email)
         INSERT INTO organization_members (id, organization_id, user_id, role, joined_at, is_active)
         SELECT gen_random_uuid(), a.organization_id, added.id, 'viewer', date_trunc('hour', now()) + interval '1 hour',
                added.email > '5'
         FROM added, applications a WHERE a.id = $1",
    ] {
        let application: uuid::Uuid = application.parse().unwrap();
        sqlx::query(sql).bind(application).execute(&mut connection).await.unwrap();
    }
}

fn ids(page: &Value) -> Vec<String> {
    page["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn cursors_lead_through_lists_that_change_meanwhile() {
    let board = Board::new().await;
    let application = board.at("线下面试", "待发Offer意向").await;
    fill_lists(&board, &application).await;
    let of_application = format!("interview-schedules?application_id={application}&");
    let batches = page(&board, "batches").await["items"].as_array().unwrap().clone();
    let batch = batches.iter().find(|batch| batch["file_name"] == "Batch 7").unwrap()["id"].as_str().unwrap();
    let entries = format!("batches/{batch}/tasks?");
    for (list, table, goes) in [
        ("jobs?", "jobs", 0),
        ("emails?", "emails", 0),
        ("inbound-messages?kind=reply&is_done=false&", "inbound_messages", 0),
        ("offers?", "offers", 0),
        ("interview-schedules?", "interview_schedules", 0),
        (of_application.as_str(), "interview_schedules", 0),
        (entries.as_str(), "batch_tasks", 0),
        ("batches?", "batches", 0),
        ("invitations?", "organization_invitations", 0),
        // The first one is the owner who reads.
        ("members?", "organization_members", 1),
    ] {
        let all = page(&board, list).await;
        let expected = ids(&all);
        assert_eq!((expected.len() >= 6, all.get("next_cursor")), (true, None), "{list}");
        let mut read = Vec::new();
        let mut cursor = String::new();
        loop {
            let found = page(&board, &format!("{list}limit=2{cursor}")).await;
            if cursor.is_empty() {
                // A row of the first page goes; by offset the third would be left out.
                let sql = format!("DELETE FROM {table} WHERE id = $1");
                let removed: uuid::Uuid = expected[goes].parse().unwrap();
                sqlx::query(sqlx::AssertSqlSafe(sql))
                    .bind(removed)
                    .execute(&mut board.app.database.connection().await)
                    .await
                    .unwrap();
            } else {
                assert_eq!(found["total"], expected.len() - 1, "{list}");
            }
            read.extend(ids(&found));
            let Some(next) = found["next_cursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        assert_eq!(read, expected, "{list}");
        for wrong in ["cursor=nonsense", "cursor=1.2", &format!("offset=1{cursor}")] {
            let answer = board.owner.get(&format!("{}/{list}{wrong}", board.organization)).await;
            assert_eq!(answer.problem(422), "request.invalid", "{list} {wrong}");
        }
    }
    let by_title = format!("{}/jobs?sort=title&cursor=0.{}", board.organization, uuid::Uuid::nil());
    assert_eq!(board.owner.get(&by_title).await.problem(422), "request.invalid");
    let by_score = format!("{}/{entries}sort=score&cursor=0.{}", board.organization, uuid::Uuid::nil());
    assert_eq!(board.owner.get(&by_score).await.problem(422), "request.invalid");
}
