//! Re-evaluation of applications, also for another job.

use std::sync::Arc;

use bole_queue::Concurrency;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::rediscovery::Allowed;
use crate::samples::{archive, pdf_with, resume, resume_pdf};
use crate::support::{TestApp, eventually};

#[tokio::test]
async fn application_is_reevaluated_also_for_another_job_with_history() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (job, other) = (owner.job(&organization).await, owner.job(&organization).await);
    let _working = app.work();
    let batch =
        owner.evaluate(&job, archive([("Ann.pdf", resume_pdf("Ann", 1)), ("Ben.pdf", resume_pdf("Ben", 2))])).await;
    owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    let listed = owner.get(&format!("{organization}/applications")).await.expect(200);
    let ids: Vec<&str> = listed["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 2);
    let history = async |id: &str| {
        let found = owner.get(&format!("{organization}/applications/{id}/evaluations")).await.expect(200);
        found["items"].as_array().unwrap().clone()
    };
    let evaluated = async |body: Value| {
        let answer = owner.post(&format!("{organization}/applications/evaluate"), body).await;
        answer.expect(202);
        let path = answer.header("location").to_owned();
        eventually("the evaluations are over", async || {
            let task = owner.get(&path).await.expect(200);
            (task["status"] == "completed").then(|| task["result"].clone())
        })
        .await
    };
    let before = owner.get(&format!("{organization}/applications/{}", ids[0])).await.expect(200);

    let again = evaluated(json!({ "ids": ids })).await;
    assert_eq!((&again["evaluated"], &again["failed"], &again["skipped"]), (&json!(2), &json!(0), &json!(0)));
    let past = history(ids[0]).await;
    let current: Vec<&Value> = past.iter().map(|evaluation| &evaluation["is_current"]).collect();
    assert_eq!(current, [&json!(true), &json!(false)]);
    assert_eq!(past[0]["ai_eval"]["overallScore"], before["ai_eval"]["overallScore"], "the same twice");
    assert_eq!(past[0]["resume_id"], before["resume_id"]);
    let after = owner.get(&format!("{organization}/applications/{}", ids[0])).await.expect(200);
    assert_eq!((&after["status"], &after["sub_status"]), (&before["status"], &before["sub_status"]));

    let other_id = other.rsplit('/').next().unwrap();
    let elsewhere = evaluated(json!({ "ids": [ids[0]], "job_id": other_id })).await;
    let made = elsewhere["batch_ids"][0].as_str().unwrap();
    let made = owner.get(&format!("{organization}/batches/{made}")).await.expect(200);
    assert_eq!(
        (&made["job_id"], &made["source"], &made["promotable"]),
        (&json!(other_id), &json!("reevaluation"), &json!(1))
    );
    let past = history(ids[0]).await;
    assert_eq!((past.len(), &past[0]["job_id"], &past[0]["is_current"]), (3, &json!(other_id), &json!(false)));
    assert_eq!(history(ids[1]).await.len(), 2);
}

#[tokio::test]
async fn level_changes_are_listed_after_reevaluation() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let writes = |language: &str| {
        let criteria = format!("- Must have: {language}\n- Nice to have: PostgreSQL");
        json!({ "core_requirement": "", "jd": "Backend services.", "ai_evaluation_criteria": criteria })
    };
    owner.patch(&job, writes("Rust")).await.expect(200);
    let bens: Vec<String> = resume("Ben", 2).iter().map(|line| line.replace("Rust", "Haskell")).collect();
    let batch =
        owner.evaluate(&job, archive([("Ann.pdf", resume_pdf("Ann", 1)), ("Ben.pdf", pdf_with(&bens, ""))])).await;
    owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);

    owner.patch(&job, writes("Haskell")).await.expect(200);
    let asked = owner.post(&format!("{job}/evaluate-again"), json!({})).await;
    asked.expect(202);
    let path = asked.header("location").to_owned();
    let result = eventually("the evaluations are over", async || {
        let task = owner.get(&path).await.expect(200);
        (task["status"] == "completed").then(|| task["result"].clone())
    })
    .await;
    let again = result["batch_ids"][0].as_str().unwrap();
    let changes = owner.get(&format!("{organization}/batches/{again}/level-changes")).await.expect(200);
    assert_eq!(changes["total"], 2, "{changes}");
    for change in changes["items"].as_array().unwrap() {
        let places = (&change["before"]["rank"], &change["after"]["rank"]);
        let expected = if change["name"].as_str().unwrap().contains("Ann") { (1, 2) } else { (2, 1) };
        assert_eq!(places, (&json!(expected.0), &json!(expected.1)), "{change}");
        assert_ne!(change["before"]["level"], change["after"]["level"], "{change}");
        assert_eq!(change["status"], "AI评审", "nobody is moved by it");
    }
}

#[tokio::test]
async fn unknown_and_foreign_applications_are_not_evaluated() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (stranger, theirs) = app.owner("other").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let batch = owner.evaluate(&job, archive([("Ann.pdf", resume_pdf("Ann", 1))])).await;
    owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    let listed = owner.get(&format!("{organization}/applications")).await.expect(200);
    let id = &listed["items"][0]["id"];
    let foreign = stranger.post(&format!("{theirs}/applications/evaluate"), json!({ "ids": [id] })).await;
    assert_eq!(foreign.problem(404), "application.not_found");
    let path = format!("{theirs}/applications/{}/evaluations", id.as_str().unwrap());
    assert_eq!(stranger.get(&path).await.problem(404), "application.not_found");
    let path = format!("{organization}/applications/evaluate");
    assert_eq!(owner.post(&path, json!({ "ids": [] })).await.problem(422), "request.invalid");
    let nowhere = json!({ "ids": [id], "job_id": "00000000-0000-0000-0000-000000000000" });
    assert_eq!(owner.post(&path, nowhere).await.problem(404), "job.not_found");
}

#[tokio::test]
async fn all_open_applications_of_a_job_are_reevaluated() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (job, other) = (owner.job(&organization).await, owner.job(&organization).await);
    let working = app.work();
    for (job, people) in [(&job, [("Ann", 1), ("Ben", 2), ("Cai", 3)].as_slice()), (&other, &[("Dee", 4)])] {
        let resumes = people.iter().map(|(name, digit)| (format!("{name}.pdf"), resume_pdf(name, *digit)));
        let batch = owner.evaluate(job, archive(resumes)).await;
        owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    }
    let listed = owner.get(&format!("{organization}/applications")).await.expect(200);
    let of = |name: &str| {
        let items = listed["items"].as_array().unwrap();
        let item = items.iter().find(|item| item["person"]["name"].as_str().unwrap().contains(name)).unwrap();
        (item["id"].as_str().unwrap().to_owned(), item["version"].clone())
    };
    let (archived, version) = of("Cai");
    let entry = json!({ "items": [{ "id": archived, "version": version }], "reason": "人才库" });
    owner.post(&format!("{organization}/applications/archive"), entry).await.expect(200);

    // No worker is running, so that the second request finds the first one's task.
    drop(working);
    let first = owner.post(&format!("{job}/evaluate-again"), json!({})).await;
    first.expect(202);
    let second = owner.post(&format!("{job}/evaluate-again"), json!({})).await;
    second.expect(202);
    assert_eq!(first.header("location"), second.header("location"));
    let _working = app.work();
    let path = first.header("location").to_owned();
    let result = eventually("the evaluations are over", async || {
        let task = owner.get(&path).await.expect(200);
        (task["status"] == "completed").then(|| task["result"].clone())
    })
    .await;
    assert_eq!((&result["evaluated"], &result["failed"], &result["skipped"]), (&json!(2), &json!(0), &json!(0)));
    for (name, times) in [("Ann", 2), ("Ben", 2), ("Cai", 1), ("Dee", 1)] {
        let history = owner.get(&format!("{organization}/applications/{}/evaluations", of(name).0)).await.expect(200);
        assert_eq!(history["total"], times, "{name}");
    }

    owner.post(&format!("{job}/deactivate"), json!({})).await.expect(200);
    owner.post(&format!("{job}/archive"), json!({})).await.expect(200);
    assert_eq!(owner.post(&format!("{job}/evaluate-again"), json!({})).await.problem(409), "job.archived");
}

#[tokio::test]
async fn other_work_is_done_while_a_reevaluation_waits() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let judge = Arc::new(Allowed(Semaphore::new(2)));
    let _working = app.work_in_lanes(judge.clone(), Concurrency { general: 1, ..Concurrency::each(4) });
    let files = [("Ann.pdf", resume_pdf("Ann", 1)), ("Ben.pdf", resume_pdf("Ben", 2))];
    let batch = owner.evaluate(&job, archive(files)).await;
    owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    let over = async |path: &str| {
        eventually("the task is over", async || {
            let task = owner.get(path).await.expect(200);
            matches!(task["status"].as_str().unwrap(), "completed" | "failed").then_some(task)
        })
        .await
    };

    let asked = owner.post(&format!("{job}/evaluate-again"), json!({})).await;
    asked.expect(202);
    let again = asked.header("location").to_owned();
    let waiting = eventually("it waits for its evaluations", async || {
        let task = owner.get(&again).await.expect(200);
        (task["progress"]["total"] == 2).then_some(task)
    })
    .await;
    assert_eq!(waiting["progress"]["done"], 0);
    let export = json!({ "format": "xlsx", "language": "en-US" });
    let asked = owner.post(&format!("{organization}/dashboard/export"), export).await;
    asked.expect(202);
    assert_eq!(over(asked.header("location")).await["status"], "completed");

    judge.0.add_permits(100);
    let done = over(&again).await;
    assert_eq!((&done["status"], &done["attempts"]), (&json!("completed"), &json!(1)), "{done}");
    assert_eq!((&done["progress"]["done"], &done["result"]["evaluated"]), (&json!(2), &json!(2)), "{done}");
}
