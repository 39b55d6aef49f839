//! Interview links, prompts, settings, drafts and the system status.

use bole_domain::organization::Role;
use serde_json::json;

use crate::support::{TestApp, eventually};

#[tokio::test]
async fn interview_links_are_offered_per_job() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let path = format!("{organization}/interview-locations");
    let link = json!({ "name": "Call with Wang", "type": "online", "details": "https://cal.example.com/wang" });
    let online = owner.post(&path, link).await.expect(201);
    let office =
        owner.post(&path, json!({ "name": "Office", "type": "onsite", "details": "Jl. Sudirman 1" })).await.expect(201);
    let refused = owner.post(&path, json!({ "name": " ", "type": "online", "details": "cal.example.com" })).await;
    assert_eq!(
        refused.json()["errors"],
        json!([{ "field": "name", "code": "field.required" },
               { "field": "details", "code": "interview_location.link_invalid" }])
    );

    let both = json!({ "title": "Accountant", "jd": "CPA", "location_ids": [online["id"], office["id"]] });
    let job = owner.post(&format!("{organization}/jobs"), both).await.expect(201);
    assert_eq!(job["location_ids"].as_array().unwrap().len(), 2);
    assert_eq!(job["blind_mode"], false);
    let job_path = format!("{organization}/jobs/{}", job["id"].as_str().unwrap());
    let one = json!({ "location_ids": [office["id"]] });
    let changed = owner.put(&format!("{job_path}/locations"), one).await.expect(200);
    assert_eq!(changed["location_ids"], json!([office["id"]]));
    let unknown = json!({ "location_ids": ["0190a1b2-0000-7000-8000-000000000000"] });
    assert_eq!(owner.patch(&job_path, unknown).await.problem(422), "job.location_unknown");

    let listed = owner.get(&path).await.expect(200);
    assert_eq!((&listed["items"][1]["name"], &listed["items"][1]["job_count"]), (&json!("Office"), &json!(1)));
    let office_path = format!("{path}/{}", office["id"].as_str().unwrap());
    let moved = owner.patch(&office_path, json!({ "details": "Jl. Thamrin 2" })).await.expect(200);
    assert_eq!((&moved["name"], &moved["details"]), (&json!("Office"), &json!("Jl. Thamrin 2")));
    owner.delete(&office_path).await.expect(204);
    assert_eq!(owner.get(&job_path).await.expect(200)["location_ids"], json!([]));
    assert_eq!(owner.delete(&office_path).await.problem(404), "interview_location.not_found");

    // Another organization can neither see nor offer them.
    let (stranger, theirs) = app.owner("other").await;
    assert_eq!(stranger.get(&format!("{theirs}/interview-locations")).await.expect(200)["total"], 0);
    let foreign = json!({ "title": "A", "jd": "B", "location_ids": [online["id"]] });
    assert_eq!(stranger.post(&format!("{theirs}/jobs"), foreign).await.problem(422), "job.location_unknown");
}

#[tokio::test]
async fn jobs_are_copied_searched_and_sorted() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let jobs = format!("{organization}/jobs");
    let job = json!({ "title": "Senior 100% Accountant", "jd": "CPA", "blind_mode": true, "recruiter_name": "Siti" });
    let first = owner.post(&jobs, job).await.expect(201);
    owner.post(&jobs, json!({ "title": "baker", "jd": "Bread" })).await.expect(201);
    let copied = owner.post(&format!("{jobs}/{}/copy", first["id"].as_str().unwrap()), json!({})).await;
    let copy = copied.expect(201);
    assert_eq!(
        (&copy["title"], &copy["blind_mode"], &copy["is_active"], &copy["recruiter_name"]),
        (&first["title"], &json!(true), &json!(false), &json!("Siti"))
    );
    assert_ne!(copy["submission_email"], first["submission_email"]);
    let titles = async |query: &str| {
        let page = owner.get(&format!("{jobs}?{query}")).await.expect(200);
        let items = page["items"].as_array().unwrap().iter();
        items.map(|item| item["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(titles("search=100%25").await.len(), 2);
    assert_eq!(titles("search=100_").await.len(), 0);
    assert_eq!(titles("sort=title").await[0], "baker");
    for sort in ["newest", "activity", "candidates"] {
        assert_eq!(titles(&format!("sort={sort}")).await.len(), 3, "{sort}");
    }
    assert_eq!(owner.get(&format!("{jobs}?sort=luck")).await.problem(422), "request.invalid");
}

#[tokio::test]
async fn own_prompt_takes_precedence_over_organization_and_built_in() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let manager = app.member(&organization, Role::HrManager).await;
    let path = format!("{organization}/prompts");
    let in_force = async |client: &crate::support::Client| {
        let page = client.get(&format!("{path}?prompt_type=jd")).await.expect(200);
        let items = page["items"].as_array().unwrap();
        let one = items.iter().find(|item| item["in_force"] == true).unwrap().clone();
        (one["text"].as_str().unwrap().to_owned(), items.len())
    };
    assert!(in_force(&manager).await.0.starts_with("Write a job description"));
    let default = json!({ "prompt_type": "jd", "text": "Ours: {{title}}", "is_default": true });
    assert_eq!(manager.post(&path, default.clone()).await.problem(403), "permission.denied");
    owner.post(&path, default).await.expect(201);
    assert_eq!(in_force(&manager).await, ("Ours: {{title}}".to_owned(), 2));
    let own = json!({ "prompt_type": "jd", "text": "Mine: {{title}} {{company_name}}" });
    let mine = manager.post(&path, own).await.expect(201);
    assert_eq!((&mine["in_force"], &mine["is_default"]), (&json!(true), &json!(false)));
    assert_eq!(in_force(&manager).await.1, 3);
    assert_eq!(in_force(&owner).await, ("Ours: {{title}}".to_owned(), 2));

    let unknown = json!({ "prompt_type": "jd", "text": "{{salary}}" });
    assert_eq!(manager.post(&path, unknown).await.problem(422), "prompt.variable_unknown");
    let mine_path = format!("{path}/{}", mine["id"].as_str().unwrap());
    assert_eq!(owner.patch(&mine_path, json!({ "text": "x" })).await.problem(404), "prompt.not_found");
    let job = owner.job(&organization).await;
    owner.assign(&job, &manager).await;
    let job_id = job.rsplit('/').next().unwrap();
    let preview = manager.post(&format!("{mine_path}/preview"), json!({ "job_id": job_id })).await.expect(200);
    assert_eq!(preview, json!({ "text": "Mine: Backend engineer ", "missing": [] }));
    let preview = manager.post(&format!("{mine_path}/preview"), json!({})).await.expect(200);
    assert_eq!(preview["missing"], json!(["company_name", "title"]));

    assert_eq!(manager.patch(&mine_path, json!({ "text": "x", "version": 7 })).await.problem(409), "request.stale");
    manager.patch(&mine_path, json!({ "is_active": false, "version": 1 })).await.expect(200);
    assert_eq!(in_force(&manager).await.0, "Ours: {{title}}");
    manager.delete(&mine_path).await.expect(204);
    let page = manager.get(&format!("{path}?prompt_type=criteria")).await.expect(200);
    let built_in = format!("{path}/{}", page["items"][0]["id"].as_str().unwrap());
    assert_eq!(owner.delete(&built_in).await.problem(409), "prompt.built_in");
    owner.post(&format!("{built_in}/preview"), json!({ "job_id": job_id })).await.expect(200);
}

#[tokio::test]
async fn drafts_work_without_a_key_and_translations_do_not() {
    let app = TestApp::new().await;
    let _worker = app.work();
    let (owner, organization) = app.owner("acme").await;
    let path = format!("{organization}/job-drafts");
    let missing =
        owner.post(&path, json!({ "kind": "criteria", "title": "Accountant", "core_requirement": "CPA" })).await;
    assert_eq!(missing.json()["errors"], json!([{ "field": "jd", "code": "field.required" }]));
    for (kind, holds) in [("jd", "任职要求"), ("criteria", "CPA"), ("questions", "## ")] {
        let input = json!({ "kind": kind, "title": "会计", "core_requirement": "3年以上会计经验，持有CPA证书", "jd": "负责账务处理" });
        let asked = owner.post(&path, input).await;
        asked.expect(202);
        let task = asked.header("location").to_owned();
        let done = eventually("the draft is there", async || {
            let task = owner.get(&task).await.expect(200);
            (task["status"] == "completed").then_some(task)
        })
        .await;
        let text = done["result"]["text"].as_str().unwrap();
        assert!(text.contains(holds), "{kind}: {text}");
        assert_eq!(done["result"]["engine"], "built-in");
    }
    let translation = json!({ "textToTranslate": "你好", "targetLanguage": "English" });
    let refused = owner.post(&format!("{organization}/translate-text"), translation).await;
    assert_eq!(refused.problem(409), "ai.key_required");
    let unknown = json!({ "textToTranslate": "你好", "targetLanguage": "Klingon" });
    assert_eq!(owner.post(&format!("{organization}/translate-text"), unknown).await.status, 422);
    let questions = json!({ "markdown": "## A\n1. Why?\nAnd how?" });
    let read = owner.post(&format!("{organization}/interview-questions"), questions).await.expect(200);
    assert_eq!(read["sections"], json!([{ "title": "A", "note": "", "questions": ["Why?\nAnd how?"] }]));
}

#[tokio::test]
async fn integration_settings_are_stored_without_secrets_and_report_their_status() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let path = format!("{organization}/settings/email_receiver_config");
    let empty = owner.get(&path).await.expect(200);
    assert_eq!((&empty["value"], &empty["updated_at"]), (&json!({}), &json!(null)));
    let set = owner.put(&path, json!({ "value": { "host": "imap.example.com" } })).await.expect(200);
    assert!(set["updated_at"].is_string());
    assert_eq!((&set["value"]["port"], &set["value"]["is_active"]), (&json!(993), &json!(false)));
    assert_eq!(owner.get(&path).await.expect(200), set);
    let secret = owner.put(&path, json!({ "value": { "imapPassword": "x" } })).await;
    assert_eq!(secret.problem(422), "request.invalid");
    assert_eq!(owner.get(&format!("{organization}/settings/nothing")).await.problem(404), "setting.not_found");
    let status = owner.get(&format!("{organization}/settings/status")).await.expect(200);
    assert_eq!((&status["ai"]["engine"], &status["database"]["ok"]), (&json!("built-in"), &json!(true)));
    assert_eq!((&status["tasks"]["waiting"], &status["storage"]["ok"]), (&json!(0), &json!(true)));
    assert_eq!((&status["workers"], &status["email"]["status"]), (&json!(0), &json!("running")));

    let _working = app.work();
    sqlx::query(
        "INSERT INTO email_service (organization_id, failures, reason, stopped_at)
         SELECT id, 3, 'mail.unreachable', now() FROM organizations",
    )
    .execute(&mut app.database.connection().await)
    .await
    .unwrap();
    let status = eventually("the worker says that it is there", async || {
        let status = owner.get(&format!("{organization}/settings/status")).await.expect(200);
        (status["workers"] == 1).then_some(status)
    })
    .await;
    assert_eq!(
        (&status["email"]["status"], &status["email"]["reason"]),
        (&json!("stopped"), &json!("mail.unreachable"))
    );
}
