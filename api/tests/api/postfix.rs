//! Every type of email through a real mail server with encryption: the delivered text equals the written one.

use std::collections::BTreeSet;
use std::io::Write;

use bole_api::AccountMail;
use bole_domain::email::EmailLanguage;
use bole_testkit::{Postfix, ReceivedMail};
use serde_json::{Value, json};

use crate::mail_kills::Process;
use crate::support::{PASSWORD, TestApp, eventually};

/// Without Postfix, prints so to the terminal, bypassing the harness's capture; fails in CI.
fn postfix() -> Option<Postfix> {
    let error = match Postfix::start() {
        Ok(postfix) => return Some(postfix),
        Err(error) => error,
    };
    assert!(std::env::var_os("CI").is_none(), "{error:#}");
    let text = format!("\nNOT TESTED: no mail went through a real mail server: {error:#}\n\n");
    let _ = std::io::stderr().write_all(text.as_bytes());
    None
}

fn unix(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// A body with content that naive transports alter: leading dots and "From", encoding characters, a line over the
/// protocol's limit.
fn body(kind: &str) -> String {
    let long = "长".repeat(1_200);
    format!("您好，\n\n.{kind}\n..\nFrom here on =3D =E4 100%\n{long}\n\nhttps://cal.example/x?a=1&b=2\n\n王芳\n")
}

const LETTERS: [(&str, &str, &str, &str); 5] = [
    ("online_invitation", "线上面试", "待发线上面试邀请", "李伟@例子.公司"),
    ("onsite_invitation", "线上面试", "已完成面试", "li.wei+onsite@example.com"),
    ("offer_intent", "线下面试", "已完成面试", "intent@example.com"),
    ("offer_sent", "Offer阶段", "Offer待制作和审批", "offer@例子.公司"),
    ("rejection", "线上面试", "已完成面试", "o'neill@example.com"),
];

#[tokio::test]
async fn every_email_arrives_complete_at_a_real_mail_server() {
    let Some(postfix) = postfix() else { return };
    let app = TestApp::with(|config| config.account_mail = AccountMail::Queued).await;
    let owner = app.account("owner@example.com").await;
    let made = owner.post("/api/organizations", json!({ "name": "Acme", "slug": "acme" })).await.expect(201);
    let organization = format!("/api/organizations/{}", made["id"].as_str().unwrap());
    let job = owner.job(&organization).await;
    let _worker = Process::start_with(&app, &postfix.url(), &[("SSL_CERT_FILE", &postfix.certificate())]);

    let mut applications = Vec::new();
    let letter = |application: &str, kind: &str, to: &str| {
        json!({ "to": to, "subject": format!("{kind}：面试 – “引号”"), "body": body(kind), "candidateId": application,
                "emailType": kind })
    };
    for (kind, status, sub_status, to) in LETTERS {
        let application = app.application(&job, status, sub_status).await;
        let emails = json!({ "emails": [letter(&application, kind, to)], "language": "zh" });
        owner.post(&format!("{organization}/send-email"), emails).await.expect(202);
        applications.push(application);
    }
    let sent = async |count: usize| {
        eventually("all are sent", async || {
            let sent = owner.get(&format!("{organization}/emails?status=sent")).await.expect(200);
            (sent["items"].as_array().unwrap().len() == count).then_some(sent["items"].clone())
        })
        .await
    };
    sent(LETTERS.len()).await;
    let again = json!({ "emails": [letter(&applications[0], "online_invitation", LETTERS[0].3)], "language": "zh" });
    owner.post(&format!("{organization}/send-email"), again).await.expect(202);
    let emails = sent(LETTERS.len() + 1).await;

    let input = json!({ "email": "new@example.com", "password": PASSWORD, "full_name": "王芳" });
    app.anonymous().post("/api/auth/sign-up", input).await.expect(201);
    app.anonymous().post("/api/auth/reset-password", json!({ "email": "owner@example.com" })).await.expect(202);
    let invitation = json!({ "email": "guest@example.com", "role": "recruiter" });
    owner.post(&format!("{organization}/invitations"), invitation).await.expect(201);

    let mails = postfix.wait_for(LETTERS.len() + 4).await;
    let ids: BTreeSet<String> = mails.iter().map(|mail| mail.header("message-id")).collect();
    assert_eq!((mails.len(), ids.len()), (LETTERS.len() + 4, LETTERS.len() + 4), "{ids:?}");
    for mail in &mails {
        assert_eq!(mail.from, "bole@example.com");
        assert!(mail.data.contains("SMTPS id "), "it did not come encrypted: {}", mail.data);
        assert!(mail.header("mime-version") == "1.0" && !mail.header("date").is_empty(), "{}", mail.data);
    }

    let with_id = |id: &Value| -> &ReceivedMail {
        let found: Vec<_> = mails.iter().filter(|mail| id == &json!(mail.header("message-id"))).collect();
        assert_eq!(found.len(), 1, "{id}");
        found[0]
    };
    for email in emails.as_array().unwrap() {
        let mail = with_id(&email["message_id"]);
        let (subject, text) = (email["subject"].as_str().unwrap(), email["body"].as_str().unwrap());
        assert_eq!(json!(mail.to), json!([email["to"]]));
        assert_eq!(mail.subject(), subject);
        assert_eq!(unix(&mail.text()).trim_end(), text.trim_end());
        let html = bole_mail::html_of(subject, text, EmailLanguage::Zh);
        assert_eq!(unix(&mail.html()).trim_end(), html.trim_end());
        // Written by a person.
        assert_eq!(mail.header("auto-submitted"), "");
    }
    let of_first: Vec<&Value> =
        emails.as_array().unwrap().iter().filter(|email| email["application_id"] == json!(applications[0])).collect();
    let (second, first) = (with_id(&of_first[0]["message_id"]), with_id(&of_first[1]["message_id"]));
    assert_eq!(first.header("in-reply-to"), "");
    assert_eq!(second.header("in-reply-to"), first.header("message-id"));
    assert_eq!(second.header("references"), first.header("message-id"));
    assert_eq!(first.header("reply-to"), "owner@example.com");

    for (to, part) in [
        ("new@example.com", "token_hash="),
        ("owner@example.com", "token_hash="),
        ("guest@example.com", "accept-invitation?token="),
    ] {
        let mail = mails.iter().find(|mail| mail.to == [to]).unwrap();
        assert_eq!(mail.header("auto-submitted"), "auto-generated");
        let text = unix(&mail.text());
        let link = text.lines().find(|line| line.contains(part)).unwrap();
        assert!(mail.html().contains(&link.replace('&', "&amp;")), "{}", mail.html());
    }
}
