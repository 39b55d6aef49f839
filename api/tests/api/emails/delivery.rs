//! Mail servers that misbehave, workers that are killed, and limits.

use bole_api::DefaultMail;
use bole_testkit::{Fault, SmtpManner, SmtpServer};
use serde_json::{Value, json};
use sqlx::{Connection, Executor};

use super::Hiring;
use crate::support::{TestApp, eventually};

#[tokio::test]
async fn deferred_email_is_retried_and_rejected_email_fails() {
    let hiring = Hiring::new().await;
    let (deferred, rejected) = (hiring.invited().await, hiring.invited().await);
    hiring.server.next([Fault::Recipient(451)]);
    let _working = hiring.app.work();
    let task = hiring.send(std::slice::from_ref(&deferred)).await;
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "sent");
    hiring.server.next([Fault::Body(554)]);
    let task = hiring.send(std::slice::from_ref(&rejected)).await;
    let result = hiring.result(&task).await;
    assert_eq!(result["results"][0]["status"], "failed", "{result}");
    assert!(result["results"][0]["error"].as_str().unwrap().contains("554"), "{result}");
    assert_eq!(hiring.state(&rejected).await, "待发线上面试邀请");
    assert_eq!(hiring.server.received().len(), 1);
    let path = format!("emails/{}/retry", hiring.email(&rejected).await["id"].as_str().unwrap());
    hiring.post(&path, json!({})).await.expect(202);
    hiring.until(&rejected, "sent").await;
    assert_eq!(hiring.state(&rejected).await, "已发线上面试邀请");
}

#[tokio::test]
async fn email_with_lost_answer_is_unknown_until_resolved_by_a_person() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    hiring.server.next([Fault::CutAfter]);
    let _working = hiring.app.work();
    let task = hiring.send(std::slice::from_ref(&application)).await;
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "unknown");
    assert_eq!(hiring.state(&application).await, "待发线上面试邀请");
    let id = hiring.email(&application).await["id"].as_str().unwrap().to_owned();
    assert_eq!(hiring.post(&format!("emails/{id}/retry"), json!({})).await.problem(409), "email.not_retryable");
    let email = hiring.post(&format!("emails/{id}/resolve"), json!({ "sent": true })).await.expect(200);
    assert_eq!(email["status"], "sent");
    assert_eq!(hiring.state(&application).await, "已发线上面试邀请");
    assert_eq!(hiring.server.received().len(), 1, "it was not sent twice");
    assert_eq!(
        hiring.post(&format!("emails/{id}/resolve"), json!({ "sent": false })).await.problem(409),
        "email.not_unknown"
    );
}

#[tokio::test]
async fn email_is_unknown_and_sent_once_when_its_worker_is_killed() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    hiring.server.always(Some(Fault::Hang));
    let killed = hiring.app.work();
    let task = hiring.send(std::slice::from_ref(&application)).await;
    hiring.server.wait_for(1).await;
    drop(killed);
    // Expires its lease, as after the death of its process.
    let expire = "UPDATE queue SET lease_until = now() - interval '1 second' WHERE lease IS NOT NULL";
    hiring.app.database.connection().await.execute(expire).await.unwrap();
    hiring.server.always(None);
    let _working = hiring.app.work();
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "unknown");
    assert_eq!(hiring.server.received().len(), 1);
}

#[tokio::test]
async fn unreachable_mail_server_pauses_the_service_until_restarted() {
    let hiring = Hiring::new().await;
    hiring.server.always(Some(Fault::CutBefore));
    let mut applications = Vec::new();
    for _ in 0..6 {
        applications.push(hiring.invited().await);
    }
    let _working = hiring.app.work();
    let task = hiring.send(&applications).await;
    let stopped = eventually("stopped", async || {
        let service = hiring.get("email-service").await;
        (service["status"] == "stopped" && service["queued"] == 6).then_some(service)
    })
    .await;
    assert_eq!(stopped["reason"], "mail.unreachable");
    assert!(hiring.server.received().is_empty());
    hiring.server.always(None);
    let running = hiring.post("email-service/start", json!({})).await.expect(200);
    assert_eq!(running["status"], "running");
    let result = hiring.result(&task).await;
    assert!(result["results"].as_array().unwrap().iter().all(|one| one["status"] == "sent"), "{result}");
    assert_eq!(hiring.server.received().len(), 6);
}

#[tokio::test]
async fn each_email_is_sent_once_or_unknown_when_workers_are_killed() {
    const EMAILS: usize = 40;
    let hiring = Hiring::new().await;
    let mut applications = Vec::with_capacity(EMAILS);
    for _ in 0..EMAILS {
        applications.push(hiring.invited().await);
    }
    let task = hiring.send(&applications).await;
    for killed_after in [3, 11, 19, 27] {
        let worker = hiring.app.work();
        hiring.server.wait_for(killed_after).await;
        drop(worker);
        let expire = "UPDATE queue SET lease_until = now() - interval '1 second' WHERE lease IS NOT NULL";
        hiring.app.database.connection().await.execute(expire).await.unwrap();
    }
    let _working = hiring.app.work();
    let result = hiring.result(&task).await;

    let mut received: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for mail in hiring.server.received() {
        *received.entry(mail.to[0].clone()).or_default() += 1;
    }
    assert!(received.values().all(|&times| times == 1), "{received:?}");
    let results = result["results"].as_array().unwrap();
    assert_eq!(results.len(), EMAILS);
    for one in results {
        let arrived = received.contains_key(one["to"].as_str().unwrap());
        match one["status"].as_str().unwrap() {
            "sent" => assert!(arrived, "{one} is said to be sent"),
            "unknown" => {}
            other => panic!("{one} is {other}"),
        }
    }
}

#[tokio::test]
async fn rate_limited_email_is_postponed_without_an_attempt() {
    let hiring = Hiring::new().await;
    let own = SmtpServer::start().await;
    let path = format!("{}/settings/smtp", hiring.organization);
    let limited = |domain: Value| {
        json!({ "host": "127.0.0.1", "port": own.port(), "security": "plain", "from": "hr@acme.example",
                "domainPerMinute": domain })
    };
    hiring.owner.put(&path, limited(json!(0))).await.problem(422);
    let put = hiring.owner.put(&path, limited(json!(2))).await.expect(200);
    assert_eq!(
        (&put["domainPerMinute"], &put["perMinute"], &put["defaultPerMinute"]),
        (&json!(2), &Value::Null, &Value::Null)
    );
    let mut applications = Vec::new();
    for _ in 0..3 {
        applications.push(hiring.invited().await);
    }
    let _working = hiring.app.work();
    let task = hiring.send(&applications).await;
    own.wait_for(2).await;
    let waiting = eventually("one waits", async || {
        let mut emails = hiring.get("emails?status=queued").await["items"].as_array().unwrap().clone();
        emails.retain(|email| email["error"] == "mail.rate_limited");
        emails.pop()
    })
    .await;
    assert_eq!(own.received().len(), 2);
    let attempts = eventually("its task waits", async || {
        let delayed = "SELECT attempts FROM tasks WHERE kind = 'email.send' AND state = 'delayed'";
        let mut connection = hiring.app.database.connection().await;
        sqlx::query_scalar::<_, i32>(delayed).fetch_optional(&mut connection).await.unwrap()
    })
    .await;
    assert_eq!(attempts, 0);
    hiring.owner.put(&path, limited(json!(10))).await.expect(200);
    hiring.post(&format!("emails/{}/retry", waiting["id"].as_str().unwrap()), json!({})).await.expect(202);
    let result = hiring.result(&task).await;
    assert!(result["results"].as_array().unwrap().iter().all(|one| one["status"] == "sent"), "{result}");
    assert_eq!(own.received().len(), 3);
}

#[tokio::test]
async fn email_is_withdrawn_while_its_limits_are_asked() {
    let hiring = Hiring::new().await;
    let own = SmtpServer::start().await;
    let settings = json!({ "host": "127.0.0.1", "port": own.port(), "security": "plain", "from": "hr@acme.example",
                           "domainPerMinute": 10 });
    hiring.owner.put(&format!("{}/settings/smtp", hiring.organization), settings).await.expect(200);
    let application = hiring.invited().await;
    hiring.send(std::slice::from_ref(&application)).await;
    let mut connection = hiring.app.database.connection().await;
    let mut holding = connection.begin().await.unwrap();
    holding.execute("LOCK TABLE ai_accounts, ai_requests IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let _working = hiring.app.work();
    eventually("the limits are asked", async || {
        let asking = "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                      WHERE d.datname = current_database() AND NOT l.granted
                        AND l.relation IN ('ai_accounts'::regclass, 'ai_requests'::regclass)";
        let mut connection = hiring.app.database.connection().await;
        let asking: i64 = sqlx::query_scalar(asking).fetch_one(&mut connection).await.unwrap();
        (asking > 0).then_some(())
    })
    .await;
    let path = format!("emails/{}/withdraw", hiring.email(&application).await["id"].as_str().unwrap());
    hiring.post(&path, json!({})).await.expect(204);
    holding.rollback().await.unwrap();
    let next = hiring.invited().await;
    hiring.result(&hiring.send(std::slice::from_ref(&next)).await).await;
    assert_eq!(hiring.email(&application).await["status"], "draft");
    assert_eq!(own.wait_for(1).await[0].to, [format!("{next}@example.com")]);
}

#[tokio::test]
async fn slow_server_and_full_queue_receive_each_email_once() {
    let hiring = Hiring::new().await;
    let (slow, full) = (hiring.invited().await, hiring.invited().await);
    hiring.server.next([Fault::Slow(std::time::Duration::from_millis(300))]);
    let _working = hiring.app.work();
    let task = hiring.send(&[slow]).await;
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "sent");
    hiring.server.next([Fault::Recipient(452), Fault::Body(452)]);
    let task = hiring.send(std::slice::from_ref(&full)).await;
    let waiting = eventually("it waits", async || {
        Some(hiring.email(&full).await)
            .filter(|email| email["error_detail"].as_str().is_some_and(|detail| detail.contains("452")))
    })
    .await;
    assert_eq!(waiting["status"], "queued", "{waiting}");
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "sent");
    assert_eq!(hiring.server.received().len(), 2);
}

#[tokio::test]
async fn failed_tls_pauses_the_service_and_sends_nothing_in_plain_text() {
    let hiring = Hiring::new().await;
    let own = SmtpServer::start().await;
    own.behave(SmtpManner::BreaksTls);
    let settings =
        json!({ "host": "127.0.0.1", "port": own.port(), "security": "starttls", "from": "hr@acme.example" });
    hiring.owner.put(&format!("{}/settings/smtp", hiring.organization), settings).await.expect(200);
    let mut applications = Vec::new();
    for _ in 0..6 {
        applications.push(hiring.invited().await);
    }
    let _working = hiring.app.work();
    hiring.send(&applications).await;
    let stopped = eventually("stopped", async || {
        let service = hiring.get("email-service").await;
        (service["status"] == "stopped" && service["queued"] == 6).then_some(service)
    })
    .await;
    assert_eq!(stopped["reason"], "mail.encryption_failed");
    assert!(own.received().is_empty() && hiring.server.received().is_empty());
}

#[tokio::test]
async fn organization_sends_through_its_own_server_with_a_write_only_password() {
    let hiring = Hiring::new().await;
    let own = SmtpServer::start().await;
    let path = format!("{}/settings/smtp", hiring.organization);
    let settings =
        json!({ "host": "127.0.0.1", "port": own.port(), "security": "plain", "from": "Acme <hr@acme.example>" });
    let put = hiring.owner.put(&path, settings.clone()).await.expect(200);
    assert_eq!((&put["hasPassword"], &put["from"]), (&json!(false), &json!("Acme <hr@acme.example>")));
    // No plain text connection if encryption is required.
    let mut encrypted = settings.clone();
    encrypted["security"] = json!("starttls");
    hiring.owner.put(&path, encrypted).await.expect(200);
    let tested = hiring.post("settings/smtp/test", json!({ "to": "me@acme.example" })).await.expect(200);
    assert_eq!((&tested["ok"], &tested["code"]), (&json!(false), &json!("mail.encryption_failed")));
    assert!(own.received().is_empty());
    hiring.owner.put(&path, settings.clone()).await.expect(200);

    let tested = hiring.post("settings/smtp/test", json!({ "to": "me@acme.example" })).await.expect(200);
    assert_eq!((&tested["ok"], &tested["code"], &tested["via"]), (&json!(true), &Value::Null, &json!("organization")));
    own.wait_for(1).await;

    let application = hiring.invited().await;
    let _working = hiring.app.work();
    let task = hiring.send(&[application]).await;
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "sent");
    assert_eq!(own.wait_for(2).await[1].from, "hr@acme.example");
    assert!(hiring.server.received().is_empty());

    let mut with_password = settings;
    with_password["username"] = json!("hr");
    with_password["password"] = json!("geheimnis-42");
    let put = hiring.owner.put(&path, with_password).await.expect(200);
    assert_eq!(put["hasPassword"], true);
    assert!(!hiring.owner.get(&path).await.text.contains("geheimnis-42"));
    let mut connection = hiring.app.database.connection().await;
    let found: bool =
        sqlx::query_scalar("SELECT strpos(encode(password_sealed, 'escape'), 'geheimnis') > 0 FROM mail_settings")
            .fetch_one(&mut connection)
            .await
            .unwrap();
    assert!(!found);
}

#[tokio::test]
async fn saved_password_is_asked_for_again_if_the_server_changes() {
    let hiring = Hiring::new().await;
    let path = format!("{}/settings/smtp", hiring.organization);
    let server = |host: &str, port: u16, security: &str| json!({ "host": host, "port": port, "security": security, "username": "hr", "from": "hr@acme.example" });
    let mut first = server("smtp.acme.example", 587, "starttls");
    first["password"] = json!("geheimnis-42");
    hiring.owner.put(&path, first).await.expect(200);
    for changed in [
        server("mail.acme.example", 587, "starttls"),
        server("smtp.acme.example", 2525, "starttls"),
        server("smtp.acme.example", 587, "plain"),
    ] {
        let refused = hiring.owner.put(&path, changed.clone()).await.expect(422);
        assert_eq!(
            (&refused["code"], &refused["errors"][0]["field"]),
            (&json!("setting.password_needed"), &json!("password")),
            "{changed}"
        );
    }
    let kept = hiring.owner.put(&path, server("smtp.acme.example", 587, "tls")).await.expect(200);
    assert_eq!(kept["hasPassword"], true);
    let mut open = server("mail.acme.example", 25, "plain");
    open["username"] = json!("");
    assert_eq!(hiring.owner.put(&path, open).await.expect(200)["hasPassword"], false);
}

#[tokio::test]
async fn own_server_errors_are_shown_by_the_test_and_on_the_email() {
    let hiring = Hiring::new().await;
    let _working = hiring.app.work();
    for (manner, security, user, code, smtp_code) in [
        (SmtpManner::SelfSigned, "starttls", "", "mail.certificate_invalid", Value::Null),
        (SmtpManner::RefusesPassword, "plain", "hr", "mail.key_refused", json!("535")),
        (SmtpManner::Plain, "plain", "hr", "mail.sign_in_unavailable", Value::Null),
    ] {
        let own = SmtpServer::start().await;
        own.behave(manner);
        let settings = json!({ "host": "127.0.0.1", "port": own.port(), "security": security, "username": user,
                               "password": if user.is_empty() { "" } else { "secret" }, "from": "hr@acme.example" });
        hiring.owner.put(&format!("{}/settings/smtp", hiring.organization), settings).await.expect(200);
        let tested = hiring.post("settings/smtp/test", json!({ "to": "me@acme.example" })).await.expect(200);
        assert_eq!((&tested["ok"], &tested["code"], &tested["smtp_code"]), (&json!(false), &json!(code), &smtp_code));

        let application = hiring.invited().await;
        hiring.send(std::slice::from_ref(&application)).await;
        let waiting = eventually("it says why", async || {
            let email = hiring.email(&application).await;
            email["error"].as_str().is_some_and(|error| error.starts_with(code)).then_some(email)
        })
        .await;
        assert_eq!(waiting["status"], "queued", "nothing is lost: {waiting}");
        let id = waiting["id"].as_str().unwrap();
        hiring.post(&format!("emails/{id}/withdraw"), json!({})).await.expect(204);
        hiring.post("email-service/start", json!({})).await.expect(200);
    }
}

#[tokio::test]
async fn server_test_without_own_server_reports_the_default_route() {
    let (server, captured) = (SmtpServer::start().await, TestApp::new().await);
    let address = server.url();
    let served = TestApp::with(|config| {
        let from = "Bole <bole@example.com>".to_owned();
        config.default_mail = Some(DefaultMail { server: address.parse().unwrap(), from });
    })
    .await;
    for (app, via) in [(&captured, "captured"), (&served, "server")] {
        let (owner, organization) = app.owner("acme").await;
        let path = format!("{organization}/settings/smtp/test");
        let tested = owner.post(&path, json!({ "to": "me@acme.example" })).await.expect(200);
        assert_eq!((&tested["ok"], &tested["via"]), (&json!(true), &json!(via)), "{tested}");
    }
    assert_eq!(server.wait_for(1).await[0].to, ["me@acme.example"]);
    let mut connection = captured.database.connection().await;
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM captured_mails WHERE recipient = 'me@acme.example'")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(kept, 1);
}

#[tokio::test]
async fn start_of_the_service_queues_every_waiting_email() {
    const WAITING: i64 = 10_001;
    let hiring = Hiring::new().await;
    let mut connection = hiring.app.database.connection().await;
    let job: uuid::Uuid = hiring.job.rsplit('/').next().unwrap().parse().unwrap();
    for sql in [
        "INSERT INTO people (id, organization_id)
         SELECT gen_random_uuid(), organization_id FROM jobs, generate_series(1, $2) WHERE id = $1",
        "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status)
         SELECT id, organization_id, $1, id, '线上面试', '待发线上面试邀请' FROM people WHERE $2::bigint > 0",
        "INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body,
                             language, status)
         SELECT id, organization_id, id, $1, id, 'online_invitation', 'a@example.com', '', '', 'en', 'queued' FROM people
         WHERE $2::bigint > 0",
        "INSERT INTO email_service (organization_id, failures, stopped_at)
         SELECT organization_id, 1, now() FROM jobs WHERE id = $1 AND $2::bigint > 0",
    ] {
        sqlx::query(sql).bind(job).bind(WAITING).execute(&mut connection).await.unwrap();
    }
    hiring.post("email-service/start", json!({})).await.expect(200);
    let queued =
        "SELECT count(*) FROM emails e JOIN queue q ON q.organization_id = e.organization_id AND q.id = e.task_id";
    let queued: i64 = sqlx::query_scalar(queued).fetch_one(&mut connection).await.unwrap();
    assert_eq!(queued, WAITING);
}
