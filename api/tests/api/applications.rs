//! Applications: the ranked list of a job, details, the resume, and isolation.

use reqwest::Method;
use serde_json::{Value, json};

use crate::samples::{archive, file, pdf, resume, resume_pdf};
use crate::support::{Answer, Client, TestApp};

/// A promoted batch of three: a good match, one missing a must-have, and an unrelated one.
struct Board {
    app: TestApp,
    owner: Client,
    organization: String,
    job: String,
    batch: String,
}

impl Board {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        let no_database: Vec<String> =
            resume("Ben", 2).iter().map(|line| line.replace("PostgreSQL", "CSS").replace("Rust", "HTML")).collect();
        let teacher = file("testdata/labelled/en-growth-analyst/resumes/10-elena-vasquez-ortiz.docx");
        let zip =
            archive([("简历/安.pdf", resume_pdf("Ann", 1)), ("ben.pdf", pdf(&no_database)), ("elena.docx", teacher)]);
        let batch = {
            let _working = app.work();
            owner.evaluate(&job, zip).await
        };
        let promoted = owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
        assert_eq!(promoted, json!({ "created": 3, "existing": 0, "skipped": 0 }));
        Self { app, owner, organization, job, batch }
    }

    async fn list(&self, query: &str) -> Value {
        self.owner.get(&format!("{}/applications{query}", self.organization)).await.expect(200)
    }

    async fn names(&self, query: &str) -> Vec<String> {
        let page = self.list(query).await;
        let name = |item: &Value| item["person"]["name"].as_str().unwrap().to_owned();
        page["items"].as_array().unwrap().iter().map(name).collect()
    }

    /// The path of Ann's application.
    async fn ann(&self) -> String {
        let found = self.list("?search=Ann").await;
        format!("{}/applications/{}", self.organization, found["items"][0]["id"].as_str().unwrap())
    }
}

#[tokio::test]
async fn list_is_ranked_by_score_with_person_and_evaluation() {
    let board = Board::new().await;
    let page = board.list("").await;
    assert_eq!(page["total"], 3);
    let items = page["items"].as_array().unwrap();
    let scores: Vec<f64> = items.iter().map(|item| item["ai_eval"]["overallScore"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|one, next| one >= next), "{scores:?}");
    assert_eq!(board.names("").await[0], "Ann Tan");
    for item in items {
        let recommended = matches!(item["ai_eval"]["recommendationLevel"].as_str().unwrap(), "强烈推荐" | "推荐");
        let sub_status = if recommended { "AI推荐建联" } else { "AI推荐淘汰" };
        assert_eq!((&item["status"], &item["sub_status"]), (&json!("AI评审"), &json!(sub_status)));
        assert_eq!((&item["source"], &item["version"]), (&json!("batch"), &json!(1)));
        assert!(board.job.ends_with(item["job_id"].as_str().unwrap()));
    }
    assert_eq!((&items[0]["sub_status"], &items[2]["sub_status"]), (&json!("AI推荐建联"), &json!("AI推荐淘汰")));
}

#[tokio::test]
async fn list_is_filtered_by_search_status_tier_and_page() {
    let board = Board::new().await;
    for found in ["ann tan", "ANN.TAN@", "81230001", "%20ann%20"] {
        assert_eq!(board.names(&format!("?search={found}")).await, ["Ann Tan"], "{found}");
    }
    for nothing in ["%25", "_nn", "zzz"] {
        assert_eq!(board.names(&format!("?search={nothing}")).await, [""; 0], "{nothing}");
    }
    let job = board.job.rsplit('/').next().unwrap();
    assert_eq!(board.list(&format!("?job_id={job}")).await["total"], 3);
    assert_eq!(board.list("?job_id=0190a1b2-0000-7000-8000-000000000000").await["total"], 0);
    assert_eq!(board.list("?status=AI评审").await["total"], 3);
    assert_eq!(board.list("?status=线上面试").await["total"], 0);
    let (yes, no) = (board.list("?sub_status=AI推荐建联").await, board.list("?sub_status=AI推荐淘汰").await);
    assert_eq!(yes["total"].as_i64().unwrap() + no["total"].as_i64().unwrap(), 3);
    assert!(yes["total"].as_i64().unwrap() >= 1 && no["total"].as_i64().unwrap() >= 1);

    let counts = board.owner.get(&format!("{}/tiers", board.job)).await.expect(200);
    for tier in 1..=3 {
        let listed = board.list(&format!("?tier={tier}")).await;
        assert_eq!(listed["total"], counts[format!("tier_{tier}")], "{counts}");
        assert!(listed["items"].as_array().unwrap().iter().all(|item| item["tier"] == tier));
    }
    assert_eq!(["1", "2", "3"].map(|tier| counts[format!("tier_{tier}")].as_i64().unwrap()).iter().sum::<i64>(), 3);

    let ranked = board.names("").await;
    assert_eq!(board.names("?limit=2").await, ranked[..2]);
    assert_eq!(board.names("?limit=2&offset=2").await, ranked[2..]);
    assert_eq!(board.list("?limit=2&offset=2").await["total"], 3);
    let past = board.list("?offset=3").await;
    assert_eq!((&past["items"], &past["total"]), (&json!([]), &json!(3)), "past the end there are still three");
    for wrong in ["tier=4", "tier=0", "status=nowhere", "sub_status=nowhere", "limit=201"] {
        let answer = board.owner.get(&format!("{}/applications?{wrong}", board.organization)).await;
        assert_eq!(answer.problem(422), "request.invalid", "{wrong}");
    }
}

#[tokio::test]
async fn archived_applications_are_listed_on_request() {
    let board = Board::new().await;
    let ann = board.ann().await;
    let id: uuid::Uuid = ann.rsplit('/').next().unwrap().parse().unwrap();
    let mut connection = board.app.database.connection().await;
    let archive = "UPDATE applications SET status = '归档', sub_status = '已淘汰', is_archived = true,
                       archive_reason = '人才库', archived_at = now() WHERE id = $1";
    sqlx::query(archive).bind(id).execute(&mut connection).await.unwrap();
    assert_eq!(board.list("").await["total"], 2);
    assert_eq!(board.names("?archived=true").await, ["Ann Tan"]);
    assert_eq!(board.owner.get(&ann).await.expect(200)["archive_reason"], "人才库");
}

#[tokio::test]
async fn detail_has_employments_and_history() {
    let board = Board::new().await;
    let detail = board.owner.get(&board.ann().await).await.expect(200);
    assert_eq!(detail["person"]["email"], "ann.tan@example.com");
    let life: Vec<[&Value; 5]> = detail["work_experiences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|job| ["company_name", "position_title", "start_date", "end_date", "is_current"].map(|key| &job[key]))
        .collect();
    let expected = [
        json!(["Northlight Analytics Pte. Ltd.", "Senior Backend Engineer", "2021-03", null, true]),
        json!(["Cedarwood Software Pte. Ltd.", "Backend Engineer", "2016-01", "2019-12", false]),
    ];
    assert_eq!(json!(life), json!(expected));
    let gaps = detail["timeline"]["gaps"].as_array().unwrap();
    assert_eq!((gaps.len(), detail["timeline"]["overlaps"].as_array().unwrap().len()), (1, 0), "{gaps:?}");

    let history = detail["history"].as_array().unwrap();
    assert_eq!(history.len(), 1);
    let arrival = &history[0];
    assert_eq!((&arrival["from"], &arrival["to"]["status"]), (&Value::Null, &json!("AI评审")));
    assert_eq!((&arrival["to"]["sub_status"], &arrival["actor"]["kind"]), (&detail["sub_status"], &json!("person")));
    assert_eq!(arrival["actor"]["name"], "Wang Fang");
    assert!(detail["ai_eval"]["summary"].as_str().unwrap().len() > 20);
    let resume = detail["resume_id"].as_str().unwrap();
    let employments = format!("{}/resumes/{resume}/work-experiences", board.organization);
    assert_eq!(board.owner.get(&employments).await.expect(200)["items"], detail["work_experiences"]);
}

#[tokio::test]
async fn resume_is_served_unchanged() {
    let board = Board::new().await;
    let detail = board.owner.get(&board.ann().await).await.expect(200);
    assert_eq!(
        (&detail["resume_media_type"], &detail["resume_file_name"]),
        (&json!("application/pdf"), &json!("简历/安.pdf"))
    );
    let response = board.owner.request(Method::GET, detail["resume_url"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/pdf");
    assert_eq!(response.headers()["content-security-policy"], "sandbox; default-src 'none'");
    assert_eq!(response.bytes().await.unwrap(), resume_pdf("Ann", 1));
}

#[tokio::test]
async fn unchanged_list_returns_304() {
    let board = Board::new().await;
    for path in [format!("{}/applications", board.organization), board.ann().await] {
        let tag = board.owner.get(&path).await.header("etag").to_owned();
        let request = board.owner.request(Method::GET, &path).header("if-none-match", &tag);
        let again = Answer::of(request).await;
        assert_eq!((again.status, again.text.as_str()), (304, ""), "{path}");
    }
}

#[tokio::test]
async fn applications_are_invisible_to_other_organizations() {
    let board = Board::new().await;
    let (stranger, elsewhere) = board.app.owner("other").await;
    let row = board.owner.rows(&board.batch).await[0]["id"].as_str().unwrap().to_owned();
    let application = board.ann().await;
    let detail = board.owner.get(&application).await.expect(200);
    let resume = detail["resume_id"].as_str().unwrap();
    let reads = [
        board.batch.clone(),
        format!("{}/tasks", board.batch),
        format!("{}/batch-tasks/{row}", board.organization),
        format!("{}/batch-tasks/{row}/file", board.organization),
        application.clone(),
        format!("{application}/resume"),
        format!("{}/resumes/{resume}/work-experiences", board.organization),
        board.job.clone(),
        format!("{}/rubric", board.job),
    ];
    let changes = [
        (Method::POST, format!("{}/retry-failed", board.batch)),
        (Method::POST, format!("{}/promote", board.batch)),
        (Method::DELETE, format!("{}/tasks?status=failed", board.batch)),
        (Method::POST, format!("{}/batch-tasks/{row}/retry", board.organization)),
        (Method::DELETE, format!("{}/batch-tasks/{row}", board.organization)),
    ];
    let calls = reads.into_iter().map(|path| (Method::GET, path)).chain(changes);
    for (method, path) in calls {
        let body = (method == Method::POST).then(|| json!({}));
        let theirs = path.replace(&board.organization, &elsewhere);
        let answer = stranger.send(method.clone(), &theirs, body.clone()).await;
        let code = answer.problem(404);
        assert!(code.ends_with(".not_found"), "{method} {theirs}: {code}");
        let through_the_front = stranger.send(method.clone(), &path, body).await;
        assert_eq!(through_the_front.problem(404), "organization.not_found", "{method} {path}");
    }
    for list in ["batches", "applications", "jobs"] {
        let found = stranger.get(&format!("{elsewhere}/{list}")).await.expect(200);
        assert_eq!((&found["items"], &found["total"]), (&json!([]), &json!(0)), "{list}");
    }
    let person = detail["person_id"].as_str().unwrap();
    let resumes = stranger.get(&format!("{elsewhere}/people/{person}/resumes")).await;
    assert!(resumes.status == 404 || resumes.json()["items"] == json!([]), "{}", resumes.text);
    let tiers = stranger.get(&format!("{}/tiers", board.job.replace(&board.organization, &elsewhere))).await;
    assert!(tiers.status == 404 || tiers.json() == json!({ "tier_1": 0, "tier_2": 0, "tier_3": 0 }), "{}", tiers.text);
    board.owner.get(&format!("{}/batch-tasks/{row}", board.organization)).await.expect(200);
}
