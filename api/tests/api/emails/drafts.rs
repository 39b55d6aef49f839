//! Drafts: generated or written by hand, saved, and sent.

use bole_domain::organization::Role;
use serde_json::json;

use super::{Hiring, invitation};

#[tokio::test]
async fn drafted_email_is_sent_and_moves_the_candidate() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let _working = hiring.app.work();
    let generate = json!({
        "tasks": [{ "applicationId": application, "emailType": "online_invitation" },
                  { "applicationId": uuid::Uuid::now_v7(), "emailType": "online_invitation" }],
        "language": "zh", "otherVariables": { "calendarLink": "https://cal.example/x" },
    });
    let task = hiring.post("generate-email-content", generate).await.expect(202);
    let drafted = hiring.result(&task).await;
    assert_eq!((&drafted[0]["status"], &drafted[1]["status"]), (&json!("success"), &json!("failed")));
    assert!(drafted[0]["data"]["body"].as_str().unwrap().contains("https://cal.example/x"), "{drafted}");
    let draft = hiring.email(&application).await;
    assert_eq!((&draft["status"], &draft["body"]), (&json!("draft"), &drafted[0]["data"]["body"]));
    let path = format!("{}/emails/{}", hiring.organization, draft["id"].as_str().unwrap());
    let draft = hiring.owner.patch(&path, json!({ "subject": "换一个标题" })).await.expect(200);
    assert_eq!(draft["subject"], "换一个标题");

    let mut email = invitation(&application);
    email["subject"] = draft["subject"].clone();
    email["body"] = draft["body"].clone();
    let task = hiring.post("send-email", json!({ "emails": [email] })).await.expect(202);
    let result = hiring.result(&task).await;
    let to = format!("{application}@example.com");
    let sent = &result["results"][0];
    assert_eq!(
        (&sent["to"], &sent["status"], &sent["usedPromptType"]),
        (&json!(to), &json!("sent"), &json!("online_invitation"))
    );
    let mail = hiring.server.wait_for(1).await.remove(0);
    assert_eq!((mail.to.as_slice(), mail.subject()), (&[to][..], "换一个标题".to_owned()));
    assert_eq!(mail.text().replace("\r\n", "\n").trim(), draft["body"].as_str().unwrap().trim());
    assert!(mail.html().contains(r#"<a href="https://cal.example/x">"#), "{}", mail.html());
    let email = hiring.email(&application).await;
    assert_eq!(
        (&email["status"], email["message_id"].as_str().unwrap()),
        (&json!("sent"), mail.header("message-id").as_str())
    );
    assert_eq!(hiring.get("emails").await["total"], 1, "the draft became the email");
    assert_eq!(hiring.state(&application).await, "已发线上面试邀请");
    let history = hiring.get(&format!("applications/{application}")).await["history"].clone();
    let last = history.as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["actor"]["kind"], &last["email_id"]), (&json!("person"), &email["id"]), "{history}");
}

#[tokio::test]
async fn incomplete_drafts_are_saved_and_sent_unchanged() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let begun = json!({ "applicationId": application, "emailType": "online_invitation", "body": "你好" });
    let draft = hiring.post("emails", begun).await.expect(201);
    assert_eq!((&draft["status"], &draft["subject"], &draft["language"]), (&json!("draft"), &json!(""), &json!("zh")));
    let path = format!("{}/emails/{}", hiring.organization, draft["id"].as_str().unwrap());
    hiring.owner.patch(&path, json!({ "subject": "", "body": "" })).await.expect(200);
    let again = json!({ "applicationId": application, "emailType": "online_invitation", "body": "您好" });
    assert_eq!(hiring.post("emails", again).await.expect(201)["id"], draft["id"], "one of a type for a candidate");
    let drafts = hiring.get("emails?status=draft").await;
    assert_eq!((&drafts["total"], &drafts["items"][0]["body"]), (&json!(1), &json!("您好")));
    assert_eq!(drafts["items"][0]["created_by_name"], "Wang Fang");
    let unknown = json!({ "applicationId": draft["id"], "emailType": "rejection", "body": "x" });
    assert_eq!(hiring.post("emails", unknown).await.problem(404), "application.not_found");
}

#[tokio::test]
async fn draft_changed_by_another_member_is_not_overwritten() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let written = |body: &str, version: i32| {
        let mut draft = json!({ "applicationId": application, "emailType": "online_invitation", "body": body });
        draft["version"] = json!(version);
        draft
    };
    let draft = hiring.post("emails", written("theirs", 0)).await.expect(201);
    assert_eq!(draft["version"], 1);
    let late = hiring.post("emails", written("mine", 0)).await;
    assert_eq!((late.status, &late.json()["code"]), (409, &json!("request.stale")));
    assert_eq!((&late.json()["current"]["body"], &late.json()["current"]["version"]), (&json!("theirs"), &json!(1)));

    let path = format!("{}/emails/{}", hiring.organization, draft["id"].as_str().unwrap());
    let first = hiring.owner.patch(&path, json!({ "version": 1, "subject": "theirs" })).await.expect(200);
    assert_eq!(first["version"], 2);
    let second = hiring.owner.patch(&path, json!({ "version": 1, "body": "mine" })).await;
    assert_eq!((second.status, &second.json()["code"]), (409, &json!("request.stale")));
    assert_eq!(second.json()["current"]["subject"], "theirs");
    let merged = hiring.owner.patch(&path, json!({ "version": 2, "body": "mine" })).await.expect(200);
    assert_eq!(
        (&merged["subject"], &merged["body"], &merged["version"]),
        (&json!("theirs"), &json!("mine"), &json!(3))
    );
}

#[tokio::test]
async fn sending_keeps_a_newer_draft_of_another_member() {
    let hiring = Hiring::new().await;
    let (seen, unseen) = (hiring.invited().await, hiring.invited().await);
    let colleague = hiring.app.member(&hiring.organization, Role::Admin).await;
    let emails = format!("{}/emails", hiring.organization);
    for application in [&seen, &unseen] {
        let draft = json!({ "applicationId": application, "emailType": "online_invitation", "body": "mine" });
        let draft = hiring.post("emails", draft).await.expect(201);
        let path = format!("{emails}/{}", draft["id"].as_str().unwrap());
        colleague.patch(&path, json!({ "version": 1, "body": "theirs" })).await.expect(200);
    }
    let letter = |application: &str, version: Option<i32>| {
        let mut email = invitation(application);
        email["draftVersion"] = json!(version);
        email
    };
    let both = json!({ "emails": [letter(&seen, Some(1)), letter(&unseen, None)] });
    let refused = hiring.post("send-email", both).await;
    assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("request.stale")));
    let current = refused.json()["current"].clone();
    assert_eq!(current.as_array().unwrap().len(), 1, "{current}");
    assert_eq!((&current[0]["body"], &current[0]["version"]), (&json!("theirs"), &json!(2)));
    assert_eq!(hiring.get("emails?status=queued").await["total"], 0, "nothing was sent");

    let both = json!({ "emails": [letter(&seen, Some(2)), letter(&unseen, None)] });
    hiring.post("send-email", both).await.expect(202);
    assert_eq!(hiring.get("emails?status=queued").await["total"], 2);
    let drafts = hiring.get("emails?status=draft").await;
    assert_eq!((&drafts["total"], &drafts["items"][0]["body"]), (&json!(1), &json!("theirs")));
    assert_eq!(drafts["items"][0]["application_id"], json!(unseen));

    // After cancelling, both texts are kept.
    let queued = hiring.get(&format!("emails?status=queued&application_id={unseen}")).await["items"][0].clone();
    hiring.post(&format!("emails/{}/withdraw", queued["id"].as_str().unwrap()), json!({})).await.expect(204);
    let kept = hiring.get(&format!("emails?application_id={unseen}")).await;
    assert_eq!(kept["total"], 2);
    let withdrawn = hiring.get("emails?unsettled=true").await["items"][0].clone();
    assert_eq!((&withdrawn["body"], &withdrawn["error"]), (&queued["body"], &json!("email.withdrawn")));
}

#[tokio::test]
async fn sending_keeps_ones_own_newer_draft() {
    let hiring = Hiring::new().await;
    let other_tab = async |application: &str| {
        let draft = json!({ "applicationId": application, "emailType": "online_invitation", "body": "first" });
        let draft = hiring.post("emails", draft).await.expect(201);
        let path = format!("{}/emails/{}", hiring.organization, draft["id"].as_str().unwrap());
        hiring.owner.patch(&path, json!({ "version": 1, "body": "newer" })).await.expect(200)
    };
    let letter = |application: &str, body: &str, version: Option<i32>| {
        let mut email = invitation(application);
        (email["body"], email["draftVersion"]) = (json!(body), json!(version));
        json!({ "emails": [email] })
    };
    let drafts = async |application: &str| {
        hiring.get(&format!("emails?status=draft&application_id={application}")).await["items"].clone()
    };

    let seen = hiring.invited().await;
    let newer = other_tab(&seen).await;
    let refused = hiring.post("send-email", letter(&seen, "first", Some(1))).await;
    assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("request.stale")));
    assert_eq!(refused.json()["current"][0]["body"], "newer");
    assert_eq!(drafts(&seen).await[0]["id"], newer["id"], "nothing was sent");
    hiring.post("send-email", letter(&seen, "first", Some(2))).await.expect(202);
    assert_eq!(drafts(&seen).await, json!([]), "the draft was seen");

    let unseen = hiring.invited().await;
    other_tab(&unseen).await;
    hiring.post("send-email", letter(&unseen, "first", None)).await.expect(202);
    assert_eq!(drafts(&unseen).await[0]["body"], "newer", "kept beside what is sent");

    // What was generated and never changed by hand is nobody's text.
    let generated = hiring.invited().await;
    let _working = hiring.app.work();
    let tasks = json!([{ "applicationId": generated, "emailType": "online_invitation" }]);
    let task = hiring.post("generate-email-content", json!({ "tasks": tasks, "language": "en" })).await.expect(202);
    hiring.result(&task).await;
    hiring.post("send-email", letter(&generated, "by hand", None)).await.expect(202);
    assert_eq!(drafts(&generated).await, json!([]));
}

#[tokio::test]
async fn redrafting_keeps_a_newer_draft_of_another_member() {
    let hiring = Hiring::new().await;
    let (changed, unchanged) = (hiring.invited().await, hiring.invited().await);
    let colleague = hiring.app.member(&hiring.organization, Role::Admin).await;
    let draft = json!({ "applicationId": changed, "emailType": "online_invitation", "body": "theirs", "version": 0 });
    colleague.post(&format!("{}/emails", hiring.organization), draft).await.expect(201);
    let _working = hiring.app.work();
    let task = |application: &str, version: i32| json!({ "applicationId": application, "emailType": "online_invitation", "draftVersion": version });
    let generate = json!({ "tasks": [task(&changed, 0), task(&unchanged, 0)], "language": "en" });
    let drafted = hiring.result(&hiring.post("generate-email-content", generate).await.expect(202)).await;
    assert_eq!((&drafted[0]["status"], &drafted[0]["error"]), (&json!("failed"), &json!("request.stale")), "{drafted}");
    assert_eq!((&drafted[1]["status"], &drafted[1]["emailType"]), (&json!("success"), &json!("online_invitation")));
    assert_eq!(hiring.email(&changed).await["body"], "theirs");
    let generate = json!({ "tasks": [task(&changed, 1)], "language": "en" });
    let drafted = hiring.result(&hiring.post("generate-email-content", generate).await.expect(202)).await;
    assert_eq!(drafted[0]["status"], "success", "{drafted}");
    assert_eq!(hiring.email(&changed).await["version"], 2);
}

#[tokio::test]
async fn drafts_are_listed_by_job_and_type() {
    let hiring = Hiring::new().await;
    let other_job = hiring.owner.job(&hiring.organization).await;
    let here = hiring.invited().await;
    let there = hiring.app.application(&other_job, "线上面试", "待发线上面试邀请").await;
    for (application, kind) in [(&here, "online_invitation"), (&here, "rejection"), (&there, "online_invitation")] {
        let draft = json!({ "applicationId": application, "emailType": kind, "body": "Hello" });
        hiring.post("emails", draft).await.expect(201);
    }
    let id = |job: &str| job.rsplit('/').next().unwrap().to_owned();
    let found = hiring.get(&format!("emails?status=draft&type=online_invitation&job_id={}", id(&hiring.job))).await;
    assert_eq!((&found["total"], &found["items"][0]["application_id"]), (&json!(1), &json!(here)));
    assert_eq!(hiring.get(&format!("emails?status=draft&job_id={}", id(&hiring.job))).await["total"], 2);
    assert_eq!(hiring.get("emails?status=draft&limit=1&offset=1").await["total"], 3);
    let both = format!("{}/emails?status=draft&unsettled=true", hiring.organization);
    hiring.owner.get(&both).await.problem(422);
}
