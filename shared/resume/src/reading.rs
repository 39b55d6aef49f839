//! The types of a reading: what stands where in the text of a resume. Every range is in bytes of [`Reading::text`].

use std::ops::Range;

use bole_domain::period::YearMonth;
use bole_domain::profile::DegreeLevel;
use serde::{Deserialize, Serialize};

use crate::lexicon::ConceptId;
use crate::offsets::At;

/// A resume's text as it was read once, for the profile, the judge, blind mode, highlighting and numbered lines.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// The text as it was given, cut off after the longest length that is read.
    pub text: String,
    /// The lines that are not empty, from the top; a line's number is its index.
    pub lines: Vec<Line>,
    /// Values, by their start.
    pub spans: Vec<Span>,
    /// Names of concepts, by their start.
    pub mentions: Vec<Mention>,
    /// What the person did and studied, in the order of the text.
    pub entries: Vec<Entry>,
    /// Who it is.
    pub person: Person,
    /// The skills that a list names, in its order.
    pub skills: Vec<At>,
    /// Sentences that instruct the evaluator. No line, mention or span in them counts for anybody.
    pub injected: Vec<At>,
}

/// One line of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Without the blanks around it and the sign of a list.
    pub at: At,
    /// Its cells, if there are several: they are set apart by tabs, bars or wide gaps.
    pub cells: Vec<At>,
    /// Whether a sign of a list or a number stood before it.
    pub bullet: bool,
    /// Whether it goes on from the line above, which was too narrow for the sentence.
    pub continues: bool,
    /// The section it stands in.
    pub section: Section,
    /// The entry it belongs to, an index of [`Reading::entries`].
    pub entry: Option<u32>,
    /// What it is there for.
    pub kind: LineKind,
}

/// The sections of a resume.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// Before the first heading.
    #[default]
    Header,
    Personal,
    Summary,
    Work,
    Internship,
    Project,
    Education,
    Skills,
    /// Associations and volunteering.
    Organization,
    Certificates,
    Training,
    /// Referees, relatives and emergency contacts: other people.
    Referees,
    Other,
}

/// What a line is there for; evidence weighs by it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// The heading of a section, or the document's title.
    Heading,
    /// Names, addresses, numbers, personal data, and whatever else proves nothing.
    Contact,
    /// What the person says about themselves.
    #[default]
    Claim,
    /// The header of an entry: employer, title, school, period.
    Entry,
    /// A certificate, licence, award or training.
    Paper,
    /// A list of skills.
    List,
    /// What was done in an entry.
    Work,
    /// A page mark, a footer, a file's name: not the person's words.
    Footer,
}

/// A value in the text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Span {
    pub at: At,
    pub value: Value,
}

/// What a span says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Value {
    /// One month or year.
    Date {
        date: YearMonth,
        precise: bool,
    },
    /// From a month to another.
    Period(Period),
    /// In lower case.
    Email {
        address: String,
    },
    /// E.164 where the country is known, else its digits; `whose` it is and `mobile` decide whether it is the person's.
    Phone {
        number: String,
        mobile: bool,
        whose: Owner,
    },
    /// Money. `unit` is the currency's code where it is known.
    Amount {
        number: f64,
        currency: Option<String>,
    },
    /// A number of something: people, beds, orders, per cent, years.
    Count {
        number: f64,
        unit: Unit,
    },
    Degree {
        level: DegreeLevel,
    },
    /// A licence or certificate by its concept, with the month until which it is valid.
    Licence {
        concept: ConceptId,
        expiry: Option<YearMonth>,
    },
    /// A language with a level of the Common European Framework, 1 (A1) to 6 (C2), 7 for a mother tongue.
    Language {
        language: ConceptId,
        level: Option<u8>,
    },
    /// A place by its name in the lexicon.
    Place {
        place: ConceptId,
    },
}

/// From a month to another; years alone stand for January of the first and December of the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    pub start: YearMonth,
    /// Absent where it goes on.
    pub end: Option<YearMonth>,
    /// Whether both months were stated, not years alone.
    pub precise: bool,
}

impl Period {
    /// The months until `today` where it goes on; none if it is still to come.
    #[must_use]
    pub fn months(&self, today: YearMonth) -> Option<bole_domain::period::Period> {
        bole_domain::period::Period::new(self.start, self.end.map_or(today, |end| end.min(today)))
    }
}

/// Whose contact it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    Candidate,
    /// A referee, relative, employer or job board.
    Other,
}

/// What a count counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    People,
    Percent,
    Years,
    Months,
    Other,
}

/// A concept named in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mention {
    pub at: At,
    pub concept: ConceptId,
    /// The line it stands in, an index of [`Reading::lines`].
    pub line: u32,
    pub tone: Tone,
}

/// How something is told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// As done or known by the person.
    #[default]
    Plain,
    /// As known a little: basics, coursework, self-taught.
    Weak,
    /// As not done, not known, not held.
    Denied,
    /// As held once, and not valid any more.
    Expired,
    /// As another's work: a colleague's, a supplier's, the team's own.
    Others,
    /// As still to come: being learned, applied for, wished.
    Planned,
    /// As part of a name: an employer, a school, a place.
    Name,
    /// In the words of the advertisement, which only whoever knows it can tell.
    Copied,
}

/// One thing that the person did or studied.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub kind: EntryKind,
    /// From the first to the last of company, title and period.
    pub header: At,
    /// The employer or school.
    pub company: Option<At>,
    /// The title; the degree of a study as written.
    pub title: Option<At>,
    /// The major of a study.
    pub major: Option<At>,
    pub level: Option<DegreeLevel>,
    /// Where the period stands.
    pub dated: Option<At>,
    pub period: Option<Period>,
    /// What was done, as one range of whole lines; empty if nothing is told.
    pub body: At,
    /// Whether employer, title and period are beyond doubt.
    pub sure: bool,
}

/// What an entry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    Work,
    Internship,
    Project,
    Study,
    /// A certificate or award with its date.
    Paper,
}

impl EntryKind {
    /// Whether its months count as employment.
    #[must_use]
    pub const fn is_employment(self) -> bool {
        matches!(self, Self::Work | Self::Internship)
    }
}

/// Who the resume is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Where the name stands.
    pub name_at: Option<At>,
    /// The name without titles, degrees and inner blanks of Chinese names.
    pub name: Option<String>,
    /// The person's own address, an index of [`Reading::spans`].
    pub email: Option<u32>,
    /// The person's own number, an index of [`Reading::spans`].
    pub phone: Option<u32>,
    /// Everything that tells who it is: names, contacts, birth, marital status, numbers of documents.
    pub identifying: Vec<At>,
}

impl Reading {
    /// The text of a range; empty if it is none of this text.
    #[must_use]
    pub fn slice(&self, at: At) -> &str {
        self.text.get(at.range()).unwrap_or_default()
    }

    /// A range in UTF-16 units, as the browser counts.
    #[must_use]
    pub fn utf16(&self, at: At) -> Range<usize> {
        let before = self.text.get(..at.start as usize).unwrap_or_default().encode_utf16().count();
        before..before + self.slice(at).encode_utf16().count()
    }

    /// The line that holds a byte.
    #[must_use]
    pub fn line_of(&self, byte: u32) -> Option<usize> {
        let after = self.lines.partition_point(|line| line.at.start <= byte);
        after.checked_sub(1).filter(|&line| byte <= self.lines[line].at.end)
    }

    /// The lines that a range touches.
    pub fn lines_in(&self, at: At) -> impl Iterator<Item = (usize, &Line)> {
        let first = self.lines.partition_point(|line| line.at.end <= at.start);
        self.lines[first..]
            .iter()
            .enumerate()
            .take_while(move |(_, line)| line.at.start < at.end)
            .map(move |(n, line)| (first + n, line))
    }

    /// The spans within a range.
    pub fn spans_in(&self, at: At) -> impl Iterator<Item = &Span> {
        let first = self.spans.partition_point(|span| span.at.start < at.start);
        self.spans[first..]
            .iter()
            .take_while(move |span| span.at.start < at.end)
            .filter(move |span| at.contains(span.at))
    }

    /// The mentions within a range.
    pub fn mentions_in(&self, at: At) -> impl Iterator<Item = &Mention> {
        let first = self.mentions.partition_point(|mention| mention.at.start < at.start);
        self.mentions[first..]
            .iter()
            .take_while(move |mention| mention.at.start < at.end)
            .filter(move |mention| at.contains(mention.at))
    }
}
