//! Follow-up questions for an interview.

use bole_domain::organization::Role;
use bole_testkit::PROVIDER_KEY;
use serde_json::{Value, json};

use super::World;
use crate::support::{TestApp, eventually};

/// An application of the world's job with this evaluation: its path and id.
async fn evaluated(world: &World) -> String {
    let rows = world.evaluate(1).await;
    let batch = rows[0]["batch_id"].as_str().unwrap();
    world.owner.post(&format!("{}/batches/{batch}/promote", world.organization), json!({})).await;
    eventually("the application", async || {
        let job = world.job.rsplit('/').next().unwrap();
        let found = world.owner.get(&format!("{}/applications?job_id={job}", world.organization)).await.expect(200);
        found["items"][0]["id"].as_str().map(ToOwned::to_owned)
    })
    .await
}

/// Leaves every criterion of the evaluations open.
async fn unsettle(world: &World) {
    let unsettle = r#"UPDATE evaluations SET ai_eval = jsonb_set(ai_eval, '{criteria}',
        (SELECT jsonb_agg(c || '{"verdict": "unknown", "quote": null}') FROM jsonb_array_elements(ai_eval->'criteria') c))"#;
    sqlx::query(unsettle).execute(&mut world.app.database.connection().await).await.unwrap();
}

#[tokio::test]
async fn follow_up_questions_cover_open_criteria() {
    let world = World::new("inventing").await;
    world.set(json!({ "modelName": "good", "baseUrl": world.provider.base_url(), "apiKey": PROVIDER_KEY })).await;
    let _working = world.app.work();
    let id = evaluated(&world).await;
    unsettle(&world).await;
    let application = world.owner.get(&format!("{}/applications/{id}", world.organization)).await.expect(200);
    let criteria = application["ai_eval"]["criteria"].as_array().unwrap().clone();
    let is_open = |criterion: &&Value| matches!(criterion["verdict"].as_str(), Some("unknown" | "partly"));
    let open: Vec<String> =
        criteria.iter().filter(is_open).map(|criterion| criterion["criterion"].as_str().unwrap().to_owned()).collect();
    assert!(open.len() > 1, "the resume leaves too little open: {application}");

    // Criteria and questions already covered are not asked again.
    let asked = format!("Which example shows: {}?", open[1]);
    let content = json!({
        "interviewer_name": "Li", "started_at": "2030-01-01T09:00:00Z",
        "sections": [{ "title": "A", "note": "", "questions": [{ "key": "0.0", "text": asked }] }],
        "answers": { "0.0": { "note": "Spoke of an old project", "mark": 2 } }, "verdicts": { open[0].clone(): "met" },
        "adhoc_notes": "", "overall_evaluation": "",
    });
    let draft = format!("{}/interview-drafts/{id}", world.organization);
    world.owner.put(&draft, json!({ "content": content, "version": 0 })).await.expect(200);
    world.set(json!({ "modelName": "inventing", "baseUrl": world.provider.base_url(), "apiKey": PROVIDER_KEY })).await;
    let path = format!("{}/interview-guides/{id}/follow-ups", world.organization);
    let proposed = world.owner.post(&path, json!({})).await;
    proposed.expect(202);
    let questions = world.done(proposed.header("location")).await["result"]["questions"].clone();
    let about: Vec<_> =
        questions.as_array().unwrap().iter().map(|one| one["criterion"].as_str().unwrap().to_owned()).collect();
    assert_eq!(
        about,
        open[2..].iter().take(6).cloned().collect::<Vec<_>>(),
        "neither judged, asked, nor invented: {questions}"
    );
    let told = world.provider.requests().last().unwrap().to_string();
    assert!(told.contains("Spoke of an old project"), "{told}");

    // In blind mode quotations are not sent, because they may name the person.
    let name = r#"UPDATE evaluations SET ai_eval = jsonb_set(ai_eval, '{criteria}', (SELECT jsonb_agg(
        c || '{"verdict": "partly", "quote": "Lin Yue led five people"}') FROM jsonb_array_elements(ai_eval->'criteria') c))"#;
    sqlx::query(name).execute(&mut world.app.database.connection().await).await.unwrap();
    for (is_blind, is_sent) in [(false, true), (true, false)] {
        world.owner.patch(&world.job, json!({ "blind_mode": is_blind })).await.expect(200);
        let proposed = world.owner.post(&path, json!({})).await;
        proposed.expect(202);
        world.done(proposed.header("location")).await;
        let told = world.provider.requests().last().unwrap().to_string();
        assert_eq!(told.contains("Lin Yue led five people"), is_sent, "{told}");
    }

    let stranger = world.app.member(&world.organization, Role::Interviewer).await;
    assert_eq!(stranger.post(&path, json!({})).await.problem(404), "application.not_found");
}

#[tokio::test]
async fn follow_up_questions_without_a_model_name_the_missing_setting() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let id = app.application(&job, "线上面试", "已预约线上面试").await;
    let refused = owner.post(&format!("{organization}/interview-guides/{id}/follow-ups"), json!({})).await;
    assert_eq!(refused.problem(409), "ai.key_required");
}

#[tokio::test]
async fn requests_that_failed_twice_resume_as_one() {
    let world = World::new("inventing").await;
    world.set(json!({ "modelName": "good" })).await;
    let working = world.app.work();
    let id = evaluated(&world).await;
    unsettle(&world).await;
    world.set(json!({ "apiKey": "sk-wrong" })).await;
    let path = format!("{}/interview-guides/{id}/follow-ups", world.organization);
    let mut failed = Vec::new();
    for reason in ["ai.key_refused", "ai.paused"] {
        let asked = world.owner.post(&path, json!({})).await;
        asked.expect(202);
        let task = asked.header("location").to_owned();
        assert_eq!(world.over(&task).await["error"]["message"], reason);
        failed.push(task);
    }
    drop(working);

    world.set(json!({ "modelName": "inventing", "apiKey": PROVIDER_KEY })).await;
    let resumed = world.owner.post(&format!("{}/ai/resume", world.organization), json!({})).await.expect(200);
    assert_eq!(resumed["retried"], 1);
    let again = world.owner.post(&format!("{}/retry", failed[0]), json!({})).await;
    assert_eq!(again.problem(409), "task.already_queued");
    let _working = world.app.work();
    world.done(&failed[1]).await;
    assert_eq!(world.owner.get(&failed[0]).await.expect(200)["status"], "failed");
    world.owner.post(&format!("{}/retry", failed[0]), json!({})).await.expect(202);
    world.done(&failed[0]).await;
}
