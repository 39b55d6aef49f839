//! Evaluations by a model: what it is asked, and what is accepted of its answers.

use bole_domain::task::Lane;
use bole_testkit::PROVIDER_KEY;
use serde_json::{Value, json};

use super::World;
use crate::samples::{archive, pdf_with, resume, resume_pdf};

#[tokio::test]
async fn model_evaluation_quotes_the_resume_and_is_metered() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let rows = world.evaluate(2).await;
    for row in &rows {
        assert_eq!(row["status"], "completed", "{row}");
        let eval = world.detail(row).await["ai_eval"].clone();
        assert_eq!((&eval["engine"], &eval["versions"]["model"]), (&json!("model"), &json!("good")));
        assert_eq!(eval["dropped_quotes"], 0, "{eval}");
        let met = eval["criteria"].as_array().unwrap().iter().filter(|criterion| criterion["verdict"] == "met");
        assert!(met.clone().count() > 0 && met.clone().all(|criterion| criterion["quote"].is_string()), "{eval}");
    }
    let usage = world.owner.get(&format!("{}/ai-usage", world.organization)).await.expect(200);
    let (job, batch) = (world.job.rsplit('/').next().unwrap(), rows[0]["batch_id"].as_str().unwrap());
    for of in [format!("job_id={job}"), format!("batch_id={batch}")] {
        let found = world.owner.get(&format!("{}/ai-usage?{of}", world.organization)).await.expect(200);
        assert_eq!(found["total"], usage["total"], "{of}");
    }
    for none in [&*format!("job_id={}", uuid::Uuid::now_v7()), "from=2100-01-01T00:00:00Z", "to=2000-01-01T00:00:00Z"] {
        let found = world.owner.get(&format!("{}/ai-usage?{none}", world.organization)).await.expect(200);
        assert_eq!(found["total"]["requests"], 0, "{none}");
    }
    let requests = world.provider.requests();
    let (asked, total) = (requests.len(), &usage["total"]);
    assert_eq!(total["requests"], asked);
    assert!(total["prompt_tokens"].as_u64().unwrap() >= asked as u64 * 1_000, "{total}");
    assert_eq!((&usage["items"][0]["purpose"], &usage["items"][0]["model"]), (&json!("evaluation"), &json!("good")));
    assert!(requests[0]["temperature"].is_null(), "the model's own: {requests:?}");
    assert!(requests.iter().all(|request| request["seed"].is_null() && request["stream"] == true));
}

#[tokio::test]
async fn unsupported_parameters_are_omitted() {
    for model in ["no-schema", "no-json-mode", "no-sampling", "no-max-tokens"] {
        let world = World::new(model).await;
        let _working = world.app.work();
        let rows = world.evaluate(1).await;
        assert_eq!(rows[0]["status"], "completed", "{model}: {}", rows[0]);
        if model == "no-max-tokens" {
            let refused = |request: &Value| !request["max_tokens"].is_null();
            let first = world.provider.requests().iter().filter(|request| refused(request)).count();
            world.evaluate(2).await;
            let requests = world.provider.requests();
            assert_eq!(requests.iter().filter(|request| refused(request)).count(), first, "it is known by now");
            assert!(requests.iter().any(|request| request["max_completion_tokens"].is_u64()), "{requests:?}");
        }
    }
}

#[tokio::test]
async fn impossible_lines_are_dropped_and_counted() {
    let world = World::new("inventing").await;
    let _working = world.app.work();
    let rows = world.evaluate(1).await;
    let eval = world.detail(&rows[0]).await["ai_eval"].clone();
    let criteria = eval["criteria"].as_array().unwrap();
    assert_eq!(eval["dropped_quotes"], criteria.len());
    assert!(
        criteria.iter().all(|criterion| criterion["verdict"] == "unknown" && criterion["quote"].is_null()),
        "{eval}"
    );
}

#[tokio::test]
async fn model_reads_a_job_once_and_invents_nothing() {
    let world = World::new("good").await;
    let _working = world.app.work();
    world.evaluate(3).await;
    let read = world.provider.requests();
    let readings = read.iter().filter(|request| request["response_format"]["json_schema"]["name"] == "rubric");
    assert_eq!(readings.count(), 1);
    let rubric = world.owner.get(&format!("{}/rubric", world.job)).await.expect(200);
    assert!(rubric["version"].as_str().unwrap().contains("good"), "{rubric}");
    let texts: Vec<&str> = rubric["criteria"].as_array().unwrap().iter().map(|c| c["text"].as_str().unwrap()).collect();
    assert!(texts.contains(&"5 years of backend development") && !texts.contains(&"Invented"), "{texts:?}");
    assert!(rubric["criteria"].as_array().unwrap().iter().all(|criterion| criterion["source"].is_object()), "{rubric}");
}

#[tokio::test]
async fn key_added_later_leaves_the_rubric_and_shows_who_judged() {
    let world = World::new("good").await;
    world.set(json!({ "apiKey": "" })).await;
    let _working = world.app.work();
    let first = world.evaluate(1).await[0].clone();
    let rubric = async || world.owner.get(&format!("{}/rubric", world.job)).await.expect(200);
    let before = rubric().await;
    assert_eq!(before["unread_by"], Value::Null);
    assert_eq!(first["differences"], json!([]));

    world.set(json!({ "apiKey": PROVIDER_KEY })).await;
    let second = world.evaluate_files(vec![("Ben.pdf".to_owned(), resume_pdf("Ben", 2))]).await[0].clone();
    let readings = || {
        let requests = world.provider.requests();
        requests.iter().filter(|request| request["response_format"]["json_schema"]["name"] == "rubric").count()
    };
    assert_eq!(readings(), 0, "the criteria stay");
    let kept = rubric().await;
    assert_eq!((&kept["criteria"], &kept["unread_by"]), (&before["criteria"], &json!("good")));
    assert_eq!(world.detail(&first).await["differences"], json!(["engine"]));
    assert_eq!(second["differences"], json!([]));

    world.owner.delete(&format!("{}/rubric?read_again=true", world.job)).await.expect(204);
    let third = world.evaluate_files(vec![("Cat.pdf".to_owned(), resume_pdf("Cat", 3))]).await[0].clone();
    assert_eq!(readings(), 1, "a person let the model read them");
    assert_eq!(rubric().await["unread_by"], Value::Null);
    assert_eq!(world.detail(&first).await["differences"], json!(["rubric", "engine"]));
    assert_eq!(world.detail(&second).await["differences"], json!(["rubric"]));
    assert_eq!(third["differences"], json!([]));
}

#[tokio::test]
async fn criteria_that_people_saw_stay_when_a_key_is_set() {
    let world = World::new("good").await;
    world.set(json!({ "apiKey": "" })).await;
    let rubric = async || world.owner.get(&format!("{}/rubric", world.job)).await.expect(200);
    let seen = rubric().await;
    world.set(json!({ "apiKey": PROVIDER_KEY })).await;
    let _working = world.app.work();
    world.evaluate(1).await;
    let kept = rubric().await;
    assert_eq!((&kept["criteria"], &kept["unread_by"]), (&seen["criteria"], &json!("good")));
    assert_eq!((&seen["career_weight"], &kept["career_weight"]), (&json!(25.0), &json!(0.0)), "as the model judges");
    world.owner.delete(&format!("{}/rubric?read_again=true", world.job)).await.expect(204);
    world.evaluate_files(vec![("Ben.pdf".to_owned(), resume_pdf("Ben", 2))]).await;
    assert_eq!(rubric().await["unread_by"], Value::Null);
    assert!(rubric().await["version"].as_str().unwrap().contains("good"));
}

#[tokio::test]
async fn profile_read_by_the_model_stays_when_resumes_are_read_again() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let rows = world.evaluate(1).await;
    let batch = rows[0]["batch_id"].as_str().unwrap();
    world.owner.post(&format!("{}/batches/{batch}/promote", world.organization), json!({})).await.expect(200);
    let mut connection = world.app.database.connection().await;
    sqlx::query("UPDATE file_texts SET extraction_version = 'old'").execute(&mut connection).await.unwrap();
    let path = format!("{}/resumes/reprocess", world.organization);
    let task = world.owner.post(&path, json!({ "filter": { "state": "outdated" } })).await.expect(202);
    let task = format!("{}/tasks/{}", world.organization, task["id"].as_str().unwrap());
    assert_eq!(world.done(&task).await["result"], json!({ "read": 1, "failed": 0 }));
    let kept: bool = sqlx::query_scalar("SELECT model_profile IS NOT NULL FROM file_texts")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert!(kept);
}

#[tokio::test]
async fn refused_reading_of_a_job_is_said() {
    let world = World::new("careless").await;
    let _working = world.app.work();
    world.evaluate(1).await;
    let rubric = world.owner.get(&format!("{}/rubric", world.job)).await.expect(200);
    assert_eq!((&rubric["refused_by"], &rubric["unread_by"]), (&json!("careless"), &Value::Null));
    assert!(rubric["version"].as_str().unwrap().starts_with("built-in"), "{rubric}");
    assert_eq!((&rubric["unusable_by"], &rubric["fallback"]), (&Value::Null, &json!("lines_lost")));
}

#[tokio::test]
async fn unusable_reading_of_a_job_is_no_refused_one() {
    let world = World::new("aimless").await;
    let _working = world.app.work();
    world.evaluate(1).await;
    let rubric = world.owner.get(&format!("{}/rubric", world.job)).await.expect(200);
    assert_eq!((&rubric["unusable_by"], &rubric["refused_by"]), (&json!("aimless"), &Value::Null), "{rubric}");
    assert!(rubric["version"].as_str().unwrap().starts_with("built-in"), "{rubric}");
}

#[tokio::test]
async fn evaluation_basis_stays_available_after_changes() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let prompts = format!("{}/prompts", world.organization);
    let own = json!({ "prompt_type": "evaluation", "text": "Read {{title}} strictly.", "is_default": true });
    let own = world.owner.post(&prompts, own).await.expect(201);
    let rows = world.evaluate(1).await;
    let batch = format!("{}/batches/{}", world.organization, rows[0]["batch_id"].as_str().unwrap());
    world.owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    let listed = world.owner.get(&format!("{}/applications", world.organization)).await.expect(200);
    let application = listed["items"][0]["id"].as_str().unwrap();

    // The prompt is deleted, the job changed, and another model evaluates.
    world.owner.delete(&format!("{prompts}/{}", own["id"].as_str().unwrap())).await.expect(204);
    world.owner.patch(&world.job, json!({ "ai_evaluation_criteria": "Must: Haskell" })).await.expect(200);
    world.set(json!({ "modelName": "no-schema" })).await;
    let again = world.owner.post(&format!("{}/evaluate-again", world.job), json!({})).await;
    again.expect(202);
    world.done(again.header("location")).await;

    let past = format!("{}/applications/{application}/evaluations", world.organization);
    let past = world.owner.get(&past).await.expect(200);
    let [now, then] = [&past["items"][0], &past["items"][1]];
    assert!(now["prompt"].is_null(), "{now}");
    assert!(then["prompt"].as_str().unwrap().ends_with("strictly."), "{then}");
    let versions = |of: &Value| {
        ["engine", "model", "prompt", "rubric", "reading"].map(|name| of["ai_eval"]["versions"][name].clone())
    };
    assert!(versions(then).iter().all(|version| version.as_str().is_some_and(|text| !text.is_empty())), "{then}");
    let ([_, model_then, prompt_then, rubric_then, _], [_, model_now, prompt_now, rubric_now, _]) =
        (versions(then), versions(now));
    assert_eq!((model_then, model_now), (json!("good"), json!("no-schema")));
    assert_ne!(prompt_then, prompt_now);
    assert_ne!(rubric_then, rubric_now);
    let quotes =
        then["ai_eval"]["criteria"].as_array().unwrap().iter().filter(|criterion| criterion["quote"].is_string());
    assert!(quotes.count() > 0, "{then}");
}

#[tokio::test]
async fn model_evaluations_use_their_own_lane() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let batch = world.owner.evaluate(&world.job, archive([("Ann.pdf", resume_pdf("Ann", 1))])).await;
    world.owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    let listed = world.owner.get(&format!("{}/applications", world.organization)).await.expect(200);
    let id = &listed["items"][0]["id"];
    let again =
        world.owner.post(&format!("{}/applications/evaluate", world.organization), json!({ "ids": [id] })).await;
    world.done(again.header("location")).await;
    let kept = json!({ "ids": [id], "reason": "other" });
    world.owner.post(&format!("{}/applications/archive", world.organization), kept).await.expect(200);
    let other = world.owner.job(&world.organization).await;
    let asked = json!({ "job_id": other.rsplit('/').next().unwrap() });
    let ranking = world.owner.post(&format!("{}/talent-pool/rank", world.organization), asked).await;
    world.owner.finished(ranking.header("location")).await;

    let lanes: Vec<(String, i16)> = sqlx::query_as(
        "SELECT b.source, t.lane FROM tasks t
         JOIN batch_tasks bt ON bt.organization_id = t.organization_id AND bt.task_id = t.id
         JOIN batches b ON b.organization_id = bt.organization_id AND b.id = bt.batch_id
         WHERE t.kind = 'resume.evaluate' ORDER BY t.id",
    )
    .fetch_all(&mut world.app.database.connection().await)
    .await
    .unwrap();
    let sources: Vec<&str> = lanes.iter().map(|(source, _)| source.as_str()).collect();
    assert_eq!(sources, ["upload", "reevaluation", "pool"]);
    assert!(lanes.iter().all(|(_, lane)| *lane == Lane::Models.number()), "{lanes:?}");
}

#[tokio::test]
async fn blind_mode_does_not_send_identities() {
    let world = World::new("good").await;
    world.owner.patch(&world.job, json!({ "blind_mode": true })).await.expect(200);
    let _working = world.app.work();
    let rows = world.evaluate(2).await;
    assert!(rows.iter().all(|row| row["status"] == "completed"), "{rows:?}");
    let sent = serde_json::to_string(&world.provider.requests()).unwrap();
    for withheld in ["Ann", "Ben", "Tan", "tan@example.com", "8123"] {
        assert!(!sent.contains(withheld), "{withheld}");
    }
    assert!(sent.contains("Built payment services in Rust"), "{sent}");
    let person = world.detail(&rows[0]).await["person"].clone();
    assert!(person["name"].as_str().unwrap().ends_with("Tan"), "{person}");
}

#[tokio::test]
async fn model_reading_is_requested_once_and_compared_with_the_built_in_reader() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let rows = world.evaluate(1).await;
    let detail = world.detail(&rows[0]).await;
    assert_eq!(detail["person"]["name"], "Ann Tan");
    let differs = |detail: &Value| -> Vec<Value> {
        let flags = detail["ai_eval"]["flags"].as_array().unwrap().iter();
        flags.filter(|flag| flag["kind"] == "reading_differs").map(|flag| flag["quote"].clone()).collect()
    };
    assert!(differs(&detail).is_empty(), "{detail}");
    let persons = || {
        let requests = world.provider.requests();
        requests.iter().filter(|request| request.to_string().contains("who the resume is of. name")).count()
    };
    assert_eq!(persons(), 1);
    world.evaluate(1).await;
    assert_eq!(persons(), 1, "what was read once is not asked for again");

    let world = World::new("misreading").await;
    let _working = world.app.work();
    let rows = world.evaluate(1).await;
    let detail = world.detail(&rows[0]).await;
    // A name in the text is accepted, an invented address is not.
    assert_eq!((&detail["person"]["name"], &detail["person"]["email"]), (&json!("Tan"), &json!("ann.tan@example.com")));
    assert_eq!(differs(&detail), [json!("Tan")]);
    let told = rows[0]["flags"].as_array().unwrap().iter().any(|flag| flag["kind"] == "reading_differs");
    assert!(told, "{}", rows[0]);
}

#[tokio::test]
async fn inconsistent_provider_keeps_the_order_and_reports_its_spread() {
    let world = World::new("wavering").await;
    let _working = world.app.work();
    let mut orders = Vec::new();
    for _ in 0..5 {
        // Each lacks more requirements than the previous one.
        let lacking = [("Ann", 0), ("Ben", 2), ("Cat", 4)];
        let files = lacking.iter().zip(1..).map(|((name, lines), digit)| {
            let mut resume = resume(name, digit);
            let kept = ["PostgreSQL", "Kubernetes", "Rust", "ackend"];
            for word in kept.iter().take(*lines) {
                resume.iter_mut().for_each(|line| *line = line.replace(word, "work"));
            }
            (format!("{name}.pdf"), pdf_with(&resume, ""))
        });
        let mut rows = world.evaluate_files(files.collect()).await;
        rows.sort_by(|one, other| {
            let score = |row: &Value| row["score"].as_f64().unwrap();
            score(other)
                .total_cmp(&score(one))
                .then_with(|| one["file_name"].as_str().cmp(&other["file_name"].as_str()))
        });
        let names: Vec<String> = rows.iter().map(|row| row["file_name"].as_str().unwrap().to_owned()).collect();
        orders.push(names);
        for row in &rows {
            let eval = world.detail(row).await["ai_eval"].clone();
            if let Some(spread) = eval["spread"].as_object() {
                assert!(spread["opinions"].as_u64().unwrap() >= 2, "{eval}");
                assert!(spread["low"].as_f64() <= eval["overallScore"].as_f64(), "{eval}");
            }
        }
    }
    assert!(orders.iter().all(|order| *order == orders[0]), "{orders:?}");
}
