//! Scans and photos: recognised in a lane of their own, and marked.

use bole_documents::{Limits, Sandbox};
use bole_domain::task::Lane;
use reqwest::Method;
use serde_json::{Value, json};

use crate::samples::{archive, file, pdf_then_scan, photo, resume, resume_pdf};
use crate::support::{Answer, Client, TestApp, eventually};

async fn evaluation(client: &Client, organization: &str, row: &Value) -> Value {
    let path = format!("{organization}/batch-tasks/{}", row["id"].as_str().unwrap());
    client.get(&path).await.expect(200)["ai_eval"].clone()
}

fn flags(eval: &Value) -> Vec<&str> {
    eval["flags"].as_array().unwrap().iter().map(|flag| flag["kind"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn failed_file_is_replaced_by_a_photo() {
    for reads_pictures in [false, true] {
        let mut app = TestApp::with(|config| config.reads_pictures = reads_pictures).await;
        app.recognize_scans();
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        let _working = app.work();
        let batch = owner.evaluate(&job, archive([("Ann.pdf", b"%PDF-1.4 cut off".to_vec())])).await;
        let row = owner.rows(&batch).await.remove(0);
        assert_eq!(row["status"], "failed", "{row}");
        let path = format!("{organization}/batch-tasks/{}/file?name=photo.jpg", row["id"].as_str().unwrap());
        let answer = Answer::of(owner.request(Method::PUT, &path).body(photo())).await;
        if !reads_pictures {
            assert_eq!(answer.problem(415), "batch_task.not_a_document");
            continue;
        }
        answer.expect(200);
        owner.finished(&batch).await;
        let row = owner.rows(&batch).await.remove(0);
        assert_eq!((&row["status"], &row["file_name"]), (&json!("completed"), &json!("photo.jpg")), "{row}");
        let eval = evaluation(&owner, &organization, &row).await;
        assert!(flags(&eval).contains(&"recognized_text"), "{eval}");
    }
}

#[tokio::test]
async fn scans_are_evaluated_and_marked() {
    let mut app = TestApp::new().await;
    app.recognize_scans();
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let corpus = |name: &str| file(&format!("shared/documents/tests/corpus/{name}"));
    let zip = archive([("scan.pdf", corpus("hostile/scanned_zh.pdf")), ("text.pdf", resume_pdf("Ann", 1))]);
    let batch = owner.evaluate(&job, zip).await;
    for row in owner.rows(&batch).await {
        let name = row["file_name"].as_str().unwrap();
        let eval = evaluation(&owner, &organization, &row).await;
        assert_eq!(row["status"], "completed", "{row}");
        assert_eq!(flags(&eval).contains(&"recognized_text"), name != "text.pdf", "{name}: {eval}");
        assert!(!flags(&eval).contains(&"unread_pages"), "{name}: {eval}");
        let path = format!("{organization}/batch-tasks/{}/text", row["id"].as_str().unwrap());
        let text = owner.get(&path).await.expect(200);
        let is_scan = name != "text.pdf";
        assert_eq!(text["pages"], if is_scan { json!([1]) } else { json!([]) }, "{text}");
        assert_eq!(!text["text"].as_str().unwrap().is_empty(), is_scan, "{text}");
    }
}

/// How many tasks recognised something.
async fn recognitions(app: &TestApp) -> i64 {
    let tasks = sqlx::query_scalar("SELECT count(*) FROM tasks WHERE kind = 'resume.evaluate' AND lane = $1");
    tasks.bind(Lane::Scans.number()).fetch_one(&mut app.database.connection().await).await.unwrap()
}

#[tokio::test]
async fn pages_are_looked_at_once_also_where_nothing_is_found() {
    for is_blank in [false, true] {
        let mut app = TestApp::new().await;
        app.recognize_scans();
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        let _working = app.work();
        let batch = owner.evaluate(&job, archive([("Ann.pdf", pdf_then_scan(&resume("Ann", 1), is_blank))])).await;
        let row = owner.rows(&batch).await.remove(0);
        assert_eq!(row["status"], "completed", "{row}");
        let eval = evaluation(&owner, &organization, &row).await;
        assert_eq!(flags(&eval).contains(&"recognized_text"), !is_blank, "{eval}");
        assert_eq!(flags(&eval).contains(&"unread_pages"), is_blank, "{eval}");
        let text: String = sqlx::query_scalar("SELECT text FROM file_texts")
            .fetch_one(&mut app.database.connection().await)
            .await
            .unwrap();
        assert!(text.contains("Northlight Analytics") && text.contains("Otter Bridge Foods") != is_blank, "{text}");

        owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
        let listed = owner.get(&format!("{organization}/applications")).await.expect(200);
        let ids = json!({ "ids": [listed["items"][0]["id"]] });
        let answer = owner.post(&format!("{organization}/applications/evaluate"), ids).await;
        answer.expect(202);
        let again = eventually("it is evaluated again", async || {
            let task = owner.get(answer.header("location")).await.expect(200);
            (task["status"] == "completed").then(|| task["result"].clone())
        })
        .await;
        assert_eq!((&again["evaluated"], &again["failed"]), (&json!(1), &json!(0)), "{again}");
        assert_eq!(recognitions(&app).await, 1, "blank: {is_blank}");
    }
}

#[tokio::test]
async fn failed_recognition_leaves_the_readable_pages() {
    let mut app = TestApp::new().await;
    let sandbox = Sandbox::new(bole_testkit::reader(), Limits::default());
    // Its children cannot start.
    app.read_with(sandbox.with_recognizer("/nowhere".into()));
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let batch = owner.evaluate(&job, archive([("Ann.pdf", pdf_then_scan(&resume("Ann", 1), false))])).await;
    let row = owner.rows(&batch).await.remove(0);
    assert_eq!(row["status"], "completed", "{row}");
    let eval = evaluation(&owner, &organization, &row).await;
    assert!(flags(&eval).contains(&"unread_pages"), "{eval}");
}
