//! Scans and photos: recognised in a lane of their own, and marked.

use serde_json::Value;

use crate::samples::{archive, file, resume_pdf};
use crate::support::{Client, TestApp};

async fn evaluation(client: &Client, organization: &str, row: &Value) -> Value {
    let path = format!("{organization}/batch-tasks/{}", row["id"].as_str().unwrap());
    client.get(&path).await.expect(200)["ai_eval"].clone()
}

fn flags(eval: &Value) -> Vec<&str> {
    eval["flags"].as_array().unwrap().iter().map(|flag| flag["kind"].as_str().unwrap()).collect()
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
