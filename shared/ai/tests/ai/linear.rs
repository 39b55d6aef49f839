//! Every public function that takes text in the domain, mail, calendar, documents, resume and evaluation crates takes linear time.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::process::Command;
use std::sync::Arc;

use bole_ai::provider::Message;
use bole_ai::{
    BuiltIn, DraftRequest, Drafter, JobBrief, JobContext, Judge, LetterBrief, Resume, TemplateDrafter, WrittenLetter,
};
use bole_domain::booking_hook::{HookMessage, HookSignature};
use bole_domain::email::{EmailLanguage, EmailType, SendingLimits};
use bole_domain::evaluation::{Language, QuotableText};
use bole_domain::job::DraftKind;
use bole_domain::offer::without_link_secrets;
use bole_domain::outbound::AllowedHosts;
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use bole_mail::{CandidateMail, InboundMail};
use bole_testkit::linear::{ClockId, TextReader, squares};
use bole_testkit::source::functions_of_text;
use serde_json::json;

fn run<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn today() -> YearMonth {
    YearMonth::new(2026, 6).unwrap()
}

fn judged(job: JobBrief, text: &str) {
    let rubric = Arc::new(run(BuiltIn.rubric(&job)).unwrap());
    let profile = Profile::default();
    let resume = Resume { text, profile: &profile, hidden_text: &[], today: today() };
    run(bole_ai::evaluate(&BuiltIn, &JobContext::new(job, rubric), &resume)).unwrap();
}

fn judge(text: &str) {
    judged(
        JobBrief { title: "Accountant".to_owned(), jd: "- CPA\n- Rust\n- 5 years".to_owned(), ..JobBrief::default() },
        text,
    );
}

fn title(text: &str) {
    judged(JobBrief { title: text.to_owned(), ..JobBrief::default() }, "CPA since 2016, Acme Ltd.");
}

fn core_requirement(text: &str) {
    judged(JobBrief { core_requirement: text.to_owned(), ..JobBrief::default() }, "CPA since 2016, Acme Ltd.");
}

fn jd(text: &str) {
    judged(JobBrief { jd: text.to_owned(), ..JobBrief::default() }, "CPA since 2016, Acme Ltd.");
}

fn criteria(text: &str) {
    judged(JobBrief { ai_evaluation_criteria: text.to_owned(), ..JobBrief::default() }, "CPA since 2016, Acme Ltd.");
}

/// Every text of a job, whose criteria are compared with each other.
fn all_texts(text: &str) {
    let job = JobBrief {
        title: "Accountant".to_owned(),
        core_requirement: text.to_owned(),
        jd: text.to_owned(),
        ai_evaluation_criteria: text.to_owned(),
    };
    judged(job, "CPA since 2016, Acme Ltd.");
}

/// With a quarter of the text, because the job is read once per kind.
fn drafts(text: &str) {
    // The API limits titles and company names to 200 characters.
    let name = &text[..text.floor_char_boundary(200)];
    let job = JobBrief { title: name.to_owned(), core_requirement: text.to_owned(), ..JobBrief::default() };
    assert!(!job.fingerprint(text).is_empty());
    let request = |kind| DraftRequest { kind, job: job.clone(), company_name: name.to_owned() };
    for kind in [DraftKind::Jd, DraftKind::Criteria, DraftKind::Questions] {
        drop(bole_ai::draft_question(&request(kind), text));
    }
    // The others depend only on the rubric, whose criteria are few.
    run(TemplateDrafter(BuiltIn).draft(&request(DraftKind::Jd))).unwrap();
}

fn redact(text: &str) {
    let profile = Profile {
        name: Some("Lin Xiaoyu".to_owned()),
        email: Some("lin@example.com".to_owned()),
        phone: Some("+8613800001234".to_owned()),
        ..Profile::default()
    };
    drop(bole_ai::provider::redacted(text, &profile));
}

/// Searches a text in itself: completely, and with a missing end.
fn quotation(text: &str) {
    let quotable = QuotableText::new(text);
    assert!(text.trim().is_empty() || quotable.contains(text));
    let _ = quotable.contains(&format!("{text}~"));
}

fn child(text: &str) {
    let context = JobContext::new(JobBrief::default(), Arc::new(run(BuiltIn.rubric(&JobBrief::default())).unwrap()));
    let profile = Profile::default();
    let hidden = [text.to_owned()];
    let resume = Resume { text, profile: &profile, hidden_text: &hidden, today: today() };
    let question = bole_ai::child::Question::judge(&context, &resume).unwrap().to_bytes().unwrap();
    let answer = bole_ai::child::serve(&question).unwrap();
    assert!(bole_ai::child::answer::<bole_domain::evaluation::Judgements>(&answer).is_ok());
    let _ = bole_ai::child::serve(text.as_bytes());
    let question = bole_ai::child::question_about(&context, true).unwrap();
    bole_ai::child::serve_about(&question, &resume).unwrap();
}

fn letter(text: &str) {
    let brief = LetterBrief {
        kind: EmailType::OnlineInvitation,
        language: EmailLanguage::En,
        title: text.to_owned(),
        company: text.to_owned(),
        recruiter: text.to_owned(),
        has_link: true,
        strengths: vec![text.to_owned()],
    };
    drop(brief.question(text));
    let written = WrittenLetter { subject: "Your application".to_owned(), body: text.to_owned() };
    let _ = brief.check(text, &written);
    let _ = bole_domain::letter::names_protected(text);
}

fn hook(text: &str) {
    let _ = (HookSignature::timed(text), HookSignature::of_body(text));
    let message = json!({ "triggerEvent": text, "createdAt": text, "payload": { "uid": text, "startTime": text, "title": text,
        "attendees": [{ "name": text, "email": text }], "location": text } });
    let _ = HookMessage::read(&message);
    let calendly = json!({ "event": text, "created_at": text, "payload": { "uri": text, "name": text, "email": text,
        "scheduled_event": { "start_time": text, "end_time": text, "location": { "join_url": text } } } });
    let _ = HookMessage::read(&calendly);
}

fn addresses(text: &str) {
    let names: Vec<String> = text.split(',').map(str::to_owned).collect();
    drop(bole_domain::inbound::submission_addresses(&names));
    drop(bole_domain::email::address_key(text));
    drop(bole_domain::inbound::folder_name(text, &[]));
    drop(bole_domain::inbound::answer_subject(text));
    drop(bole_domain::inbound::with_quotation(text, text, text));
    drop(bole_domain::email::domain_of(text));
    drop(bole_domain::email::recipient_address(text));
    drop(bole_domain::email::address_of(Some(text), Some(text)));
    let _ = SendingLimits::default_for(text);
    let _ = AllowedHosts::default().allows(text, 443);
    let _ = text.parse::<AllowedHosts>();
}

/// A message of these bytes, and one with them as body, subject and recipients.
fn received(text: &str) {
    let message = format!("From: {0}\r\nTo: {0}\r\nSubject: {0}\r\n\r\n{text}", text.replace('\n', " "));
    for bytes in [text.as_bytes(), message.as_bytes()] {
        let _ = InboundMail::read(bytes);
        let answer = bole_mail::serve(bytes).unwrap();
        let _ = bole_mail::answer(&answer);
    }
}

/// A calendar of this text, and an event with it as title and time.
fn calendar(text: &str) {
    let from = time::OffsetDateTime::UNIX_EPOCH;
    let question = bole_calendar::Question { zone: text.to_owned(), from, to: from + time::Duration::days(30) };
    let line = text.replace('\n', " ");
    let event = format!(
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:{line}\r\nDTSTART:{line}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    );
    for bytes in [text.as_bytes(), event.as_bytes()] {
        let asked = question.to_bytes(bytes).unwrap();
        let _ = bole_calendar::answer(&bole_calendar::serve(&asked[bole_calendar::PREFIX.len()..]).unwrap());
    }
    let _ = bole_calendar::CalendarAddress::parse(text, &AllowedHosts::default());
}

fn sent(text: &str) {
    let language = Language::En;
    drop(bole_mail::signup(language, text, text, text));
    drop(bole_mail::recovery(language, text, text, text));
    drop(bole_mail::already_registered(language, text, text, text));
    drop(bole_mail::password_changed(language, text, text, text));
    drop(bole_mail::email_change(language, text, text, text));
    drop(bole_mail::email_changed(language, text, text, text, text));
    drop(bole_mail::invitation(language, text, text, text, text));
    let _ = bole_mail::check_sender(text);
    drop(bole_mail::sender_address(text));
}

fn candidate_mail(text: &str) {
    let mail = CandidateMail {
        kind: EmailType::OnlineInvitation,
        language: EmailLanguage::En,
        candidate: text,
        job: text,
        company: text,
        recruiter: text,
        link: "https://example.com",
        address: text,
    };
    drop(mail.fill(text, text));
    drop(mail.draft());
    drop(bole_mail::html_of("", text, EmailLanguage::En));
    drop(bole_mail::links_in(text));
    drop(without_link_secrets(text));
}

/// The functions under test, and which public functions each of them calls.
const READERS: &[(&str, TextReader, &[&str])] = &[
    (
        "profile",
        |text| drop(bole_documents::profile::read(text, today())),
        &["documents::profile::read", "resume::assembly::read"],
    ),
    (
        "headings and dates",
        |text| {
            let _ = bole_resume::is_heading(text);
            let _ = bole_resume::is_dated(text);
            let _ = bole_resume::is_broken_range(text, text);
        },
        &["resume::dates::is_broken_range", "resume::dates::is_dated", "resume::sections::is_heading"],
    ),
    (
        "names",
        |text| {
            let _ = bole_documents::profile::without_titles(text);
            let _ = bole_documents::profile::is_own_account_alone(text);
        },
        &["resume::person::without_titles", "resume::words::is_own_account_alone"],
    ),
    (
        "judge",
        judge,
        &["ai::contract::evaluate", "ai::contract::JobContext::new", "domain::evaluation::scoring::evaluate"],
    ),
    ("a job's title", title, &[]),
    ("all texts of a job", all_texts, &[]),
    ("a job's core requirement", core_requirement, &[]),
    ("a job's description", jd, &[]),
    ("a job's criteria", criteria, &[]),
    ("drafts", drafts, &["ai::drafts::draft_question", "ai::contract::JobBrief::fingerprint"]),
    (
        "child",
        child,
        &[
            "ai::child::Question::judge",
            "ai::child::serve",
            "ai::child::answer",
            "ai::child::question_about",
            "ai::child::serve_about",
        ],
    ),
    (
        "letter",
        letter,
        &[
            "ai::letters::LetterBrief::question",
            "ai::letters::LetterBrief::check",
            "domain::letter::check",
            "domain::letter::names_protected",
        ],
    ),
    (
        "language",
        |text| {
            let _ = bole_ai::language_of(text);
            let _ = EmailLanguage::of(text);
        },
        &["ai::builtin::text::language", "domain::email::EmailLanguage::of"],
    ),
    ("redacted", redact, &["ai::provider::redact::redacted"]),
    (
        "plain text",
        |text| {
            drop(bole_domain::text::without_controls(text));
            let _ = bole_documents::readable_kind(text.as_bytes(), text);
            let _ = bole_documents::picture_kind(text.as_bytes());
            // Names are at most 200 characters long.
            let name = Some(&text[..text.floor_char_boundary(200)]);
            let _ = bole_domain::person_name::can_be_one(name, name);
        },
        &[
            "documents::extract::readable_kind",
            "documents::extract::picture_kind",
            "domain::person_name::can_be_one",
            "domain::text::without_controls",
        ],
    ),
    (
        "criteria to confirm",
        |text| {
            drop(bole_criteria::read(text, bole_criteria::Source::Criteria));
            drop(bole_criteria::read(text, bole_criteria::Source::Description));
            drop(bole_criteria::protected(text));
            drop(bole_criteria::without_protected(text));
            drop(bole_criteria::without_protected_lines(text));
        },
        &[
            "criteria::reader::read",
            "criteria::protected::protected",
            "criteria::protected::without_protected",
            "criteria::protected::without_protected_lines",
        ],
    ),
    (
        "base URL",
        |text| drop(bole_ai::provider::base_url(text, &AllowedHosts::default())),
        &["ai::provider::endpoint::base_url"],
    ),
    (
        "message",
        |text| drop((Message::system(text), Message::user(text), Message::assistant(text))),
        &[
            "ai::provider::chat::question::Message::assistant",
            "ai::provider::chat::question::Message::system",
            "ai::provider::chat::question::Message::user",
        ],
    ),
    (
        "quotation",
        quotation,
        &["domain::evaluation::quotation::QuotableText::new", "domain::evaluation::quotation::QuotableText::contains"],
    ),
    ("questions", |text| drop(bole_domain::questions::parse(text)), &["domain::questions::parse"]),
    (
        "prompt",
        |text| {
            drop(bole_domain::prompt::variables(text));
            drop(bole_domain::prompt::render(text, |_| Some(text.to_owned())));
        },
        &["domain::prompt::variables", "domain::prompt::render"],
    ),
    (
        "a line",
        |text| {
            drop(bole_domain::text::clean_line(text));
            drop(bole_domain::strip::glyphs(text));
            let _ = bole_domain::organization::is_valid_slug(text);
            drop(bole_domain::job::address_name(text));
        },
        &[
            "domain::text::clean_line",
            "domain::strip::glyphs",
            "domain::organization::is_valid_slug",
            "domain::job::address_name",
        ],
    ),
    (
        "addresses",
        addresses,
        &[
            "domain::inbound::submission_addresses",
            "domain::inbound::folder_name",
            "domain::inbound::answer_subject",
            "domain::inbound::with_quotation",
            "domain::email::domain_of",
            "domain::email::recipient_address",
            "domain::email::address_of",
            "domain::email::address_key",
            "domain::email::SendingLimits::default_for",
            "domain::outbound::AllowedHosts::allows",
        ],
    ),
    (
        "booking hook",
        hook,
        &[
            "domain::booking_hook::HookSignature::timed",
            "domain::booking_hook::HookSignature::of_body",
            "domain::booking_hook::HookMessage::read",
        ],
    ),
    (
        "phone number",
        |text| {
            let read = bole_domain::phone::PhoneNumber::read(text);
            assert_eq!(bole_domain::phone::are_same(Some(text), Some(text)), read.is_some());
        },
        &["domain::phone::PhoneNumber::read", "domain::phone::are_same"],
    ),
    (
        "numbers of insights",
        |text| {
            let _ = bole_domain::dashboard::insights::is_covered(text, &[]);
            let _ = bole_domain::dashboard::insights::restates(text, &[text.to_owned()]);
        },
        &["domain::dashboard::insights::prose::is_covered", "domain::dashboard::insights::prose::restates"],
    ),
    ("received mail", received, &["mail::inbound::InboundMail::read", "mail::inbound::serve", "mail::inbound::answer"]),
    (
        "calendar",
        calendar,
        &[
            "calendar::address::CalendarAddress::parse",
            "calendar::question::Question::to_bytes",
            "calendar::question::answer",
            "calendar::question::serve",
            "calendar::read::busy_times",
        ],
    ),
    (
        "account mail",
        sent,
        &[
            "mail::account::signup",
            "mail::account::recovery",
            "mail::account::already_registered",
            "mail::account::password_changed",
            "mail::account::email_change",
            "mail::account::email_changed",
            "mail::invitation::invitation",
            "mail::outgoing::check_sender",
            "mail::outgoing::sender_address",
        ],
    ),
    (
        "candidate mail",
        candidate_mail,
        &[
            "domain::offer::without_link_secrets",
            "mail::candidate::CandidateMail::fill",
            "mail::candidate::html_of",
            "mail::links::links_in",
        ],
    ),
];

/// Public functions with text that are not tested, and why.
const OTHERS: &[(&str, &str)] = &[
    ("domain::evaluation::own_marks::count_disagreements", "adds up the counts of a job's criteria"),
    ("ai::follow_ups::FollowUpBrief::new", "copies a title and a few criteria"),
    ("ai::contract::JobContext::prepared", "takes a function of texts"),
    ("ai::provider::default_dimensions::says_what_the_work_is", "counts letters once"),
    ("ai::labelled_sample::SampleResume::measure", "judges resumes that come with the product"),
    ("ai::provider::chat::Chat::adopt", "compares with the names of models"),
    ("ai::provider::chat::Chat::stream", "takes a function of text, and asks a server"),
    ("ai::provider::chat::batch_lines::batch_line", "puts a name and a body together"),
    ("ai::provider::chat::batches::Chat::batch", "asks a server"),
    ("ai::provider::chat::batches::Chat::batch_answers", "reads a provider's answers line by line, and asks a server"),
    ("ai::provider::chat::batches::Chat::cancel_batch", "asks a server"),
    ("ai::provider::chat::batches::Chat::create_batch", "asks a server"),
    ("ai::provider::chat::batches::Chat::delete_batch_file", "asks a server"),
    ("ai::provider::chat::batches::Chat::find_batch", "asks a server"),
    ("ai::provider::chat::batches::Chat::upload_batch_file", "asks a server"),
    ("ai::provider::chat::deferral::Chat::answering", "keeps the text"),
    ("ai::provider::chat::ChatError::new", "keeps a line of the program's own"),
    ("ai::provider::endpoint::Endpoint::new", "keeps the name of a model and a key"),
    ("ai::provider::rubric::version", "joins the names of a model and of an engine"),
    ("documents::extract::extract_bytes", "runs in a child, whose time and memory end; tests/hostile.rs"),
    ("documents::extract::extract_with_models", "runs in a child, whose time and memory end; tests/hostile.rs"),
    ("documents::sandbox::Sandbox::call", "hands bytes to a child"),
    ("documents::sandbox::Sandbox::extract", "hands a file's name to a child"),
    ("documents::sandbox::Sandbox::read", "hands a file's name to a child"),
    ("documents::sandbox::Sandbox::read_and_call", "hands bytes to a child"),
    ("documents::sandbox::Sandbox::read_bytes", "hands bytes to a child"),
    ("domain::access::Grants::from_rows", "reads the permissions an organization may give, which are few"),
    ("domain::employer::employer", "trims one of two names"),
    ("domain::booking::InterviewHours::usual", "keeps the name of a time zone"),
    ("domain::evaluation::opinions::middle", "takes at most three opinions, whose texts it moves"),
    ("domain::organization::Plan::parse", "compares with the names of plans"),
    ("domain::zone::Zone::named", "looks a name up among the known zones"),
    ("mail::candidate_offer::candidate_offer_notice", "puts lines together, as account mail does"),
    ("mail::digest::timed_out_digest", "puts lines together, as account mail does"),
    ("mail::digest::update_digest", "puts lines together, as account mail does"),
    ("mail::interview::interview_notice", "puts lines together, as account mail does"),
    ("mail::interview::interview_reminder", "puts lines together, as account mail does"),
    ("mail::offer::offer_notice", "puts lines together, as account mail does"),
    ("mail::outgoing::Attachment::calendar", "keeps the text"),
    ("resume::lexicon::Lexicon::id", "looks a name up among the concepts"),
];

#[test]
fn every_public_function_of_text_has_a_reader() {
    let mut public = BTreeSet::new();
    for krate in ["domain", "mail", "calendar", "documents", "resume", "ai", "criteria"] {
        let functions = functions_of_text(&format!("shared/{krate}")).unwrap();
        public.extend(functions.into_iter().map(|function| format!("{krate}::{function}")));
    }
    let read = READERS.iter().flat_map(|(.., functions)| functions.iter().copied());
    let listed: BTreeSet<String> = read.chain(OTHERS.iter().map(|(name, _)| *name)).map(str::to_owned).collect();
    let missing: Vec<_> = public.difference(&listed).collect();
    assert!(missing.is_empty(), "public functions that take text, and that no reader calls: {missing:#?}");
    let gone: Vec<_> = listed.difference(&public).collect();
    assert!(gone.is_empty(), "no public functions that take text: {gone:#?}");
}

/// Names the readers that a process of [`cost_is_linear_in_text_length`] measures: the first of them.
const FIRST: &str = "BOLE_LINEAR_FIRST";

/// Some readers use several threads, so CPU time is measured by process: one for each CPU, with every so many-th reader.
#[test]
fn cost_is_linear_in_text_length() {
    let processes = std::thread::available_parallelism().map_or(1, NonZero::get);
    if let Ok(first) = std::env::var(FIRST) {
        let readers = READERS.iter().skip(first.parse().unwrap()).step_by(processes);
        let readers: Vec<(&str, TextReader)> = readers.map(|(name, read, _)| (*name, *read)).collect();
        assert_eq!(squares(&readers, ClockId::ProcessCPUTime), [""; 0]);
        return;
    }
    let measure = |first: usize| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "linear::cost_is_linear_in_text_length", "--nocapture"]).env(FIRST, first.to_string());
        command.spawn().unwrap()
    };
    let running: Vec<_> = (0..processes).map(measure).collect();
    let passed: Vec<bool> = running.into_iter().map(|mut process| process.wait().unwrap().success()).collect();
    assert!(!passed.contains(&false), "the processes' output names the functions that take quadratic time");
}
