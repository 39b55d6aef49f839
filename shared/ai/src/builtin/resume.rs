//! A parsed resume: its lines with section and employment, and the concepts in them with their tone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use bole_domain::period::{Period, YearMonth};
use regex::Regex;

use super::cues::{Hints, cues};
use super::dates::period_in;
use super::degree;
use super::entries;
use super::guard::{self, Parts};
use super::lexicon::{Id, LEXICON, Mention, Senses, Sort};
use super::numbers::{number, spelled_numbers};
use super::passages;
use super::senses::{self, FoundSense};
use super::text::{Term, amount, is_cjk, term_set};
use crate::contract::Resume;

/// The section of a resume.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Name, contact, desired job.
    Head,
    /// Self-description.
    Summary,
    Work,
    /// Projects outside an employment's entry.
    Projects,
    Education,
    /// Lists of skills.
    Skills,
    /// Certificates, licences, languages.
    Certificates,
    /// Awards, hobbies, clubs.
    Other,
}

/// What kind of evidence a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineKind {
    /// Contact, headings, names: none.
    Bare,
    /// Self-description and lists of skills.
    Claim,
    /// The line that names an employment with its dates.
    Entry,
    /// A degree, a licence, a language.
    Paper,
    /// A list of names within an employment or a project.
    ListAtWork,
    /// A sentence or bullet of an employment or a project.
    Work,
}

/// A line, or its rest after removing instructions.
#[derive(Debug, Clone)]
pub struct Line {
    /// Start byte in the resume's text.
    pub start: usize,
    /// End byte, exclusive.
    pub end: usize,
    pub section: Section,
    /// The employment it belongs to: an index into [`ParsedResume::employments`].
    pub job: Option<usize>,
    /// Whether it is only a list of names.
    pub list: bool,
    /// What kind of evidence it is.
    pub kind: LineKind,
    /// Negations and weakenings in it.
    pub hints: Hints,
    /// Whether any clause contains a negation or others' work.
    pub is_doubtful: bool,
}

/// The tone in which a concept is mentioned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// The person has or did it.
    Plain,
    /// Beginner level: 了解, basic, sedang belajar.
    Weak,
    /// The person lacks it: 不熟悉, no experience with, belum pernah.
    Denied,
}

/// A concept mentioned in a line.
#[derive(Debug, Clone, Copy)]
pub struct FoundConcept {
    pub concept: Id,
    /// Index into [`ParsedResume::lines`].
    pub line: usize,
    /// Start byte in the resume's text.
    pub at: usize,
    /// End byte, exclusive.
    pub end: usize,
    pub tone: Tone,
    /// Whether its words also name something in another field of work.
    pub rivalled: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Employment {
    /// Title as written, or the first words of its entry.
    pub title: String,
    /// Employer as written.
    pub company: String,
    /// The period, if dated.
    pub period: Option<Period>,
    /// Whether it was an internship.
    pub intern: bool,
    pub title_concepts: BTreeSet<Id>,
    /// Concepts in its employer's name.
    pub employer_concepts: BTreeSet<Id>,
    /// The fields of work in its entry.
    pub senses: Senses,
    /// Concepts in its entry, except denied ones.
    pub concepts: BTreeSet<Id>,
    /// Terms of its entry, in order.
    pub terms: Vec<Term>,
    /// The line that names it.
    pub line: Option<usize>,
}

impl Employment {
    /// Length in months; an undated employment counts as a year.
    pub fn months(&self) -> i32 {
        self.period.map_or(12, |period| period.end.index() - period.start.index() + 1)
    }
}

pub struct ParsedResume<'a> {
    /// The whole visible text.
    pub text: &'a str,
    /// The lines to judge.
    pub lines: Vec<Line>,
    /// The removed instructions, as byte ranges.
    pub cut: Vec<(usize, usize)>,
    /// Employments, in the order of the profile or of the text.
    pub employments: Vec<Employment>,
    /// All concepts mentioned.
    pub found: Vec<FoundConcept>,
    /// The terms of each line, in order.
    pub line_terms: Vec<Vec<Term>>,
    /// The senses of each line, in order.
    pub line_senses: Vec<Vec<FoundSense>>,
    /// Terms outside employments, in order.
    pub other_terms: Vec<Term>,
    /// Amount of text that may be judged.
    pub amount: usize,
    /// Years of experience explicitly claimed.
    pub claimed_years: Option<f64>,
    /// The month used for "present".
    pub today: YearMonth,
}

impl<'a> ParsedResume<'a> {
    /// Parses a resume once for all criteria.
    pub fn of(resume: &Resume<'a>) -> Self {
        let Parts { kept, cut } = guard::divide(resume.text);
        let mut reading = Self {
            text: resume.text,
            lines: sections(resume.text, &kept),
            cut,
            employments: Vec::new(),
            found: Vec::new(),
            line_terms: Vec::new(),
            line_senses: Vec::new(),
            other_terms: Vec::new(),
            amount: 0,
            claimed_years: None,
            today: resume.today,
        };
        reading.employments_of_profile(resume);
        reading.employments_of_text();
        reading.read_lines();
        reading
    }

    /// The text of a line.
    pub fn line(&self, index: usize) -> &'a str {
        self.lines.get(index).map_or("", |line| &self.text[line.start..line.end])
    }

    pub fn period_at(&self, line: usize) -> Option<Period> {
        period_in(self.line(line), self.today).map(|(period, ..)| period)
    }

    pub fn found_in(&self, line: usize) -> &[FoundConcept] {
        let from = self.found.partition_point(|found| found.line < line);
        let to = self.found.partition_point(|found| found.line <= line);
        &self.found[from..to]
    }

    fn kind_of(&self, index: usize) -> LineKind {
        let line = &self.lines[index];
        let text = self.line(index).trim();
        if passages::is_contact(text) || amount(text) < 8 || is_heading(text) {
            return LineKind::Bare;
        }
        let at_work = line.job.is_some() || matches!(line.section, Section::Work | Section::Projects);
        if line.job.is_some_and(|job| self.is_entry(index, job)) {
            return LineKind::Entry;
        }
        match line.section {
            Section::Education | Section::Certificates => LineKind::Paper,
            _ if at_work && line.list => LineKind::ListAtWork,
            _ if at_work && amount(text) >= 12 => LineKind::Work,
            _ => LineKind::Claim,
        }
    }

    /// Whether a line only names an employment: its anchor, or a neighbouring line with little more than title,
    /// employer and dates.
    fn is_entry(&self, index: usize, job: usize) -> bool {
        const LITTLE: usize = 26;
        let Some(Employment { title, company, line: Some(anchor), .. }) = self.employments.get(job) else {
            return false;
        };
        if index.abs_diff(*anchor) > 2 {
            return false;
        }
        let text = self.line(index);
        let mut left = text.to_owned();
        let dated = period_in(text, self.today);
        if let Some((.., (from, to))) = dated {
            left = format!("{} {}", &text[..from], &text[to..]);
        }
        for name in [company, title].into_iter().filter(|name| !name.is_empty()) {
            left = left.replace(name.as_str(), " ");
        }
        let behind = left.split_once([':', '：']).map_or(0, |(_, rest)| amount(rest));
        if behind >= 20 && index == *anchor {
            return false;
        }
        let told = text.trim_end().ends_with(['.', '。', ';', '；']) && amount(&left) >= 12;
        let named = dated.is_some() || index == *anchor || left.len() < text.len();
        named && !told && amount(&left) <= if dated.is_some() { 2 * LITTLE } else { LITTLE }
    }

    fn employments_of_profile(&mut self, resume: &Resume<'a>) {
        let mut employments = Vec::new();
        let mut anchors: Vec<(usize, usize)> = Vec::new();
        for experience in &resume.profile.work_experiences {
            let title = experience.position_title.as_deref().unwrap_or("").trim();
            let company = experience.company_name.as_deref().unwrap_or("").trim();
            let end = if experience.is_current { Some(resume.today) } else { experience.end_date };
            let period = experience.start_date.zip(end).and_then(|(start, end)| Period::new(start, end));
            let job = employments.len();
            let anchor = self.anchor(title, company, experience.start_date, &anchors);
            if let Some(line) = anchor {
                anchors.push((line, job));
            }
            let description = squeezed(&experience.description);
            for (index, line) in self.lines.iter_mut().enumerate() {
                let text = squeezed(&self.text[line.start..line.end]);
                let told = text.chars().count() > 5 && description.contains(&text);
                if told && (line.job.is_none() || Some(index) == anchor) {
                    line.job = Some(job);
                }
            }
            employments.push(Employment {
                title: title.to_owned(),
                company: company.to_owned(),
                period,
                intern: is_intern(title),
                line: anchor,
                ..Employment::default()
            });
        }
        self.follow(&anchors);
        self.employments = employments;
        self.follow_names();
    }

    /// The anchor of an employment: the line that names most of it.
    fn anchor(&self, title: &str, company: &str, start: Option<YearMonth>, taken: &[(usize, usize)]) -> Option<usize> {
        let year = start.map(|month| month.year().to_string());
        let mut best: Option<(u8, usize)> = None;
        for (index, line) in self.lines.iter().enumerate() {
            let text = &self.text[line.start..line.end];
            let near = |needle: &str| !needle.is_empty() && text.contains(needle);
            let named = u8::from(near(title)) * 2 + u8::from(near(company)) * 3;
            if named == 0 || taken.iter().any(|&(used, _)| used == index) || line.section == Section::Education {
                continue;
            }
            let dated = year
                .as_deref()
                .is_some_and(|year| (index.saturating_sub(1)..index + 3).any(|near| self.line(near).contains(year)));
            let value = named + u8::from(dated) * 4 + u8::from(line.section == Section::Work) * 2;
            if best.is_none_or(|(known, _)| value > known) {
                best = Some((value, index));
            }
        }
        best.map(|(_, index)| index)
    }

    /// Assigns the lines after an anchor to its employment, until the next one or the end of the section.
    fn follow(&mut self, anchors: &[(usize, usize)]) {
        let starts: BTreeMap<usize, usize> = anchors.iter().copied().collect();
        let mut current: Option<(usize, Section)> = None;
        for (index, line) in self.lines.iter_mut().enumerate() {
            if let Some(&job) = starts.get(&index) {
                current = Some((job, line.section));
                line.job = Some(job);
                continue;
            }
            if line.job.is_some() && line.job != current.map(|(job, _)| job) {
                current = None;
            }
            match current {
                Some((job, section)) if section == line.section => line.job = line.job.or(Some(job)),
                _ => current = None,
            }
        }
    }

    /// Adds employments from periods in the text: all of them if the profile has none, else those outside the
    /// profile's periods.
    fn employments_of_text(&mut self) {
        let any_work = self.lines.iter().any(|line| line.section == Section::Work);
        let known: Vec<Period> = self.employments.iter().filter_map(|job| job.period).collect();
        let alone = self.employments.is_empty();
        let mut anchors = Vec::new();
        for index in 0..self.lines.len() {
            let section = self.lines[index].section;
            let eligible = match (any_work, alone) {
                (true, _) => section == Section::Work,
                (false, true) => section != Section::Education,
                (false, false) => section == Section::Head,
            };
            let text = self.line(index);
            let Some((period, _, (from, to))) = period_in(text, self.today).filter(|_| eligible) else { continue };
            let covered = |other: &Period| {
                let shared = period.end.index().min(other.end.index()) - period.start.index().max(other.start.index());
                2 * (shared + 1) > period.end.index() - period.start.index() + 1
            };
            let mut title = format!("{} {}", &text[..from], &text[to..]);
            // A line with an occupation and its own start date is a separate position, even if it overlaps:
            // promotions, or work alongside another position.
            let own = entries::names_position(&title) && known.iter().all(|other| other.start != period.start);
            if !alone && ((!own && known.iter().any(covered)) || is_about_study(text)) {
                continue;
            }
            if amount(&title) < 8 {
                title = format!("{} {}", self.line(index.saturating_sub(1)), self.line(index + 1));
            }
            anchors.push((index, self.employments.len()));
            let intern = is_intern(&title);
            // In a one-line entry, the text after a colon is the work.
            let named = title.split_once([':', '：']).filter(|(named, _)| amount(named) >= 8);
            let title = named.map_or(title.as_str(), |(named, _)| named).trim().to_owned();
            self.employments.push(Employment {
                title,
                period: Some(period),
                intern,
                line: Some(index),
                ..Employment::default()
            });
        }
        if self.employments.is_empty() && any_work {
            let first = self.lines.iter().position(|line| line.section == Section::Work);
            let title = first.map(|index| self.line(index).trim().to_owned()).unwrap_or_default();
            anchors.extend(first.map(|index| (index, 0)));
            self.employments.push(Employment { title, line: first, ..Employment::default() });
        }
        self.follow(&anchors);
    }

    fn read_lines(&mut self) {
        let mut spoken: Vec<Vec<Mention>> = vec![Vec::new(); self.employments.len()];
        for index in 0..self.lines.len() {
            let Line { start, job, section, .. } = self.lines[index];
            let text = self.line(index);
            self.amount += amount(text);
            let mentions = LEXICON.mentions(text);
            self.lines[index].list = section == Section::Skills || is_list(text, distinct(&mentions));
            let hints = Hints::of(text);
            for mention in &mentions {
                let tone = hints.tone(text, mention.start, mention.end);
                self.found.push(FoundConcept {
                    concept: mention.concept,
                    line: index,
                    at: start + mention.start,
                    end: start + mention.end,
                    tone,
                    rivalled: mention.rivalled,
                });
                if let Some(of_job) = job.and_then(|job| spoken.get_mut(job)) {
                    of_job.push(*mention);
                }
            }
            self.lines[index].kind = self.kind_of(index);
            self.lines[index].is_doubtful = hints.doubts(text);
            self.lines[index].hints = hints;
            let words = term_set(&text.to_lowercase());
            match job.and_then(|job| self.employments.get_mut(job)) {
                Some(job) => job.terms.extend_from_slice(&words),
                None => self.other_terms.extend_from_slice(&words),
            }
            self.line_terms.push(words);
            self.line_senses.push(senses::senses_in(text));
            if self.claimed_years.is_none() && job.is_none() {
                self.claimed_years = claimed_years(text);
            }
        }
        in_order(&mut self.other_terms);
        let life = Senses::of(spoken.iter().flatten());
        for (job, mut spoken) in self.employments.iter_mut().zip(spoken) {
            let title = LEXICON.mentions(&job.title);
            let employer = LEXICON.mentions(&job.company);
            spoken.extend(title.iter().chain(&employer).copied());
            job.senses = Senses::of(spoken.iter());
            let meant = |mention: &&Mention| !mention.rivalled || job.senses.fits(mention.concept);
            job.title_concepts = title.iter().filter(meant).map(|mention| mention.concept).collect();
            job.employer_concepts = employer.iter().filter(meant).map(|mention| mention.concept).collect();
        }
        let Self { found, lines, employments, .. } = self;
        found.retain(|found| {
            let senses = lines[found.line].job.and_then(|job| employments.get(job)).map_or(&life, |job| &job.senses);
            !found.rivalled || senses.fits(found.concept)
        });
        for found in found.iter().filter(|found| found.tone != Tone::Denied) {
            if let Some(job) = lines[found.line].job.and_then(|job| employments.get_mut(job)) {
                job.concepts.insert(found.concept);
            }
        }
        for job in employments {
            job.concepts.extend(job.title_concepts.iter().copied());
            job.concepts.extend(job.employer_concepts.iter().copied());
            job.concepts.retain(|id| !matches!(LEXICON.concept(*id).sort, Sort::Soft | Sort::Major));
            job.terms.extend(term_set(&job.title.to_lowercase()));
            job.terms.extend(term_set(&job.company.to_lowercase()));
            in_order(&mut job.terms);
        }
    }
}

/// A text without white space, because line breaks differ between profile and page.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether a dated line is about a school.
fn is_about_study(line: &str) -> bool {
    let school = [
        "大学",
        "学院",
        "学校",
        "中学",
        "university",
        "universitas",
        "college",
        "school",
        "politeknik",
        "institut",
        "sma ",
        "smk ",
    ];
    let lower = line.to_lowercase();
    !degree::levels_in(line).is_empty() && school.iter().any(|word| lower.contains(word))
}

fn in_order(terms: &mut Vec<Term>) {
    terms.sort_unstable();
    terms.dedup();
}

/// The number of different concepts mentioned.
fn distinct(mentions: &[Mention]) -> usize {
    mentions.iter().map(|mention| mention.concept).collect::<BTreeSet<Id>>().len()
}

static HEADING_OF: LazyLock<BTreeMap<&'static str, Section>> = LazyLock::new(|| {
    let lists = [
        ("section.work", Section::Work),
        ("section.projects", Section::Projects),
        ("section.education", Section::Education),
        ("section.skills", Section::Skills),
        ("section.certificates", Section::Certificates),
        ("section.summary", Section::Summary),
        ("section.other", Section::Other),
    ];
    lists.iter().flat_map(|(list, section)| cues(list).iter().map(move |name| (name.as_str(), *section))).collect()
});

/// Whether a line is only a section heading.
pub fn is_heading(line: &str) -> bool {
    heading(line).is_some_and(|(_, alone)| alone)
}

/// The section a line opens, and whether it is only a heading.
fn heading(line: &str) -> Option<(Section, bool)> {
    let edges = |c: char| {
        c.is_whitespace() || c.is_ascii_punctuation() || "：•·●■◆▪|【】—–、（）《》〇一二三四五六七八九十".contains(c)
    };
    let bare = line.trim_matches(|c: char| edges(c) || c.is_ascii_digit());
    if bare.chars().count() <= 40 {
        let squeezed: String = if bare.chars().any(is_cjk) {
            bare.chars().filter(|c| !c.is_whitespace()).collect()
        } else {
            bare.to_lowercase()
        };
        if let Some(section) = HEADING_OF.get(squeezed.as_str()) {
            return Some((*section, true));
        }
        // 工作经历 / Work Experience: both halves name the same section.
        let first = squeezed.split(['/', '|', '(']).next().unwrap_or("").trim();
        if let Some(section) = HEADING_OF.get(first).filter(|_| first.len() < squeezed.len()) {
            return Some((*section, true));
        }
        if let Some(section) = heading_of_a_trade(&squeezed) {
            return Some((section, true));
        }
    }
    let (name, rest) = line.trim_start_matches(edges).split_once([':', '：'])?;
    let section = HEADING_OF.get(name.trim().to_lowercase().as_str())?;
    let inline = matches!(
        section,
        Section::Skills | Section::Certificates | Section::Summary | Section::Education | Section::Other
    );
    (inline && !rest.trim().is_empty()).then_some((*section, false))
}

/// A heading with a trade: 酒店经历, "Hotel experience", "Pengalaman perhotelan".
fn heading_of_a_trade(squeezed: &str) -> Option<Section> {
    const LONGEST: usize = 30;
    if amount(squeezed) > LONGEST || squeezed.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let said = |list: &str, holds: fn(&str, &str) -> bool| cues(list).iter().any(|cue| holds(squeezed, cue));
    let work = said("section.work.ends", |text, cue| text.ends_with(cue))
        || said("section.work.starts", |text, cue| text.starts_with(cue));
    (work && !said("section.work.not", |text, cue| text.contains(cue))).then_some(Section::Work)
}

fn sections(text: &str, kept: &[(usize, usize)]) -> Vec<Line> {
    let mut section = Section::Head;
    let mut lines = Vec::with_capacity(kept.len());
    for &(start, end) in kept {
        let line = &text[start..end];
        if line.trim().is_empty() {
            continue;
        }
        let mut own = section;
        if let Some((opened, alone)) = heading(line) {
            // "Languages: …" inside an employment only applies to its own line.
            own = opened;
            if alone || !matches!(section, Section::Work | Section::Head) {
                section = opened;
            }
        }
        lines.push(Line {
            start,
            end,
            section: own,
            job: None,
            list: false,
            kind: LineKind::Bare,
            hints: Hints::default(),
            is_doubtful: false,
        });
    }
    lines
}

/// Whether a line is a list: at least five parts, most of them short.
fn is_list(text: &str, concepts: usize) -> bool {
    let body = text.split_once([':', '：']).map_or(text, |(_, rest)| rest);
    let parts: Vec<&str> = body.split([',', '、', '，', ';', '；', '|', '/', '·', '•']).map(str::trim).collect();
    let short = parts.iter().filter(|part| !part.is_empty() && amount(part) <= 24).count();
    short >= 5 && short * 10 >= parts.len() * 8 && (concepts >= 4 || short >= 8)
}

fn is_intern(title: &str) -> bool {
    let lower = title.to_lowercase();
    ["实习", "见习", "学徒", "magang", "trainee"].iter().any(|word| lower.contains(word))
        || lower.split(|c: char| !c.is_ascii_alphabetic()).any(|word| matches!(word, "intern" | "internship"))
}

static CLAIM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(\d{1,2}|[一二两三四五六七八九十]{1,3})\s*(?:多|余)?\s*\+?\s*(?:年|years?|yrs?|tahun)").ok()
});

/// Years of experience claimed in a line: 拥有八年经验, nine years of experience, pengalaman 7 tahun.
fn claimed_years(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    if !["经验", "从业", "experience", "pengalaman", "berpengalaman"].iter().any(|word| lower.contains(word)) {
        return None;
    }
    let spelled = spelled_numbers(&lower);
    let found = CLAIM.as_ref()?.captures(&spelled)?;
    number(found.get(1)?.as_str()).filter(|years| *years <= 45.0)
}
