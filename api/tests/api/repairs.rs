//! Repair of readings.

use bole_domain::organization::Role;
use bole_domain::task::Lane;
use serde_json::{Value, json};

use crate::samples::{archive, pdf_then_scan, resume, resume_pdf};
use crate::support::{Client, TestApp, eventually};

/// A candidate in AI review; returns the client, the organization, the job, and the resume's and person's ids.
async fn with_a_candidate(app: &TestApp) -> (Client, String, String, String, String) {
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let batch = owner.evaluate(&job, archive([("ann.pdf", resume_pdf("Ann", 1))])).await;
    owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    let job_id = job.rsplit('/').next().unwrap();
    let list = owner.get(&format!("{organization}/applications?job_id={job_id}")).await.expect(200);
    let person = list["items"][0]["person_id"].as_str().unwrap().to_owned();
    let resumes = owner.get(&format!("{organization}/people/{person}/resumes")).await.expect(200);
    let resume = resumes["items"][0]["id"].as_str().unwrap().to_owned();
    (owner, organization, job, resume, person)
}

async fn over(client: &Client, organization: &str, task: &Value) -> Value {
    let path = format!("{organization}/tasks/{}", task["id"].as_str().unwrap());
    eventually("the task is over", async || {
        let task = client.get(&path).await.expect(200);
        matches!(task["status"].as_str(), Some("completed" | "failed")).then_some(task)
    })
    .await
}

/// Adds two employments to a resume: one that ends before it starts, one without an end.
async fn break_employments(app: &TestApp, resume: &str) {
    let mut connection = app.database.connection().await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
        "DELETE FROM work_experiences WHERE resume_id = '{resume}';
         INSERT INTO work_experiences (id, organization_id, resume_id, ordinal, company_name, start_date, end_date)
         SELECT gen_random_uuid(), organization_id, id, 0, 'Acme', '2022-03', '2020-01' FROM resumes WHERE id = '{resume}';
         INSERT INTO work_experiences (id, organization_id, resume_id, ordinal, company_name, start_date)
         SELECT gen_random_uuid(), organization_id, id, 1, 'Globex', '2018-03' FROM resumes WHERE id = '{resume}'"
    )))
    .execute(&mut connection)
    .await
    .unwrap();
}

#[tokio::test]
async fn resumes_read_by_an_older_version_are_read_again() {
    let app = TestApp::new().await;
    let (owner, organization, ..) = with_a_candidate(&app).await;
    let path = format!("{organization}/resumes/reprocess");
    let _working = app.work();
    let task = owner.post(&path, json!({ "filter": {} })).await.expect(202);
    assert_eq!(over(&owner, &organization, &task).await["result"], json!({ "read": 0, "failed": 0 }));
    let mut connection = app.database.connection().await;
    sqlx::query("UPDATE file_texts SET extraction_version = 'old'").execute(&mut connection).await.unwrap();
    for read in [1, 0] {
        let task = owner.post(&path, json!({ "filter": { "state": "outdated" } })).await.expect(202);
        assert_eq!(over(&owner, &organization, &task).await["result"], json!({ "read": read, "failed": 0 }));
    }
}

#[tokio::test]
async fn corrected_employment_keeps_its_original() {
    let app = TestApp::new().await;
    let (owner, organization, job, resume, person) = with_a_candidate(&app).await;
    break_employments(&app, &resume).await;
    let list = |problem: &str| {
        let (owner, path) = (owner.clone(), format!("{organization}/work-experiences?problem={problem}"));
        async move { owner.get(&path).await.expect(200) }
    };
    assert_eq!(list("missing").await["items"][0]["company_name"], "Globex");
    let reversed = list("reversed").await;
    assert_eq!((&reversed["total"], &reversed["items"][0]["problems"]), (&json!(1), &json!(["reversed"])));
    let path = format!("{organization}/work-experiences/{}", reversed["items"][0]["id"].as_str().unwrap());
    let change = json!({ "version": 1, "company_name": "Acme", "start_date": "2016-01", "end_date": "2018-02" });
    let refused = json!({ "version": 1, "start_date": "2022-03", "end_date": "2020-01" });
    let refused = owner.patch(&path, refused).await.expect(422);
    assert_eq!(refused["errors"], json!([{ "field": "end_date", "code": "field.end_before_start" }]));
    let corrected = owner.patch(&path, change.clone()).await.expect(200);
    assert_eq!((&corrected["version"], &corrected["problems"]), (&json!(2), &json!([])));
    assert_eq!(owner.patch(&path, change).await.problem(409), "request.stale");
    assert_eq!(list("reversed").await["total"], 0);
    let mut connection = app.database.connection().await;
    let (changes,): (Value,) = sqlx::query_as("SELECT changes FROM person_events WHERE person_id = $1::uuid")
        .bind(&person)
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(changes["work_experience"]["from"]["end_date"], "2020-01");

    // A recruiter of another job has no access.
    let recruiter = app.member(&organization, Role::Recruiter).await;
    let nothing = recruiter.get(&format!("{organization}/work-experiences")).await.expect(200);
    assert_eq!(nothing["total"], 0);
    owner.assign(&job, &recruiter).await;
    assert_eq!(recruiter.get(&format!("{organization}/work-experiences")).await.expect(200)["total"], 1);
}

#[tokio::test]
async fn gap_is_more_than_six_months_without_employment() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    for (again, has_gaps) in [("2021-01", false), ("2021-02", true)] {
        let experiences = json!([
            { "start_date": "2019-01", "end_date": "2020-06", "is_current": false },
            { "start_date": again, "end_date": "2022-12", "is_current": false },
        ]);
        let path = format!("{organization}/analyze-work-experience");
        let found = owner.post(&path, json!({ "experiences": experiences })).await.expect(200);
        let data = &found["data"];
        assert_eq!((&data["hasGaps"], &data["hasOverlap"]), (&json!(has_gaps), &json!(false)), "{again}: {found}");
    }
}

#[tokio::test]
async fn career_is_analyzed_on_demand() {
    let app = TestApp::new().await;
    let (owner, organization, _, resume, person) = with_a_candidate(&app).await;
    break_employments(&app, &resume).await;
    let mut connection = app.database.connection().await;
    sqlx::query("UPDATE work_experiences SET start_date = '2019-01', end_date = '2020-12' WHERE company_name = 'Acme'")
        .execute(&mut connection)
        .await
        .unwrap();
    let task = owner.post(&format!("{organization}/resumes/{resume}/analyze"), json!({})).await.expect(202);
    let resumes = format!("{organization}/people/{person}/resumes");
    assert_eq!(owner.get(&resumes).await.expect(200)["items"][0]["analysis_status"], "pending");
    let _working = app.work();
    let result = over(&owner, &organization, &task).await["result"].clone();
    assert_eq!((&result["periodCount"], &result["totalYears"]), (&json!(1), &json!(2.0)));
    let resume = owner.get(&resumes).await.expect(200)["items"][0].clone();
    assert_eq!((&resume["analysis_status"], &resume["total_years_of_experience"]), (&json!("completed"), &json!(2.0)));
}

#[tokio::test]
async fn scans_are_read_again_in_their_lane() {
    let mut app = TestApp::new().await;
    app.recognize_scans();
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let batch = owner.evaluate(&job, archive([("Ann.pdf", pdf_then_scan(&resume("Ann", 1), false))])).await;
    owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    let mut connection = app.database.connection().await;
    sqlx::query(
        "UPDATE file_texts SET extraction_version = 'old', recognized_pages = '[]', is_recognition_tried = false",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    let path = format!("{organization}/resumes/reprocess");
    let task = owner.post(&path, json!({ "filter": { "state": "outdated" } })).await.expect(202);
    assert_eq!(over(&owner, &organization, &task).await["result"], json!({ "read": 1, "failed": 0 }));
    let recognized: Value =
        sqlx::query_scalar("SELECT recognized_pages FROM file_texts").fetch_one(&mut connection).await.unwrap();
    assert_eq!(recognized, json!([2]));

    sqlx::raw_sql("DELETE FROM work_experiences; UPDATE file_texts SET is_recognition_tried = false")
        .execute(&mut connection)
        .await
        .unwrap();
    let id: String = sqlx::query_scalar("SELECT id::text FROM resumes").fetch_one(&mut connection).await.unwrap();
    let task = owner.post(&format!("{organization}/resumes/{id}/analyze"), json!({})).await.expect(202);
    assert_eq!(over(&owner, &organization, &task).await["status"], "completed");
    let lanes: Vec<i16> =
        sqlx::query_scalar("SELECT lane FROM tasks WHERE kind IN ('resumes.reprocess', 'resume.analyze')")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    assert_eq!(lanes, [Lane::Scans.number(); 2]);
}
