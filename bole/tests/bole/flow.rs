//! `bole up` end to end: the demo is evaluated, a kill mid-batch loses nothing, hostile files block nothing, and the
//! log contains no names.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use bole_postgres::{Server, Settings};
use reqwest::header::{HeaderMap, HeaderValue, ORIGIN};
use reqwest::multipart::{Form, Part};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Long enough for a slow machine without optimisation.
const DEADLINE: Duration = Duration::from_secs(180);

/// Bearer token of the captured mailbox.
const MAILBOX_TOKEN: &str = "mailbox";

/// A running `bole up`.
struct Up {
    process: Child,
    stdout: BufReader<ChildStdout>,
    url: String,
}

impl Up {
    fn start(folder: &Path, flags: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bole"));
        command.args(["up", "--port", "0", "--data-dir"]).arg(folder).args(flags);
        let (process, mut stdout) = spawned(&mut command, folder);
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("ready ").unwrap_or_else(|| {
            panic!("not ready: {line:?}\n{}", std::fs::read_to_string(folder.join("log")).unwrap());
        });
        Self { url: url.to_owned(), process, stdout }
    }

    /// One that the kernel ends as soon as it or a child of its connects to an address of the internet protocol.
    #[cfg(target_os = "linux")]
    fn start_unconnected(folder: &Path) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "flow::become_unconnected", "--ignored", "--nocapture"]).env(UNCONNECTED, folder);
        // A library that asked the environment for a proxy would connect to it.
        for proxy in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"] {
            command.env(proxy, "http://127.0.0.1:9");
        }
        let (process, mut stdout) = spawned(&mut command, folder);
        loop {
            // The test runner's output comes first.
            let mut line = String::new();
            let read = stdout.read_line(&mut line).unwrap();
            if let Some((_, url)) = line.trim().split_once("ready ") {
                return Self { url: url.to_owned(), process, stdout };
            }
            assert_ne!(read, 0, "not ready\n{}", std::fs::read_to_string(folder.join("log")).unwrap());
        }
    }

    /// The demo's address and password, and the token of its link, from the lines after `ready`.
    fn account(&mut self) -> (String, String, String) {
        let mut line = || {
            let mut line = String::new();
            self.stdout.read_line(&mut line).unwrap();
            line.trim().to_owned()
        };
        let account = line();
        let told = account.strip_prefix("Sign in as ").and_then(|rest| rest.split_once(" with the password "));
        let (email, password) = told.unwrap_or_else(|| panic!("no account: {account:?}"));
        let link = line();
        let page = format!(": {}/verify?type=magiclink&token_hash=", self.url);
        let (_, token) = link.split_once(&page).unwrap_or_else(|| panic!("no link: {link:?}"));
        (email.to_owned(), password.to_owned(), token.to_owned())
    }

    fn browser(&self) -> Browser {
        let origin = HeaderMap::from_iter([(ORIGIN, HeaderValue::from_str(&self.url).unwrap())]);
        bole_outbound::use_ring();
        let http = reqwest::Client::builder().cookie_store(true).default_headers(origin).build().unwrap();
        Browser { http, url: self.url.clone() }
    }

    async fn signed_in(&self, email: &str, password: &str) -> Browser {
        let browser = self.browser();
        let input = json!({ "email": email, "password": password });
        browser.post("/api/auth/sign-in", input).await;
        browser
    }

    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Stops it. Returns whether it exited successfully, and its remaining output.
    fn stop(mut self) -> (bool, String) {
        kill_process(Pid::from_child(&self.process), Signal::TERM).unwrap();
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        // The captured mailbox is printed at every start.
        let rest = rest.lines().filter(|line| !line.starts_with("Captured mail is at ")).collect();
        (self.process.wait().unwrap().success(), rest)
    }
}

impl Drop for Up {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The process, with its log in the folder.
fn spawned(command: &mut Command, folder: &Path) -> (Child, BufReader<ChildStdout>) {
    let log = std::fs::File::options().append(true).create(true).open(folder.join("log")).unwrap();
    command.env("BOLE_MAILBOX_TOKEN", MAILBOX_TOKEN);
    let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
    let stdout = BufReader::new(process.stdout.take().unwrap());
    (process, stdout)
}

struct Browser {
    http: reqwest::Client,
    url: String,
}

impl Browser {
    async fn get(&self, path: &str) -> Value {
        answer(self.http.get(format!("{}{path}", self.url))).await
    }

    async fn status(&self, path: &str) -> u16 {
        self.http.get(format!("{}{path}", self.url)).send().await.unwrap().status().as_u16()
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        answer(self.http.post(format!("{}{path}", self.url)).json(&body)).await
    }

    /// Registers a user with an organization and a job; returns the paths of both.
    async fn begin(&self, email: &str, password: &str) -> (String, String) {
        self.post("/api/auth/sign-up", json!({ "email": email, "password": password, "full_name": "Lin" })).await;
        let mails = answer(self.http.get(format!("{}/api/dev/mailbox", self.url)).bearer_auth(MAILBOX_TOKEN)).await;
        let link = mails["items"][0]["links"][0].as_str().unwrap();
        let token = link.split_once("token_hash=").unwrap().1;
        self.post("/api/auth/verify", json!({ "type": "signup", "token_hash": token })).await;
        self.post("/api/organizations", json!({ "name": "Acme", "slug": "acme" })).await;
        let organization = self.organization().await;
        let job = json!({ "title": "Backend engineer", "jd": "- Rust\n- PostgreSQL\n- CPA" });
        let job = self.post(&format!("{organization}/jobs"), job).await;
        let job = format!("{organization}/jobs/{}", job["id"].as_str().unwrap());
        (organization, job)
    }

    /// Uploads a ZIP for a job; returns the batch's path.
    async fn upload(&self, organization: &str, job: &str, name: &str, zip: Vec<u8>) -> String {
        let form = Form::new().part("file", Part::bytes(zip).file_name(name.to_owned()));
        let uploaded = answer(self.http.post(format!("{}{job}/batches", self.url)).multipart(form)).await;
        format!("{organization}/batches/{}", uploaded["batch"]["id"].as_str().unwrap())
    }

    /// The path of the user's only organization.
    async fn organization(&self) -> String {
        let mine = self.get("/api/me/organizations").await;
        assert_eq!(mine["total"], 1, "{mine}");
        format!("/api/organizations/{}", mine["items"][0]["organization"]["id"].as_str().unwrap())
    }

    /// The batch, once this many of its entries are completed.
    async fn completed(&self, batch: &str, enough: i64) -> Value {
        self.eventually(batch, |found| found["counts"]["completed"].as_i64().unwrap() >= enough).await
    }

    /// The batch, once all its tasks are over.
    async fn ended(&self, batch: &str) -> Value {
        self.eventually(batch, |found| matches!(found["status"].as_str().unwrap(), "completed" | "failed")).await
    }

    async fn eventually(&self, path: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        let mut tick = tokio::time::interval(Duration::from_millis(100));
        loop {
            tick.tick().await;
            let found = self.get(path).await;
            if is_so(&found) {
                return found;
            }
            assert!(begun.elapsed() < DEADLINE, "{found}");
        }
    }
}

async fn answer(request: reqwest::RequestBuilder) -> Value {
    let response = request.send().await.unwrap();
    let (status, text) = (response.status(), response.text().await.unwrap());
    assert!(status.is_success(), "{status} {text}");
    if text.is_empty() { Value::Null } else { serde_json::from_str(&text).unwrap() }
}

/// A ZIP of resumes of different people.
fn archive(count: usize) -> Vec<u8> {
    zip((0..count).map(|number| (format!("{number:03}.docx"), resume(number))))
}

fn zip(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(&bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn resume(number: usize) -> Vec<u8> {
    docx(&[
        format!("Candidate Number{number}"),
        format!("Email: candidate{number}@example.com"),
        "Experience".to_owned(),
        "Backend Engineer, Northlight Analytics Pte. Ltd. 2016-01 - 2024-12".to_owned(),
        "Built payment services in Rust and PostgreSQL.".to_owned(),
    ])
}

/// A Word document with these paragraphs.
fn docx(lines: &[String]) -> Vec<u8> {
    let body: String = lines.iter().map(|line| format!("<w:p><w:r><w:t>{line}</w:t></w:r></w:p>")).collect();
    let document = format!(
        r#"<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>"#
    );
    let relationships = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;
    let parts =
        [("[Content_Types].xml", "<Types/>"), ("_rels/.rels", relationships), ("word/document.xml", document.as_str())];
    zip(parts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())))
}

/// A one-line resume of 4 MiB that repeats a keyword after a negation.
fn hostile(word: &str, number: usize) -> Vec<u8> {
    let line = format!("No {}", word.repeat((4 << 20) / word.len()));
    docx(&[format!("Candidate Number{number}"), format!("candidate{number}@example.com"), line])
}

#[tokio::test]
async fn large_hostile_files_do_not_delay_health_checks_or_shutdown() {
    let folder = tempfile::tempdir().unwrap();
    let up = Up::start(folder.path(), &["--no-demo"]);
    let browser = up.browser();
    let (organization, job) = browser.begin("lin@example.com", "correct horse battery").await;
    let words = ["CPA ", "CPA,", "(", "2016-01 - 2019-12 ", "No ", "a@b.co ", "会计"];
    let archive = |from: usize| {
        zip(words.iter().zip(from..).map(|(word, number)| (format!("{number}.docx"), hostile(word, number))))
    };
    let batch = browser.upload(&organization, &job, "hostile.zip", archive(0)).await;
    let begun = Instant::now();
    let mut tick = tokio::time::interval(Duration::from_millis(50));
    loop {
        tick.tick().await;
        browser.get("/healthz").await;
        let found = browser.get(&batch).await;
        if matches!(found["status"].as_str().unwrap(), "completed" | "failed") {
            let over = found["counts"]["completed"].as_u64().unwrap() + found["counts"]["failed"].as_u64().unwrap();
            assert_eq!(over, words.len() as u64, "{found}");
            break;
        }
        assert!(begun.elapsed() < DEADLINE, "{found}");
    }

    // While another copy is being evaluated.
    browser.upload(&organization, &job, "again.zip", archive(words.len())).await;
    browser.get("/healthz").await;
    assert_eq!(up.stop(), (true, String::new()));
}

/// Requirements of this length without repeated words.
fn requirements(characters: usize, from: usize) -> String {
    let letters = b"qxzvwjyhfg";
    let word = |number: usize| -> String {
        (0..5).map(|place| char::from(letters[number / letters.len().pow(place) % letters.len()])).collect()
    };
    let mut text = String::new();
    for number in (from..).step_by(2) {
        let line = format!("{} {}\n", word(number), word(number + 1));
        if text.len() + line.len() > characters {
            break;
        }
        text.push_str(&line);
    }
    text
}

#[tokio::test]
async fn job_with_thousands_of_requirements_does_not_delay_health_checks_or_shutdown() {
    let folder = tempfile::tempdir().unwrap();
    let up = Up::start(folder.path(), &["--no-demo"]);
    let browser = up.browser();
    let (organization, _) = browser.begin("lin@example.com", "correct horse battery").await;
    let [core, jd, criteria] = [0, 20_000, 40_000].map(|from| requirements(50_000, from));
    let job = json!({ "title": "x", "core_requirement": core, "jd": jd, "ai_evaluation_criteria": criteria });
    let preview = || browser.http.post(format!("{}{organization}/job-rubric", up.url)).json(&job).send();
    let mut previews: Vec<_> = std::iter::repeat_with(|| tokio::spawn(preview())).take(4).collect();
    let begun = Instant::now();
    let first = loop {
        browser.get("/healthz").await;
        assert!(begun.elapsed() < DEADLINE, "no preview ends");
        if let Some(over) = previews.iter().position(tokio::task::JoinHandle::is_finished) {
            break previews.swap_remove(over).await.unwrap().unwrap();
        }
    };
    // On a busy machine a preview is given up at its time limit.
    if first.status() != 503 {
        assert_eq!(first.status(), 200);
        let rubric: Value = first.json().await.unwrap();
        assert_eq!(rubric["criteria"].as_array().unwrap().len(), 60);
    }

    // While further previews are running.
    previews.extend(std::iter::repeat_with(|| tokio::spawn(preview())).take(4));
    browser.get("/healthz").await;
    let begun = Instant::now();
    assert_eq!(up.stop(), (true, String::new()));
    assert!(begun.elapsed() < DEADLINE, "the end is kept waiting");
}

#[tokio::test]
async fn upload_and_storage_limits_apply_to_the_api() {
    let folder = tempfile::tempdir().unwrap();
    let limits = ["--no-demo", "--limit-zip-mib", "1", "--limit-storage-gib", "0"];
    for (flags, bytes, status, code) in
        [(&limits[..3], (1 << 20) + 1, 413, "batch.too_large"), (&limits, 100, 409, "storage.full")]
    {
        let folder = folder.path().join(code);
        std::fs::create_dir(&folder).unwrap();
        let up = Up::start(&folder, flags);
        let browser = up.browser();
        let (_, job) = browser.begin("lin@example.com", "correct horse battery").await;
        let mut zip = b"PK\x03\x04".to_vec();
        zip.resize(bytes, 0);
        let form = Form::new().part("file", Part::bytes(zip).file_name("resumes.zip"));
        let refused = browser.http.post(format!("{}{job}/batches", up.url)).multipart(form).send().await.unwrap();
        assert_eq!(refused.status(), status);
        assert_eq!(refused.json::<Value>().await.unwrap()["code"], code);
        assert_eq!(up.stop(), (true, String::new()));
    }
}

/// Strings that only occur in the canary's resume and file names.
const NAMES: [&str; 4] = ["zzyzx", "canarowski", "81234567", "8123 4567"];

#[tokio::test]
async fn batch_leaves_no_names_in_trace_logs_or_stored_errors() {
    let folder = tempfile::tempdir().unwrap();
    let up = Up::start(folder.path(), &["--no-demo", "--log", "debug"]);
    let browser = up.browser();
    let (organization, job) = browser.begin("lin@example.com", "correct horse battery").await;
    let person = [
        "Zzyzx Canarowski".to_owned(),
        "Email: zzyzx@canarowski.example".to_owned(),
        "Phone: +65 8123 4567".to_owned(),
        "Experience".to_owned(),
        "Backend Engineer, Canarowski Pte. Ltd. 2016-01 - 2024-12".to_owned(),
        "Built Canarowski payment services in Rust and PostgreSQL.".to_owned(),
    ];
    let files = zip([
        ("zzyzx canarowski.docx".to_owned(), docx(&person)),
        ("zzyzx damaged.docx".to_owned(), b"PK\x03\x04 canarowski".to_vec()),
        ("zzyzx damaged.pdf".to_owned(), b"%PDF-1.7 canarowski".to_vec()),
        ("zzyzx empty.pdf".to_owned(), Vec::new()),
    ]);
    let batch = browser.upload(&organization, &job, "zzyzx.zip", files).await;
    browser.ended(&batch).await;
    let promoted = browser.post(&format!("{batch}/promote"), json!({})).await;
    assert_eq!(promoted["created"], 1);
    browser.get(&format!("{organization}/applications?search=Canarowski")).await;
    assert_eq!(up.stop(), (true, String::new()));
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("DEBUG"), "the log holds everything");
    let told: Vec<&str> =
        log.lines().filter(|line| NAMES.iter().any(|name| line.to_lowercase().contains(name))).collect();
    assert!(told.is_empty(), "{told:#?}");

    let errors = stored_errors(folder.path()).await;
    assert!(errors.iter().any(|(place, _)| place == "tasks.error_detail"), "the damaged files failed: {errors:#?}");
    let told: Vec<_> =
        errors.iter().filter(|(_, text)| NAMES.iter().any(|name| text.to_lowercase().contains(name))).collect();
    assert!(told.is_empty(), "{told:#?}");
}

/// All error texts in the database of a stopped `bole up`, with table and column.
async fn stored_errors(folder: &Path) -> Vec<(String, String)> {
    let server = Server::start(Settings::new(folder.join("postgres"))).await.unwrap();
    let mut connection = PgConnection::connect(&server.url("bole")).await.unwrap();
    let places: Vec<(String, String)> = sqlx::query_as(
        "SELECT c.table_name::text, c.column_name::text
         FROM information_schema.columns c
         JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
         WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'jsonb')
           AND c.column_name ~ 'error|detail|failure|complaint'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let mut errors = Vec::new();
    for (table, column) in places {
        let sql = format!("SELECT {column}::text FROM {table} WHERE {column} IS NOT NULL");
        let texts: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut connection).await.unwrap();
        errors.extend(texts.into_iter().map(|text| (format!("{table}.{column}"), text)));
    }
    connection.close().await.unwrap();
    server.stop().await.unwrap();
    errors
}

#[tokio::test]
async fn demo_is_created_and_evaluated_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut up = Up::start(folder.path(), &[]);
    let (email, password, token) = up.account();
    let linked = up.browser();
    let link = json!({ "type": "magiclink", "token_hash": token });
    assert_eq!(linked.post("/api/auth/verify", link.clone()).await["user"]["email"], email.as_str());
    linked.organization().await;
    let again = up.browser().http.post(format!("{}/api/auth/verify", up.url)).json(&link).send().await.unwrap();
    assert_eq!(again.status(), 422, "it works once");
    let browser = up.signed_in(&email, &password).await;
    let profile = browser.get("/api/me/profile").await;
    assert_eq!(profile["language"], json!(null), "the browser decides until one is chosen");
    let organization = browser.organization().await;
    let batches = browser.get(&format!("{organization}/batches")).await;
    assert_eq!(batches["total"], 3, "one for each job");
    assert_eq!(browser.get(&format!("{organization}/jobs")).await["total"], 3);
    let present = browser.get(&format!("{organization}/applications")).await["total"].as_u64().unwrap();
    assert!(present >= 30, "candidates in the pipeline: {present}");
    let figures = browser.get(&format!("{organization}/dashboard")).await;
    let stages = figures["funnel"].as_array().unwrap();
    assert!(stages.iter().all(|stage| stage["current"].as_u64().unwrap() > 0), "every stage: {stages:?}");
    assert_ne!(figures["interviews"]["upcoming"], 0, "interviews this week: {figures}");
    for job in figures["jobs"].as_array().unwrap() {
        assert!(["in_review", "in_interviews"].iter().all(|lane| job[lane].as_u64().unwrap() > 0), "{job}");
    }
    assert!(figures["workload"].as_array().unwrap().iter().any(|desk| desk["open"].as_u64().unwrap() > 0), "{figures}");
    let offers = browser.get(&format!("{organization}/offers")).await;
    let out = offers["items"].as_array().unwrap().iter().filter(|offer| offer["status"] == "sent").count();
    assert!(out >= 1, "an offer is out: {offers}");
    // A year back from today, by month.
    let day = |days_ago: i64| (time::OffsetDateTime::now_utc() - time::Duration::days(days_ago)).date();
    let year = browser.get(&format!("{organization}/dashboard?from={}&to={}", day(364), day(0))).await;
    let months = |what: &str| {
        year["trend"]["points"].as_array().unwrap().iter().filter(|month| month[what].as_u64().unwrap() > 0).count()
    };
    assert!(months("applied") >= 11 && months("hired") >= 8, "{}", year["trend"]);
    for list in ["offers", "interview-schedules?status=scheduled", "talent-pool", "emails?status=sent"] {
        assert_ne!(browser.get(&format!("{organization}/{list}")).await["items"], json!([]), "{list}");
    }
    for job in browser.get(&format!("{organization}/jobs")).await["items"].as_array().unwrap() {
        let lanes = browser.get(&format!("{organization}/jobs/{}/lanes", job["id"].as_str().unwrap())).await;
        for stage in ["AI评审", "线上面试", "线下面试"] {
            let lane = lanes["lanes"].as_array().unwrap().iter().find(|lane| lane["status"] == stage).unwrap();
            assert_ne!(lane["count"], 0, "{stage}: {lanes}");
        }
    }
    let week = format!("from={}T00:00:00Z&to={}T00:00:00Z", day(0), day(-8));
    let planned = browser.get(&format!("{organization}/interview-schedules?status=scheduled&{week}")).await;
    assert_ne!(planned["items"], json!([]), "interviews within a week");
    // The links of the last days' mails lead to pages that work: a time to choose, and an offer to answer. Only the local
    // mailbox has them whole.
    let captured = browser.http.get(format!("{}/api/dev/mailbox", browser.url)).bearer_auth(MAILBOX_TOKEN);
    let captured = answer(captured).await;
    let mails = captured["items"].as_array().unwrap();
    let links: Vec<&str> =
        mails.iter().flat_map(|mail| mail["links"].as_array().unwrap()).filter_map(Value::as_str).collect();
    for (part, path) in [("/booking/", "/api/booking/"), ("/offer/", "/api/offers/")] {
        let mut open = 0;
        for (_, token) in links.iter().filter_map(|link| link.split_once(part)) {
            open += u32::from(up.browser().status(&format!("{path}{token}")).await == 200);
        }
        assert!(open > 0, "no {part} of the mails is open: {links:?}");
    }
    let mut jobs = BTreeSet::new();
    for batch in batches["items"].as_array().unwrap() {
        jobs.insert(batch["job_id"].as_str().unwrap());
        let resumes = if batch["file_name"] == "示例简历 sample-resumes.zip" { 24 } else { 16 };
        let batch = format!("{organization}/batches/{}", batch["id"].as_str().unwrap());
        let done = browser.completed(&batch, resumes).await;
        assert_eq!((&done["counts"]["failed"], &done["counts"]["skipped"]), (&json!(0), &json!(0)));
        let promoted = browser.post(&format!("{batch}/promote"), json!({})).await;
        assert_eq!(promoted["skipped"], 0, "{promoted}");
    }
    assert_eq!(jobs.len(), 3);
    assert_eq!(up.stop(), (true, String::new()));

    let up = Up::start(folder.path(), &[]);
    let browser = up.signed_in(&email, &password).await;
    let organization = browser.organization().await;
    assert_eq!(browser.get(&format!("{organization}/batches")).await["total"], 3);
    let total = browser.get(&format!("{organization}/applications")).await["total"].as_u64().unwrap();
    assert_eq!(total, present + 56, "nobody twice");
    assert_eq!(up.stop(), (true, String::new()), "no second account");
}

#[tokio::test]
async fn kill_during_a_batch_loses_and_repeats_nothing() {
    const RESUMES: usize = 40;
    let folder = tempfile::tempdir().unwrap();
    // One at a time, so that the kill happens mid-batch.
    let flags = ["--no-demo", "--concurrency", "1"];
    let up = Up::start(folder.path(), &flags);
    let browser = up.browser();
    let (email, password) = ("lin@example.com", "correct horse battery");
    let (organization, job) = browser.begin(email, password).await;
    let batch = browser.upload(&organization, &job, "many.zip", archive(RESUMES)).await;
    browser.completed(&batch, 3).await;
    let rows = browser.get(&format!("{batch}/tasks?status=completed&limit=200")).await;
    let before: BTreeMap<String, Value> = by_name(&rows);
    up.kill();
    assert!((3..RESUMES).contains(&before.len()), "killed in the middle: {} were done", before.len());

    let up = Up::start(folder.path(), &flags);
    let browser = up.signed_in(email, password).await;
    let done = browser.completed(&batch, i64::try_from(RESUMES).unwrap()).await;
    assert_eq!((&done["status"], &done["counts"]["failed"]), (&json!("completed"), &json!(0)));
    let rows = browser.get(&format!("{batch}/tasks?limit=200")).await;
    let after = by_name(&rows);
    assert_eq!(rows["total"], RESUMES, "none twice");
    let names: Vec<String> = (0..RESUMES).map(|number| format!("{number:03}.docx")).collect();
    assert!(after.keys().eq(&names), "none lost");
    for (name, row) in before {
        assert_eq!(after[&name], row, "what was done is not done again");
    }
    let promoted = browser.post(&format!("{batch}/promote"), json!({})).await;
    assert_eq!(promoted, json!({ "created": RESUMES, "existing": 0, "skipped": 0 }));
    assert_eq!(up.stop(), (true, String::new()));
}

/// Names the folder of the data to the process that becomes an unconnected `bole up`.
#[cfg(target_os = "linux")]
const UNCONNECTED: &str = "BOLE_TEST_UNCONNECTED";

/// No test: `bole up` in place of this process, which the kernel ends when anything in it connects or sends to an address of
/// the internet protocol. Those addresses are 16 or 28 bytes long; that of a unix socket is longer than 28 or its whole 110.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "another test starts it"]
fn become_unconnected() {
    use std::os::unix::process::CommandExt as _;

    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    };

    let Some(folder) = std::env::var_os(UNCONNECTED) else { return };
    let with_length = |argument: u8| {
        [size_of::<libc::sockaddr_in>(), size_of::<libc::sockaddr_in6>()].map(|length| {
            let is = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, length as u64).unwrap();
            SeccompRule::new(vec![is]).unwrap()
        })
    };
    let rules =
        BTreeMap::from([(libc::SYS_connect, with_length(2).to_vec()), (libc::SYS_sendto, with_length(5).to_vec())]);
    let architecture = std::env::consts::ARCH.try_into().unwrap();
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::KillProcess, architecture).unwrap();
    let program: BpfProgram = filter.try_into().unwrap();
    seccompiler::apply_filter(&program).unwrap();
    let mut bole = Command::new(env!("CARGO_BIN_EXE_bole"));
    let error = bole.args(["up", "--port", "0", "--no-demo", "--data-dir"]).arg(folder).exec();
    panic!("{error}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn no_connections_are_opened_without_a_provider() {
    use std::os::unix::process::ExitStatusExt as _;

    let folder = tempfile::tempdir().unwrap();
    let mut up = Up::start_unconnected(folder.path());
    let browser = up.browser();
    let (organization, job) = browser.begin("lin@example.com", "correct horse battery").await;
    let batch = browser.upload(&organization, &job, "some.zip", archive(5)).await;
    browser.ended(&batch).await;
    let promoted = browser.post(&format!("{batch}/promote"), json!({})).await;
    assert_eq!(promoted["created"], 5, "{promoted}");
    let draft = json!({ "kind": "jd", "title": "Backend engineer", "core_requirement": "Rust" });
    let insights = json!({ "language": "en-US" });
    let export = json!({ "format": "pdf", "language": "en-US" });
    let invitation = json!({ "email": "wang@example.com", "role": "recruiter" });
    browser.post(&format!("{organization}/invitations"), invitation).await;
    for (path, input) in [("job-drafts", draft), ("dashboard/insights", insights), ("dashboard/export", export)] {
        let task = browser.post(&format!("{organization}/{path}"), input).await;
        let task = format!("{organization}/tasks/{}", task["id"].as_str().unwrap());
        let over = |found: &Value| matches!(found["status"].as_str().unwrap(), "completed" | "failed");
        let task = browser.eventually(&task, over).await;
        assert_eq!(task["status"], "completed", "{path}: {task}");
    }
    assert!(up.process.try_wait().unwrap().is_none(), "nothing was connected to");

    // One that is named is connected to, which shows that it would have been seen.
    let provider = json!({ "modelName": "m", "baseUrl": "https://1.1.1.1/v1", "apiKey": "sk-1" });
    let put = browser.http.put(format!("{}{organization}/settings/ai", up.url)).json(&provider);
    answer(put).await;
    let test = browser.http.post(format!("{}{organization}/settings/ai/test", up.url)).json(&json!({}));
    assert!(test.send().await.is_err());
    assert_eq!(up.process.wait().unwrap().signal(), Some(libc::SIGSYS));
}

fn by_name(page: &Value) -> BTreeMap<String, Value> {
    let items = page["items"].as_array().unwrap();
    items.iter().map(|row| (row["file_name"].as_str().unwrap().to_owned(), row.clone())).collect()
}
