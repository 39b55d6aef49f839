//! Every email in every language: sanitizers keep its words and links. Browser tests render the copies in
//! testdata/mails on a phone; `UPDATE_MAILS=1 cargo test -p bole-mail --test mails` writes them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use bole_domain::email::{EmailLanguage, EmailType};
use bole_domain::evaluation::Language;
use bole_domain::ids::{JobId, OrganizationId};
use bole_domain::interview::InterviewChange;
use bole_domain::stage::SubStatus;
use bole_domain::written_time::written;
use bole_domain::zone::Zone;
use bole_mail::{
    CandidateMail, DigestReader, Draft, InterviewFacts, Message, TimedOutLine, UpdateLine, already_registered, html_of,
    interview_notice, interview_reminder, invitation, links_in, password_changed, recovery, signup, timed_out_digest,
    update_digest,
};
use time::macros::datetime;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/mails");
/// The longest possible link, without break opportunities.
const LINK: &str = "https://bole.example.com/accept-invitation?token=3f9a1c5e7b2d4860f1a3c5e7b9d0f2a4c6e8b0d2f4a6c8e0b2d4f6a8c0e2b4d6&type=invite";
const BOOKING: &str =
    "https://bole.example.com/booking/AZl8OlseSi6PTGwunRAKAZ8aPH4rLYSg8fPFt7nQ8vLE5m4LLU6g8fPFt7nQ8vLE5m4LLU6g";
const JOB: &str = "高级后端工程师（分布式存储与检索平台方向） / Senior Backend Engineer <Storage & Search>";
const COMPANY: &str = "云帆科技（上海）有限公司";
const TO: &str = "li.wei@example.com";

/// Every mail by its name and language.
fn mails() -> BTreeMap<String, Message> {
    let mut mails = BTreeMap::new();
    for &language in EmailLanguage::ALL {
        for &kind in EmailType::ALL {
            mails.insert(format!("{kind}.{language}"), letter(kind, language));
        }
        let [shanghai, jakarta] = ["Asia/Shanghai", "Asia/Jakarta"].map(|name| Zone::named(name).unwrap());
        let facts = InterviewFacts {
            name: "Siti Rahmawati Kusumaningrum",
            other: "王芳",
            job: JOB,
            employer: COMPANY,
            when: &written(datetime!(2030-03-05 01:00 UTC), &[shanghai, jakarta], language),
            is_candidate: true,
            link: Some(BOOKING),
            location: "Jl. Jenderal Sudirman Kav. 52–53, Jakarta Selatan 12190",
            meeting_link: LINK,
        };
        mails.insert(format!("interview_reminder.{language}"), interview_reminder(language, TO, &facts));
        for &change in InterviewChange::ALL {
            mails.insert(format!("interview_{change}.{language}"), interview_notice(language, TO, change, &facts));
        }
    }
    for &language in Language::ALL {
        let name = "Siti Rahmawati Kusumaningrum";
        mails.insert(format!("signup.{language}"), signup(language, TO, name, LINK));
        mails.insert(format!("recovery.{language}"), recovery(language, TO, name, LINK));
        mails.insert(format!("password_changed.{language}"), password_changed(language, TO, name, LINK));
        mails.insert(format!("already_registered.{language}"), already_registered(language, TO, name, LINK));
        mails.insert(format!("invitation.{language}"), invitation(language, TO, "王芳", COMPANY, LINK));
        let organization_id = OrganizationId(uuid::Uuid::from_u128(0x0199_7c3a_5b1e_7d20_8f4a_6c2e_9d10_0a01));
        let reader = DigestReader { email: TO, name, language, organization_id, organization: COMPANY };
        let job_id = JobId(uuid::Uuid::from_u128(0x0199_7c3a_5b1e_7d20_8f4a_6c2e_9d10_b35f));
        let timed_out = |is_online| TimedOutLine { candidate: "李伟", job_id, job: JOB, is_online };
        let lines = [timed_out(true), timed_out(false)];
        let digest = timed_out_digest(&reader, &lines, Some("https://bole.example.com"));
        mails.insert(format!("timed_out_digest.{language}"), digest);
        let update = |to| UpdateLine { candidate: "李伟", job_id, job: JOB, to };
        let lines = [update(SubStatus::OfferSent), update(SubStatus::InterviewCompleted)];
        let digest = update_digest(&reader, &lines, Some("https://bole.example.com"));
        mails.insert(format!("update_digest.{language}"), digest);
    }
    mails
}

fn letter(kind: EmailType, language: EmailLanguage) -> Message {
    let mail = CandidateMail {
        kind,
        language,
        candidate: "Siti Rahmawati Kusumaningrum",
        job: JOB,
        company: COMPANY,
        recruiter: "王芳",
        link: LINK,
        address: "Jl. Jenderal Sudirman Kav. 52–53, Jakarta Selatan 12190",
    };
    let Draft { subject, body } = mail.draft().unwrap();
    let html = html_of(&subject, &body, language);
    Message { to: TO.to_owned(), links: links_in(&body), subject, text: body, html }
}

/// Without white space, because text and markup break lines differently.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The words that a sanitizer keeps.
fn words(html: &str) -> String {
    let text = ammonia::Builder::empty().clean(html).to_string();
    squeezed(&text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&"))
}

#[test]
fn sanitizer_keeps_words_and_links_of_every_email() {
    for (name, mail) in mails() {
        let clean = ammonia::clean(&mail.html);
        let shown = words(&clean);
        // Links are looked for below, since HTML may have a label instead.
        let is_shown = |line: &&str| !line.trim().is_empty() && !mail.links.iter().any(|link| link == line);
        for line in mail.text.lines().filter(is_shown) {
            // Account emails have the button's label before the link.
            let line = squeezed(line.trim_end_matches([':', '：']));
            assert!(shown.contains(&line), "{name}: {line} is not in {shown}");
        }
        for link in &mail.links {
            assert!(clean.contains(&format!("href=\"{}\"", link.replace('&', "&amp;"))), "{name}: {clean}");
        }
        for tag in ["<p", "<br", "<a ", "<div"] {
            let count = |html: &str| html.matches(tag).count();
            assert_eq!(count(&clean), count(&mail.html), "{name}: {tag}");
        }
        let dangerous = ["<script", "<img", "<form", "javascript:", " on", "url("];
        let markup: String = mail.html.split('<').filter_map(|tag| tag.split_once('>')).map(|(tag, _)| tag).collect();
        assert!(dangerous.iter().all(|part| !markup.contains(part)), "{name}: {markup}");
        assert_eq!(ammonia::clean(&clean), clean, "{name}");
    }
}

#[test]
fn every_email_has_plain_text_and_a_single_line_subject() {
    for (name, mail) in mails() {
        assert!(!mail.subject.contains(char::is_control) && mail.subject.chars().count() <= 200, "{name}");
        assert!(mail.text.ends_with('\n') && !mail.text.contains("\n\n\n"), "{name}: {}", mail.text);
        assert!(!mail.text.contains("</") && !mail.text.contains("{{"), "{name}: {}", mail.text);
        assert!(mail.text.lines().all(|line| line.trim() == line), "{name}: {}", mail.text);
        assert!(mail.html.contains("<title>") && mail.html.contains("lang=\""), "{name}");
    }
}

#[test]
fn browser_previews_match_the_emails() {
    let mails = mails();
    let path = |name: &str| PathBuf::from(FOLDER).join(format!("{name}.html"));
    if std::env::var_os("UPDATE_MAILS").is_some() {
        for (name, mail) in &mails {
            std::fs::write(path(name), &mail.html).unwrap();
        }
    }
    let files = std::fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let expected: BTreeSet<String> = mails.keys().map(|name| format!("{name}.html")).collect();
    assert_eq!(files.collect::<BTreeSet<_>>(), expected);
    for (name, mail) in &mails {
        let copy = std::fs::read_to_string(path(name)).unwrap();
        assert!(copy == mail.html, "{name}: run UPDATE_MAILS=1 cargo test -p bole-mail --test mails");
    }
}
