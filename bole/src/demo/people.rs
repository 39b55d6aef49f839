//! The demo's candidates: fictional people whose careers fit a job well, partly or not at all, and their resumes.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use anyhow::Context;
use bole_domain::written_time::indonesian_month;
use serde::Deserialize;
use time::{Date, Duration, Month, OffsetDateTime};
use zip::write::SimpleFileOptions;

use super::dice::Dice;

/// Building blocks of a job's applicants.
#[derive(Debug, Deserialize)]
pub struct Careers {
    pub language: Language,
    family_names: Vec<[String; 2]>,
    given_names: Vec<[String; 2]>,
    phone: String,
    places: Vec<String>,
    companies: Vec<String>,
    schools: Vec<[String; 2]>,
    degrees: Vec<String>,
    titles: Vec<String>,
    work: Vec<String>,
    plain: Vec<String>,
    other_titles: Vec<String>,
    other: Vec<String>,
    skills: Vec<String>,
    few_skills: Vec<String>,
    /// Interview evaluations for passed and failed candidates.
    pub evaluations: Vec<String>,
    pub rejections: Vec<String>,
    pub notes: Vec<String>,
    pub tags: Vec<Vec<String>>,
    /// The reason for interviewing a candidate against the recommendation.
    pub overruled: String,
    pub blacklisted: String,
    pub salaries: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    Zh,
    En,
    Id,
}

/// How well a career fits the job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    Well,
    Somewhat,
    Not,
}

#[derive(Debug)]
pub struct Person {
    pub name: String,
    pub email: String,
    /// Their resume, as lines.
    pub resume: String,
    pub file_name: String,
}

/// The careers in the order of the jobs.
pub fn careers() -> anyhow::Result<[Careers; 3]> {
    serde_json::from_str(include_str!("../../demo/careers.json")).context("the demo's careers cannot be read")
}

impl Careers {
    /// A person applying at that time. Names in `taken` are not reused.
    pub fn person(&self, dice: &mut Dice, fit: Fit, at: OffsetDateTime, taken: &mut HashSet<String>) -> Person {
        let (name, address) = loop {
            let [family, family_latin] = dice.pick(&self.family_names);
            let [given, given_latin] = dice.pick(&self.given_names);
            let name = match self.language {
                Language::Zh => format!("{family}{given}"),
                Language::En | Language::Id => format!("{given} {family}"),
            };
            let address = match self.language {
                Language::Zh => format!("{family_latin}.{given_latin}"),
                Language::En | Language::Id => format!("{given_latin}.{family_latin}"),
            };
            if taken.insert(name.clone()) {
                break (name, address);
            }
        };
        // The number makes addresses and phone numbers unique.
        let number = taken.len();
        let email = format!("{address}{number}@people.example.org");
        let phone = format!("{}{:04}", self.phone, 3000 + number);
        let resume = self.resume(dice, fit, at.date(), &[&name, &email, &phone]);
        Person { file_name: format!("{name}.docx"), name, email, resume }
    }

    fn resume(&self, dice: &mut Dice, fit: Fit, today: Date, [name, email, phone]: &[&str; 3]) -> String {
        let words = Words::of(self.language);
        let (titles, tasks, skills) = match fit {
            Fit::Well => (&self.titles, vec![(&self.work, 5), (&self.work, 4)], &self.skills),
            Fit::Somewhat => (&self.titles, vec![(&self.work, 2), (&self.plain, 2)], &self.skills),
            Fit::Not => (&self.other_titles, vec![(&self.other, 2), (&self.other, 2)], &self.few_skills),
        };
        let place = dice.pick(&self.places);
        let mut text = format!("{name}\n{}\n{place} | {} {phone} | {} {email}\n", titles[0], words.phone, words.email);
        let _ = write!(text, "\n{}\n", words.work);
        // Well-fitting candidates have more than seven years of experience, the others fewer.
        let (longest, shortest) = if fit == Fit::Well { (80, 42) } else { (34, 14) };
        let mut end = today;
        let mut companies = dice.several(&self.companies, tasks.len());
        for (number, (tasks, count)) in tasks.into_iter().enumerate() {
            let begin = end - Duration::days(30 * dice.between(shortest, longest));
            let until = if number == 0 { words.now.to_owned() } else { month(self.language, end) };
            let title = &titles[number.min(titles.len() - 1)];
            let company = companies.pop().unwrap_or_default();
            let _ = writeln!(text, "{company}  {title}  {} – {until}", month(self.language, begin));
            for task in dice.several(tasks, count) {
                let _ = writeln!(text, "{}", self.filled(dice, &task));
            }
            end = begin - Duration::days(31);
        }
        let [school, major] = dice.pick(&self.schools);
        let (degree, begun) = (dice.pick(&self.degrees), end - Duration::days(4 * 365));
        let _ = write!(text, "\n{}\n", words.education);
        let _ = writeln!(text, "{school}  {major}  {degree}  {} – {}", begun.year(), end.year());
        let _ = write!(text, "\n{}\n{}\n", words.skills, dice.pick(skills));
        text
    }

    /// A sentence with its numbers filled in: `{n}` has two digits, `{d}` one.
    fn filled(&self, dice: &mut Dice, sentence: &str) -> String {
        let n = dice.between(12, 48).to_string();
        let d = dice.between(3, 9).to_string();
        sentence.replace("{n}", &n).replace("{d}", &d)
    }
}

struct Words {
    phone: &'static str,
    email: &'static str,
    work: &'static str,
    now: &'static str,
    education: &'static str,
    skills: &'static str,
}

impl Words {
    const fn of(language: Language) -> Self {
        match language {
            Language::Zh => Self {
                phone: "手机：",
                email: "邮箱：",
                work: "工作经历",
                now: "至今",
                education: "教育背景",
                skills: "专业技能",
            },
            Language::En => Self {
                phone: "Phone:",
                email: "Email:",
                work: "Experience",
                now: "Present",
                education: "Education",
                skills: "Skills",
            },
            Language::Id => Self {
                phone: "HP/WA:",
                email: "Email:",
                work: "Pengalaman Kerja",
                now: "sekarang",
                education: "Pendidikan",
                skills: "Keahlian",
            },
        }
    }
}

fn month(language: Language, date: Date) -> String {
    let number = u8::from(date.month());
    match language {
        Language::Zh => format!("{}.{number:02}", date.year()),
        Language::En => format!("{} {}", english(date.month()), date.year()),
        Language::Id => format!("{} {}", indonesian_month(date.month()), date.year()),
    }
}

fn english(month: Month) -> String {
    month.to_string().chars().take(3).collect()
}

/// The text as a Word document: the first line is its title, a line after an empty one a heading.
pub fn docx(text: &str) -> anyhow::Result<Vec<u8>> {
    const TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
    const RELATIONSHIPS: &str = r#"<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;
    let mut body = String::new();
    let mut is_heading = false;
    for (number, line) in text.lines().enumerate() {
        let style = match (number, is_heading) {
            (0, _) => r#"<w:rPr><w:b/><w:sz w:val="36"/></w:rPr>"#,
            (_, true) => r#"<w:rPr><w:b/><w:sz w:val="24"/></w:rPr>"#,
            _ => r#"<w:rPr><w:sz w:val="21"/></w:rPr>"#,
        };
        is_heading = line.is_empty();
        let escaped = line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ = write!(body, r#"<w:p><w:r>{style}<w:t xml:space="preserve">{escaped}</w:t></w:r></w:p>"#);
    }
    let document = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>"#
    );
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in
        [("[Content_Types].xml", TYPES), ("_rels/.rels", RELATIONSHIPS), ("word/document.xml", document.as_str())]
    {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(content.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}
