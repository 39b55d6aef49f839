//! Scans and photos: recognised in a lane of their own, and marked.

use reqwest::Method;
use serde_json::{Value, json};

use crate::samples::{archive, file, resume_pdf};
use crate::support::{Answer, Client, TestApp};

/// A grey JPEG of 910 by 1287 pixels that shows a resume.
fn photo() -> Vec<u8> {
    let letter = file("shared/documents/tests/corpus/cases/letter_then_scan.pdf");
    let at = letter.windows(3).position(|part| part == b"\xff\xd8\xff").unwrap();
    let end = letter[at..].windows(10).position(|part| part == b"\nendstream").unwrap();
    letter[at..at + end].to_vec()
}

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
    }
}
