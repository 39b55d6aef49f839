//! Received email: resumes for jobs, replies of candidates, bounces, and faulty mailboxes.

mod inbox;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bole_domain::ids::OrganizationId;
use bole_queue::TaskKind;
use bole_queue::kinds::PollMailbox;
use bole_scheduler::{Cron, PruneInbound};
use bole_store::{Actor, inbound};
use bole_testkit::{Dovecot, ImapFault, ImapServer};
use serde_json::{Value, json};

use crate::samples::{archive, resume_pdf};
use crate::support::{Client, TestApp, Working, eventually};

struct World {
    app: TestApp,
    server: ImapServer,
    owner: Client,
    organization: String,
    job: String,
    /// The job's address.
    address: String,
}

impl World {
    async fn new() -> Self {
        let (app, server) = (TestApp::new().await, ImapServer::start().await);
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        let address = owner.get(&job).await.expect(200)["submission_email"].as_str().unwrap().to_owned();
        let world = Self { app, server, owner, organization, job, address };
        world.configure(true).await;
        world
    }

    async fn configure(&self, is_active: bool) -> Value {
        let value = json!({ "host": "127.0.0.1", "port": self.server.port(), "security": "plain", "user": "jobs",
                            "password": ImapServer::PASSWORD, "is_active": is_active });
        let path = format!("{}/settings/email_receiver_config", self.organization);
        self.owner.put(&path, json!({ "value": value })).await.expect(200)
    }

    async fn setting(&self) -> Value {
        let path = format!("{}/settings/email_receiver_config", self.organization);
        self.owner.get(&path).await.expect(200)["value"].clone()
    }

    /// Polls the mailbox once more; the task's result.
    async fn poll(&self) -> Value {
        let organization: OrganizationId = self.organization.rsplit('/').next().unwrap().parse().unwrap();
        eventually("no look is under way", async || {
            let mut connection = self.app.database.connection().await;
            let underway = "SELECT count(*) FROM tasks WHERE kind = 'mailbox.poll' AND finished_at IS NULL";
            let count: i64 = sqlx::query_scalar(underway).fetch_one(&mut connection).await.unwrap();
            (count == 0).then_some(())
        })
        .await;
        let mut tx = self.app.db.tenant(&Actor::clock(organization)).await.unwrap();
        let task = PollMailbox {}.enqueue(&mut tx, None).await.unwrap();
        tx.commit().await.unwrap();
        eventually("the look into the mailbox", async || {
            let mut connection = self.app.database.connection().await;
            let over = "SELECT result FROM tasks WHERE id = $1 AND state IN ('completed', 'failed')";
            sqlx::query_scalar::<_, Value>(over).bind(task.id.0).fetch_optional(&mut connection).await.unwrap()
        })
        .await
    }

    async fn messages(&self) -> Vec<Value> {
        let page = self.owner.get(&format!("{}/inbound-messages", self.organization)).await.expect(200);
        page["items"].as_array().unwrap().clone()
    }

    async fn states(&self) -> Vec<String> {
        self.messages().await.iter().map(|message| message["state"].as_str().unwrap().to_owned()).collect()
    }

    fn apply(&self, id: &str, to: &str, files: &[(&str, Vec<u8>)]) {
        self.server.deliver(&application(id, to, files));
    }

    fn work(&self) -> Working {
        self.app.work()
    }
}

/// An email with resumes.
fn application(id: &str, to: &str, files: &[(&str, Vec<u8>)]) -> String {
    let parts: String = files
        .iter()
        .map(|(name, bytes)| {
            format!(
                "--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename=\"{name}\"\n\
                 Content-Transfer-Encoding: base64\n\n{}\n",
                STANDARD.encode(bytes)
            )
        })
        .collect();
    format!(
        "From: Maria <maria@elsewhere.example>\nTo: {to}\nSubject: Application\nMessage-ID: <{id}>\nMIME-Version: 1.0\n\
         Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nPlease find my resume.\n{parts}--b--\n"
    )
}

#[tokio::test]
async fn emailed_resume_is_evaluated_and_its_message_becomes_a_note() {
    let world = World::new().await;
    let (name, host) = world.address.split_once('@').unwrap();
    let zip = archive([("inner.pdf", resume_pdf("Budi", 4))]);
    world.apply("1@x", &format!("{name}+spring@{host}"), &[("cv.pdf", resume_pdf("Maria", 3))]);
    world.apply("2@x", &world.address, &[("all.zip", zip), ("photo.png", b"x".to_vec())]);
    let _working = world.work();
    world.poll().await;
    assert_eq!(world.states().await, ["accepted", "accepted"]);
    assert_eq!(world.server.seen(), 2);
    let batches = world.owner.get(&format!("{}/batches", world.organization)).await.expect(200);
    assert_eq!((&batches["total"], &batches["items"][0]["source"]), (&json!(1), &json!("mail")));
    let batch = format!("{}/batches/{}", world.organization, batches["items"][0]["id"].as_str().unwrap());
    world.owner.finished(&batch).await;
    let rows = world.owner.rows(&batch).await;
    let names: Vec<_> = rows
        .iter()
        .filter(|row| row["status"] == "completed")
        .map(|row| row["file_name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["maria@elsewhere.example/cv.pdf", "maria@elsewhere.example 2/all.zip/inner.pdf"]);

    world.owner.post(&format!("{batch}/promote"), json!({})).await;
    let found = eventually("the applications", async || {
        let path = format!("{}/applications?job_id={}", world.organization, world.job.rsplit('/').next().unwrap());
        let page = world.owner.get(&path).await.expect(200);
        (page["total"] == 2).then(|| page["items"].as_array().unwrap().clone())
    })
    .await;
    assert!(found.iter().all(|application| application["source"] == "email"), "{found:?}");
    for application in &found {
        let person = application["person"]["id"].as_str().unwrap();
        let notes = world.owner.get(&format!("{}/people/{person}/notes", world.organization)).await.expect(200);
        assert_eq!(notes["total"], 1);
        assert!(notes["items"][0]["text"].as_str().unwrap().contains("Please find my resume."), "{notes}");
    }

    // Neither another poll nor a new UIDVALIDITY imports them again.
    world.poll().await;
    world.server.renumber();
    world.poll().await;
    assert_eq!(world.messages().await.len(), 2);
    assert_eq!(world.owner.get(&format!("{}/batches", world.organization)).await.expect(200)["total"], 1);
}

#[tokio::test]
async fn repeated_id_of_another_email_loses_nobody() {
    let world = World::new().await;
    let _working = world.work();
    let first = application("same@x", &world.address, &[("cv.pdf", resume_pdf("Maria", 3))]);
    world.server.deliver(&first);
    world.poll().await;
    world.server.deliver(&first);
    world.server.deliver(&first.replace("Maria <maria@", "Budi <budi@"));
    world.server.deliver(&first.replace("Subject: Application", "Subject: Second application"));
    world.poll().await;
    let told: Vec<_> = world.messages().await.iter().map(|one| (one["sender"].clone(), one["state"].clone())).collect();
    let from = |sender: &str| (json!(sender), json!("accepted"));
    let expected = [from("maria@elsewhere.example"), from("budi@elsewhere.example"), from("maria@elsewhere.example")];
    assert_eq!(told, expected);
    world.poll().await;
    assert_eq!(world.messages().await.len(), 3);
}

#[tokio::test]
async fn email_without_a_readable_file_waits_for_a_person() {
    let world = World::new().await;
    world.apply("1@x", &world.address, &[("winmail.dat", b"no tnef".to_vec()), ("tool.exe", b"MZ".to_vec())]);
    world.apply("2@x", &world.address, &[("cv.pdf", resume_pdf("Maria", 3)), ("photo.xyz", b"x".to_vec())]);
    let _working = world.work();
    world.poll().await;
    let held = eventually("the message is held", async || {
        world.messages().await.into_iter().find(|message| message["state"] == "set_aside")
    })
    .await;
    assert_eq!((&held["reason"], &held["files"]), (&json!("files_unread"), &json!(2)));
    assert_eq!(held["body"], "Please find my resume.");
    assert_eq!(world.states().await, ["accepted", "set_aside"]);
    let path = format!("{}/inbound-messages/{}", world.organization, held["id"].as_str().unwrap());
    let answer = world.owner.get(&format!("{path}/files")).await;
    assert_eq!(answer.status, 200);
    assert!(answer.text.starts_with("PK") && answer.text.contains("winmail.dat") && !answer.text.contains("cv.pdf"));
}

#[tokio::test]
async fn email_to_two_jobs_reaches_both_once() {
    let world = World::new().await;
    let other = world.owner.job(&world.organization).await;
    let address = world.owner.get(&other).await.expect(200)["submission_email"].as_str().unwrap().to_owned();
    let to = format!("{}, {address}, {}", world.address, world.address);
    world.apply("1@x", &to, &[("cv.pdf", resume_pdf("Maria", 3))]);
    let _working = world.work();
    world.poll().await;
    world.server.renumber();
    world.poll().await;
    let messages = world.messages().await;
    let mut jobs: Vec<&str> = messages.iter().map(|message| message["job_id"].as_str().unwrap()).collect();
    jobs.sort_unstable();
    let id_of = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let mut expected = [id_of(&world.job), id_of(&other)];
    expected.sort_unstable();
    assert_eq!(jobs, expected);
    let batches = world.owner.get(&format!("{}/batches", world.organization)).await.expect(200);
    let batches = batches["items"].as_array().unwrap();
    assert_eq!(batches.len(), 2);
    for batch in batches {
        world.owner.finished(&format!("{}/batches/{}", world.organization, batch["id"].as_str().unwrap())).await;
    }
    assert_eq!(world.states().await, ["accepted", "accepted"]);
}

#[tokio::test]
async fn held_email_is_given_to_a_job_once() {
    let world = World::new().await;
    world.owner.post(&format!("{}/deactivate", world.job), json!({})).await.expect(200);
    world.apply("1@x", &world.address, &[("cv.pdf", resume_pdf("Maria", 3))]);
    let _working = world.work();
    world.poll().await;
    let held = world.messages().await.remove(0);
    assert_eq!((&held["reason"], &held["has_files"]), (&json!("job_closed"), &json!(true)));
    let path = format!("{}/inbound-messages/{}", world.organization, held["id"].as_str().unwrap());
    let other = world.owner.job(&world.organization).await;
    let job = json!({ "job_id": other.rsplit('/').next().unwrap() });
    let given = world.owner.post(&format!("{path}/job"), job.clone()).await.expect(200);
    let batch = format!("{}/batches/{}", world.organization, given["batch_id"].as_str().unwrap());
    world.owner.finished(&batch).await;
    let rows = world.owner.rows(&batch).await;
    assert_eq!((rows.len(), &rows[0]["status"]), (1, &json!("completed")));
    let message = world.messages().await.remove(0);
    assert_eq!((&message["state"], &message["has_files"]), (&json!("accepted"), &json!(false)));
    assert_eq!(world.owner.post(&format!("{path}/job"), job).await.problem(404), "email.not_found");
    assert_eq!(world.owner.get(&format!("{path}/files")).await.problem(404), "file.missing");
}

#[tokio::test]
async fn server_that_wants_a_name_is_told_one_and_its_refusal_is_shown() {
    let world = World::new().await;
    let test = format!("{}/settings/email_receiver_config/test", world.organization);
    world.server.misbehave(ImapFault::Nameless);
    assert_eq!(world.owner.post(&test, json!({})).await.expect(200)["ok"], true);
    world.server.misbehave(ImapFault::Refused);
    let tested = world.owner.post(&test, json!({})).await.expect(200);
    assert_eq!(tested["code"], "mail.mailbox_refused");
    assert_eq!(tested["detail"], "SELECT Unsafe Login. Please contact the provider for help");
    let _working = world.work();
    world.poll().await;
    let setting = eventually("the mailbox is paused", async || {
        let setting = world.setting().await;
        setting["paused_at"].is_string().then_some(setting)
    })
    .await;
    assert_eq!((&setting["failure"], &setting["failure_detail"]), (&json!("mail.mailbox_refused"), &tested["detail"]));
}

#[tokio::test]
async fn emails_without_a_usable_resume_are_moved_or_left() {
    let world = World::new().await;
    world.apply("none@x", &world.address, &[]);
    world.apply("other@x", "somebody@elsewhere.example", &[("cv.pdf", resume_pdf("Maria", 3))]);
    let many = "--b\nContent-Type: text/plain\n\nx\n".repeat(600);
    let to = &world.address;
    world
        .server
        .deliver(&format!("To: {to}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n{many}--b--\n"));
    // Nested messages, plain and encoded.
    let nested = format!("{}Subject: x\n\nhello\n", "Content-Type: message/rfc822\n\n".repeat(100_000));
    world.server.deliver(&format!("To: {to}\nMIME-Version: 1.0\n{nested}"));
    let encoded = STANDARD
        .encode(&nested)
        .into_bytes()
        .chunks(76)
        .map(|line| [line, b"\n"].concat())
        .collect::<Vec<_>>()
        .concat();
    let encoded = String::from_utf8(encoded).unwrap();
    world.server.deliver(&format!(
        "To: {to}\nMIME-Version: 1.0\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{encoded}"
    ));
    world.owner.post(&format!("{}/deactivate", world.job), json!({})).await.expect(200);
    world.apply("closed@x", &world.address, &[("cv.pdf", resume_pdf("Maria", 3))]);
    let _working = world.work();
    world.poll().await;
    let messages = world.messages().await;
    let told: Vec<_> = messages.iter().map(|message| (message["state"].clone(), message["reason"].clone())).collect();
    let expected = [
        (json!("set_aside"), json!("job_closed")),
        (json!("refused"), json!("unreadable")),
        (json!("refused"), json!("unreadable")),
        (json!("refused"), json!("unreadable")),
        (json!("unmatched"), Value::Null),
        (json!("set_aside"), json!("no_files")),
    ];
    assert_eq!(told, expected);
    assert_eq!(messages[4]["body"], "", "what is addressed to nobody here is not kept");
    assert_eq!(world.owner.get(&format!("{}/batches", world.organization)).await.expect(200)["total"], 0);
}

#[tokio::test]
async fn replies_and_bounces_are_linked_to_the_original_email() {
    let world = World::new().await;
    let _working = world.work();
    let id = world.app.application(&world.job, "线上面试", "待发线上面试邀请").await;
    let email = json!({ "to": format!("{id}@example.com"), "subject": "Hello", "body": "Hello", "candidateId": id,
                        "currentStatus": "线上面试", "currentSubStatus": "待发线上面试邀请", "emailType": "online_invitation" });
    world.owner.post(&format!("{}/send-email", world.organization), json!({ "emails": [email] })).await.expect(202);
    let sent = async |status: &str| {
        eventually(status, async || {
            let page = world.owner.get(&format!("{}/emails?application_id={id}", world.organization)).await.expect(200);
            Some(page["items"][0].clone()).filter(|email| email["status"] == status)
        })
        .await
    };
    let message_id = sent("sent").await["message_id"].as_str().unwrap().to_owned();
    world.server.deliver(&format!(
        "From: {id}@example.com\nTo: hr@acme.example\nSubject: Re: Hello\nMessage-ID: <re@x>\nIn-Reply-To: {message_id}\n\nThursday suits me.\n> https://bole.example.com/offer/{}\n",
        "aZ0-".repeat(16)
    ));
    world.poll().await;
    let answers =
        world.owner.get(&format!("{}/inbound-messages?application_id={id}", world.organization)).await.expect(200);
    assert_eq!(
        (&answers["items"][0]["state"], &answers["items"][0]["body"]),
        (&json!("reply"), &json!("Thursday suits me.\n> https://bole.example.com/offer/{{offer_token}}")),
        "no quoted link opens an offer"
    );

    let report = |action: &str, id: &str| {
        format!(
            "From: MAILER-DAEMON@example.com\nMessage-ID: <{id}>\nMIME-Version: 1.0\n\
             Content-Type: multipart/report; report-type=delivery-status; boundary=r\n\n--r\nContent-Type: text/plain\n\nSorry.\n\
             --r\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; x\n\
             Action: {action}\nStatus: 5.1.1\n\n--r\nContent-Type: message/rfc822\n\nMessage-ID: {message_id}\n\nHi\n--r--\n"
        )
    };
    world.server.deliver(&report("delayed", "d@x"));
    world.poll().await;
    assert_eq!(sent("sent").await["error"], Value::Null, "the server goes on trying");
    world.server.deliver(&report("failed", "f@x"));
    world.poll().await;
    let bounced = sent("failed").await;
    assert_eq!((&bounced["error"], &bounced["error_detail"]), (&json!("mail.bounced"), &json!("5.1.1")));
    assert_eq!(world.states().await, ["bounce", "automatic", "reply"]);
}

#[tokio::test]
async fn what_comes_back_is_told_apart() {
    let world = World::new().await;
    let _working = world.work();
    let id = world.app.application(&world.job, "线上面试", "待发线上面试邀请").await;
    let candidate = format!("{id}@example.com");
    let email = json!({ "to": candidate, "subject": "Hello", "body": "Hello", "candidateId": id,
                        "currentStatus": "线上面试", "currentSubStatus": "待发线上面试邀请", "emailType": "online_invitation" });
    world.owner.post(&format!("{}/send-email", world.organization), json!({ "emails": [email] })).await.expect(202);
    let sent = async |status: &str| {
        eventually(status, async || {
            let page = world.owner.get(&format!("{}/emails?application_id={id}", world.organization)).await.expect(200);
            Some(page["items"][0].clone()).filter(|email| email["status"] == status)
        })
        .await
    };
    sent("sent").await;
    let to = &world.address;
    let mails = [
        // A vacation notice, by its mark and by its subject alone.
        format!(
            "From: {candidate}\nTo: {to}\nSubject: Away\nMessage-ID: <1@x>\nAuto-Submitted: auto-replied\n\nBack soon.\n"
        ),
        format!(
            "From: {candidate}\nTo: hr@acme.example\nSubject: Automatic reply: Hello\nMessage-ID: <2@x>\n\nBack soon.\n"
        ),
        // An answer whose reference a relay changed, to the job's address.
        format!(
            "From: {candidate}\nTo: {to}\nSubject: Re: Hello\nMessage-ID: <3@x>\nIn-Reply-To: <other@relay>\n\nThursday.\n"
        ),
        format!(
            "From: {candidate}\nTo: {to}\nSubject: Read: Hello\nMessage-ID: <4@x>\nContent-Type: multipart/report; \
                 report-type=disposition-notification; boundary=m\n\n--m\nContent-Type: message/disposition-notification\n\n\
                 Final-Recipient: rfc822; {candidate}\nDisposition: manual-action/MDN-sent-manually; displayed\n\n--m--\n"
        ),
    ];
    for mail in &mails {
        world.server.deliver(mail);
    }
    world.poll().await;
    assert_eq!(world.states().await, ["automatic", "reply", "automatic", "automatic"]);
    assert!(world.messages().await.iter().all(|message| message["application_id"] == json!(id)));
    sent("sent").await;
    // A report in words, which names nothing but the recipient.
    world.server.deliver(&format!(
        "From: PostMaster@mail.example\nTo: hr@acme.example\nSubject: Returned mail\nMessage-ID: <5@x>\n\n\
         Your message to {candidate} could not be delivered: 550 5.1.1 user unknown\n"
    ));
    world.poll().await;
    let bounced = sent("failed").await;
    assert_eq!((&bounced["error"], &bounced["error_detail"]), (&json!("mail.bounced"), &json!("5.1.1")));
    assert_eq!(world.states().await[0], "bounce");
}

#[tokio::test]
async fn mailbox_with_refused_sign_in_is_paused_until_saved_again() {
    let world = World::new().await;
    let test = format!("{}/settings/email_receiver_config/test", world.organization);
    for (fault, code) in [
        (ImapFault::Login, "mail.key_refused"),
        (ImapFault::Folder, "mail.folder_missing"),
        (ImapFault::Nonsense, "mail.protocol"),
    ] {
        world.server.misbehave(fault);
        let tested = world.owner.post(&test, json!({})).await.expect(200);
        assert_eq!((&tested["ok"], &tested["code"]), (&json!(false), &json!(code)));
    }
    world.server.misbehave(ImapFault::Login);
    world.apply("1@x", &world.address, &[("cv.pdf", resume_pdf("Maria", 3))]);
    let _working = world.work();
    // Saving the mailbox enqueued a poll of its own, which may have been the refused one.
    world.poll().await;
    let setting = eventually("the mailbox is paused", async || {
        let setting = world.setting().await;
        setting["paused_at"].is_string().then_some(setting)
    })
    .await;
    assert_eq!((&setting["failure"], &setting["has_password"]), (&json!("mail.key_refused"), &json!(true)));
    assert!(!setting.to_string().contains(ImapServer::PASSWORD));
    let before = world.server.connections();
    world.poll().await;
    assert_eq!(world.server.connections(), before, "a paused mailbox is left alone");

    world.server.misbehave(ImapFault::None);
    let tested = world.owner.post(&test, json!({})).await.expect(200);
    assert_eq!((&tested["ok"], &tested["messages"]), (&json!(true), &json!(1)));
    assert_eq!(world.configure(true).await["value"]["paused_at"], Value::Null);
    eventually("the message", async || (world.messages().await.len() == 1).then_some(())).await;
}

#[tokio::test]
async fn interrupted_mailbox_resumes_where_it_stopped() {
    let world = World::new().await;
    for (at, name) in ["Maria", "Budi", "Siti"].into_iter().enumerate() {
        let digit = u8::try_from(at).unwrap();
        world.apply(&format!("{at}@x"), &world.address, &[("cv.pdf", resume_pdf(name, digit))]);
    }
    world.server.misbehave(ImapFault::CutInMessage);
    let _working = world.work();
    assert_eq!(world.poll().await["failure"], "mail.unreachable");
    let setting = world.setting().await;
    assert_eq!((&setting["paused_at"], &setting["failure"]), (&Value::Null, &json!("mail.unreachable")));
    assert!(world.messages().await.is_empty(), "a group is taken whole or not at all");
    world.server.misbehave(ImapFault::Huge);
    world.poll().await;
    assert_eq!(world.states().await, ["refused", "refused", "refused"]);
    world.server.misbehave(ImapFault::None);
    world.apply("after@x", &world.address, &[("cv.pdf", resume_pdf("Dewi", 7))]);
    world.poll().await;
    assert_eq!(world.states().await[0], "accepted");
    assert_eq!(world.setting().await["failure"], Value::Null);
}

#[tokio::test]
async fn emails_read_before_the_mailbox_was_connected_are_never_imported() {
    let world = World::new().await;
    let read = |id: &str| application(id, &world.address, &[("cv.pdf", resume_pdf("Siti", 3))]);
    world.server.deliver_seen(&read("before@x"));
    world.apply("unread@x", &world.address, &[("cv.pdf", resume_pdf("Maria", 1))]);
    world.server.deliver_seen(&read("after@x"));
    let _working = world.work();
    world.poll().await;
    world.poll().await;
    assert_eq!(world.states().await, ["accepted"]);
    // What arrives from now on counts, even if its owner is faster.
    world.server.deliver_seen(&read("later@x"));
    world.poll().await;
    assert_eq!(world.states().await, ["accepted", "accepted"]);
}

#[tokio::test]
async fn files_of_emails_whose_record_failed_expire_and_recorded_ones_do_not() {
    let world = World::new().await;
    world.apply("1@x", &world.address, &[("cv.pdf", resume_pdf("Maria", 1))]);
    let refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                  $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
                  CREATE TRIGGER refuse BEFORE INSERT ON batches FOR EACH ROW EXECUTE FUNCTION refuse()";
    sqlx::raw_sql(refuse).execute(&mut world.app.database.connection().await).await.unwrap();
    let expiring = async || {
        let expiring = "SELECT count(*) FROM discarded_objects";
        let mut connection = world.app.database.connection().await;
        sqlx::query_scalar::<_, i64>(expiring).fetch_one(&mut connection).await.unwrap()
    };
    let working = world.work();
    eventually("the record failed", async || {
        let failed = "SELECT 1 FROM tasks WHERE kind = 'mailbox.poll' AND state = 'failed'";
        let mut connection = world.app.database.connection().await;
        sqlx::query_scalar::<_, i32>(failed).fetch_optional(&mut connection).await.unwrap()
    })
    .await;
    drop(working);
    // The server can't tell a refused commit from one whose answer was lost.
    let stored = world.app.stored().len() as u64;
    assert_eq!((stored > 0, expiring().await.unsigned_abs()), (true, stored));

    let allow = "DROP TRIGGER refuse ON batches";
    sqlx::raw_sql(allow).execute(&mut world.app.database.connection().await).await.unwrap();
    let _working = world.work();
    world.poll().await;
    assert_eq!(world.states().await, ["accepted"]);
    assert_eq!(expiring().await.unsigned_abs(), stored, "the batch's own file is not discarded");
}

/// The number of polls, once none is running.
async fn looks(app: &TestApp) -> i64 {
    eventually("no look is under way", async || {
        let mut connection = app.database.connection().await;
        let looks =
            "SELECT count(*), count(*) FILTER (WHERE finished_at IS NULL) FROM tasks WHERE kind = 'mailbox.poll'";
        let (all, underway): (i64, i64) = sqlx::query_as(looks).fetch_one(&mut connection).await.unwrap();
        (underway == 0).then_some(all)
    })
    .await
}

/// Whether a process watches the mailbox.
async fn is_watched(app: &TestApp) -> bool {
    let mut connection = app.database.connection().await;
    let watched = "SELECT coalesce(watched_until > now(), false) FROM inbound_mailboxes";
    sqlx::query_scalar(watched).fetch_one(&mut connection).await.unwrap()
}

#[tokio::test]
async fn real_mail_server_is_read_and_announces_new_mail() {
    let (app, server) = (TestApp::new().await, Dovecot::start().unwrap());
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let address = owner.get(&job).await.expect(200)["submission_email"].as_str().unwrap().to_owned();
    let path = format!("{organization}/settings/email_receiver_config");
    let mailbox = |password: &str| {
        json!({ "value": { "host": "127.0.0.1", "port": server.port(), "security": "plain",
                                                      "user": "jobs", "password": password, "is_active": true } })
    };
    let test = format!("{path}/test");
    owner.put(&path, mailbox("another")).await.expect(200);
    assert_eq!(owner.post(&test, json!({})).await.expect(200)["code"], "mail.key_refused");
    server.deliver(&application("1@x", &address, &[("cv.pdf", resume_pdf("Maria", 3))])).unwrap();
    owner.put(&path, mailbox(Dovecot::PASSWORD)).await.expect(200);
    let tested = owner.post(&test, json!({})).await.expect(200);
    assert_eq!((&tested["ok"], &tested["messages"]), (&json!(true), &json!(1)));

    let _working = app.work();
    let taken = async |count: usize| {
        eventually("the messages", async || {
            let page = owner.get(&format!("{organization}/inbound-messages")).await.expect(200);
            let states: Vec<_> = page["items"].as_array().unwrap().iter().map(|one| one["state"].clone()).collect();
            (states.len() == count).then_some(states)
        })
        .await
    };
    assert_eq!(taken(1).await, ["accepted"]);
    let before = looks(&app).await;
    assert_eq!(server.seen().unwrap(), 1);

    // No cron runs here: new mail is only noticed through the server.
    let _watching = app.watch_mailboxes();
    eventually("the first look of whoever watches", async || (looks(&app).await > before).then_some(())).await;
    assert!(is_watched(&app).await);
    for number in 2..=3 {
        let digit = u8::try_from(number).unwrap();
        let message = application(&format!("{number}@x"), &address, &[("cv.pdf", resume_pdf("Budi", digit))]);
        server.deliver(&message).unwrap();
        assert_eq!(taken(number).await, vec!["accepted"; number]);
        looks(&app).await;
    }
    assert!(inbound::organizations(&app.db).await.unwrap().is_empty(), "the clock leaves it to the server");

    // The connection ends with the server.
    drop(server);
    eventually("it is left to the clock", async || (!is_watched(&app).await).then_some(())).await;
    assert_eq!(inbound::organizations(&app.db).await.unwrap().len(), 1);
}

#[tokio::test]
async fn server_without_idle_is_polled_on_schedule() {
    let world = World::new().await;
    let before = world.server.connections();
    let _watching = world.app.watch_mailboxes();
    eventually("the server is asked", async || (world.server.connections() > before).then_some(())).await;
    eventually("it is left to the clock", async || (!is_watched(&world.app).await).then_some(())).await;
    assert_eq!(inbound::organizations(&world.app.db).await.unwrap().len(), 1);
}

#[tokio::test]
async fn mail_server_at_private_address_is_not_contacted() {
    let app = TestApp::with(|config| config.mail_allow_hosts = "elsewhere".parse().unwrap()).await;
    let server = ImapServer::start().await;
    let (owner, organization) = app.owner("acme").await;
    let path = format!("{organization}/settings/email_receiver_config");
    let value =
        json!({ "host": "127.0.0.1", "port": server.port(), "security": "plain", "user": "jobs", "password": "x" });
    owner.put(&path, json!({ "value": value })).await.expect(200);
    let tested = owner.post(&format!("{path}/test"), json!({})).await.expect(200);
    assert_eq!(tested["code"], "mail.host_forbidden");
    assert_eq!(server.connections(), 0);
    let refused = owner.put(&path, json!({ "value": { "host": "a b", "user": "x\r\ny" } })).await.expect(422);
    assert_eq!(refused["errors"][0]["field"], "value.host");
    assert_eq!(refused["errors"][1]["field"], "value.user");
}

#[tokio::test]
async fn mailbox_with_unknown_encryption_is_not_contacted() {
    let world = World::new().await;
    let unknown = "ALTER TABLE inbound_mailboxes DROP CONSTRAINT inbound_mailboxes_security_check;
                   UPDATE inbound_mailboxes SET security = 'ssl'";
    sqlx::raw_sql(unknown).execute(&mut world.app.database.connection().await).await.unwrap();
    let _working = world.work();
    eventually("the refused look", async || {
        let mut connection = world.app.database.connection().await;
        let refused = "SELECT count(*) FROM tasks WHERE kind = 'mailbox.poll' AND error_reason IS NOT NULL";
        let count: i64 = sqlx::query_scalar(refused).fetch_one(&mut connection).await.unwrap();
        (count > 0).then_some(())
    })
    .await;
    assert_eq!(world.server.connections(), 0);
}

#[tokio::test]
async fn email_without_candidate_is_deleted_after_ninety_days() {
    let world = World::new().await;
    let _working = world.work();
    let resume = resume_pdf("Budi", 4);
    world.apply("kept", &world.address, &[("resume.pdf", resume.clone())]);
    world.apply("old", "nobody@acme.example", &[]);
    world.apply("young", "nobody@acme.example", &[]);
    world.poll().await;
    assert_eq!(world.messages().await.len(), 3);
    // The statement itself leaves what became a candidate alone, also where no policy does.
    let wide = "CREATE POLICY wide ON inbound_messages TO bole_ledger USING (true)";
    sqlx::raw_sql(wide).execute(&mut world.app.database.connection().await).await.unwrap();
    let age = "UPDATE inbound_messages SET received_at = now() - interval '90 days'
                      + CASE WHEN message_id LIKE '%young%' THEN interval '1 minute' ELSE interval '-1 minute' END";
    sqlx::query(age).execute(&mut world.app.database.connection().await).await.unwrap();
    PruneInbound.run(&world.app.db).await.unwrap();
    let mut left = world.states().await;
    left.sort();
    assert_eq!(left, ["accepted", "unmatched"]);
}
