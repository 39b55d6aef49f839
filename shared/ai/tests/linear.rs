//! What text costs grows with its length and no faster, whatever it says. Compared is the processor time of a text with that of
//! one sixteen times as long: a linear reader needs sixteen times as much, a quadratic one 256 times.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;
use std::time::Duration;

use bole_ai::{BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_domain::email::EmailLanguage;
use bole_domain::evaluation::QuotableText;
use bole_domain::outbound::AllowedHosts;
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use rustix::time::{ClockId, clock_gettime};

const SHORT: usize = 1_000;
const TIMES: usize = 16;
/// Between 16 and 256, far from both.
const MOST: u32 = 80;
/// What costs less is too little to be compared, and to hurt anybody.
const LITTLE: Duration = Duration::from_millis(50);

/// Pieces that texts are made of by repetition; each has cost somebody a square once, or looks as if it could. `~` stands
/// for a word that is another one each time.
const PIECES: [&str; 24] = [
    "CPA ",
    "CPA,",
    "No CPA, ",
    "(",
    "（会计）",
    "2016-01 - 2019-12 ",
    "2016-01 - 2019-12\n",
    "Engineer, Acme Ltd. 2016-01 - 2019-12\n- Rust\n",
    "a@b.co ",
    "+65 8123 4567 ",
    "- Must have: Rust or Go\n",
    "# Questions\n## Part\n- Why?\n",
    "{{job_title}} {{",
    "　\t \n",
    "CPA、",
    "会计20分，",
    "\n",
    "https://a.co/b?c=d&",
    "{\"a\": [",
    "~ ~\n",
    "- Must have: ~ ~ and ~\n",
    "~ skills 20%\n- ~ ~\n",
    "~会计~经验20分，",
    "| ~ | ~ | 20% |\n",
];

fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap()
}

fn run<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn text(piece: &str, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes);
    let mut words = 0..;
    while text.len() + piece.len() <= bytes {
        for (at, part) in piece.split('~').enumerate() {
            if at > 0 {
                text.extend(words.next().map(word));
            }
            text.push_str(part);
        }
    }
    text
}

/// Four letters that no lexicon knows.
fn word(number: usize) -> String {
    let letters = b"qxzvwjyhfg";
    (0..4).map(|place| char::from(letters[number / letters.len().pow(place) % letters.len()])).collect()
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

fn redact(text: &str) {
    let profile = Profile {
        name: Some("Lin Xiaoyu".to_owned()),
        email: Some("lin@example.com".to_owned()),
        phone: Some("+8613800001234".to_owned()),
        ..Profile::default()
    };
    drop(bole_ai::provider::redacted(text, &profile));
}

/// Text that is looked up in itself: in whole, and with an end that is not there.
fn quotation(text: &str) {
    let quotable = QuotableText::new(text);
    assert!(text.trim().is_empty() || quotable.contains(text));
    let _ = quotable.contains(&format!("{text}~"));
}

type Reader = fn(&str);

/// The public functions that read what strangers write.
const READERS: [(&str, Reader); 17] = [
    ("profile", |text| drop(bole_documents::profile::read(text, today()))),
    ("judge", judge),
    ("a job's title", title),
    ("a job's core requirement", core_requirement),
    ("a job's description", jd),
    ("a job's criteria", criteria),
    ("language", |text| {
        let _ = bole_ai::language_of(text);
    }),
    ("redacted", redact),
    ("base URL", |text| drop(bole_ai::provider::base_url(text, &AllowedHosts::default()))),
    ("quotation", quotation),
    ("questions", |text| drop(bole_domain::questions::parse(text))),
    ("prompt variables", |text| drop(bole_domain::prompt::variables(text))),
    ("prompt", |text| drop(bole_domain::prompt::render(text, |_| None))),
    ("clean_line", |text| drop(bole_domain::text::clean_line(text))),
    ("recipient address", |text| drop(bole_domain::email::recipient_address(text))),
    ("numbers of insights", |text| {
        let _ = bole_domain::dashboard::insights::is_covered(text, &[]);
    }),
    ("an email's text", |text| {
        drop(bole_mail::html_of(text, EmailLanguage::En));
        drop(bole_mail::links_in(text));
    }),
];

/// One test, so that nothing else of this process takes processor time meanwhile.
#[test]
fn sixteen_times_the_text_costs_no_square() {
    let mut squares = Vec::new();
    for (name, read) in READERS {
        // Whatever is prepared once.
        read("CPA");
        for piece in PIECES {
            let cost = |text: &str| {
                let begun = processor_time();
                read(text);
                processor_time() - begun
            };
            let long = cost(&text(piece, SHORT * TIMES));
            if long < LITTLE {
                continue;
            }
            let short_text = text(piece, SHORT);
            let short = (0..3).map(|_| cost(&short_text)).max().unwrap();
            if long > short * MOST {
                squares.push(format!("{name} of {piece:?}: {short:?}, and {long:?} for {TIMES} times as much"));
            }
        }
    }
    assert!(squares.is_empty(), "{squares:#?}");
}
