//! Measures the accuracy of a profile against the expected one.

use std::collections::BTreeMap;
use std::fmt;

use bole_documents::profile::{is_own_account_alone, without_titles};
use bole_domain::profile::Profile;
use serde::Deserialize;
use serde_json::Value;

/// Tolerated difference in years of experience, because months are counted in different ways.
const YEARS_TOLERANCE: f64 = 0.3;

/// Company, title, first month, last month or "now".
pub type ExpectedWork = (Option<String>, Option<String>, Option<String>, Option<String>);

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// The candidate's name.
    pub name: Option<String>,
    /// Email address.
    pub email: Option<String>,
    /// Phone number, with its country code if known.
    pub phone: Option<String>,
    /// Current employer.
    pub company: Option<String>,
    /// Current title.
    pub position: Option<String>,
    pub years: Option<f64>,
    /// School, level, major.
    #[serde(default)]
    pub education: Vec<(Option<String>, Option<String>, Option<String>)>,
    /// Company, title, first month, last month or "now".
    #[serde(default)]
    pub work: Vec<ExpectedWork>,
}

impl Expected {
    /// From the `profile` of a label in `testdata/labelled`.
    #[must_use]
    pub fn of_label(profile: &Value) -> Self {
        let text = |value: &Value, key: &str| value[key].as_str().map(str::to_owned);
        let list = |key: &str| profile[key].as_array().cloned().unwrap_or_default();
        Self {
            name: text(profile, "name"),
            email: text(profile, "email"),
            phone: text(profile, "phone"),
            company: text(profile, "current_company"),
            position: text(profile, "current_position"),
            years: profile["total_years_of_experience"].as_f64(),
            education: list("education")
                .iter()
                .map(|e| (text(e, "school"), text(e, "level"), text(e, "major")))
                .collect(),
            work: list("work_experiences")
                .iter()
                .map(|w| {
                    let end = if w["is_current"] == true { Some("now".to_owned()) } else { text(w, "end_date") };
                    (text(w, "company_name"), text(w, "position_title"), text(w, "start_date"), end)
                })
                .collect(),
        }
    }

    /// Compares field by field, ignoring honorifics and degrees around a name; an additional employment or school is
    /// one wrong field.
    pub fn judge(&self, profile: &Profile, score: &mut Score) {
        let expected = self;
        let [wanted, found] = [&expected.name, &profile.name].map(|name| name.as_deref().map(without_titles));
        score.field("name", wanted, found);
        score.field("email", expected.email.as_deref(), profile.email.as_deref());
        score.field("phone", expected.phone.as_deref(), profile.phone.as_deref());
        score.field(
            "current company",
            employer(expected.company.as_deref()),
            employer(profile.current_company.as_deref()),
        );
        score.field("current position", expected.position.as_deref(), profile.current_position.as_deref());
        let years = match (expected.years, profile.total_years_of_experience) {
            (Some(expected), Some(found)) => (expected - found).abs() <= YEARS_TOLERANCE,
            (None, None) => true,
            _ => false,
        };
        score.count("years", years, || {
            format!("years: expected {:?}, found {:?}", expected.years, profile.total_years_of_experience)
        });
        for (at, (school, level, major)) in expected.education.iter().enumerate() {
            let found = profile.education.get(at);
            score.field("school", school.as_deref(), found.and_then(|e| e.school.as_deref()));
            score.field("level", level.as_deref(), found.and_then(|e| e.level.map(|level| level.as_str())));
            score.field("major", major.as_deref(), found.and_then(|e| e.major.as_deref()));
        }
        for extra in profile.education.iter().skip(expected.education.len()) {
            score.count("school", false, || format!("a school too many: {extra:?}"));
        }
        for (at, (company, title, start, end)) in expected.work.iter().enumerate() {
            let found = profile.work_experiences.get(at);
            score.field(
                "company",
                employer(company.as_deref()),
                employer(found.and_then(|e| e.company_name.as_deref())),
            );
            score.field("title", title.as_deref(), found.and_then(|e| e.position_title.as_deref()));
            let start_found = found.and_then(|e| e.start_date).map(|date| date.to_string());
            score.field("start", start.as_deref(), start_found.as_deref());
            let end_found =
                found.and_then(|e| if e.is_current { Some("now".into()) } else { e.end_date.map(|d| d.to_string()) });
            score.field("end", end.as_deref(), end_found.as_deref());
        }
        for extra in profile.work_experiences.iter().skip(expected.work.len()) {
            score.count("company", false, || {
                format!(
                    "an employment too many: {:?} {:?} {:?}",
                    extra.company_name, extra.position_title, extra.start_date
                )
            });
        }
    }
}

/// Counts of compared and correct fields.
#[derive(Debug, Default)]
pub struct Score {
    /// Compared fields.
    pub asked: usize,
    /// Correct fields.
    pub right: usize,
    /// Correct and compared fields by kind.
    pub kinds: BTreeMap<&'static str, (usize, usize)>,
    /// Descriptions of the errors, which quote the resume.
    pub misses: Vec<String>,
}

impl Score {
    /// The share of correct fields.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.right as f64 / self.asked.max(1) as f64
    }

    /// Adds another score, without its misses.
    pub fn add(&mut self, other: &Self) {
        self.asked += other.asked;
        self.right += other.right;
        for (kind, (right, asked)) in &other.kinds {
            let entry = self.kinds.entry(kind).or_default();
            entry.0 += right;
            entry.1 += asked;
        }
    }

    fn field(&mut self, kind: &'static str, expected: Option<&str>, found: Option<&str>) {
        let same = expected.map(plain) == found.map(plain);
        self.count(kind, same, || format!("{kind}: expected {expected:?}, found {found:?}"));
    }

    fn count(&mut self, kind: &'static str, right: bool, miss: impl FnOnce() -> String) {
        self.asked += 1;
        let entry = self.kinds.entry(kind).or_default();
        entry.1 += 1;
        if right {
            self.right += 1;
            entry.0 += 1;
        } else {
            self.misses.push(miss());
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}/{} = {:.3}", self.right, self.asked, self.share())?;
        for (kind, (right, asked)) in &self.kinds {
            writeln!(f, "  {kind:<16} {right}/{asked}")?;
        }
        Ok(())
    }
}

/// "Freelance" is not an employer, so it equals no employer.
fn employer(name: Option<&str>) -> Option<&str> {
    name.filter(|name| !is_own_account_alone(name))
}

/// Ignores white space, case and a final full stop.
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
