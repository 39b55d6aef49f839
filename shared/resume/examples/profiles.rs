//! Reads every labelled set and prints the share of right fields, beside that of another reader's profiles.
//!
//! `cargo run -p bole-resume --example profiles -- [other.json] [--files] [--misses SET]`; `other.json` maps the path of a
//! text to `{"profile": …}`, and of a file to its profile and `"text"`, which `--files` reads in place of the texts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use bole_resume::{is_own_account_alone, without_titles};
use serde_json::Value;

const FIELDS: [&str; 13] = [
    "name", "email", "phone", "company", "position", "years", "school", "level", "major", "employer", "title", "start",
    "end",
];
/// Tolerated difference in years of experience, because months are counted in different ways.
const TOLERANCE: f64 = 0.3;

type Counts = BTreeMap<&'static str, (usize, usize)>;

#[derive(Default)]
struct Score {
    counts: Counts,
    misses: Vec<String>,
}

impl Score {
    fn count(&mut self, field: &'static str, right: bool, told: impl FnOnce() -> String) {
        let count = self.counts.entry(field).or_default();
        count.0 += usize::from(right);
        count.1 += 1;
        if !right {
            self.misses.push(format!("{field}: {}", told()));
        }
    }

    fn field(&mut self, field: &'static str, wanted: Option<&str>, found: Option<&str>) {
        self.count(field, wanted.map(plain) == found.map(plain), || format!("{wanted:?}, found {found:?}"));
    }

    fn judge(&mut self, label: &Value, profile: &Profile) {
        let text = |value: &Value, key: &str| value[key].as_str().map(str::to_owned);
        let employer = |name: Option<String>| name.filter(|name| !is_own_account_alone(name));
        let bare = |name: Option<String>| name.map(|name| without_titles(&name).to_owned());
        self.field("name", bare(text(label, "name")).as_deref(), bare(profile.name.clone()).as_deref());
        self.field("email", label["email"].as_str(), profile.email.as_deref());
        self.field("phone", label["phone"].as_str(), profile.phone.as_deref());
        self.field(
            "company",
            employer(text(label, "current_company")).as_deref(),
            employer(profile.current_company.clone()).as_deref(),
        );
        self.field("position", label["current_position"].as_str(), profile.current_position.as_deref());
        let years = (label["total_years_of_experience"].as_f64(), profile.total_years_of_experience);
        let right = match years {
            (Some(wanted), Some(found)) => (wanted - found).abs() <= TOLERANCE,
            (None, None) => true,
            _ => false,
        };
        self.count("years", right, || format!("{years:?}"));
        let empty = Vec::new();
        let studies = label["education"].as_array().unwrap_or(&empty);
        for (at, study) in studies.iter().enumerate() {
            let found = profile.education.get(at);
            self.field("school", study["school"].as_str(), found.and_then(|study| study.school.as_deref()));
            self.field(
                "level",
                study["level"].as_str(),
                found.and_then(|study| study.level.map(|level| level.as_str())),
            );
            self.field("major", study["major"].as_str(), found.and_then(|study| study.major.as_deref()));
        }
        for extra in profile.education.iter().skip(studies.len()) {
            self.count("school", false, || format!("one too many, {:?}", extra.school));
        }
        let work = label["work_experiences"].as_array().unwrap_or(&empty);
        for (at, entry) in work.iter().enumerate() {
            let found = profile.work_experiences.get(at);
            self.field(
                "employer",
                employer(text(entry, "company_name")).as_deref(),
                employer(found.and_then(|entry| entry.company_name.clone())).as_deref(),
            );
            self.field(
                "title",
                entry["position_title"].as_str(),
                found.and_then(|entry| entry.position_title.as_deref()),
            );
            let month = |month: Option<YearMonth>| month.map(|month| month.to_string());
            self.field(
                "start",
                entry["start_date"].as_str(),
                month(found.and_then(|entry| entry.start_date)).as_deref(),
            );
            let wanted = if entry["is_current"] == true { Some("now") } else { entry["end_date"].as_str() };
            let end =
                found.and_then(|entry| if entry.is_current { Some("now".to_owned()) } else { month(entry.end_date) });
            self.field("end", wanted, end.as_deref());
        }
        for extra in profile.work_experiences.iter().skip(work.len()) {
            self.count("employer", false, || {
                format!("one too many, {:?} {:?}", extra.company_name, extra.position_title)
            });
        }
    }
}

fn plain(text: &str) -> String {
    let bracket = |c| match c {
        '（' => '(',
        '）' => ')',
        c => c,
    };
    text.chars()
        .map(bracket)
        .filter(|c| !c.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect::<String>()
        .trim_end_matches('.')
        .to_owned()
}

fn sum<'a>(counts: impl IntoIterator<Item = &'a (usize, usize)>) -> (usize, usize) {
    counts.into_iter().fold((0, 0), |(right, asked), count| (right + count.0, asked + count.1))
}

fn share((right, asked): (usize, usize)) -> f64 {
    right as f64 / asked.max(1) as f64
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").canonicalize()?;
    let mut arguments = std::env::args().skip(1).collect::<Vec<_>>();
    let shown = arguments
        .iter()
        .position(|argument| argument == "--misses")
        .map(|at| arguments.drain(at..).nth(1).unwrap_or_default());
    let files = arguments.iter().position(|argument| argument == "--files").map(|at| arguments.remove(at)).is_some();
    let other: Value = match arguments.first() {
        Some(path) => serde_json::from_str(&std::fs::read_to_string(path)?)?,
        None => Value::Null,
    };
    let today = YearMonth::new(2026, 11).ok_or("no month")?;
    drop(bole_resume::read(""));
    let mut totals = [Counts::new(), Counts::new()];
    let (mut took, mut texts) = (Duration::ZERO, 0_u32);
    println!("{:<42} {:>6} {:>6}  {}", "set", "new", "other", FIELDS.map(|field| format!("{field:>13}")).join(" "));
    for kind in ["labelled", "profiles", "holdout"] {
        let mut sets: Vec<PathBuf> =
            std::fs::read_dir(root.join(kind))?.map(|set| Ok(set?.path())).collect::<std::io::Result<_>>()?;
        sets.sort();
        for set in sets.iter().filter(|set| set.join("labels.json").is_file()) {
            let labels: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(set.join("labels.json"))?)?;
            let mut scores = [Counts::new(), Counts::new()];
            for label in &labels {
                let stem = Path::new(label["file"].as_str().ok_or("no file")?).file_stem().ok_or("no stem")?;
                let path = set.join("text").join(Path::new(stem).with_extension("txt"));
                // Names such as "01.a" keep their stem.
                let path = if path.is_file() { path } else { set.join("text").join(format!("{}.txt", stem.display())) };
                let file = set.join(label["file"].as_str().unwrap_or_default());
                let source = if files { &file } else { &path };
                let key = source.strip_prefix(root.parent().ok_or("no root")?)?.display().to_string();
                let text = match other[&key]["text"].as_str() {
                    Some(text) => text.to_owned(),
                    None if files => continue,
                    None => std::fs::read_to_string(&path)?,
                };
                let start = Instant::now();
                let reading = bole_resume::read(&text);
                took += start.elapsed();
                texts += 1;
                let mut score = Score::default();
                score.judge(&label["profile"], &reading.profile(today));
                let mut beside = Score::default();
                if let Ok(profile) = serde_json::from_value::<Profile>(other[&key]["profile"].clone()) {
                    beside.judge(&label["profile"], &profile);
                }
                for ((reader, score), total) in [("new", &score), ("other", &beside)].into_iter().zip(&mut scores) {
                    if shown.as_ref().is_some_and(|shown| key.contains(shown.as_str())) {
                        score.misses.iter().for_each(|miss| println!("  {reader}  {key}: {miss}"));
                    }
                    merge(total, &score.counts);
                }
            }
            let name = set.strip_prefix(&root)?.display().to_string();
            row(&name, &scores[0], &scores[1]);
            for (total, score) in totals.iter_mut().zip(&scores) {
                merge(total, score);
            }
        }
    }
    row("all", &totals[0], &totals[1]);
    println!("{texts} texts, {:?} each", took / texts.max(1));
    Ok(())
}

fn merge(total: &mut Counts, counts: &Counts) {
    for (field, count) in counts {
        let sum = total.entry(field).or_default();
        *sum = (sum.0 + count.0, sum.1 + count.1);
    }
}

fn row(name: &str, new: &Counts, other: &Counts) {
    let cell = |field: &&str| {
        let of = |counts: &Counts| share(counts.get(field).copied().unwrap_or_default());
        format!("{:>6.3}/{:<6.3}", of(new), of(other))
    };
    let fields: Vec<String> = FIELDS.iter().map(cell).collect();
    println!("{name:<42} {:>6.3} {:>6.3}  {}", share(sum(new.values())), share(sum(other.values())), fields.join(" "));
}
