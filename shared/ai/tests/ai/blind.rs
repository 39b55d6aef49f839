//! Blind mode with every labelled resume: the provider receives no identifying data.

use crate::support;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use bole_ai::{BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_testkit::TestProvider;
use regex::{Regex, RegexBuilder};
use serde::Deserialize;

#[derive(Deserialize)]
struct Label {
    file: PathBuf,
    profile: Known,
}

#[derive(Deserialize)]
struct Known {
    name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
}

/// Labels of personal values in three languages, found by rules independent of those under test.
static PERSONAL: LazyLock<Regex> = LazyLock::new(|| {
    let labels = "性别|年龄|出生年月|出生日期|婚否|婚姻状况|籍贯|民族|政治面貌|现居住地|户口|户籍|地址|gender|age|date of birth|\
                  marital status|nationality|address|jenis kelamin|usia|umur|tempat, tanggal lahir|tempat/tgl lahir|tanggal lahir|\
                  agama|alamat|domisili|status";
    let pattern = format!(r"^[ \t]*(?:{labels})[ \t]*[:：][ \t]*([^\n|｜,，]{{1,40}}?)(?:$|[|｜,，]|[ \t]{{2,}})");
    RegexBuilder::new(&pattern).case_insensitive(true).multi_line(true).build().unwrap()
});

/// Digits alone.
fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// The values of a resume that must be withheld, with their kinds.
fn withheld(text: &str, known: &Known) -> BTreeSet<(&'static str, String)> {
    let mut values = BTreeSet::new();
    if let Some(name) = &known.name {
        values.insert(("name", name.clone()));
        values.extend(
            name.split(' ').filter(|part| part.chars().count() > 2).map(|part| ("part of the name", part.to_owned())),
        );
    }
    if let Some(email) = &known.email {
        values.insert(("email", email.clone()));
        values.extend(email.split_once('@').map(|(local, _)| ("mailbox", local.to_owned())));
    }
    for found in PERSONAL.captures_iter(text) {
        let value = found[1].trim();
        // A place may also be a place of work.
        let is_elsewhere = text.replacen(&found[0], "", 1).contains(value);
        if value.chars().count() > 2 && !is_elsewhere {
            values.insert(("labelled value", value.to_owned()));
        }
    }
    values
}

/// The resume as sent in a request's last message.
fn sent(provider: &TestProvider) -> String {
    let requests = provider.requests();
    requests.last().unwrap()["messages"][2]["content"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn no_identifying_data_of_labelled_resumes_is_sent() {
    let provider = TestProvider::start().await;
    let judge = support::judge(&provider, "good", true);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/labelled");
    let (mut resumes, mut leaks) = (0, Vec::new());
    let brief = JobBrief { title: "Engineer".into(), core_requirement: "3 years".into(), ..JobBrief::default() };
    let rubric = Arc::new(BuiltIn.rubric(&brief).await.unwrap());
    let context = JobContext::new(brief, rubric);
    for job in fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(labels) = fs::read_to_string(job.join("labels.json")) else { continue };
        let labels: Vec<Label> = serde_json::from_str(&labels).unwrap();
        for Label { file, profile: known } in labels {
            let text = job.join("text").join(Path::new(file.file_stem().unwrap()).with_extension("txt"));
            let text = fs::read_to_string(text).unwrap();
            // From the built-in reader, including its mistakes.
            let profile = bole_documents::profile::read(&text, support::today());
            let resume = Resume { text: &text, profile: &profile, hidden_text: &[], today: support::today() };
            judge.judge(&context, &resume).await.unwrap();
            let sent = sent(&provider);
            resumes += 1;
            for (what, value) in withheld(&text, &known) {
                let is_word = value.is_ascii();
                let word = Regex::new(&format!(r"\b{}\b", regex::escape(&value))).unwrap();
                if if is_word { word.is_match(&sent) } else { sent.contains(&value) } {
                    leaks.push(format!("{}: {what} {value}", file.display()));
                }
            }
            let number = known.phone.as_deref().map(digits).unwrap_or_default();
            if number.len() > 8 && digits(&sent).contains(&number[number.len() - 8..]) {
                leaks.push(format!("{}: phone {number}", file.display()));
            }
        }
    }
    assert!(resumes > 250, "{resumes}");
    assert!(leaks.is_empty(), "{} leaks\n{}", leaks.len(), leaks.join("\n"));
}

#[tokio::test]
async fn work_experience_is_sent_in_blind_mode() {
    let provider = TestProvider::start().await;
    let judge = support::judge(&provider, "good", true);
    let text = "Will Tri Putra\nPlanning engineer, Mark & Co, 2019 - 2024\nWill lead a single-page rewrite; strip mining, triage.";
    let profile = bole_documents::profile::read(text, support::today());
    let brief = JobBrief { title: "Engineer".into(), core_requirement: "3 years".into(), ..JobBrief::default() };
    let context = JobContext::new(brief.clone(), Arc::new(BuiltIn.rubric(&brief).await.unwrap()));
    let resume = Resume { text, profile: &profile, hidden_text: &[], today: support::today() };
    judge.judge(&context, &resume).await.unwrap();
    let sent = sent(&provider);
    for kept in ["Planning engineer", "2019 - 2024", "single-page", "strip mining, triage"] {
        assert!(sent.contains(kept), "{kept}: {sent}");
    }
}
