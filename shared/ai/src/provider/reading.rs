//! The profile read by a model. Values that are not in the text are dropped; the built-in reader's profile fills gaps
//! and is compared: differences are flagged with the passage.

use bole_domain::evaluation::{Flag, FlagKind, QuotableText};
use bole_domain::period::{Period, Timeline, YearMonth};
use bole_domain::profile::{Education, Profile, WorkExperience};
use serde::Deserialize;
use serde_json::{Value, json};

use super::lenient;
use super::numbered::NumberedLines;

/// The version of this file's rules and prompt.
const VERSION: &str = "model-reading/2";

/// Instructions for reading the profile.
pub(super) const INSTRUCTIONS: &str = "\
person: who the resume is of. name, email and phone as written; education with degree, major and school; work, latest first, \
with company, position, start and end as YYYY-MM (\"now\" while it goes on) and line: the number of the line its dates stand in. \
Names are copied from the resume; empty where it does not say. What is not in the resume is thrown away.";

/// The shape of a person in an answer.
pub(super) const SHAPE: &str = "{\"education\":[{\"degree\":\"\",\"major\":\"\",\"school\":\"\"}],\"email\":\"\",\"name\":\"\",\
\"phone\":\"\",\"work\":[{\"company\":\"\",\"end\":\"now\",\"line\":9,\"position\":\"\",\"start\":\"2019-07\"}]}";

/// The model's answer.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct Person {
    #[serde(default, deserialize_with = "lenient::text")]
    name: String,
    #[serde(default, deserialize_with = "lenient::text")]
    email: String,
    #[serde(default, deserialize_with = "lenient::text")]
    phone: String,
    #[serde(default, deserialize_with = "lenient::list")]
    education: Vec<School>,
    #[serde(default, deserialize_with = "lenient::list")]
    work: Vec<Work>,
}

#[derive(Debug, Clone, Default, Deserialize)]
struct School {
    #[serde(default, deserialize_with = "lenient::text")]
    school: String,
    #[serde(default, deserialize_with = "lenient::text")]
    degree: String,
    #[serde(default, deserialize_with = "lenient::text")]
    major: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
struct Work {
    #[serde(default, deserialize_with = "lenient::text")]
    company: String,
    #[serde(default, deserialize_with = "lenient::text")]
    position: String,
    #[serde(default, deserialize_with = "lenient::text")]
    start: String,
    #[serde(default, deserialize_with = "lenient::text")]
    end: String,
    /// The number of the line that its dates stand in.
    #[serde(default, deserialize_with = "lenient::number")]
    line: Option<u64>,
    #[serde(default, deserialize_with = "lenient::truth")]
    is_current: bool,
    /// That line.
    #[serde(skip)]
    passage: String,
}

impl Work {
    fn goes_on(&self) -> bool {
        self.is_current || matches!(self.end.trim().to_lowercase().as_str(), "now" | "present" | "current" | "至今")
    }
}

impl Person {
    /// The person with the text of the lines that employments refer to.
    pub(super) fn with_lines(mut self, lines: &NumberedLines) -> Self {
        for work in &mut self.work {
            work.passage = work.line.and_then(|number| lines.line(number)).unwrap_or_default().to_owned();
        }
        self
    }

    /// An estimate of the work of looking up the values, as bytes of text.
    pub(super) fn bytes_looked_up(&self) -> usize {
        const BYTES_PER_ENTRY: usize = 512;
        let written = self.name.len() + self.email.len() + self.phone.len();
        let schools = self.education.iter().map(|one| one.school.len() + one.degree.len() + one.major.len());
        let work = self.work.iter().map(|one| one.company.len() + one.position.len() + one.passage.len());
        (self.education.len() + self.work.len()) * BYTES_PER_ENTRY
            + written
            + schools.sum::<usize>()
            + work.sum::<usize>()
    }
}

/// The version of a reading by this model.
pub(super) fn version(model: &str) -> String {
    format!("{VERSION} {model}")
}

/// The model's profile, as far as the text confirms it; otherwise the built-in reader's values.
pub(super) fn checked(person: Person, text: &str, built_in: &Profile, today: YearMonth) -> Profile {
    let quotable = QuotableText::new(text);
    let stands = |value: &str| Some(value.trim().to_owned()).filter(|value| quotable.contains(value));
    let work: Vec<WorkExperience> =
        person.work.into_iter().filter_map(|work| experience(work, &quotable, text, built_in)).collect();
    let education: Vec<Education> = person
        .education
        .into_iter()
        .filter_map(|school| {
            let name = stands(&school.school)?;
            let known = built_in.education.iter().find(|known| known.school.as_deref() == Some(&name));
            let known = known.cloned().unwrap_or_default();
            let (degree, major) = (stands(&school.degree).or(known.degree), stands(&school.major).or(known.major));
            Some(Education { school: Some(name), degree, major, ..known })
        })
        .collect();
    let work_experiences = if work.is_empty() { built_in.work_experiences.clone() } else { work };
    let current = work_experiences.iter().find(|work| work.is_current).or(work_experiences.first());
    let phone = stands(&person.phone).filter(|phone| digits(phone).len() > 6);
    // The built-in reader knows the country code of an equal number.
    let phone = match (phone, &built_in.phone) {
        (Some(phone), Some(known)) if same_number(&phone, known) => Some(known.clone()),
        (phone, known) => phone.or_else(|| known.clone()),
    };
    Profile {
        name: stands(&person.name).or_else(|| built_in.name.clone()),
        email: stands(&person.email)
            .filter(|email| email.contains('@'))
            .map(|email| email.to_lowercase())
            .or_else(|| built_in.email.clone()),
        phone,
        current_company: current.and_then(|work| work.company_name.clone()),
        current_position: current.and_then(|work| work.position_title.clone()),
        education: if education.is_empty() { built_in.education.clone() } else { education },
        skills: built_in.skills.clone(),
        total_years_of_experience: total_years(&work_experiences, today).or(built_in.total_years_of_experience),
        work_experiences,
    }
}

/// An employment whose company occurs in the text, with the dates that do.
fn experience(work: Work, quotable: &QuotableText, text: &str, built_in: &Profile) -> Option<WorkExperience> {
    let is_current = work.goes_on();
    let company = Some(work.company.trim().to_owned()).filter(|company| quotable.contains(company))?;
    let known = built_in.work_experiences.iter().find(|known| same_company(known, &company));
    let passage = Some(work.passage.trim().to_owned()).filter(|passage| quotable.contains(passage));
    // A year must occur in the passage or, without one, in the text.
    let source = passage.as_deref().unwrap_or(text);
    let date = |written: &str| -> Option<YearMonth> {
        let date: YearMonth = written.trim().parse().ok()?;
        let short = format!("{:02}", date.year().rem_euclid(100));
        (source.contains(&date.year().to_string()) || passage.is_some() && source.contains(&short)).then_some(date)
    };
    let start_date = date(&work.start).or_else(|| known.and_then(|known| known.start_date));
    let end_date = if is_current { None } else { date(&work.end).or_else(|| known.and_then(|known| known.end_date)) };
    let position = Some(work.position.trim().to_owned()).filter(|position| quotable.contains(position));
    Some(WorkExperience {
        company_name: Some(company),
        position_title: position.or_else(|| known.and_then(|known| known.position_title.clone())),
        start_date,
        end_date,
        is_current,
        description: known.map_or_else(|| passage.unwrap_or_default(), |known| known.description.clone()),
    })
}

fn same_company(known: &WorkExperience, company: &str) -> bool {
    let plain =
        |name: &str| name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let (known, company) = (plain(known.company_name.as_deref().unwrap_or_default()), plain(company));
    !known.is_empty() && (known.contains(&company) || company.contains(&known))
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Whether two numbers have the same ending; the country code may be missing.
fn same_number(one: &str, other: &str) -> bool {
    let (one, other) = (digits(one), digits(other));
    let last = |number: &str| number[number.len().saturating_sub(8)..].to_owned();
    !one.is_empty() && last(&one) == last(&other)
}

fn total_years(entries: &[WorkExperience], today: YearMonth) -> Option<f64> {
    let period = |entry: &WorkExperience| {
        let end = if entry.is_current { today } else { entry.end_date?.min(today) };
        Period::new(entry.start_date?, end)
    };
    let periods: Vec<Period> = entries.iter().filter_map(period).collect();
    (!periods.is_empty()).then(|| Timeline::of(&periods).total_years())
}

/// Differences of two readings in name, email, phone or a period: one flag each, with a passage if available.
#[must_use]
pub fn differences(built_in: &Profile, model: &Profile) -> Vec<Flag> {
    let differs = |known: &Option<String>, read: &Option<String>, is_same: fn(&str, &str) -> bool| match (known, read) {
        (Some(known), Some(read)) => !is_same(known, read),
        _ => false,
    };
    let flag = |quote: Option<String>| Flag { kind: FlagKind::ReadingDiffers, quote };
    let plain = |one: &str, other: &str| {
        let plain =
            |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
        plain(one) == plain(other)
    };
    let mut flags = Vec::new();
    if differs(&built_in.name, &model.name, plain) {
        flags.push(flag(model.name.clone()));
    }
    if differs(&built_in.email, &model.email, plain) {
        flags.push(flag(model.email.clone()));
    }
    if differs(&built_in.phone, &model.phone, same_number) {
        flags.push(flag(model.phone.clone()));
    }
    for work in &model.work_experiences {
        let company = work.company_name.as_deref().unwrap_or_default();
        let Some(known) = built_in.work_experiences.iter().find(|known| same_company(known, company)) else { continue };
        let moved = |one: Option<YearMonth>, other: Option<YearMonth>| matches!((one, other), (Some(one), Some(other)) if one != other);
        if moved(known.start_date, work.start_date)
            || moved(known.end_date, work.end_date)
            || known.is_current != work.is_current
        {
            flags.push(flag(work.company_name.clone()));
        }
    }
    flags
}

/// The schema of a person.
pub(super) fn schema() -> Value {
    let text = json!({ "type": "string" });
    let object = |properties: Value| {
        let required: Vec<String> =
            properties.as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    };
    let school = object(json!({ "school": text, "degree": text, "major": text }));
    let work = object(json!({
        "company": text, "end": text, "line": { "type": "integer" }, "position": text, "start": text,
    }));
    object(json!({
        "name": text, "email": text, "phone": text,
        "education": { "type": "array", "items": school },
        "work": { "type": "array", "items": work },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "林晓雨 Lin Xiaoyu\nlin@example.com  138 0000 1234\n2019年7月 至今 星河数据科技有限公司 后端工程师\n\
        2016.03-2019.06 蓝鲸网络股份有限公司 软件工程师\n华东虚构理工大学 计算机科学与技术 硕士";

    fn today() -> YearMonth {
        YearMonth::new(2026, 7).unwrap()
    }

    fn built_in() -> Profile {
        let work = |company: &str, start: &str, end: Option<&str>, description: &str| WorkExperience {
            company_name: Some(company.into()),
            position_title: None,
            start_date: start.parse().ok(),
            end_date: end.and_then(|end| end.parse().ok()),
            is_current: end.is_none(),
            description: description.into(),
        };
        Profile {
            name: Some("林晓雨".into()),
            email: Some("lin@example.com".into()),
            phone: Some("+8613800001234".into()),
            work_experiences: vec![
                work("星河数据科技有限公司", "2019-07", None, "Java"),
                work("蓝鲸网络股份有限公司", "2016-03", Some("2019-06"), "支付"),
            ],
            ..Profile::default()
        }
    }

    fn person(value: Value) -> Person {
        serde_json::from_value::<Person>(value).unwrap().with_lines(&NumberedLines::of(TEXT, None))
    }

    #[test]
    fn invented_facts_are_dropped() {
        let invented = person(json!({
            "name": "Wang Wu", "email": "wang@example.com", "phone": "+1 555 0100 200",
            "education": [{ "school": "Harvard" }],
            "work": [{ "company": "Google", "position": "CTO", "start": "2010-01", "is_current": true }],
        }));
        let profile = checked(invented, TEXT, &built_in(), today());
        assert_eq!((profile.name.as_deref(), profile.email.as_deref()), (Some("林晓雨"), Some("lin@example.com")));
        assert_eq!(profile.phone, built_in().phone);
        assert_eq!(profile.work_experiences, built_in().work_experiences);
        assert!(profile.education.is_empty());
        assert!(differences(&built_in(), &profile).is_empty());
    }

    #[test]
    fn facts_in_the_text_are_accepted_and_years_are_counted() {
        let read = person(json!({
            "name": "林晓雨", "email": "LIN@example.com", "phone": "138 0000 1234",
            "education": [{ "school": "华东虚构理工大学", "degree": "硕士", "major": "计算机科学与技术" }],
            "work": [
                { "company": "星河数据科技有限公司", "position": "后端工程师", "start": "2019-07", "end": "now", "line": "3" },
                { "company": "蓝鲸网络股份有限公司", "position": "软件工程师", "start": "2016-03", "end": "2019-06", "line": null },
            ],
        }));
        let profile = checked(read, TEXT, &built_in(), today());
        assert_eq!(profile.current_position.as_deref(), Some("后端工程师"));
        assert_eq!(profile.work_experiences[1].description, "支付");
        assert_eq!(profile.education[0].degree.as_deref(), Some("硕士"));
        assert_eq!(profile.phone, built_in().phone);
        assert!((profile.total_years_of_experience.unwrap() - 10.4).abs() < 0.2, "{profile:?}");
        assert!(differences(&built_in(), &profile).is_empty(), "{:?}", differences(&built_in(), &profile));
    }

    #[test]
    fn entry_that_cannot_be_read_does_not_lose_the_others() {
        let read = person(json!({
            "name": 7, "education": null,
            "work": ["none", { "company": "星河数据科技有限公司", "position": "后端工程师", "start": "2019-07", "end": "now", "line": 1e300 }],
        }));
        assert_eq!(read.work.len(), 1);
        let profile = checked(read, TEXT, &built_in(), today());
        assert_eq!(profile.current_position.as_deref(), Some("后端工程师"));
    }

    #[test]
    fn reading_difference_is_flagged_with_its_passage() {
        let read = person(json!({
            "name": "Lin Xiaoyu", "email": "", "phone": "",
            "work": [{ "company": "蓝鲸网络股份有限公司", "position": "", "start": "2016-03", "end": "2019-03", "line": 4 }],
        }));
        let profile = checked(read, TEXT, &built_in(), today());
        let quotes: Vec<Option<String>> =
            differences(&built_in(), &profile).into_iter().map(|flag| flag.quote).collect();
        assert_eq!(quotes, [Some("Lin Xiaoyu".to_owned()), Some("蓝鲸网络股份有限公司".to_owned())]);
    }
}
