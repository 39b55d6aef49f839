//! Extracts the items of a job's text, each with its kind, points and source phrase. The text is split into segments,
//! headings open sections, and advertising, advice and score thresholds are skipped.

mod ladders;
mod prose_items;
mod sentence_parts;

use std::ops::Range;
use std::sync::LazyLock;

use bole_domain::evaluation::{CriterionKind, JobField, Phrase, Thresholds};
use regex::Regex;

pub use self::ladders::{Ladder, Rung};
use self::sentence_parts::{prefers, trimmed};
use super::bands::{self, Band};
use super::cues::cued;
use super::facet;
use super::layout::{Marker, Segment, joined, segments};
use super::points::{self, Points, Style};
use super::sections::{self, Section};
use super::sentence_kinds;
use super::sentences::{clauses, sentences};
use super::tables;
use super::text::normalise;
use super::utf16::Utf16Offsets;
use crate::contract::JobBrief;

/// One requirement or duty as written.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The text, without marker and points.
    pub text: String,
    /// Must-have or nice to have.
    pub kind: CriterionKind,
    /// Whether it is a duty of the job instead of a requirement.
    pub duty: bool,
    /// Points stated for it.
    pub points: Option<f64>,
    /// Index into [`TextReading::sides`] of the section it is in.
    pub side: Option<usize>,
    pub source: Phrase,
    /// Partial points for less.
    pub ladder: Ladder,
}

/// A scored section of the criteria, with its points.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    /// Its name as written.
    pub name: String,
    pub points: f64,
}

/// The extraction result of one text.
#[derive(Debug, Default)]
pub struct TextReading {
    /// Requirements and duties, in order.
    pub items: Vec<Item>,
    /// The scored sections.
    pub sides: Vec<Side>,
    /// Level thresholds, if stated.
    pub thresholds: Option<Thresholds>,
    /// Whether the whole text is prose.
    pub is_prose: bool,
}

impl TextReading {
    /// Whether the text states weights.
    pub fn states_points(&self) -> bool {
        !self.sides.is_empty() || self.items.iter().any(|item| item.points.is_some())
    }

    /// Whether it contains any requirement.
    pub fn asks(&self) -> bool {
        self.items.iter().any(|item| !item.duty)
    }
}

/// A job's texts, each read separately.
#[derive(Debug)]
pub struct JobReading {
    /// The evaluation criteria.
    pub criteria: TextReading,
    /// The core requirement.
    pub core: TextReading,
    pub description: TextReading,
}

/// Reads a job's texts.
pub fn read(brief: &JobBrief) -> JobReading {
    let JobBrief { title, core_requirement, jd, ai_evaluation_criteria } = brief;
    JobReading {
        criteria: read_text(JobField::AiEvaluationCriteria, title, ai_evaluation_criteria),
        core: read_text(JobField::CoreRequirement, title, core_requirement),
        description: read_text(JobField::Jd, title, jd),
    }
}

/// Reads one of a job's texts.
fn read_text(field: JobField, title: &str, text: &str) -> TextReading {
    let text = normalise(text);
    let mut reader = Reader {
        text: &text,
        field,
        style: Style::default(),
        section: None,
        side: None,
        each: None,
        musts_from: None,
        bands: Vec::new(),
        is_prose: false,
        is_list: field == JobField::CoreRequirement,
        title: title.trim(),
        offsets: Utf16Offsets::new(&text),
        reading: TextReading { is_prose: true, ..TextReading::default() },
    };
    reader.read();
    reader.fold_ladders();
    reader.read_ladders();
    let Reader { mut reading, musts_from, bands: found, .. } = reader;
    if field != JobField::Jd {
        reading.thresholds = bands::thresholds(&text, found);
        if let Some(at) = musts_from {
            reading.items[..at].iter_mut().for_each(|item| item.kind = CriterionKind::Nice);
        }
    }
    reading
}

struct Reader<'a> {
    text: &'a str,
    field: JobField,
    style: Style,
    section: Option<Section>,
    /// The current scored section, and the marker of its heading.
    side: Option<(usize, Marker)>,
    /// Points the heading gives to each item below it.
    each: Option<f64>,
    /// Start of a list of must-haves after the scored sections; items before it are not must-haves by themselves.
    musts_from: Option<usize>,
    bands: Vec<Band>,
    /// Whether the current sentence is prose.
    is_prose: bool,
    /// Whether lines without a marker are items instead of remarks that may contain requirements.
    is_list: bool,
    /// The job's title, which is not a requirement.
    title: &'a str,
    offsets: Utf16Offsets<'a>,
    reading: TextReading,
}

impl<'a> Reader<'a> {
    fn read(&mut self) {
        let tables = tables::tables(self.text);
        let is_told = |segment: &Segment| tables.iter().any(|table| table.lines.contains(&segment.start));
        let segments: Vec<Segment> = segments(self.text).into_iter().filter(|segment| !is_told(segment)).collect();
        for row in tables.iter().flat_map(|table| &table.rows) {
            let text = self.text.get(row.text.clone()).unwrap_or_default();
            let kept = self.kept(text);
            let kind =
                row.kind.unwrap_or_else(|| if prefers(&kept) { CriterionKind::Nice } else { CriterionKind::Must });
            self.add(kept, text, kind, row.points);
        }
        let words = segments.iter().map(|segment| segment.of(self.text));
        self.style = if self.field == JobField::Jd { Style::default() } else { Style::of(words) };
        let plain: Vec<&Segment> = segments.iter().filter(|segment| segment.marker == Marker::None).collect();
        let asking = plain.iter().filter(|segment| sentence_kinds::asks(segment.of(self.text))).count();
        self.is_list |= self.field != JobField::Jd && asking * 2 < plain.len();
        // The text before a description's first heading describes the employer.
        let headed = |(at, segment): (usize, &Segment)| {
            let found = sections::heading(segment.of(self.text), segment.marker, opens_list(&segments, at));
            matches!(found.and_then(|heading| heading.section), Some(Section::Duty | Section::Must))
        };
        if self.field == JobField::Jd && segments.iter().enumerate().any(headed) {
            self.section = Some(Section::Offer);
        }
        for (at, segment) in segments.iter().enumerate() {
            self.segment(segment, opens_list(&segments, at));
        }
    }

    fn segment(&mut self, segment: &Segment, opens_list: bool) {
        let words = segment.of(self.text);
        if self.side.is_some_and(|(_, marker)| marker == segment.marker && marker != Marker::None) {
            self.side = None;
        }
        if self.sets_bar(words) && sentences(words).len() < 2 {
            return;
        }
        if self.field != JobField::Jd && GREETING.as_ref().is_some_and(|greeting| greeting.is_match(words)) {
            // A closing line is followed by a name.
            if THANKS.as_ref().is_some_and(|thanks| thanks.is_match(words)) {
                self.section = Some(Section::Rules);
            }
            return;
        }
        if self.field != JobField::Jd
            && segment.marker == Marker::None
            && points::is_ladder(words)
            && !self.reading.items.is_empty()
        {
            self.climb(words);
            return;
        }
        let mut body = words;
        let mut own = self.section;
        if let Some(heading) = sections::heading(words, segment.marker, opens_list) {
            let points = self.style.points(&words[..heading.rest]);
            let is_alone = heading.rest == words.len();
            // "Skills (40%): …" names a scored section and its content.
            if is_alone || heading.section.is_some() {
                own = heading.section;
                if is_alone
                    || !matches!(segment.marker, Marker::Bullet | Marker::Number | Marker::Lower | Marker::Bracketed)
                        && !silent(own)
                {
                    self.section = own;
                    self.side = None;
                    self.each = Style::each(&words[..heading.rest]);
                }
                let weighed = |item: &Item| item.side.is_some() || item.points.is_some();
                if own == Some(Section::Must)
                    && points.is_none()
                    && !self.reading.items.is_empty()
                    && self.reading.items.iter().all(weighed)
                {
                    self.musts_from = Some(self.reading.items.len());
                }
                if let Some(points) = points.filter(|_| {
                    !silent(own)
                        && self.each.is_none()
                        && (heading.section.is_some() || opens_list)
                        && !sections::is_of_the_whole(words)
                }) {
                    let name = plain_name(&words[..points.at.start]);
                    self.open_side(name, points.value, Marker::None);
                }
                if is_alone {
                    return;
                }
                body = &words[heading.rest..];
            }
        } else if let Some(points) = self.style.points(words).filter(|points| opens_list && is_whole(words, points)) {
            self.open_side(plain_name(&words[..points.at.start]), points.value, segment.marker);
            return;
        }
        if silent(own) {
            for sentence in sentences(words) {
                self.sets_bar(sentence);
            }
        } else {
            self.body(segment, body.trim(), own);
        }
    }

    /// Whether a sentence states score thresholds, which are stored, and no requirement.
    fn sets_bar(&mut self, sentence: &str) -> bool {
        if self.field == JobField::Jd || self.style.bracketed(sentence) {
            return false;
        }
        let found = bands::read(sentence);
        self.bands.extend(&found);
        !found.is_empty()
    }

    fn open_side(&mut self, name: String, points: f64, marker: Marker) {
        self.reading.sides.push(Side { name, points });
        self.side = Some((self.reading.sides.len() - 1, marker));
    }

    /// The items of a segment without its heading.
    fn body(&mut self, segment: &Segment, body: &'a str, section: Option<Section>) {
        let parts = if self.field == JobField::Jd { points::whole(body) } else { points::parts(body) };
        let listed = parts.len() > 1;
        for part in parts {
            let part = body
                .get(part)
                .unwrap_or_default()
                .trim_matches(|c: char| c.is_whitespace() || "，,、；;。".contains(c));
            let stated = self.style.points(part).or_else(|| points::listed_points(part).filter(|_| listed));
            let is_bare = stated.as_ref().is_some_and(|points| points.form == points::Form::Trailing);
            if self.field != JobField::Jd
                && (stated.is_none() || is_bare)
                && sentences(part)
                    .iter()
                    .all(|sentence| sentence_kinds::deducts(sentence) || (is_bare && sentence_kinds::caps(sentence)))
            {
                continue;
            }
            if self.field != JobField::Jd && self.laddered(part, stated.as_ref(), section) {
                continue;
            }
            match stated {
                Some(points) => self.weighed(part, &points, section),
                None => self.prose_items(segment, part, section),
            }
        }
    }

    /// An item's text without advice to the evaluator.
    fn kept(&self, text: &str) -> String {
        let text = sections::untagged(&joined(text));
        let found = clauses(&text);
        let is_kept = |clause: &&&str| !sentence_kinds::is_comment(clause);
        let kept: Vec<&&str> = found.iter().filter(is_kept).collect();
        let (Some(first), Some(last)) = (kept.first(), kept.last()) else { return String::new() };
        let from = first.as_ptr() as usize - text.as_ptr() as usize;
        let to = last.as_ptr() as usize + last.len() - text.as_ptr() as usize;
        let whole = text.get(from..to).unwrap_or_default();
        // Advice between two requirements is removed; otherwise the text stays as written.
        let middle = found.iter().filter(|clause| {
            let at = clause.as_ptr() as usize - text.as_ptr() as usize;
            at > from && at < to && sentence_kinds::is_comment(clause)
        });
        let mut whole = middle.fold(whole.to_owned(), |whole, clause| {
            whole.replacen(&format!("，{clause}"), "", 1).replacen(&format!(", {clause}"), "", 1)
        });
        while let Some((from, to)) =
            whole.rfind(['(', '（']).and_then(|from| Some((from, from + whole[from..].find([')', '）'])?)))
        {
            let close = whole[to..].chars().next().map_or(1, char::len_utf8);
            let inner = &whole[from..to].trim_start_matches(['(', '（']);
            if !sentence_kinds::is_comment(inner)
                && !clauses(inner).iter().any(|clause| sentence_kinds::is_rung(clause))
            {
                break;
            }
            whole.replace_range(from..to + close, "");
        }
        trimmed(&whole).to_owned()
    }

    fn kind(&self, section: Option<Section>, text: &str) -> CriterionKind {
        let nice = match sections::tag(text).map(|(section, _)| section).or(section) {
            Some(Section::Nice) => !cued("must.strict", &text.to_lowercase()),
            Some(Section::Duty) => true,
            _ => prefers(text),
        };
        if nice { CriterionKind::Nice } else { CriterionKind::Must }
    }

    /// The byte range of a slice within the text.
    fn range(&self, slice: &str) -> Range<usize> {
        let from = (slice.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        from..from + slice.len()
    }

    fn add(&mut self, text: String, source: &str, kind: CriterionKind, points: Option<f64>) {
        let text = text.chars().take(MAX_CHARACTERS).collect::<String>();
        if self.reading.items.len() >= MAX_ITEMS
            || sentence_kinds::is_empty(&text)
            || SUM.as_ref().is_some_and(|sum| sum.is_match(&text))
        {
            return;
        }
        let range = self.range(source);
        let (start, end) = (self.offsets.at(range.start), self.offsets.at(range.end));
        let source = Phrase { field: self.field, start, end };
        self.reading.is_prose &= self.is_prose;
        let duty = self.section == Some(Section::Duty)
            || (self.field == JobField::Jd
                && self.section.is_none()
                && !sentence_kinds::asks(&text)
                && kind == CriterionKind::Must);
        let duty = duty && facet::years_in(&text.to_lowercase()).is_none();
        self.reading.items.push(Item {
            text,
            kind,
            duty,
            points: points.or(self.each),
            side: self.side.map(|(side, _)| side),
            source,
            ladder: Ladder::default(),
        });
    }
}

/// The most items read from a text, because each is compared with the others.
const MAX_ITEMS: usize = 300;
/// The maximum length of a criterion.
const MAX_CHARACTERS: usize = 300;

fn silent(section: Option<Section>) -> bool {
    matches!(section, Some(Section::Rules | Section::Offer))
}

/// Whether the next segment starts a list.
fn opens_list(segments: &[Segment], at: usize) -> bool {
    let Some(next) = segments.get(at + 1) else { return false };
    let marker = segments[at].marker;
    let depth = |marker: Marker| match marker {
        Marker::Heading => 0,
        Marker::Chapter | Marker::Upper => 1,
        Marker::None => 2,
        Marker::Number => 3,
        Marker::Bracketed | Marker::Circled | Marker::Lower => 4,
        Marker::Bullet => 5,
    };
    next.marker != Marker::None && depth(next.marker) > depth(marker)
}

/// Whether a segment is only a name with points.
fn is_whole(words: &str, points: &Points) -> bool {
    words[points.at.end..].trim().trim_end_matches([':', '：', '.', '。']).is_empty() && points.note.is_empty()
}

fn plain_name(name: &str) -> String {
    joined(name).trim_matches(|c: char| c.is_whitespace() || "：:-–—【】()（）*#".contains(c)).to_owned()
}

static GREETING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:hi|hey|hello|dear|good morning|thanks|thank you|thx|cheers|best|regards|kind regards|best regards|halo|hai|dear|selamat \w+|terima kasih|makasih|salam|大家好|各位好?|你好|您好|谢谢|多谢|辛苦|hr你?好)(?:[\s,，!！。.]+[\w\s]{0,24})?[,，!！。.]*)$").ok()
});
static THANKS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:thanks|thank you|thx|cheers|best|regards|kind|terima kasih|makasih|salam|谢谢|多谢)").ok()
});
static SUM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:total|sum|jumlah|合计|总计|总分|满分|小计)(?: (?:nilai|skor|bobot|score|points?|possible))?\s*[:：=]?\s*\d{0,3}\s*(?:%|分|points?|poin)?$").ok()
});
