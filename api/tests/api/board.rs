//! A job's pipeline, the talent pool, and a person's record.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use crate::samples::{archive, resume_pdf};
use crate::support::Client;
use crate::world::Board;

async fn pool_of(board: &Board, query: &str) -> crate::support::Answer {
    board.owner.get(&format!("{}/talent-pool{query}", board.organization)).await
}

fn ids(page: &Value) -> Vec<&str> {
    page["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn lanes_count_every_sub_status_with_and_without_a_search() {
    let board = Board::new().await;
    let lin = board.at("线上面试", "已预约线上面试").await;
    board.at("线上面试", "已预约线上面试").await;
    board.at("线下面试", "缺席面试").await;
    let archived = board.at("线上面试", "缺席面试").await;
    board.set("UPDATE people SET name = '林晓雨' WHERE id = $1", &lin).await;
    let archive = format!("{}/applications/archive", board.organization);
    board.owner.post(&archive, json!({ "ids": [archived], "reason": "other" })).await.expect(200);

    let count =
        |lanes: &Value, stage: usize, sub_status: usize| lanes["lanes"][stage]["sub_statuses"][sub_status].clone();
    let lanes = board.owner.get(&format!("{}/lanes", board.job)).await.expect(200);
    assert_eq!((&lanes["total"], lanes["lanes"].as_array().unwrap().len()), (&json!(3), 5));
    assert_eq!((&lanes["lanes"][1]["status"], &lanes["lanes"][1]["count"]), (&json!("线上面试"), &json!(2)));
    assert_eq!(count(&lanes, 1, 3), json!({ "sub_status": "已预约线上面试", "count": 2 }));
    assert_eq!(count(&lanes, 1, 5), json!({ "sub_status": "缺席面试", "count": 0 }), "archived ones are left out");
    let found = board.owner.get(&format!("{}/lanes?search=晓雨", board.job)).await.expect(200);
    assert_eq!((&found["total"], &count(&found, 1, 3)["count"]), (&json!(1), &json!(1)));
}

#[tokio::test]
async fn card_has_the_board_fields() {
    let board = Board::new().await;
    let id = board.at("线上面试", "已发线上面试邀请").await;
    board
        .set(
            "UPDATE people SET name = '林晓雨', current_position = '后端工程师', total_years_of_experience = 6.5
               WHERE id = $1",
            &id,
        )
        .await;
    let page = board.board("").await;
    let card = &page["items"][0];
    assert_eq!((&card["id"], &card["version"], &card["starred"]), (&json!(id), &json!(1), &json!(false)));
    assert_eq!(card["person"], json!({ "id": id, "name": "林晓雨", "current_position": "后端工程师", "years": 6.5 }));
    assert_eq!((&card["sub_status"], &card["next"]), (&json!("已发线上面试邀请"), &json!("book")));
    assert!(card["sub_status_since"].is_string());
    assert_eq!((&page["total"], &page["next_cursor"]), (&json!(1), &Value::Null));
}

#[tokio::test]
async fn card_and_person_show_relevant_years() {
    let board = Board::new().await;
    let _working = board.app.work();
    let batch = board.owner.evaluate(&board.job, archive([("a.pdf", resume_pdf("Ann", 1))])).await;
    board.owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    let criterion = |verdict: &str, from: &str, to: &str, years: f64| {
        json!({ "verdict": verdict, "years": {
            "spans": [{ "from": from, "to": to, "years": years }], "total": years, "required": 3.0 } })
    };
    let criteria = json!([
        criterion("met", "2016-01", "2019-12", 4.0),
        criterion("partly", "2018-01", "2019-12", 2.0),
        criterion("not", "2020-01", "2022-12", 3.0),
        { "verdict": "met" },
    ]);
    sqlx::query("UPDATE evaluations SET ai_eval = jsonb_set(ai_eval, '{criteria}', $1)")
        .bind(criteria)
        .execute(&mut board.app.database.connection().await)
        .await
        .unwrap();
    let page = board.board("").await;
    assert_eq!(page["items"][0]["relevant_years"], 4.0);
    let person = board.person(page["items"][0]["person"]["id"].as_str().unwrap()).await;
    assert_eq!(person["applications"][0]["relevant_years"], 4.0);
}

#[tokio::test]
async fn conversion_counts_entries_and_advances_per_stage() {
    let board = Board::new().await;
    let [dragged, undone] = [(); 2].map(|()| board.at("线上面试", "已完成面试"));
    let (dragged, undone) = (dragged.await, undone.await);
    board.at("AI评审", "AI推荐建联").await;
    board.results("drag", json!({ "ids": [dragged, undone] })).await;
    let back = board.results("take-back", json!({ "ids": [undone] })).await;
    assert_eq!(back[0]["status"], "ok");
    board.results("eliminate", json!({ "ids": [dragged], "send_email": false })).await;
    let read = board.owner.get(&format!("{}/conversion", board.job)).await.expect(200);
    let stage = |status: &str, entered: u32, advanced: u32| json!({ "status": status, "entered": entered, "advanced": advanced });
    let expected = [
        stage("AI评审", 1, 0),
        stage("线上面试", 2, 1),
        stage("线下面试", 1, 0),
        stage("Offer阶段", 0, 0),
        stage("入职阶段", 0, 0),
    ];
    assert_eq!(read["stages"], json!(expected));
}

#[tokio::test]
async fn pages_are_contiguous_in_every_order() {
    let board = Board::new().await;
    let mut all = Vec::new();
    for score in [70.0, 90.0, 70.0, 50.0] {
        let id = board.at("线上面试", "待发线上面试邀请").await;
        let key: uuid::Uuid = id.parse().unwrap();
        sqlx::query("UPDATE applications SET overall_score = $2 WHERE id = $1")
            .bind(key)
            .bind(score)
            .execute(&mut board.app.database.connection().await)
            .await
            .unwrap();
        all.push(id);
    }
    all.push(board.at("线上面试", "待发线上面试邀请").await);
    board.at("线下面试", "待发线下面试邀请").await;
    let expected = [("newest", [4, 3, 2, 1, 0]), ("score", [1, 2, 0, 3, 4]), ("waiting", [0, 1, 2, 3, 4])];
    for (sort, order) in expected {
        let mut seen = Vec::new();
        let mut query = format!("?status=线上面试&sort={sort}&limit=2");
        loop {
            let page = board.board(&query).await;
            assert_eq!(page["total"], 5, "{sort}");
            seen.extend(ids(&page).into_iter().map(str::to_owned));
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            query = format!("?status=线上面试&sort={sort}&limit=2&cursor={cursor}");
        }
        assert_eq!(seen, order.map(|at: usize| all[at].clone()), "{sort}");
    }
    let wrong = board.owner.get(&format!("{}/board?cursor=nonsense", board.job)).await;
    assert_eq!(wrong.problem(422), "request.invalid");
}

#[tokio::test]
async fn column_is_filtered_by_sub_status() {
    let board = Board::new().await;
    let booked = board.at("线上面试", "已预约线上面试").await;
    let absent = board.at("线上面试", "缺席面试").await;
    board.at("线上面试", "待发线上面试邀请").await;
    let page = board.board("?status=线上面试&sub_status=已预约线上面试,缺席面试&sort=waiting").await;
    assert_eq!((ids(&page), &page["total"]), (vec![booked.as_str(), absent.as_str()], &json!(2)));
    let wrong = board.owner.get(&format!("{}/board?sub_status=nowhere", board.job)).await;
    assert_eq!(wrong.problem(422), "request.invalid");
}

#[tokio::test]
async fn applications_are_sorted_by_score_date_or_waiting_time() {
    let board = Board::new().await;
    let first = board.at("线上面试", "待发线上面试邀请").await;
    let second = board.at("线上面试", "待发线上面试邀请").await;
    for (sort, order) in [("newest", [&second, &first]), ("waiting", [&first, &second])] {
        let page = board.owner.get(&format!("{}/applications?sort={sort}", board.organization)).await.expect(200);
        assert_eq!(ids(&page), order.map(String::as_str), "{sort}");
        assert_eq!((&page["total"], &page["total_is_estimate"]), (&json!(2), &json!(false)));
    }
}

#[tokio::test]
async fn talent_pool_lists_archived_and_optionally_rejected_candidates() {
    let board = Board::new().await;
    let pooled = board.at("线上面试", "缺席面试").await;
    let gone = board.at("线上面试", "缺席面试").await;
    board.at("线上面试", "缺席面试").await;
    let verb = |verb: &str| format!("{}/applications/{verb}", board.organization);
    board.owner.post(&verb("archive"), json!({ "ids": [pooled], "reason": "人才库" })).await.expect(200);
    board.owner.post(&verb("eliminate"), json!({ "ids": [gone] })).await.expect(200);
    let pool = |query: &'static str| pool_of(&board, query);
    let page = pool("").await.expect(200);
    assert_eq!((ids(&page), &page["total"]), (vec![pooled.as_str()], &json!(1)));
    let entry = &page["items"][0];
    assert_eq!((&entry["archive_reason"], &entry["job_title"]), (&json!("人才库"), &json!("Backend engineer")));
    assert_eq!(ids(&pool("?reason=已发拒信淘汰").await.expect(200)), [gone.as_str()]);
    assert_eq!(pool("?starred=true").await.expect(200)["total"], 0);
    board.owner.patch(&format!("{}/people/{pooled}", board.organization), json!({ "starred": true })).await.expect(200);
    assert_eq!(pool("?starred=true&blacklisted=false").await.expect(200)["total"], 1);
    assert_eq!(pool("?search=nobody").await.expect(200), json!({ "items": [], "total": 0 }));
}

#[tokio::test]
async fn person_change_is_validated_and_recorded() {
    let board = Board::new().await;
    let id = board.at("线上面试", "缺席面试").await;
    let other = board.at("线上面试", "缺席面试").await;
    let path = format!("{}/people/{id}", board.organization);
    for (wrong, field) in
        [(json!({ "email": "nobody" }), "field.email_invalid"), (json!({ "phone": "call" }), "field.phone_invalid")]
    {
        let problem = board.owner.patch(&path, wrong).await.expect(422);
        assert_eq!(problem["errors"][0]["code"], field);
    }
    let taken = board.owner.patch(&path, json!({ "email": format!("{other}@example.com") })).await;
    assert_eq!(taken.problem(422), "person.email_taken");
    let change = json!({ "email": "Lin@Example.com", "phone": "+86 138-0000-1234", "contact": null,
                         "expected_salary": "30k", "tags": ["Rust", "Rust", " "] });
    let changed = board.owner.patch(&path, change).await.expect(200);
    assert_eq!((&changed["email"], &changed["expected_salary"]), (&json!("lin@example.com"), &json!("30k")));
    assert_eq!((&changed["tags"], &changed["version"]), (&json!(["Rust"]), &json!(2)));
    let recorded: Value = sqlx::query_scalar("SELECT changes FROM person_events")
        .fetch_one(&mut board.app.database.connection().await)
        .await
        .unwrap();
    assert_eq!(recorded["phone"], json!({ "from": null, "to": "+86 138-0000-1234" }));
    assert_eq!(board.person(&id).await["applications"][0]["id"], json!(id));
    let stale = board.owner.patch(&path, json!({ "phone": "+86 139-0000-1234", "version": 1 })).await;
    assert_eq!(stale.problem(409), "request.stale");
    let nobody = format!("{}/people/{}", board.organization, uuid::Uuid::now_v7());
    assert_eq!(board.owner.patch(&nobody, json!({})).await.problem(404), "person.not_found");
}

#[tokio::test]
async fn blacklisting_rejects_every_application_of_the_person() {
    let board = Board::new().await;
    let id = board.at("线下面试", "已预约线下面试").await;
    assert_eq!(board.person(&id).await["open_applications"], 1);
    let change = json!({ "blacklisted": true, "blacklist_reason": "Forged diploma" });
    let person = board.owner.patch(&format!("{}/people/{id}", board.organization), change).await.expect(200);
    assert_eq!((&person["blacklisted"], &person["open_applications"]), (&json!(true), &json!(0)));
    let application = board.owner.get(&format!("{}/applications/{id}", board.organization)).await.expect(200);
    assert_eq!((&application["status"], &application["sub_status"]), (&json!("归档"), &json!("已淘汰")));
    let last = application["history"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["move"], &last["reason"]), (&json!("blacklist"), &json!("Forged diploma")));
    // The pool does without them, until they are asked for.
    assert_eq!(pool_of(&board, "").await.expect(200)["total"], 0);
    let blacklisted = pool_of(&board, "?blacklisted=true").await.expect(200);
    assert_eq!((ids(&blacklisted), &blacklisted["total"]), (vec![id.as_str()], &json!(1)));
    assert_eq!(blacklisted["items"][0]["archive_reason"], "已发拒信淘汰");
    assert_eq!(pool_of(&board, "?blacklisted=true&reason=other").await.expect(200)["total"], 0);
}

#[tokio::test]
async fn salaries_are_hidden_from_interviewers_and_notes_have_authors() {
    let board = Board::new().await;
    let id = board.at("线下面试", "已预约线下面试").await;
    let path = format!("{}/people/{id}", board.organization);
    board.owner.patch(&path, json!({ "current_salary": "20k" })).await.expect(200);
    let interviewer = board.app.member(&board.organization, Role::Interviewer).await;
    assert_eq!(interviewer.get(&path).await.problem(404), "person.not_found");
    board.owner.assign(&board.job, &interviewer).await;
    let seen = interviewer.get(&path).await.expect(200);
    assert_eq!((&seen["current_salary"], &seen["expected_salary"]), (&Value::Null, &Value::Null));
    assert_eq!(interviewer.patch(&path, json!({ "starred": true })).await.problem(403), "permission.denied");

    let changes = async |client: &Client| client.get(&format!("{path}/changes")).await.expect(200);
    let salary = json!({ "field": "current_salary", "from": "", "to": "20k" });
    assert_eq!(changes(&board.owner).await["items"][0]["changes"], json!([salary]));
    assert_eq!(changes(&interviewer).await["items"][0]["changes"], json!([]));

    let notes = format!("{path}/notes");
    assert_eq!(interviewer.post(&notes, json!({ "text": "  " })).await.status, 422);
    let note = interviewer.post(&notes, json!({ "text": "Clear answers." })).await.expect(201);
    assert_eq!(note["author"]["name"], "Wang Fang");
    let listed = board.owner.get(&notes).await.expect(200);
    assert_eq!((&listed["total"], &listed["items"][0]["text"]), (&json!(1), &json!("Clear answers.")));
    assert!(board.person(&id).await["last_contact_at"].is_string());
}

#[tokio::test]
async fn talent_pool_is_ranked_for_another_job_and_promoted() {
    let board = Board::new().await;
    let _working = board.app.work();
    let batch =
        board.owner.evaluate(&board.job, archive([("a.pdf", resume_pdf("Ann", 1)), ("b.pdf", resume_pdf("Ben", 2))]));
    board.owner.post(&format!("{}/promote", batch.await), json!({})).await.expect(200);
    let listed = board.owner.get(&format!("{}/applications", board.organization)).await.expect(200);
    let pooled = json!({ "ids": ids(&listed), "reason": "人才库" });
    board.owner.post(&format!("{}/applications/archive", board.organization), pooled).await.expect(200);
    // Blacklisted people are not ranked.
    let blacklisted = listed["items"][1]["person_id"].as_str().unwrap();
    let change = json!({ "blacklisted": true });
    board.owner.patch(&format!("{}/people/{blacklisted}", board.organization), change).await.expect(200);

    // Makes reading the files again fail.
    sqlx::query("UPDATE files SET storage_key = 'nowhere/' || id")
        .execute(&mut board.app.database.connection().await)
        .await
        .unwrap();
    let other = board.owner.job(&board.organization).await;
    let job_id = other.rsplit('/').next().unwrap();
    // Whoever applied twice is one person.
    let third = board.owner.job(&board.organization).await;
    sqlx::query(
        "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status, is_archived, archive_reason,
                                   archived_at)
         SELECT gen_random_uuid(), organization_id, $1, person_id, status, sub_status, true, archive_reason, archived_at
         FROM applications WHERE is_archived",
    )
    .bind(third.rsplit('/').next().unwrap().parse::<uuid::Uuid>().unwrap())
    .execute(&mut board.app.database.connection().await)
    .await
    .unwrap();
    let rank = format!("{}/talent-pool/rank", board.organization);
    assert_eq!(board.owner.get(&rank).await.expect(200), json!({ "people": 1 }));
    let answer = board.owner.post(&rank, json!({ "job_id": job_id })).await;
    assert_eq!(answer.expect(202)["batch"]["source"], "pool");
    let ranking = answer.header("location").to_owned();
    let finished = board.owner.finished(&ranking).await;
    assert_eq!((&finished["counts"]["completed"], &finished["job_id"]), (&json!(1), &json!(job_id)));
    let tasks = board.owner.get(&format!("{}/tasks?kind=pool.rank", board.organization)).await.expect(200);
    assert_eq!(tasks["items"][0]["progress"], json!({ "done": 1, "total": 1 }));
    let promoted = board.owner.post(&format!("{ranking}/promote"), json!({})).await.expect(200);
    assert_eq!(promoted, json!({ "created": 1, "existing": 0, "skipped": 0 }));
    let wrong = board.owner.post(&rank, json!({})).await;
    assert_eq!(wrong.problem(422), "request.invalid");
}

#[tokio::test]
async fn person_search_is_limited_to_visible_jobs() {
    let board = Board::new().await;
    let id = board.at("线上面试", "缺席面试").await;
    let found = async |client: &Client, words: &str| {
        client.get(&format!("{}/people?search={words}", board.organization)).await.expect(200)
    };
    // Addresses start with the person's id.
    assert_eq!(ids(&found(&board.owner, &id).await), [id.as_str()]);
    assert_eq!(found(&board.owner, "nobody-of-this-name").await["total"], 0);
    assert_eq!(found(&board.owner, "").await["total"], 0);
    let interviewer = board.app.member(&board.organization, Role::Interviewer).await;
    assert_eq!(found(&interviewer, &id).await["total"], 0);
    board.owner.assign(&board.job, &interviewer).await;
    assert_eq!(found(&interviewer, &id).await["total"], 1);
}

#[tokio::test]
async fn members_have_their_own_saved_views() {
    let board = Board::new().await;
    let path = format!("{}/saved-views", board.organization);
    let view = |name: &str, query: &str| json!({ "screen": "pipeline", "name": name, "query": query });
    let first = board.owner.post(&path, view("Late", "online=a")).await.expect(201);
    let again = board.owner.post(&path, view(" Late ", "online=b")).await.expect(201);
    assert_eq!(first["id"], again["id"], "the same name is the same view");
    board.owner.post(&path, view("All", "")).await.expect(201);
    assert_eq!(board.owner.post(&path, view("", "")).await.status, 422);
    assert_eq!(board.owner.post(&path, json!({ "screen": "No Screen", "name": "x" })).await.status, 422);
    let listed = board.owner.get(&format!("{path}?screen=pipeline")).await.expect(200);
    assert_eq!(listed["items"][1]["query"], "online=b");
    assert_eq!(listed["total"], 2);
    let other = board.app.member(&board.organization, Role::Recruiter).await;
    assert_eq!(other.get(&format!("{path}?screen=pipeline")).await.expect(200)["total"], 0);
    let one = format!("{path}/{}", first["id"].as_str().unwrap());
    assert_eq!(other.delete(&one).await.problem(404), "saved_view.not_found");
    board.owner.delete(&one).await.expect(204);
    assert_eq!(board.owner.get(&format!("{path}?screen=pipeline")).await.expect(200)["total"], 1);
}
