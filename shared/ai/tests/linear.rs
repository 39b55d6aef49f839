//! What text costs grows with its length and no faster, whatever it says. Compared is the processor time of a text with that of
//! one sixteen times as long: a linear reader needs sixteen times as much, a quadratic one 256 times.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;
use std::time::Duration;

use bole_ai::{BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use rustix::time::{ClockId, clock_gettime};

const SHORT: usize = 1_000;
const TIMES: usize = 16;
/// Between 16 and 256, far from both.
const MOST: u32 = 80;
/// What costs less is too little to be compared, and to hurt anybody.
const LITTLE: Duration = Duration::from_millis(50);

/// Pieces that texts are made of by repetition; each has cost somebody a square once, or looks as if it could.
const PIECES: [&str; 14] = [
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
];

fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap()
}

fn run<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn text(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len())
}

fn judge(text: &str) {
    let job = JobBrief {
        title: "Accountant".to_owned(),
        core_requirement: String::new(),
        jd: "- CPA\n- Rust\n- 5 years".to_owned(),
        ai_evaluation_criteria: String::new(),
    };
    let rubric = Arc::new(run(BuiltIn.rubric(&job)).unwrap());
    let profile = Profile::default();
    let resume = Resume { text, profile: &profile, hidden_text: &[], today: YearMonth::new(2026, 6).unwrap() };
    run(bole_ai::evaluate(&BuiltIn, &JobContext::new(job, rubric), &resume)).unwrap();
}

type Reader = fn(&str);

/// The public functions that read what strangers write.
const READERS: [(&str, Reader); 6] = [
    ("profile", |text| drop(bole_documents::profile::read(text, YearMonth::new(2026, 6).unwrap()))),
    ("judge", judge),
    ("questions", |text| drop(bole_domain::questions::parse(text))),
    ("prompt variables", |text| drop(bole_domain::prompt::variables(text))),
    ("prompt", |text| drop(bole_domain::prompt::render(text, |_| None))),
    ("clean_line", |text| drop(bole_domain::text::clean_line(text))),
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
