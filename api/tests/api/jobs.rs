//! Jobs: create, list, archive, delete, and their rubrics.

use bole_ai::JobBrief;
use bole_domain::organization::Role;
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::samples::{archive, resume_pdf};
use crate::support::{Client, TestApp};

fn backend() -> Value {
    json!({
        "title": "Backend engineer",
        "core_requirement": "Five years of Rust or Go",
        "jd": "- 5 years of backend development\n- PostgreSQL\n- Nice to have: Kubernetes",
        "location_ids": [],
    })
}

async fn create(client: &Client, organization: &str) -> (String, Value) {
    let answer = client.post(&format!("{organization}/jobs"), backend()).await;
    (answer.header("location").to_owned(), answer.expect(201))
}

/// Adds candidates to a job, as promoting a batch does.
async fn add_candidates(app: &TestApp, job: &Value, stages: &[(&str, &str)]) {
    let mut connection = app.database.connection().await;
    let job: uuid::Uuid = job["id"].as_str().unwrap().parse().unwrap();
    for (status, sub_status) in stages {
        let person = uuid::Uuid::now_v7();
        sqlx::query("INSERT INTO people (id, organization_id) SELECT $2, organization_id FROM jobs WHERE id = $1")
            .bind(job)
            .bind(person)
            .execute(&mut connection)
            .await
            .unwrap();
        sqlx::query(
            "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status, is_archived,
                                       archive_reason, archived_at)
             SELECT $2, organization_id, id, $2, $3, $4, $3 = '归档', CASE $3 WHEN '归档' THEN '已发拒信淘汰' END,
                    CASE $3 WHEN '归档' THEN now() END
             FROM jobs WHERE id = $1",
        )
        .bind(job)
        .bind(person)
        .bind(status)
        .bind(sub_status)
        .execute(&mut connection)
        .await
        .unwrap();
    }
}

#[tokio::test]
async fn created_job_is_returned_unchanged() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, job) = create(&owner, &organization).await;
    assert_eq!(owner.get(&path).await.expect(200), job);
    let address = job["submission_email"].as_str().unwrap();
    assert!(address.starts_with("backend-engineer-") && address.ends_with("@resumes.bole.localhost"), "{address}");
    let redactions = "…";
    assert_json_snapshot!(job, {
        ".id" => redactions, ".organization_id" => redactions, ".submission_email" => redactions, ".created_at" => redactions,
        ".updated_at" => redactions, ".last_activity_at" => redactions
    }, @r#"
    {
      "ai_evaluation_criteria": "",
      "ai_interview_questions": "",
      "blind_mode": false,
      "company_name": "",
      "core_requirement": "Five years of Rust or Go",
      "created_at": "…",
      "deleted_at": null,
      "id": "…",
      "in_pipeline": 0,
      "in_review": 0,
      "is_active": true,
      "is_deleted": false,
      "jd": "- 5 years of backend development\n- PostgreSQL\n- Nice to have: Kubernetes",
      "language": "en-US",
      "last_activity_at": "…",
      "location_ids": [],
      "organization_id": "…",
      "recruiter_name": "",
      "submission_email": "…",
      "title": "Backend engineer",
      "total_applications": 0,
      "total_batches": 0,
      "updated_at": "…",
      "version": 1
    }
    "#);
}

#[tokio::test]
async fn job_requires_title_and_description() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let jobs = format!("{organization}/jobs");
    let answer = owner.post(&jobs, json!({ "title": " ", "submission_email": "not an address" })).await;
    assert_eq!(answer.problem(422), "request.invalid");
    assert_eq!(
        answer.json()["errors"],
        json!([
            { "field": "title", "code": "field.required" },
            { "field": "jd", "code": "field.required" },
            { "field": "submission_email", "code": "field.email_invalid" },
        ])
    );
    let mut elsewhere = backend();
    elsewhere["location_ids"] = json!(["0190a1b2-0000-7000-8000-000000000000"]);
    assert_eq!(owner.post(&jobs, elsewhere).await.problem(422), "job.location_unknown");
    assert_eq!(owner.get(&jobs).await.expect(200)["total"], 0);
}

#[tokio::test]
async fn pasted_control_characters_are_not_stored() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let mut job = backend();
    job["title"] = json!("Backend\u{b}engineer\u{7f}");
    job["jd"] = json!("First\u{b}line\u{1}\n\tSecond");
    let created = owner.post(&format!("{organization}/jobs"), job).await.expect(201);
    assert_eq!((&created["title"], &created["jd"]), (&json!("Backend engineer"), &json!("First line\n\tSecond")));
}

#[tokio::test]
async fn patch_keeps_omitted_fields() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, job) = create(&owner, &organization).await;
    let changed = owner.patch(&path, json!({ "company_name": "Acme", "version": 1 })).await.expect(200);
    assert_eq!((&changed["company_name"], &changed["version"]), (&json!("Acme"), &json!(2)));
    assert_eq!((&changed["title"], &changed["jd"]), (&job["title"], &job["jd"]));
    assert_eq!(owner.patch(&path, json!({ "title": "" })).await.problem(422), "request.invalid");
}

#[tokio::test]
async fn stale_change_returns_the_current_job() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, _) = create(&owner, &organization).await;
    let first = owner.patch(&path, json!({ "title": "Mine", "version": 1 })).await.expect(200);
    let second = owner.patch(&path, json!({ "title": "Theirs", "version": 1 })).await;
    assert_eq!(second.problem(409), "request.stale");
    assert_eq!(second.json()["current"], first);
    assert_eq!(owner.get(&path).await.expect(200)["title"], "Mine");
}

#[tokio::test]
async fn jobs_are_listed_newest_first_by_status() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let mut paths = Vec::new();
    for _ in 0..3 {
        paths.push(create(&owner, &organization).await.0);
    }
    owner.post(&format!("{}/deactivate", paths[0]), json!({})).await.expect(200);
    owner.post(&format!("{}/archive", paths[1]), json!({})).await.expect(200);
    let list = async |query: &str| {
        let page = owner.get(&format!("{organization}/jobs{query}")).await.expect(200);
        let ids: Vec<usize> = page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|job| paths.iter().position(|path| path.ends_with(job["id"].as_str().unwrap())).unwrap())
            .collect();
        (ids, page["total"].as_i64().unwrap())
    };
    assert_eq!(list("").await, (vec![2, 0], 2));
    assert_eq!(list("?status=active").await, (vec![2], 1));
    assert_eq!(list("?status=inactive").await, (vec![0], 1));
    assert_eq!(list("?status=archived").await, (vec![1], 1));
    assert_eq!(list("?status=all").await, (vec![2, 1, 0], 3));
    owner.patch(&paths[0], json!({ "title": "Head of 100% sales" })).await.expect(200);
    assert_eq!(list("?status=all&search=100%25%20SALES").await, (vec![0], 1));
    assert_eq!(list("?status=all&search=_").await, (vec![], 0));
    assert_eq!(list("?limit=1&offset=1").await, (vec![0], 2));
    let unknown = owner.get(&format!("{organization}/jobs?status=open")).await;
    assert_eq!(unknown.problem(422), "request.invalid");
}

#[tokio::test]
async fn candidates_are_counted_by_stage() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, job) = create(&owner, &organization).await;
    create(&owner, &organization).await;
    let stages =
        [("AI评审", "AI推荐建联"), ("AI评审", "AI推荐淘汰"), ("线上面试", "已预约线上面试"), ("归档", "已淘汰")];
    add_candidates(&app, &job, &stages).await;
    for (status, sub_status) in [("AI评审", "AI推荐建联"), ("线上面试", "已完成面试")] {
        let id = app.application(&path, status, sub_status).await;
        let archived = json!({ "ids": [id], "reason": "other" });
        owner.post(&format!("{organization}/applications/archive"), archived).await.expect(200);
    }
    let job = owner.get(&path).await.expect(200);
    assert_eq!((&job["total_applications"], &job["in_review"], &job["in_pipeline"]), (&json!(6), &json!(2), &json!(1)));
    let listed = owner.get(&format!("{organization}/jobs")).await.expect(200);
    assert_eq!(listed["items"][1], job);
    assert_eq!(listed["items"][0]["total_applications"], 0);
}

#[tokio::test]
async fn new_job_is_assigned_to_its_hiring_team() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let [manager, recruiter, idle] = [
        app.member(&organization, Role::HrManager).await,
        app.member(&organization, Role::Recruiter).await,
        app.member(&organization, Role::Recruiter).await,
    ];
    let members = owner.get(&format!("{organization}/members")).await.expect(200);
    let member_of = async |client: &Client| {
        let me = client.get("/api/auth/session").await.expect(200)["user"]["id"].clone();
        let found = members["items"].as_array().unwrap().iter().find(|member| member["user_id"] == me);
        found.unwrap()["id"].clone()
    };
    let jobs = format!("{organization}/jobs");
    let with_team = |team: Value| {
        let mut job = backend();
        job["member_ids"] = team;
        job
    };
    let created = manager.post(&jobs, with_team(json!([member_of(&recruiter).await]))).await.expect(201);
    assert_eq!(recruiter.get(&jobs).await.expect(200)["items"][0]["id"], created["id"]);
    assert_eq!(idle.get(&jobs).await.expect(200)["total"], 0);
    // Not for members who may not invite, or above one's own role, and not by an update.
    let above = manager.post(&jobs, with_team(json!([member_of(&owner).await]))).await;
    assert_eq!(above.problem(403), "member.role_above_own");
    let unknown = owner.post(&jobs, with_team(json!([uuid::Uuid::now_v7()]))).await;
    assert_eq!(unknown.problem(422), "member.not_found");
    let path = format!("{jobs}/{}", created["id"].as_str().unwrap());
    let late = owner.patch(&path, json!({ "member_ids": [member_of(&idle).await] })).await;
    assert_eq!(late.problem(422), "request.invalid");
    assert_eq!(owner.get(&jobs).await.expect(200)["total"], 1, "nothing else was created");
}

#[tokio::test]
async fn archived_job_is_restored_unchanged() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, _) = create(&owner, &organization).await;
    let archived = owner.post(&format!("{path}/archive"), json!({})).await.expect(200);
    assert_eq!(archived["is_deleted"], true);
    assert!(archived["deleted_at"].is_string());
    assert_eq!(owner.post(&format!("{path}/activate"), json!({})).await.problem(409), "job.archived");
    let restored = owner.post(&format!("{path}/restore"), json!({})).await.expect(200);
    assert_eq!((&restored["is_deleted"], &restored["deleted_at"]), (&json!(false), &Value::Null));
    assert_eq!(owner.post(&format!("{path}/restore"), json!({})).await.expect(200)["version"], restored["version"]);
}

#[tokio::test]
async fn active_job_with_candidates_cannot_be_archived() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, job) = create(&owner, &organization).await;
    add_candidates(&app, &job, &[("AI评审", "AI推荐建联")]).await;
    assert_eq!(owner.delete(&path).await.problem(409), "job.active_with_candidates");
    let archive = owner.post(&format!("{path}/archive"), json!({})).await;
    assert_eq!(archive.problem(409), "job.active_with_candidates");

    owner.post(&format!("{path}/deactivate"), json!({})).await.expect(200);
    assert_eq!(owner.delete(&path).await.expect(200)["is_deleted"], true, "its candidates are kept");
    assert_eq!(owner.get(&path).await.expect(200)["total_applications"], 1);
}

#[tokio::test]
async fn job_without_candidates_is_deleted_by_the_owner_only() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, _) = create(&owner, &organization).await;
    let admin = app.member(&organization, Role::Admin).await;
    assert_eq!(admin.delete(&path).await.problem(403), "permission.denied");
    owner.delete(&path).await.expect(204);
    assert_eq!(owner.get(&path).await.problem(404), "job.not_found");
}

#[tokio::test]
async fn plan_limits_the_number_of_unarchived_jobs() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let jobs = format!("{organization}/jobs");
    let (first, _) = create(&owner, &organization).await;
    for _ in 0..8 {
        create(&owner, &organization).await;
    }
    // Two concurrent requests for the last place.
    let (one, two) = tokio::join!(owner.post(&jobs, backend()), owner.post(&jobs, backend()));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!(owner.post(&jobs, backend()).await.problem(409), "job.limit_reached");

    owner.post(&format!("{first}/archive"), json!({})).await.expect(200);
    create(&owner, &organization).await;
    let restored = owner.post(&format!("{first}/restore"), json!({})).await;
    assert_eq!(restored.problem(409), "job.limit_reached");
}

#[tokio::test]
async fn address_conflict_names_the_other_job_within_the_organization() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (_, job) = create(&owner, &organization).await;
    let (path, _) = create(&owner, &organization).await;
    let taken = json!({ "submission_email": job["submission_email"].as_str().unwrap().to_uppercase() });
    let clash = owner.patch(&path, taken.clone()).await;
    assert_eq!(clash.problem(422), "job.submission_email_taken");
    assert_eq!(clash.json()["current"], json!({ "id": job["id"], "title": job["title"] }));

    let (other, elsewhere) = app.owner("other").await;
    let (theirs, _) = create(&other, &elsewhere).await;
    let clash = other.patch(&theirs, taken).await;
    assert_eq!(clash.problem(422), "job.submission_email_taken");
    assert_eq!(clash.json()["current"], Value::Null, "another organization's job is none of theirs");
}

#[tokio::test]
async fn new_address_replaces_the_old_one() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, job) = create(&owner, &organization).await;
    let made = owner.post(&format!("{path}/submission-email"), json!({})).await.expect(200);
    assert_ne!(made["submission_email"], job["submission_email"]);
    assert_eq!(owner.get(&path).await.expect(200)["submission_email"], made["submission_email"]);
}

#[tokio::test]
async fn job_access_follows_role_permissions() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, _) = create(&owner, &organization).await;
    for (role, sees, edits) in [
        (Role::Admin, 200, 200),
        (Role::HrManager, 200, 200),
        (Role::Recruiter, 200, 403),
        (Role::Interviewer, 403, 403),
        (Role::Viewer, 403, 403),
    ] {
        let client = app.member(&organization, role).await;
        owner.assign(&path, &client).await;
        assert_eq!(client.get(&path).await.status, sees, "{role}");
        assert_eq!(client.get(&format!("{organization}/jobs")).await.status, sees, "{role}");
        assert_eq!(client.get(&format!("{path}/rubric")).await.status, sees, "{role}");
        assert_eq!(client.patch(&path, json!({ "company_name": "Acme" })).await.status, edits, "{role}");
        assert_eq!(client.post(&format!("{path}/archive"), json!({})).await.status, edits, "{role}");
        assert_eq!(client.post(&format!("{path}/restore"), json!({})).await.status, edits, "{role}");
    }
}

#[tokio::test]
async fn job_of_another_organization_is_not_found() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, _) = create(&owner, &organization).await;
    let (other, elsewhere) = app.owner("other").await;
    let id = path.rsplit('/').next().unwrap();
    assert_eq!(other.get(&format!("{elsewhere}/jobs/{id}")).await.problem(404), "job.not_found");
    let deleted = other.delete(&format!("{elsewhere}/jobs/{id}")).await;
    assert_eq!(deleted.problem(404), "job.not_found");
    owner.get(&path).await.expect(200);
}

#[tokio::test]
async fn job_has_the_language_of_its_texts() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    for (title, jd, language) in [
        ("后端工程师", "负责订单系统的设计与开发。", "zh-CN"),
        ("Backend Engineer", "You design and build our order services.", "en-US"),
        ("Supervisor Gudang", "Bertanggung jawab atas stok dan tim yang bekerja di gudang.", "id-ID"),
    ] {
        let job = owner.post(&format!("{organization}/jobs"), json!({ "title": title, "jd": jd })).await.expect(201);
        assert_eq!(job["language"], language, "{title}");
    }
}

#[tokio::test]
async fn rubric_follows_the_job_text() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, _) = create(&owner, &organization).await;
    let rubric = owner.get(&format!("{path}/rubric")).await.expect(200);
    assert!(!rubric["criteria"].as_array().unwrap().is_empty());
    let weights: f64 = rubric["criteria"].as_array().unwrap().iter().map(|c| c["weight"].as_f64().unwrap()).sum();
    assert!((weights - 100.0).abs() < 0.5, "{weights}");
    assert_eq!(owner.get(&format!("{path}/rubric")).await.expect(200), rubric);

    let draft = owner.post(&format!("{organization}/job-rubric"), backend()).await.expect(200);
    assert_eq!(draft, rubric, "the same words are understood in the same way");
    owner.patch(&path, json!({ "jd": "- 3 years of accounting\n- SAP" })).await.expect(200);
    assert_ne!(owner.get(&format!("{path}/rubric")).await.expect(200), rubric);
    owner.post(&format!("{organization}/job-rubric"), json!({ "jd": "- 3 years of SAP" })).await.expect(200);
}

#[tokio::test]
async fn criteria_are_read_for_confirmation_without_losing_a_line() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let criteria = "- Go (60)\n- ACLS certificate (40)\n- Female candidates only\nAt most 70 without ACLS.\nWhat we offer: free lunch";
    let read = owner.post(&format!("{organization}/job-criteria"), json!({ "ai_evaluation_criteria": criteria })).await;
    let read = read.expect(200);
    let found: Vec<_> = read["criteria"].as_array().unwrap().iter().map(|one| (&one["text"], &one["weight"])).collect();
    assert_eq!(found, [(&json!("Go"), &json!(60.0)), (&json!("ACLS certificate"), &json!(40.0))]);
    assert_eq!(read["criteria"][1]["cap"], 70.0);
    assert_eq!(read["protected"][0]["attribute"], "gender");
    let roles: Vec<_> = read["parts"].as_array().unwrap().iter().map(|part| part["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["cap", "heading", "not_read"]);
}

#[tokio::test]
async fn what_may_not_be_asked_is_not_in_an_edited_rubric() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, _) = create(&owner, &organization).await;
    let rubric = format!("{path}/rubric");
    let edited = json!({ "criteria": [
        { "text": "Five years of Rust", "kind": "must", "weight": 60.0, "cap": 70.0 },
        { "text": "Age limit 35", "kind": "must", "weight": 40.0 },
    ] });
    let put = owner.put(&rubric, edited).await.expect(200);
    assert_eq!(put["criteria"].as_array().unwrap().len(), 1);
    assert_eq!((&put["criteria"][0]["weight"], &put["criteria"][0]["cap"]), (&json!(100.0), &json!(70.0)));
    let only = json!({ "criteria": [{ "text": "Male only", "kind": "must", "weight": 100.0 }] });
    assert_eq!(owner.put(&rubric, only).await.problem(422), "request.invalid");
    let cap = json!({ "criteria": [{ "text": "Rust", "kind": "must", "weight": 100.0, "cap": 120.0 }] });
    assert_eq!(owner.put(&rubric, cap).await.problem(422), "request.invalid");
}

#[tokio::test]
async fn edited_rubric_is_kept_until_reset() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, _) = create(&owner, &organization).await;
    let rubric = format!("{path}/rubric");
    let read = owner.get(&rubric).await.expect(200);
    let criterion = |text: &str, kind: &str, weight: f64| json!({ "text": text, "kind": kind, "weight": weight });
    let edited =
        json!({ "criteria": [criterion("Kafka", "nice", 30.0), criterion("Five years of Rust", "must", 70.0)] });
    let put = owner.put(&rubric, edited).await.expect(200);
    assert_eq!(put["criteria"][0]["text"], "Five years of Rust", "must-haves first");
    assert!(put["edited_by"].is_string() && put["edited_at"].is_string(), "{put}");
    owner.patch(&path, json!({ "jd": "- 3 years of accounting" })).await.expect(200);
    assert_eq!(owner.get(&rubric).await.expect(200), put);

    for wrong in [
        json!({ "criteria": [] }),
        json!({ "criteria": [criterion("Rust", "must", 60.0)] }),
        json!({ "criteria": [criterion(" ", "must", 100.0)] }),
        json!({ "criteria": [criterion("Rust", "must", 100.0)],
                "thresholds": { "strongly_recommend": 50, "recommend": 60, "average": 40 } }),
    ] {
        assert_eq!(owner.put(&rubric, wrong).await.problem(422), "request.invalid");
    }
    owner.delete(&rubric).await.expect(204);
    let again = owner.get(&rubric).await.expect(200);
    assert!(again["edited_at"].is_null() && again != read, "{again}");
}

#[tokio::test]
async fn stale_rubric_edit_or_reset_is_refused_with_the_current_rubric() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, _) = create(&owner, &organization).await;
    let rubric = format!("{path}/rubric");
    let edited = |text: &str, revision: Option<i32>| json!({ "criteria": [{ "text": text, "kind": "must", "weight": 100.0 }], "revision": revision });
    assert_eq!(owner.get(&rubric).await.expect(200)["revision"], 0);
    let first = owner.put(&rubric, edited("Rust", Some(0))).await.expect(200);
    assert_eq!(first["revision"], 1);
    let stale = owner.put(&rubric, edited("Kafka", Some(0))).await.expect(409);
    assert_eq!((&stale["code"], &stale["current"]), (&json!("request.stale"), &first));
    let refused = owner.delete(&format!("{rubric}?revision=0")).await;
    assert_eq!(refused.problem(409), "request.stale");
    assert_eq!(owner.get(&rubric).await.expect(200), first);

    owner.delete(&format!("{rubric}?revision=1")).await.expect(204);
    let reset = owner.get(&rubric).await.expect(200);
    assert_eq!((&reset["revision"], &reset["edited_at"]), (&json!(2), &Value::Null));
    assert_eq!(owner.put(&rubric, edited("Kafka", Some(1))).await.problem(409), "request.stale");
    assert_eq!(owner.put(&rubric, edited("Kafka", None)).await.expect(200)["revision"], 3);
    let both = tokio::join!(owner.put(&rubric, edited("Rust", Some(3))), owner.put(&rubric, edited("Go", Some(3))));
    let mut statuses = [both.0.status, both.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

#[tokio::test]
async fn phrases_of_an_edited_rubric_end_with_the_texts_they_lie_in() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, _) = create(&owner, &organization).await;
    let rubric = format!("{path}/rubric");
    let source = json!({ "field": "jd", "start": 0, "end": 4 });
    let criteria = json!([{ "text": "Kafka", "kind": "nice", "weight": 100.0, "source": source }]);
    owner.put(&rubric, json!({ "criteria": criteria })).await.expect(200);
    owner.patch(&path, json!({ "company_name": "Acme" })).await.expect(200);
    assert_eq!(owner.get(&rubric).await.expect(200)["criteria"][0]["source"], source);
    owner.patch(&path, json!({ "jd": "Now it begins with other words" })).await.expect(200);
    let kept = owner.get(&rubric).await.expect(200);
    assert_eq!((&kept["criteria"][0]["text"], &kept["criteria"][0]["source"]), (&json!("Kafka"), &json!(null)));
}

#[tokio::test]
async fn new_engine_version_reads_the_rubric_again() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, job) = create(&owner, &organization).await;
    let rubric = owner.get(&format!("{path}/rubric")).await.expect(200);
    let text = |field: &str| backend()[field].as_str().unwrap_or_default().to_owned();
    let brief = JobBrief {
        title: text("title"),
        core_requirement: text("core_requirement"),
        jd: text("jd"),
        ai_evaluation_criteria: text("ai_evaluation_criteria"),
    };
    let older = "UPDATE job_rubrics SET rubric = jsonb_set(rubric, '{version}', '\"built-in/0\"'), source_hash = $2 WHERE job_id = $1";
    sqlx::query(older)
        .bind(job["id"].as_str().unwrap().parse::<uuid::Uuid>().unwrap())
        .bind(brief.fingerprint("built-in/0"))
        .execute(&mut app.database.connection().await)
        .await
        .unwrap();
    assert_eq!(owner.get(&format!("{path}/rubric")).await.expect(200), rubric);
}

#[tokio::test]
async fn job_list_has_pending_counts_and_recruiters() {
    let app = TestApp::new().await;
    let _working = app.work();
    let (owner, organization) = app.owner("acme").await;
    let (path, job) = create(&owner, &organization).await;
    let (_, empty) = create(&owner, &organization).await;
    let both = archive([("a.pdf", resume_pdf("Ann", 1)), ("b.pdf", resume_pdf("Ben", 2))]);
    let batch = owner.evaluate(&path, both).await;
    let rows = owner.get(&format!("{batch}/tasks")).await.expect(200);
    let promoted = json!({ "task_ids": [rows["items"][0]["id"]] });
    owner.post(&format!("{batch}/promote"), promoted).await.expect(200);

    let ids = format!("{},{}", job["id"].as_str().unwrap(), empty["id"].as_str().unwrap());
    let read = owner.get(&format!("{organization}/job-figures?ids={ids}")).await.expect(200);
    let of = |job: &Value| read["items"].as_array().unwrap().iter().find(|one| one["id"] == job["id"]).unwrap().clone();
    let figures = of(&job);
    assert_eq!((&figures["evaluated"], &figures["waiting"], &figures["attention"]), (&json!(2), &json!(1), &json!(0)));
    assert_eq!(figures["levels"].as_array().unwrap().len(), 1);
    assert_eq!(figures["resumes"], 2);
    assert!(figures["review_since"].is_string() && figures["pipeline_since"].is_null(), "{figures}");
    app.application(&path, "线上面试", "已完成面试").await;
    let read = owner.get(&format!("{organization}/job-figures?ids={ids}")).await.expect(200);
    let later = read["items"].as_array().unwrap().iter().find(|one| one["id"] == job["id"]).unwrap();
    assert!(later["pipeline_since"].is_string(), "{later}");
    assert!(figures["owner_name"].is_string(), "{figures}");
    assert_eq!((&of(&empty)["evaluated"], &of(&empty)["levels"]), (&json!(0), &json!([])));
    let wrong = owner.get(&format!("{organization}/job-figures?ids=nobody")).await;
    assert_eq!(wrong.problem(422), "request.invalid");
}
