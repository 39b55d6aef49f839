//! Uploading a ZIP: permissions, refusals, and that a refused upload leaves nothing behind.

use std::time::Duration;

use bole_api::config::{UPLOAD_PACE, UploadPace};
use bole_domain::organization::Role;
use bytes::Bytes;
use futures_util::stream::poll_fn;
use reqwest::Method;
use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE, ORIGIN};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::samples::{archive, resume_pdf};
use crate::support::{Answer, Client, TestApp, eventually, form};

const MULTIPART: &str = "multipart/form-data; boundary=x";

fn zip() -> Vec<u8> {
    archive([("cv.pdf", resume_pdf("Ann", 1))])
}

async fn send(client: &Client, job: &str, form: Form) -> Answer {
    Answer::of(client.request(Method::POST, &format!("{job}/batches")).multipart(form)).await
}

async fn batches(client: &Client, organization: &str) -> Value {
    client.get(&format!("{organization}/batches")).await.expect(200)["total"].clone()
}

#[tokio::test]
async fn upload_returns_the_batch_and_its_location() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let answer = owner.upload(&job, zip()).await;
    let batch = answer.expect(202)["batch"].clone();
    assert_eq!(answer.header("location"), format!("{organization}/batches/{}", batch["id"].as_str().unwrap()));
    assert_eq!(owner.get(answer.header("location")).await.expect(200), batch);
    assert!(job.ends_with(batch["job_id"].as_str().unwrap()));
    assert_eq!((&batch["file_name"], &batch["size"]), (&json!("三月 resumes.zip"), &json!(zip().len())));
    assert_eq!(batch["status"], "pending");
    assert_eq!(
        batch["counts"],
        json!({ "pending": 0, "processing": 0, "completed": 0, "failed": 0, "retry": 0, "skipped": 0 })
    );
    assert_eq!(app.stored().len(), 1);
}

#[tokio::test]
async fn upload_requires_the_evaluate_permission() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    assert_eq!(app.anonymous().upload(&job, zip()).await.problem(401), "auth.unauthenticated");
    let (stranger, elsewhere) = app.owner("other").await;
    assert_eq!(stranger.upload(&job, zip()).await.problem(404), "organization.not_found");
    let foreign_job = job.replace(&organization, &elsewhere);
    assert_eq!(stranger.upload(&foreign_job, zip()).await.problem(404), "job.not_found");
    for role in [Role::Viewer, Role::Interviewer] {
        let member = app.member(&organization, role).await;
        owner.assign(&job, &member).await;
        assert_eq!(member.upload(&job, zip()).await.problem(403), "permission.denied", "{role}");
    }
    let elsewhere = owner.request(Method::POST, &format!("{job}/batches")).header(ORIGIN, "https://evil.example");
    assert_eq!(Answer::of(elsewhere.multipart(form(zip()))).await.problem(403), "request.cross_origin");
    assert_eq!(app.stored(), [""; 0]);
    let manager = app.member(&organization, Role::HrManager).await;
    owner.assign(&job, &manager).await;
    manager.upload(&job, zip()).await.expect(202);
}

#[tokio::test]
async fn upload_requires_a_zip() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let other_field = Form::new().text("note", "hello").part("archive", Part::bytes(zip()));
    let missing = send(&owner, &job, other_field).await;
    assert_eq!(missing.problem(422), "batch.file_required");
    assert_eq!(missing.json()["errors"], json!([{ "field": "file", "code": "batch.file_required" }]));
    for bytes in [&b"%PDF-1.7 not an archive"[..], b"PK", b""] {
        let renamed = Form::new().part("file", Part::bytes(bytes.to_vec()).file_name("resumes.zip"));
        assert_eq!(send(&owner, &job, renamed).await.problem(415), "batch.not_a_zip");
    }
    let nothing = owner.request(Method::POST, &format!("{job}/batches")).header(CONTENT_TYPE, MULTIPART);
    assert_eq!(Answer::of(nothing.header(CONTENT_LENGTH, 0)).await.problem(400), "batch.upload_broken");
    let after_others = Form::new().text("note", "hello").part("file", Part::bytes(zip()).file_name("a.zip"));
    send(&owner, &job, after_others).await.expect(202);
    assert_eq!((app.stored().len(), batches(&owner, &organization).await), (1, json!(1)));
}

#[tokio::test]
async fn upload_requires_an_open_job() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let none = owner.upload(&format!("{organization}/jobs/undefined"), zip()).await;
    assert_eq!(none.problem(422), "batch.job_required");
    let unknown = owner.upload(&format!("{organization}/jobs/0190a1b2-0000-7000-8000-000000000000"), zip()).await;
    assert_eq!(unknown.problem(404), "job.not_found");
    owner.post(&format!("{job}/archive"), json!({})).await.expect(200);
    assert_eq!(owner.upload(&job, zip()).await.problem(409), "job.archived");
    assert_eq!((app.stored().len(), batches(&owner, &organization).await), (0, json!(0)));
    owner.post(&format!("{job}/restore"), json!({})).await.expect(200);
    owner.upload(&job, zip()).await.expect(202);
}

#[tokio::test]
async fn oversized_zip_is_refused_and_leaves_no_files() {
    let limit = zip().len() as u64;
    let app = TestApp::with(|config| config.upload_limit = limit).await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let mut larger = zip();
    larger.push(0);
    assert_eq!(owner.upload(&job, larger).await.problem(413), "batch.too_large");
    assert_eq!((app.stored().len(), batches(&owner, &organization).await), (0, json!(0)));
    owner.upload(&job, zip()).await.expect(202);
}

#[tokio::test]
async fn upload_whose_record_failed_keeps_its_file_until_it_expires() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                  $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
                  CREATE TRIGGER refuse BEFORE INSERT ON batches FOR EACH ROW EXECUTE FUNCTION refuse()";
    sqlx::raw_sql(refuse).execute(&mut app.database.connection().await).await.unwrap();
    assert_eq!(owner.upload(&job, zip()).await.status, 500);
    // The server can't tell a refused commit from one whose answer was lost.
    assert_eq!(app.stored().len(), 1);
    let expiring: i64 = sqlx::query_scalar("SELECT count(*) FROM discarded_objects")
        .fetch_one(&mut app.database.connection().await)
        .await
        .unwrap();
    assert_eq!(expiring, 1);
}

#[tokio::test]
async fn interrupted_upload_leaves_no_files() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let (sender, mut parts) = tokio::sync::mpsc::channel::<Result<Bytes, String>>(1);
    let body = poll_fn(move |context| parts.poll_recv(context));
    let part = Part::stream(reqwest::Body::wrap_stream(body)).file_name("resumes.zip");
    let request = owner.request(Method::POST, &format!("{job}/batches")).multipart(Form::new().part("file", part));
    let sending = tokio::spawn(request.send());
    let mut beginning = zip();
    beginning.resize(300_000, 7);
    sender.send(Ok(Bytes::from(beginning))).await.unwrap();
    eventually("the upload has begun", async || (!app.stored().is_empty()).then_some(())).await;
    sender.send(Err("the network is gone".to_owned())).await.unwrap();
    assert!(sending.await.unwrap().is_err());
    eventually("its half is gone", async || app.stored().is_empty().then_some(())).await;
    assert_eq!(batches(&owner, &organization).await, json!(0));
}

#[tokio::test]
async fn endless_upload_is_aborted() {
    let pace = UploadPace { grace: Duration::from_millis(1), ..UPLOAD_PACE };
    let app = TestApp::with(|config| config.upload_pace = pace).await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let (sender, mut parts) = tokio::sync::mpsc::channel::<Result<Bytes, String>>(1);
    let body = poll_fn(move |context| parts.poll_recv(context));
    let part = Part::stream(reqwest::Body::wrap_stream(body)).file_name("resumes.zip");
    sender.send(Ok(Bytes::from(zip()))).await.unwrap();
    let answer = send(&owner, &job, Form::new().part("file", part)).await;
    assert_eq!(answer.problem(400), "batch.upload_too_slow");
    assert_eq!((app.stored().len(), batches(&owner, &organization).await), (0, json!(0)));
    drop(sender);
}

#[tokio::test]
async fn upload_repeated_with_its_key_creates_one_batch() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let path = format!("{job}/batches");
    let keyed = |key: &str, bytes| {
        Answer::of(owner.request(Method::POST, &path).header("idempotency-key", key).multipart(form(bytes)))
    };
    let first = keyed("march", zip()).await;
    let again = keyed("march", zip()).await;
    assert_eq!(again.expect(202), first.expect(202));
    assert_eq!(again.header("location"), first.header("location"));
    assert_eq!((app.stored().len(), batches(&owner, &organization).await), (1, json!(1)));

    let other = archive([("cv.pdf", resume_pdf("Ben", 2))]);
    assert_eq!(keyed("march", other.clone()).await.problem(422), "request.idempotency_key_reused");
    assert_eq!(app.stored().len(), 1);
    assert_ne!(keyed("april", other).await.expect(202), first.json());
    assert_eq!((app.stored().len(), batches(&owner, &organization).await), (2, json!(2)));
}
