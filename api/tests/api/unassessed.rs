//! Jobs without criteria: nobody is assessed, and nobody rejected.

use serde_json::{Value, json};

use crate::samples::{archive, resume_pdf};
use crate::support::TestApp;

#[tokio::test]
async fn job_without_criteria_rejects_nobody() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let input = json!({ "title": "Clerk", "jd": "A job." });
    let job = owner.post(&format!("{organization}/jobs"), input).await.expect(201);
    let job = format!("{organization}/jobs/{}", job["id"].as_str().unwrap());
    let rubric = owner.get(&format!("{job}/rubric")).await.expect(200);
    assert_eq!((&rubric["criteria"], &rubric["can_assess"]), (&json!([]), &json!(false)), "{rubric}");
    let _working = app.work();
    let files = [("Ann.pdf", resume_pdf("Ann", 1)), ("Ben.pdf", resume_pdf("Ben", 2))];
    let batch = owner.evaluate(&job, archive(files)).await;
    let rows = owner.rows(&batch).await;
    for row in &rows {
        assert_eq!((&row["status"], &row["recommendation"]), (&json!("completed"), &json!("待评估")), "{row}");
        assert!(row["flags"].as_array().unwrap().iter().any(|flag| flag["kind"] == "no_criteria"), "{row}");
        let path = format!("{organization}/batch-tasks/{}", row["id"].as_str().unwrap());
        let summary = owner.get(&path).await.expect(200)["ai_eval"]["summary"].clone();
        assert!(summary.as_str().unwrap().contains("Write criteria first"), "{summary}");
    }
    assert_eq!(owner.get(&batch).await.expect(200)["promotable"], 0);
    let promote = format!("{batch}/promote");
    let all = owner.post(&promote, json!({})).await.expect(200);
    assert_eq!(all, json!({ "created": 0, "existing": 0, "skipped": 2 }));

    let chosen = owner.post(&promote, json!({ "task_ids": [rows[0]["id"]] })).await.expect(200);
    assert_eq!(chosen, json!({ "created": 1, "existing": 0, "skipped": 0 }));
    let listed = owner.get(&format!("{organization}/applications")).await.expect(200);
    assert_eq!(listed["items"][0]["sub_status"], "AI推荐建联");
    let application = format!("{organization}/applications/{}", listed["items"][0]["id"].as_str().unwrap());
    let history = owner.get(&application).await.expect(200)["history"].clone();
    assert_eq!((&history[0]["actor"]["kind"], &history[0]["level"]), (&json!("person"), &json!("待评估")));

    // With criteria, those who are not in the pipeline are evaluated again.
    owner.patch(&job, json!({ "ai_evaluation_criteria": "- Must have: Rust or Go\n- PostgreSQL" })).await.expect(200);
    let again = owner.post(&format!("{batch}/evaluate-again"), json!({})).await.expect(200);
    assert_eq!(again, json!({ "count": 1 }));
    owner.finished(&batch).await;
    let rows = owner.rows(&batch).await;
    assert_eq!(rows[0]["recommendation"], "待评估", "{}", rows[0]);
    assert_ne!(rows[1]["recommendation"], "待评估", "{}", rows[1]);
}

#[tokio::test]
async fn all_leaves_out_those_in_the_pipeline() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let files =
        [("Ann.pdf", resume_pdf("Ann", 1)), ("Ben.pdf", resume_pdf("Ben", 2)), ("Cat.pdf", resume_pdf("Cat", 3))];
    let batch = owner.evaluate(&job, archive(files)).await;
    let rows = owner.rows(&batch).await;
    let promote = async |input: Value| owner.post(&format!("{batch}/promote"), input).await.expect(200);
    let one = promote(json!({ "task_ids": [rows[0]["id"]] })).await;
    assert_eq!(one, json!({ "created": 1, "existing": 0, "skipped": 0 }));
    let announced = owner.get(&batch).await.expect(200)["promotable"].clone();
    let others = promote(json!({})).await;
    assert_eq!(others, json!({ "created": announced, "existing": 0, "skipped": 0 }));
}
