//! The dashboard: its metrics match the lists and cover the jobs the member can access.

use std::io::Read as _;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bole_api::Clock;
use bole_domain::organization::Role;
use bole_scheduler::{Cron, PruneExports};
use serde_json::{Value, json};

use crate::samples::{archive, resume_pdf};
use crate::support::{Client, TestApp, eventually};

fn stage<'a>(dashboard: &'a Value, status: &str) -> &'a Value {
    dashboard["funnel"].as_array().unwrap().iter().find(|stage| stage["status"] == status).unwrap()
}

/// A job with two candidates in AI review.
async fn with_two_candidates(app: &TestApp) -> (Client, String, String) {
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let zip = archive([("ann.pdf", resume_pdf("Ann", 1)), ("ben.pdf", resume_pdf("Ben", 2))]);
    let batch = owner.evaluate(&job, zip).await;
    owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    (owner, organization, job)
}

#[tokio::test]
async fn figures_match_the_lists() {
    let app = TestApp::new().await;
    let (owner, organization, job) = with_two_candidates(&app).await;
    let dashboard = owner.get(&format!("{organization}/dashboard")).await.expect(200);
    let review = stage(&dashboard, "AI评审");
    assert_eq!((&review["entered"], &review["entered_before"], &review["current"]), (&json!(2), &json!(0), &json!(2)));
    let by_sub_status: i64 =
        review["sub_statuses"].as_array().unwrap().iter().map(|count| count["current"].as_i64().unwrap()).sum();
    assert_eq!(by_sub_status, 2);
    assert_eq!(stage(&dashboard, "线上面试")["current"], 0);
    let trend = dashboard["trend"]["points"].as_array().unwrap();
    assert_eq!(
        (&dashboard["trend"]["step"], trend.len()),
        (&json!("day"), 31),
        "every day, the first and last in part"
    );
    let applied: i64 = trend.iter().map(|point| point["applied"].as_i64().unwrap()).sum();
    assert_eq!((applied, trend.iter().map(|point| point["hired"].as_i64().unwrap()).sum()), (2, 0i64));
    assert_eq!(
        dashboard["sources"],
        json!([{ "source": "batch", "applied": 2, "advanced": 0, "applied_before": 0, "advanced_before": 0 }])
    );
    let scored: i64 = dashboard["scores"]["histogram"].as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).sum();
    assert_eq!(scored, 2);
    let jobs = dashboard["jobs"].as_array().unwrap();
    assert_eq!((jobs.len(), &jobs[0]["applied"], &jobs[0]["in_review"]), (1, &json!(2), &json!(2)));
    assert!(job.ends_with(jobs[0]["job_id"].as_str().unwrap()));
}

#[tokio::test]
async fn events_outside_the_period_are_not_counted() {
    let app = TestApp::new().await;
    let (owner, organization, _) = with_two_candidates(&app).await;
    let path = format!("{organization}/dashboard?from=2020-01-01&to=2020-12-31");
    let dashboard = owner.get(&path).await.expect(200);
    assert_eq!(
        (&dashboard["from"], &dashboard["to"]),
        (&json!("2019-12-31T16:00:00Z"), &json!("2020-12-31T16:00:00Z"))
    );
    assert_eq!(dashboard["time_zone"], "Asia/Shanghai", "that of organizations without another");
    assert_eq!(stage(&dashboard, "AI评审")["entered"], 0);
    // Current metrics do not depend on the period.
    assert_eq!(stage(&dashboard, "AI评审")["current"], 2);
    owner.get(&format!("{organization}/dashboard?from=2021-01-01&to=2020-12-31")).await.problem(422);
}

#[tokio::test]
async fn days_follow_the_organizations_time_zone() {
    let app = TestApp::new().await;
    let (owner, organization, _) = with_two_candidates(&app).await;
    // Half past seven in the morning of the second in Shanghai.
    for sql in [
        "UPDATE applications SET created_at = '2026-03-01T23:30:00Z'",
        "UPDATE application_events SET created_at = '2026-03-01T23:30:00Z'",
    ] {
        sqlx::query(sql).execute(&mut app.database.connection().await).await.unwrap();
    }
    let counted = async |day: &str| {
        let query = format!("from={day}&to={day}");
        let dashboard = owner.get(&format!("{organization}/dashboard?{query}")).await.expect(200);
        let behind = format!("{organization}/dashboard/candidates?figure=applied&{query}");
        let behind = owner.get(&behind).await.expect(200)["total"].as_i64().unwrap();
        let applied = dashboard["jobs"][0]["applied"].as_i64().unwrap();
        let points = dashboard["trend"]["points"].as_array().unwrap();
        assert_eq!((points.len(), &points[0]["applied"], behind), (1, &json!(applied), applied), "{day}");
        applied
    };
    assert_eq!((counted("2026-03-01").await, counted("2026-03-02").await), (0, 2));
    let settings = json!({ "settings": { "timezone": "UTC" } });
    owner.patch(&organization, settings).await.expect(200);
    assert_eq!((counted("2026-03-01").await, counted("2026-03-02").await), (2, 0));
}

#[tokio::test]
async fn member_sees_figures_of_own_jobs() {
    let app = TestApp::new().await;
    let (owner, organization, job) = with_two_candidates(&app).await;
    let viewer = app.member(&organization, Role::Viewer).await;
    let path = format!("{organization}/dashboard");
    let none = viewer.get(&path).await.expect(200);
    assert_eq!((&stage(&none, "AI评审")["current"], &none["jobs"]), (&json!(0), &json!([])));
    owner.assign(&job, &viewer).await;
    let some = viewer.get(&path).await.expect(200);
    assert_eq!(stage(&some, "AI评审")["current"], 2);
    assert_eq!(stage(&some, "AI评审")["entered"], 2);
}

/// Adds candidates at AI review to a job, given by its path.
async fn add_candidates(app: &TestApp, job: &str, count: i32) {
    let job: uuid::Uuid = job.rsplit('/').next().unwrap().parse().unwrap();
    let sql = "WITH new AS MATERIALIZED (SELECT uuidv7() AS id FROM generate_series(1, $2)),
                    named AS (INSERT INTO people (id, organization_id)
                              SELECT new.id, j.organization_id FROM new, jobs j WHERE j.id = $1)
               INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status)
               SELECT new.id, j.organization_id, j.id, new.id, 'AI评审', 'AI推荐建联' FROM new, jobs j WHERE j.id = $1";
    sqlx::query(sql).bind(job).bind(count).execute(&mut app.database.connection().await).await.unwrap();
}

#[tokio::test]
async fn figures_are_cached_ten_seconds_by_organization_viewer_and_filter() {
    // Stands still until it is put forward.
    let now = Arc::new(Mutex::new(Instant::now()));
    let held = Arc::clone(&now);
    let app = TestApp::with(|config| config.clock = Clock::new(move || *held.lock().unwrap())).await;
    let forward = |seconds| *now.lock().unwrap() += Duration::from_secs(seconds);
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let viewer = app.member(&organization, Role::Viewer).await;
    let (stranger, elsewhere) = app.owner("other").await;
    let other_job = stranger.job(&elsewhere).await;
    // What is in review, and how old that is.
    let seen = async |client: &Client, path: String| {
        let answer = client.get(&path).await;
        let age = answer.header("age").to_owned();
        (stage(&answer.expect(200), "AI评审")["current"].as_i64().unwrap(), age)
    };
    let all = || format!("{organization}/dashboard");
    let fresh = |count: i64| (count, "0".to_owned());

    add_candidates(&app, &job, 5_001).await;
    assert_eq!(seen(&owner, all()).await, fresh(5_001));
    add_candidates(&app, &job, 1).await;
    forward(4);
    assert_eq!(seen(&owner, all()).await, (5_001, "4".to_owned()), "kept");
    let job_id = job.rsplit('/').next().unwrap();
    assert_eq!(seen(&owner, format!("{}?job_id={job_id}", all())).await, fresh(5_002), "another filter");
    assert_eq!(seen(&viewer, all()).await, fresh(0), "another member's jobs");
    assert_eq!(seen(&stranger, format!("{elsewhere}/dashboard")).await, fresh(0), "another organization");
    forward(5);
    assert_eq!(seen(&owner, all()).await, (5_001, "9".to_owned()));
    forward(1);
    assert_eq!(seen(&owner, all()).await, fresh(5_002), "ten seconds later");
    // Few are counted for each request.
    add_candidates(&app, &other_job, 1).await;
    assert_eq!(seen(&stranger, format!("{elsewhere}/dashboard")).await, fresh(1));
}

#[tokio::test]
async fn figure_links_to_the_candidates_it_counts() {
    let app = TestApp::new().await;
    let (owner, organization, job) = with_two_candidates(&app).await;
    let dashboard = owner.get(&format!("{organization}/dashboard")).await.expect(200);
    let (from, to) = (dashboard["from"].as_str().unwrap(), dashboard["to"].as_str().unwrap());
    let behind = async |query: &str| {
        let path = format!("{organization}/dashboard/candidates?from={from}&to={to}&{query}");
        owner.get(&path).await.expect(200)
    };
    for level in dashboard["scores"]["levels"].as_array().unwrap() {
        let listed = behind(&format!("figure=level&level={}", level["level"].as_str().unwrap())).await;
        assert_eq!((&listed["figure"], &listed["total"]), (&level["count"], &level["count"]), "{level}");
    }
    let listed = behind("figure=current&status=AI评审").await;
    let names: Vec<_> = listed["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect();
    assert_eq!((listed["figure"].as_i64(), names.len()), (Some(2), 2), "{listed}");
    assert!(
        names.iter().any(|name| name.contains("Ann")) && names.iter().any(|name| name.contains("Ben")),
        "{names:?}"
    );

    // One of them is moved twice: two moves, one candidate.
    let id = listed["items"][0]["application_id"].as_str().unwrap();
    let application = format!("{organization}/applications/{id}");
    for (status, sub_status) in [("线上面试", "待发线上面试邀请"), ("线上面试", "已完成面试")] {
        let version = owner.get(&application).await.expect(200)["version"].clone();
        let change = json!({ "version": version, "status": status, "sub_status": sub_status, "reason": "Known" });
        owner.patch(&application, change).await.expect(200);
    }
    let dashboard = owner.get(&format!("{organization}/dashboard")).await.expect(200);
    let member = &dashboard["members"][0];
    let later = "to=2100-01-01T00:00:00Z&from=2099-01-01T00:00:00Z";
    let path =
        format!("{organization}/dashboard/candidates?figure=moved&user_id={}", member["user_id"].as_str().unwrap());
    let moved = owner.get(&path).await.expect(200);
    assert_eq!((&moved["figure"], &moved["total"]), (&member["moves"], &json!(1)), "{moved}");
    assert_eq!((&moved["items"][0]["times"], &moved["items"][0]["application_id"]), (&json!(2), &json!(id)), "{moved}");
    assert_eq!(owner.get(&format!("{path}&{later}")).await.expect(200)["figure"], 0);

    // Another organization's job has no candidates here, and names require access to the pipeline.
    let (other, elsewhere) = app.owner("other").await;
    let foreign = other.job(&elsewhere).await;
    let foreign = foreign.rsplit('/').next().unwrap();
    assert_eq!(behind(&format!("figure=applied&job_id={foreign}")).await["total"], 0);
    assert_eq!(other.get(&path).await.problem(404), "organization.not_found");
    let viewer = app.member(&organization, Role::Viewer).await;
    owner.assign(&job, &viewer).await;
    assert_eq!(viewer.get(&path).await.problem(403), "permission.denied");
    for lacking in
        ["", "figure=entered", "figure=level", "figure=score_class&class=10", "figure=source", "figure=moved"]
    {
        let path = format!("{organization}/dashboard/candidates?{lacking}");
        assert_eq!(owner.get(&path).await.problem(422), "request.invalid", "{lacking}");
    }
}

/// A task's result, once it is over.
async fn over(client: &Client, organization: &str, task: &Value) -> Value {
    let path = format!("{organization}/tasks/{}", task["id"].as_str().unwrap());
    eventually("the task is over", async || {
        let task = client.get(&path).await.expect(200);
        matches!(task["status"].as_str(), Some("completed" | "failed")).then_some(task)
    })
    .await
}

#[tokio::test]
async fn export_is_visible_only_to_members_with_the_same_access() {
    let app = TestApp::new().await;
    let (owner, organization, job) = with_two_candidates(&app).await;
    let _working = app.work();
    let job_id = job.rsplit('/').next().unwrap();
    for (format, begins, language) in [("xlsx", b"PK".as_slice(), "zh-CN"), ("pdf", b"%PDF", "id-ID")] {
        let asked = json!({ "format": format, "language": language, "job_id": job_id });
        let task = owner.post(&format!("{organization}/dashboard/export"), asked).await.expect(202);
        let task = over(&owner, &organization, &task).await;
        assert_eq!(task["status"], "completed", "{task}");
        let url = task["result"]["file_url"].as_str().unwrap().to_owned();
        let answer = owner.request(reqwest::Method::GET, &url).send().await.unwrap();
        let disposition = answer.headers()["content-disposition"].to_str().unwrap().to_owned();
        assert!(disposition.starts_with("attachment;") && disposition.ends_with(format), "{disposition}");
        assert!(answer.bytes().await.unwrap().starts_with(begins));
    }
    let list = owner.get(&format!("{organization}/exports")).await.expect(200);
    let formats: Vec<_> = list["items"].as_array().unwrap().iter().map(|item| item["format"].clone()).collect();
    assert_eq!(formats, ["pdf", "xlsx"]);
    let file = list["items"][0]["file_url"].as_str().unwrap();

    // A viewer sees it once they can access the job, but cannot create one.
    let viewer = app.member(&organization, Role::Viewer).await;
    let nothing = viewer.get(&format!("{organization}/exports")).await.expect(200);
    assert_eq!(nothing["total"], 0);
    assert_eq!(viewer.get(file).await.problem(404), "file.missing");
    owner.assign(&job, &viewer).await;
    assert_eq!(viewer.get(&format!("{organization}/exports")).await.expect(200)["total"], 2);

    // An export with names requires access to candidates.
    let asked = json!({ "format": "xlsx", "language": "en-US", "job_id": job_id, "names": true });
    let task = owner.post(&format!("{organization}/dashboard/export"), asked).await.expect(202);
    let task = over(&owner, &organization, &task).await;
    let url = task["result"]["file_url"].as_str().unwrap().to_owned();
    let workbook = owner.request(reqwest::Method::GET, &url).send().await.unwrap().bytes().await.unwrap();
    let mut workbook = zip::ZipArchive::new(std::io::Cursor::new(workbook.to_vec())).unwrap();
    let mut texts = String::new();
    workbook.by_name("xl/sharedStrings.xml").unwrap().read_to_string(&mut texts).unwrap();
    assert!(texts.contains("Ann") && texts.contains("Ben"), "{texts}");
    let list = owner.get(&format!("{organization}/exports")).await.expect(200);
    assert_eq!((&list["total"], &list["items"][0]["has_names"]), (&json!(3), &json!(true)));
    assert_eq!(viewer.get(&format!("{organization}/exports")).await.expect(200)["total"], 2);
    assert_eq!(viewer.get(&url).await.problem(404), "file.missing");
    let refused = json!({ "format": "pdf", "language": "en-US" });
    assert_eq!(
        viewer.post(&format!("{organization}/dashboard/export"), refused).await.problem(403),
        "permission.denied"
    );
}

#[tokio::test]
async fn export_and_its_file_are_deleted_after_thirty_days() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let _working = app.work();
    let mut urls = Vec::new();
    for format in ["pdf", "xlsx"] {
        let asked = json!({ "format": format, "language": "en-US" });
        let task = owner.post(&format!("{organization}/dashboard/export"), asked).await.expect(202);
        let task = over(&owner, &organization, &task).await;
        urls.push(task["result"]["file_url"].as_str().unwrap().to_owned());
    }
    let stored = app.stored().len();
    // The first is a minute too old, the other has a minute left.
    let age = "UPDATE exports SET created_at = now() - interval '30 days'
                      + CASE format WHEN 'pdf' THEN interval '-1 minute' ELSE interval '1 minute' END";
    sqlx::query(age).execute(&mut app.database.connection().await).await.unwrap();
    PruneExports { storage: app.storage.clone() }.run(&app.db).await.unwrap();
    assert_eq!(owner.get(&urls[0]).await.problem(404), "file.missing");
    assert_eq!(owner.request(reqwest::Method::GET, &urls[1]).send().await.unwrap().status(), 200);
    let list = owner.get(&format!("{organization}/exports")).await.expect(200);
    assert_eq!((&list["total"], &list["items"][0]["format"]), (&json!(1), &json!("xlsx")));
    assert_eq!(app.stored().len(), stored - 1);
}

#[tokio::test]
async fn export_of_unknown_figures_is_refused() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let path = format!("{organization}/dashboard/export");
    let (_, elsewhere) = {
        let (other, organization) = app.owner("other").await;
        let job = other.job(&organization).await;
        (other, job)
    };
    let foreign = elsewhere.rsplit('/').next().unwrap();
    let asked = json!({ "format": "xlsx", "language": "en-US", "job_id": foreign });
    assert_eq!(owner.post(&path, asked).await.problem(404), "job.not_found");
    let asked = json!({ "format": "xlsx", "language": "en-US", "from": "2026-02-01", "to": "2026-01-01" });
    assert_eq!(owner.post(&path, asked).await.problem(422), "request.invalid");
}

#[tokio::test]
async fn insights_name_stuck_stages_in_the_requested_language() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let title = owner.get(&job).await.expect(200)["title"].as_str().unwrap().to_owned();
    for (language, says) in [("en-US", "has no candidates"), ("zh-CN", "没有候选人")] {
        let asked = json!({ "language": language });
        let task = owner.post(&format!("{organization}/dashboard/insights"), asked).await.expect(202);
        let result = over(&owner, &organization, &task).await["result"].clone();
        assert_eq!((&result["engine"], &result["fallback_reason"]), (&json!("built-in"), &Value::Null));
        let finding = &result["findings"][0];
        assert_eq!((&finding["kind"], &finding["cause"]["kind"]), (&json!("job_empty"), &json!("before")));
        let text = finding["text"].as_str().unwrap();
        assert!(text.contains(says) && text.contains(&title), "{text}");
        assert!(
            !finding["cause_text"].as_str().unwrap().is_empty() && !finding["next_step"].as_str().unwrap().is_empty()
        );
        assert_eq!(result["text"], "", "the findings are said once");
    }
}
