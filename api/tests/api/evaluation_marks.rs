//! People's own marks on evaluations: whose are seen by whom, the score by them, and the counts beside the rubric.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use crate::support::{Client, TestApp, eventually};

/// An evaluated candidate in AI review.
struct World {
    app: TestApp,
    owner: Client,
    organization: String,
    job: String,
    application: String,
}

impl World {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        let id = owner.reviewed(&app, &organization, &job).await;
        let application = format!("{organization}/applications/{id}");
        Self { app, owner, organization, job, application }
    }

    fn path(&self) -> String {
        format!("{}/marks", self.application)
    }

    async fn evaluation(&self) -> Value {
        self.owner.get(&self.application).await.expect(200)["ai_eval"].clone()
    }

    async fn marks(&self, client: &Client) -> Value {
        client.get(&self.path()).await.expect(200)
    }

    async fn give(&self, client: &Client, criterion: usize, verdict: &str, reason: &str) -> Value {
        let evaluation = self.marks(client).await["evaluation_id"].clone();
        let mark = json!({ "evaluation_id": evaluation, "criterion": criterion, "verdict": verdict, "reason": reason });
        client.put(&self.path(), mark).await.expect(200)
    }

    async fn withdraw(&self, client: &Client, criterion: usize) {
        let evaluation = self.marks(client).await["evaluation_id"].as_str().unwrap().to_owned();
        let path = format!("{}?evaluation_id={evaluation}&criterion={criterion}", self.path());
        client.delete(&path).await.expect(204);
    }

    async fn counts(&self) -> Vec<Value> {
        let found = self.owner.get(&format!("{}/marks", self.job)).await.expect(200);
        found["items"].as_array().unwrap().clone()
    }

    /// Evaluates all candidates of the job again.
    async fn evaluate_again(&self) {
        let _working = self.app.work();
        let asked = self.owner.post(&format!("{}/evaluate-again", self.job), json!({})).await;
        asked.expect(202);
        eventually("the evaluations are over", async || {
            let task = self.owner.get(asked.header("location")).await.expect(200);
            (task["status"] == "completed").then_some(())
        })
        .await;
    }
}

/// The index of the first criterion with weight, its text, its verdict and another verdict.
fn first_scored(evaluation: &Value) -> (usize, String, String, &'static str) {
    let criteria = evaluation["criteria"].as_array().unwrap();
    let at = criteria.iter().position(|criterion| criterion["weight"].as_f64().unwrap() > 0.0).unwrap();
    let verdict = criteria[at]["verdict"].as_str().unwrap();
    let other = if verdict == "not" { "met" } else { "not" };
    (at, criteria[at]["criterion"].as_str().unwrap().to_owned(), verdict.to_owned(), other)
}

#[tokio::test]
async fn own_mark_counts_in_ones_own_score_and_leaves_the_evaluation_alone() {
    let world = World::new().await;
    let owner = &world.owner;
    let before = owner.get(&world.application).await.expect(200);
    let score = &before["ai_eval"]["overallScore"];
    let (at, text, judged, other) = first_scored(&before["ai_eval"]);
    assert_eq!(world.marks(owner).await["own_score"], Value::Null);

    let agreed = world.give(owner, at, &judged, "").await;
    assert_eq!(&agreed["own_score"], score, "agreeing changes nothing");
    let marked = world.give(owner, at, other, "  The line is about a colleague. ").await;
    let own = &marked["own"][0];
    assert_eq!(
        (marked["own"].as_array().unwrap().len(), &own["criterion"], &own["text"]),
        (1, &json!(at), &json!(text))
    );
    assert_eq!((&own["judged"], &own["verdict"]), (&json!(judged), &json!(other)));
    assert_eq!((&own["reason"], &own["is_earlier"]), (&json!("The line is about a colleague."), &json!(false)));
    assert_ne!(&marked["own_score"], score);
    assert_eq!(world.marks(owner).await, marked);
    let after = owner.get(&world.application).await.expect(200);
    for field in ["ai_eval", "tier", "status", "sub_status", "version"] {
        assert_eq!(after[field], before[field], "{field}");
    }

    world.withdraw(owner, at).await;
    world.withdraw(owner, at).await;
    let withdrawn = world.marks(owner).await;
    assert_eq!((&withdrawn["own"], &withdrawn["own_score"]), (&json!([]), &Value::Null));
    assert_eq!(world.counts().await, Vec::<Value>::new());
}

#[tokio::test]
async fn marks_of_others_are_hidden_until_ones_own_are_given() {
    let world = World::new().await;
    let (owner, evaluation) = (&world.owner, world.evaluation().await);
    let (at, text, judged, other) = first_scored(&evaluation);
    let recruiter = world.app.member(&world.organization, Role::Recruiter).await;
    owner.assign(&world.job, &recruiter).await;
    world.give(owner, at, other, "Not proven.").await;

    let hidden = world.marks(&recruiter).await;
    assert_eq!((&hidden["others"], &hidden["concealed"]), (&json!([]), &json!(1)));
    let shown = world.give(&recruiter, at, &judged, "").await;
    assert_eq!((&shown["others"][0]["verdict"], &shown["concealed"]), (&json!(other), &json!(0)));
    assert_eq!(shown["others"][0]["reason"], "Not proven.");
    assert!(shown["others"][0]["user_name"].is_string());
    assert_eq!(shown["own_score"], evaluation["overallScore"], "the owner's mark counts in the owner's score");
    assert_eq!(world.counts().await, [json!({ "criterion": text, "marks": 2, "disagreements": 1 })]);
    world.withdraw(&recruiter, at).await;
    assert_eq!(world.marks(&recruiter).await["concealed"], 1);
    assert_eq!(world.marks(owner).await["own"].as_array().unwrap().len(), 1, "a member withdraws only their own");
}

#[tokio::test]
async fn interviewer_marks_only_candidates_they_interview() {
    let world = World::new().await;
    let (at, _, judged, _) = first_scored(&world.evaluation().await);
    let interviewer = world.app.member(&world.organization, Role::Interviewer).await;
    assert_eq!(interviewer.get(&world.path()).await.problem(404), "application.not_found");
    let evaluation = world.marks(&world.owner).await["evaluation_id"].clone();
    let mark = json!({ "evaluation_id": evaluation, "criterion": at, "verdict": judged });
    assert_eq!(interviewer.put(&world.path(), mark).await.problem(404), "application.not_found");

    let session = interviewer.get("/api/auth/session").await.expect(200);
    let id = |path: &str| path.rsplit('/').next().unwrap().parse::<uuid::Uuid>().unwrap();
    sqlx::query(
        "INSERT INTO interview_schedules (id, organization_id, application_id, start_time, end_time, round, interviewer_id,
                                          interviewer_name)
         VALUES ($1, $2, $3, now(), now() + interval '1 hour', 1, $4, 'Chen')",
    )
    .bind(uuid::Uuid::now_v7())
    .bind(id(&world.organization))
    .bind(id(&world.application))
    .bind(id(session["user"]["id"].as_str().unwrap()))
    .execute(&mut world.app.database.connection().await)
    .await
    .unwrap();
    let marked = world.give(&interviewer, at, &judged, "").await;
    assert_eq!((&marked["can_mark"], marked["own"].as_array().unwrap().len()), (&json!(true), 1));
    assert_eq!(world.marks(&world.owner).await["concealed"], 1);
}

#[tokio::test]
async fn wrong_marks_are_refused() {
    let world = World::new().await;
    let (stranger, theirs) = world.app.owner("other").await;
    let (at, ..) = first_scored(&world.evaluation().await);
    let evaluation = world.marks(&world.owner).await["evaluation_id"].clone();
    let mark = |evaluation: &Value, criterion: usize, reason: &str| json!({ "evaluation_id": evaluation, "criterion": criterion, "verdict": "met", "reason": reason });
    let put = async |mark: Value| world.owner.put(&world.path(), mark).await;
    assert_eq!(put(mark(&evaluation, 999, "")).await.problem(422), "request.invalid");
    assert_eq!(put(mark(&evaluation, at, &"好".repeat(201))).await.problem(422), "request.invalid");
    put(mark(&evaluation, at, &"好".repeat(200))).await.expect(200);
    let stale = put(mark(&json!(uuid::Uuid::nil()), at, "")).await;
    assert_eq!(stale.problem(409), "request.stale");
    assert_eq!(stale.json()["current"]["evaluation_id"], evaluation);
    let foreign = world.path().replace(&world.organization, &theirs);
    assert_eq!(stranger.put(&foreign, mark(&evaluation, at, "")).await.problem(404), "application.not_found");
    assert_eq!(stranger.get(&foreign).await.problem(404), "application.not_found");
}

#[tokio::test]
async fn marks_follow_criteria_that_read_the_same_into_a_new_evaluation() {
    let world = World::new().await;
    let (owner, before) = (&world.owner, world.evaluation().await);
    let criteria = before["criteria"].as_array().unwrap();
    let scored = |at: &usize| criteria[*at]["weight"].as_f64().unwrap() > 0.0;
    for at in (0..criteria.len()).filter(scored) {
        world.give(owner, at, criteria[at]["verdict"].as_str().unwrap(), "").await;
    }
    let texts = json!({ "core_requirement": "", "jd": "Backend services.",
                        "ai_evaluation_criteria": "- Must have: Rust or Go\n- Nice to have: Haskell" });
    owner.patch(&world.job, texts).await.expect(200);
    world.evaluate_again().await;

    let after = world.evaluation().await;
    let criteria = after["criteria"].as_array().unwrap();
    let marks = world.marks(owner).await;
    for mark in marks["own"].as_array().unwrap() {
        assert_eq!(mark["is_earlier"], true, "{mark}");
        let same = criteria.iter().position(|criterion| criterion["criterion"] == mark["text"]);
        assert_eq!(mark["criterion"], json!(same), "{mark}");
    }
    let followed = marks["own"].as_array().unwrap().iter().find(|mark| !mark["criterion"].is_null()).unwrap();
    assert!(marks["own"].as_array().unwrap().iter().any(|mark| mark["criterion"].is_null()), "{marks}");
    assert!(marks["own_score"].is_number());

    let at = usize::try_from(followed["criterion"].as_u64().unwrap()).unwrap();
    let again = world.give(owner, at, "not", "").await;
    let of_it = |mark: &&Value| mark["criterion"] == at;
    let own: Vec<_> = again["own"].as_array().unwrap().iter().filter(of_it).collect();
    assert_eq!((own.len(), &own[0]["is_earlier"], &own[0]["verdict"]), (1, &json!(false), &json!("not")));
    world.withdraw(owner, at).await;
    let withdrawn = world.marks(owner).await;
    assert_eq!(withdrawn["own"].as_array().unwrap().iter().filter(of_it).count(), 0, "the earlier one too");
}

#[tokio::test]
async fn marks_are_deleted_with_the_person() {
    let world = World::new().await;
    let evaluation = world.evaluation().await;
    let (at, _, _, other) = first_scored(&evaluation);
    world.give(&world.owner, at, other, "Not proven.").await;
    let person = world.owner.get(&world.application).await.expect(200)["person"]["id"].as_str().unwrap().to_owned();
    world.owner.delete(&format!("{}/people/{person}", world.organization)).await.expect(204);
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM evaluation_marks")
        .fetch_one(&mut world.app.database.connection().await)
        .await
        .unwrap();
    assert_eq!(left, 0);
}
