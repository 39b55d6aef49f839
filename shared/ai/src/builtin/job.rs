//! A job's texts as items: what HR asks for, each with its kind, its points and the phrase it was read from. The text is
//! cut into segments, headings open sections, and what advertises, advises or sets the bar is left out.

use std::ops::Range;
use std::sync::LazyLock;

use bole_domain::evaluation::{CriterionKind, JobField, Phrase, Thresholds};
use regex::Regex;

use super::asks;
use super::bands::{self, Band};
use super::cues::cued;
use super::facet;
use super::layout::{Marker, Segment, joined, segments};
use super::points::{self, Points, Style};
use super::sections::{self, Section};
use super::sentences::{clauses, sentences};
use super::tables;
use super::text::{amount, is_cjk, normalise};
use super::words;
use crate::contract::JobBrief;

/// One requirement or duty in the job's words.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its words, without marker and points.
    pub text: String,
    /// Must or nice.
    pub kind: CriterionKind,
    /// A duty of the job rather than a requirement of the person.
    pub duty: bool,
    /// Points the text states for it alone.
    pub points: Option<f64>,
    /// Index into [`Reading::sides`] of the stated side it stands under.
    pub side: Option<usize>,
    /// Where it was read.
    pub source: Phrase,
}

/// A side of the candidate that a text names, with its stated points.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    /// Its name as stated.
    pub name: String,
    /// Its points.
    pub points: f64,
}

/// A text, read.
#[derive(Debug, Default)]
pub struct Reading {
    /// Requirements and duties, in order.
    pub items: Vec<Item>,
    /// Sides it names.
    pub sides: Vec<Side>,
    /// Level thresholds, where stated.
    pub thresholds: Option<Thresholds>,
    /// Whether all of it is running text.
    pub is_prose: bool,
}

impl Reading {
    /// Whether the text says what weighs how much.
    pub fn states_points(&self) -> bool {
        !self.sides.is_empty() || self.items.iter().any(|item| item.points.is_some())
    }

    /// Whether it asks for anything.
    pub fn asks(&self) -> bool {
        self.items.iter().any(|item| !item.duty)
    }
}

/// A job's texts, each read by itself.
#[derive(Debug)]
pub struct Readings {
    /// The evaluation criteria.
    pub criteria: Reading,
    /// The core requirement.
    pub core: Reading,
    /// The job description.
    pub description: Reading,
}

/// Reads a job's texts.
pub fn read(brief: &JobBrief) -> Readings {
    let JobBrief { title, core_requirement, jd, ai_evaluation_criteria } = brief;
    Readings {
        criteria: read_text(JobField::AiEvaluationCriteria, title, ai_evaluation_criteria),
        core: read_text(JobField::CoreRequirement, title, core_requirement),
        description: read_text(JobField::Jd, title, jd),
    }
}

/// Reads one of a job's texts.
fn read_text(field: JobField, title: &str, text: &str) -> Reading {
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
        reading: Reading { is_prose: true, ..Reading::default() },
    };
    reader.read();
    reader.fold_ladders();
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
    /// The side that items stand under, and the marker of its heading.
    side: Option<(usize, Marker)>,
    /// What the heading gives to each item below it.
    each: Option<f64>,
    /// Where the musts begin that the text lists behind its weighed sides: what stands before is no must by itself.
    musts_from: Option<usize>,
    bands: Vec<Band>,
    /// Whether the sentence at hand is one of running text.
    is_prose: bool,
    /// Whether lines without a marker are items as they stand, rather than remarks with requirements among them.
    is_list: bool,
    /// The job's title, which asks for nothing itself.
    title: &'a str,
    reading: Reading,
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
        let asking = plain.iter().filter(|segment| asks::asks(segment.of(self.text))).count();
        self.is_list |= self.field != JobField::Jd && asking * 2 < plain.len();
        // What stands before the first heading of a description tells of the employer.
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

    /// Items under one that are rungs of its ladder, "5 年以上 20 分" over "3-5 年 10 分", belong to it.
    fn fold_ladders(&mut self) {
        for at in 0..self.reading.sides.len() {
            let side = self.reading.sides[at].clone();
            let rungs: Vec<usize> =
                (0..self.reading.items.len()).filter(|&item| self.reading.items[item].side == Some(at)).collect();
            let told = |item: &Item| {
                item.points
                    .or_else(|| points::earned(&item.text).or_else(|| points::bare(&item.text)).map(|(value, _)| value))
            };
            let points: Vec<f64> = rungs.iter().filter_map(|&item| told(&self.reading.items[item])).collect();
            let falls =
                points.len() >= 2 && points.len() == rungs.len() && points.windows(2).all(|pair| pair[0] > pair[1]);
            let (Some(&first), Some(&last)) = (rungs.first(), rungs.last()) else { continue };
            if !falls || (points[0] - side.points).abs() > 0.5 {
                continue;
            }
            let end = self.reading.items[last].source.end;
            let item = &mut self.reading.items[first];
            if let Some((_, cut)) =
                points::earned(&item.text).or_else(|| points::bare(&item.text)).filter(|_| item.points.is_none())
            {
                item.text = trimmed(&item.text[..cut]).to_owned();
            }
            item.points = Some(side.points);
            let named = facet::years_in(&side.name.to_lowercase()).is_some()
                || facet::years_in(&item.text.to_lowercase()).is_none();
            let colon = if side.name.chars().any(is_cjk) { "：" } else { ": " };
            item.text = if named { side.name.clone() } else { format!("{}{colon}{}", side.name, item.text) };
            item.source.end = end;
            item.side = None;
            self.reading.items.retain(|item| item.side != Some(at));
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
            // Behind thanks stands a name.
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
            // "Skills (40%): …" names a side and says what it consists of.
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

    /// A ladder below an item: its top says what is asked for.
    fn climb(&mut self, ladder: &str) {
        let top = ladder.split([';', '；', ',', '，', '。']).next().unwrap_or_default();
        let end = points::earned(top).or_else(|| points::bare(top)).map_or(top.len(), |(_, end)| end);
        let top = joined(top[..end].trim_end_matches(['=', ' ', ':', '：']));
        if let Some(item) = self.reading.items.last_mut()
            && facet::years_in(&item.text.to_lowercase()).is_none()
        {
            let colon = if top.chars().any(is_cjk) { "：" } else { ": " };
            item.text = format!("{}{colon}{top}", item.text);
        }
    }

    /// Whether a sentence sets the bar, which is kept, and asks for nothing.
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
                && (asks::deducts(part) || (is_bare && asks::caps(part)))
                && sentences(part).len() < 2
            {
                continue;
            }
            if self.field != JobField::Jd && self.laddered(part, stated.as_ref(), section) {
                continue;
            }
            match stated {
                Some(points) => self.weighed(part, &points, section),
                None => self.told(segment, part, section),
            }
        }
    }

    /// An item told as a ladder alone, "SQL, 5 or more years = 25, 3-4 years = 15": it is worth what its top earns.
    fn laddered(&mut self, part: &'a str, stated: Option<&Points>, section: Option<Section>) -> bool {
        if stated.is_some_and(|points| part[points.at.clone()].ends_with([')', '）', ']', '】'])) {
            return false;
        }
        let found = clauses(part);
        let earned: Vec<(usize, f64, usize)> = found
            .iter()
            .enumerate()
            .filter_map(|(at, clause)| points::earned(clause).map(|(value, end)| (at, value, end)))
            .collect();
        let falls = earned.len() >= 2 && earned.windows(2).all(|pair| pair[0].1 > pair[1].1);
        let Some(&(at, value, end)) = earned.first().filter(|(at, _, end)| {
            falls && (*at > 0 || amount(&found[*at][..*end]) >= 6) && found.len() - at == earned.len()
        }) else {
            return false;
        };
        let head = found[..at].join("，");
        let top = found[at][..end].trim();
        let text = if head.is_empty() {
            top.to_owned()
        } else if facet::years_in(&head.to_lowercase()).is_some() {
            head.clone()
        } else {
            format!("{head}，{top}")
        };
        let text = if text.chars().any(is_cjk) { text } else { text.replace('，', ", ") };
        self.add(joined(&text), part, self.kind(section, &head), Some(value));
        true
    }

    /// An item with its own points: what earns less than all of them, and what is said about scoring, is no part of it.
    fn weighed(&mut self, part: &'a str, points: &Points, section: Option<Section>) {
        let before =
            part[..points.at.start].trim_end_matches(|c: char| c.is_whitespace() || ":：-–—,，=→|·".contains(c));
        // "经验占50%（要有3年以上）": brackets behind points say what earns them.
        let behind = part[points.at.end..].trim_start();
        let behind =
            behind.strip_prefix(['（', '(']).and_then(|inner| inner.strip_suffix(['）', ')'])).unwrap_or(behind);
        let behind = behind.trim_start_matches(|c: char| c.is_whitespace() || ":：-–—,，。.；;→|".contains(c));
        let told = if amount(before) == 0 { behind } else { before };
        let rest = if amount(before) == 0 { "" } else { behind };
        // "30% - four years as a chef. 4 years full marks": further sentences tell of the first.
        let told = sentences(told);
        let (head, more) = told.split_first().map_or(("", &[][..]), |(head, more)| (*head, more));
        for sentence in sentences(rest) {
            self.sets_bar(sentence);
        }
        let note = part.get(points.note.clone()).unwrap_or_default();
        let name = head.split([':', '：']).next().unwrap_or(head).trim();
        let is_ladder = points::is_ladder(rest)
            && clauses(rest).first().and_then(|top| points::bare(top)).is_some_and(|(value, _)| value >= points.value);
        let inner: Vec<(&str, f64)> = clauses(rest)
            .into_iter()
            .filter_map(|clause| {
                let (value, at) = points::earned(clause).or_else(|| points::bare(clause).filter(|_| is_ladder))?;
                Some((clause[..at].trim_end_matches([' ', '，', ',', ':', '：', '-', '—']), value))
            })
            .collect();
        let falls = inner.windows(2).all(|pair| pair[0].1 > pair[1].1)
            && inner.first().is_some_and(|first| first.1 >= points.value);
        let sum: f64 = inner.iter().map(|(_, value)| value).sum();
        if inner.len() >= 2 && !falls && (sum - points.value).abs() < 0.5 {
            self.open_side(plain_name(head), points.value, Marker::None);
            for (text, value) in inner {
                self.add(joined(text), text, self.kind(section, text), Some(value));
            }
            self.side = None;
            return;
        }
        let told = more.iter().copied().chain([rest, note]);
        let details: Vec<&str> = match inner.first().filter(|_| is_ladder) {
            Some((top, _)) => vec![*top],
            None => told.flat_map(|text| self.details(text, points.value)).collect(),
        };
        let is_generic = words::names_a_side(name) && !asks::is_provable(name) && head.len() == name.len();
        if is_generic && details.iter().filter(|detail| asks::is_provable(detail) || asks::is_trait(detail)).count() > 0
        {
            self.open_side(plain_name(name), points.value, Marker::None);
            for detail in details.iter().flat_map(|detail| enumerated(detail)) {
                self.add(joined(detail), detail, self.kind(section, detail), None);
            }
            self.side = None;
            return;
        }
        let mut text = self.kept(head);
        for detail in details {
            let sign = if text.chars().any(is_cjk) { "，" } else { ", " };
            let first = !text.contains([':', '：']);
            let colon = if text.ends_with(['?', '？']) {
                " "
            } else if text.chars().any(is_cjk) {
                "："
            } else {
                ": "
            };
            if amount(&text) + amount(detail) <= LONGEST {
                text = format!("{text}{}{}", if first { colon } else { sign }, joined(detail));
            }
        }
        self.add(text, part, self.kind(section, head), Some(points.value));
    }

    /// What stands behind points: what earns them all, and what is told without any.
    fn details(&self, text: &'a str, points: f64) -> Vec<&'a str> {
        let mut kept = Vec::new();
        let mut is_ladder = false;
        for clause in sentences(text).into_iter().flat_map(|sentence| clauses(sentence)) {
            let lower = clause.to_lowercase();
            if let Some((value, at)) = points::earned(clause) {
                is_ladder = true;
                if value >= points {
                    kept.push(clause[..at].trim_end_matches(|c: char| c.is_whitespace() || "，,—-:：".contains(c)));
                }
            } else if cued("earns.all", &lower) {
                is_ladder = true;
                kept.extend(whole_years(clause));
            } else if asks::is_rule(clause)
                || cued("earns.none", &lower)
                || (is_ladder && facet::years_in(&lower).is_some())
            {
                is_ladder = true;
            } else {
                kept.push(clause);
            }
        }
        // A ladder's top says no more than the item itself.
        kept.retain(|clause| amount(clause) >= 4 && (!is_ladder || amount(clause) >= 6));
        kept
    }

    /// Items that state no points.
    fn told(&mut self, segment: &Segment, part: &'a str, section: Option<Section>) {
        let is_prose = is_prose(segment, part);
        let fewest = if self.field == JobField::CoreRequirement { 3 } else { 4 };
        let listed = if is_prose { None } else { comma_list(segment, part, fewest) };
        let named = matches!(section, Some(Section::Must | Section::Nice))
            && part.len() < segment.of(self.text).len()
            && segment.marker == Marker::None;
        let sentences = listed.unwrap_or_else(|| sentences(part));
        for sentence in sentences {
            if self.sets_bar(sentence) || asks::is_empty(sentence) {
                continue;
            }
            // "必须：…。加分：…" within one line.
            let whole = sentence;
            let (section, sentence) = match sections::heading(sentence, Marker::Bullet, false) {
                Some(heading) if heading.rest < sentence.len() && heading.section.is_some() => {
                    (heading.section, sentence[heading.rest..].trim())
                }
                _ => (section, sentence),
            };
            if silent(section) {
                continue;
            }
            let own = matches!(section, Some(Section::Must | Section::Nice)) && (named || sentence.len() < whole.len());
            if let Some(listed) = enumeration(sentence).filter(|_| own && !part.contains([';', '；'])) {
                for part in listed {
                    self.sentence(segment, part, section);
                }
                continue;
            }
            self.is_prose = is_prose;
            if is_prose {
                self.prose(sentence, section)
            } else {
                self.sentence(segment, sentence, section)
            }
            self.is_prose = false;
        }
    }

    /// One sentence of a list.
    fn sentence(&mut self, segment: &Segment, sentence: &'a str, section: Option<Section>) {
        let named = self.field != JobField::Jd;
        if asks::is_offer(sentence) || (named && asks::deducts(sentence)) {
            return;
        }
        if !named && section.is_none() && !asks::is_provable(sentence) {
            return;
        }
        let is_told = section.is_some() || segment.marker != Marker::None || self.style.is_used() || self.is_list;
        for piece in pieces(sentence, section) {
            if clauses(piece).into_iter().filter(|clause| self.rewarded(clause)).count() > 0 {
                continue;
            }
            if !is_told && !clauses(piece).iter().any(|clause| asks::asks(clause)) {
                continue;
            }
            let text = self.kept(piece);
            if asks::is_empty(&text) || (named && asks::is_rule(&text)) || text == self.title {
                continue;
            }
            self.add(text, piece, self.kind(section, piece), None);
        }
    }

    /// One sentence of running text: of its clauses those that ask for something.
    fn prose(&mut self, sentence: &'a str, section: Option<Section>) {
        const LONGEST_SENTENCE: usize = 240;
        if asks::is_offer(sentence) || asks::deducts(sentence) {
            return;
        }
        if let Some(listed) =
            LISTS.as_ref().and_then(|lists| lists.find(sentence)).and_then(|lead| enumeration(&sentence[lead.end()..]))
        {
            for part in listed {
                self.add(self.kept(part), part, self.kind(section, sentence), None);
            }
            return;
        }
        let chinese = sentence.chars().any(is_cjk);
        let sentence = match sentence.split_once('：') {
            Some((head, rest)) if chinese && !asks::asks(head) => rest.trim(),
            _ => sentence,
        };
        let found: Vec<&str> = if chinese { clauses(sentence) } else { thoughts(sentence) };
        let mut traits: Vec<&str> = Vec::new();
        for clause in found {
            let whole = clause;
            if self.rewarded(clause) {
                continue;
            }
            let clause = without_lead(clause);
            if asks::is_trait(clause) {
                traits.push(clause);
                continue;
            }
            if !asks::asks(clause) && !prefers(clause)
                || (asks::is_rule(clause) && !prefers(clause))
                || asks::is_offer(clause)
                || amount(clause) > LONGEST_SENTENCE
            {
                continue;
            }
            let text = self.kept(clause);
            if !asks::is_empty(&text) {
                let likewise = ["demikian pula", "as would", "同样"].iter().any(|cue| sentence.contains(cue));
                self.add(text, clause, self.kind(section, if likewise { sentence } else { whole }), None);
            }
        }
        if let (Some(first), Some(last)) = (traits.first(), traits.last()) {
            let range = self.range(first).start..self.range(last).end;
            let whole = self.text.get(range).unwrap_or(first);
            self.add(joined(whole), whole, self.kind(section, whole), None);
        }
    }

    /// "有商务接待用车经验的加10分": what earns extra points is preferred.
    fn rewarded(&mut self, clause: &'a str) -> bool {
        let found = REWARDED.as_ref().and_then(|pattern| pattern.captures(clause));
        let told = found
            .and_then(|found| Some((found.get(1).or_else(|| found.get(4))?, found.get(2).or_else(|| found.get(3))?)));
        let Some((text, value)) =
            told.and_then(|(text, value)| Some((text.as_str(), value.as_str().parse::<f64>().ok()?)))
        else {
            return false;
        };
        self.add(joined(text), text, CriterionKind::Nice, Some(value));
        true
    }

    /// An item's words without the clauses and brackets that advise whoever scores.
    fn kept(&self, text: &str) -> String {
        let text = sections::untagged(&joined(text));
        let found = clauses(&text);
        let is_kept = |clause: &&&str| !asks::is_comment(clause);
        let kept: Vec<&&str> = found.iter().filter(is_kept).collect();
        let (Some(first), Some(last)) = (kept.first(), kept.last()) else { return String::new() };
        let from = first.as_ptr() as usize - text.as_ptr() as usize;
        let to = last.as_ptr() as usize + last.len() - text.as_ptr() as usize;
        let whole = text.get(from..to).unwrap_or_default();
        // A clause of advice between two that ask is left out; otherwise the words stay as they stand.
        let middle = found.iter().filter(|clause| {
            let at = clause.as_ptr() as usize - text.as_ptr() as usize;
            at > from && at < to && asks::is_comment(clause)
        });
        let mut whole = middle.fold(whole.to_owned(), |whole, clause| {
            whole.replacen(&format!("，{clause}"), "", 1).replacen(&format!(", {clause}"), "", 1)
        });
        while let Some((from, to)) =
            whole.rfind(['(', '（']).and_then(|from| Some((from, from + whole[from..].find([')', '）'])?)))
        {
            let close = whole[to..].chars().next().map_or(1, char::len_utf8);
            let inner = &whole[from..to].trim_start_matches(['(', '（']);
            if !asks::is_comment(inner) && !clauses(inner).iter().any(|clause| asks::is_rung(clause)) {
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

    /// The bytes of the text that a slice of it takes.
    fn range(&self, slice: &str) -> Range<usize> {
        let from = (slice.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        from..from + slice.len()
    }

    fn add(&mut self, text: String, source: &str, kind: CriterionKind, points: Option<f64>) {
        let text = text.chars().take(MOST_CHARACTERS).collect::<String>();
        if asks::is_empty(&text) || SUM.as_ref().is_some_and(|sum| sum.is_match(&text)) {
            return;
        }
        let range = self.range(source);
        let units = |to: usize| {
            u32::try_from(self.text.get(..to).unwrap_or_default().encode_utf16().count()).unwrap_or(u32::MAX)
        };
        let source = Phrase { field: self.field, start: units(range.start), end: units(range.end) };
        self.reading.is_prose &= self.is_prose;
        let duty = self.section == Some(Section::Duty)
            || (self.field == JobField::Jd
                && self.section.is_none()
                && !asks::asks(&text)
                && kind == CriterionKind::Must);
        let duty = duty && facet::years_in(&text.to_lowercase()).is_none();
        self.reading.items.push(Item {
            text,
            kind,
            duty,
            points: points.or(self.each),
            side: self.side.map(|(side, _)| side),
            source,
        });
    }
}

/// More of a criterion than this is not shown.
const MOST_CHARACTERS: usize = 300;
/// Details are added to an item up to this amount of text.
const LONGEST: usize = 260;

fn silent(section: Option<Section>) -> bool {
    matches!(section, Some(Section::Rules | Section::Offer))
}

/// Whether the segment after one begins a list below it.
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

/// Whether points close a segment, so that it is nothing but a name with them.
fn is_whole(words: &str, points: &Points) -> bool {
    words[points.at.end..].trim().trim_end_matches([':', '：', '.', '。']).is_empty() && points.note.is_empty()
}

fn plain_name(name: &str) -> String {
    joined(name).trim_matches(|c: char| c.is_whitespace() || "：:-–—【】()（）*#".contains(c)).to_owned()
}

/// Whether a text says that what it names is only preferred.
fn prefers(text: &str) -> bool {
    let clauses = clauses(text);
    let first = clauses.first().copied().unwrap_or(text);
    let lower = first.to_lowercase();
    // "Five years, preferably in retail" asks for the years.
    if ["demikian pula", "as would", "同样"].iter().any(|cue| text.contains(cue)) && cued("nice", &text.to_lowercase())
    {
        return true;
    }
    cued("nice", &lower) && (clauses.len() == 1 || !splits(&lower))
        || (clauses.len() == 2 && cued("nice.alone", clauses[1].to_lowercase().trim()))
}

/// Whether a preference stands in the middle of what is asked: the rest of the sentence is no preference.
fn splits(lower: &str) -> bool {
    ["preferably", "ideally", "diutamakan "].iter().any(|cue| lower.find(cue).is_some_and(|at| at > 12))
}

/// Running text rather than an item: several sentences, or a long one, without a marker.
fn is_prose(segment: &Segment, part: &str) -> bool {
    const LONG: usize = 150;
    let marked = !matches!(segment.marker, Marker::None);
    let semicolons = part.matches(['；', ';']).count();
    let stops = sentences(part).len();
    !marked
        && semicolons < 2
        && (stops >= 3 || (stops == 2 && amount(part) > LONG / 2) || amount(part) > LONG)
        && comma_list(segment, part, 4).is_none()
}

/// A line that lists requirements between commas, where most of them ask for something of their own.
fn comma_list<'a>(segment: &Segment, part: &'a str, fewest: usize) -> Option<Vec<&'a str>> {
    if segment.marker != Marker::None || sentences(part).len() > 1 {
        return None;
    }
    let found = clauses(part);
    let asks = |clause: &&&str| {
        let lower = clause.to_lowercase();
        cued("asks", &lower)
            || asks::is_trait(clause)
            || facet::years_in(&lower).is_some()
            || prefers(clause)
            || super::degree::level_in(&lower).is_some()
    };
    (found.len() >= fewest && found.iter().filter(asks).count() * 2 > found.len()).then_some(found)
}

/// What a heading lists behind it between commas: "Must have: a licence, two years on wards, BLS".
fn enumeration(sentence: &str) -> Option<Vec<&str>> {
    let found = clauses(sentence);
    let joins = |part: &str| {
        ["or ", "atau ", "或"].iter().any(|word| part.starts_with(word)) || part.split_whitespace().count() > 12
    };
    let is_list = found.len() >= 3 || (found.len() == 2 && found.iter().all(|part| asks::asks(part)));
    (is_list && !found.iter().any(|part| joins(part)))
        .then(|| found.iter().map(|part| part.trim_start_matches("and ").trim_start_matches("dan ")).collect())
}

/// A sentence that asks for one thing and prefers another is several criteria.
fn pieces(sentence: &str, section: Option<Section>) -> Vec<&str> {
    let found = clauses(sentence);
    let nice = |clause: &str| cued("nice", &clause.to_lowercase()) && !splits(&format!("{clause} ").to_lowercase());
    if section == Some(Section::Nice)
        || found.len() < 2
        || !found.iter().any(|clause| nice(clause))
        || found.iter().all(|clause| nice(clause))
    {
        return vec![sentence];
    }
    let mut runs: Vec<(usize, usize, bool)> = Vec::new();
    for clause in found {
        let from = clause.as_ptr() as usize - sentence.as_ptr() as usize;
        let is_nice = nice(clause) && !dangles(clause);
        match runs.last_mut() {
            Some(last) if last.2 == is_nice => last.1 = from + clause.len(),
            _ => runs.push((from, from + clause.len(), is_nice)),
        }
    }
    runs.into_iter().filter_map(|(from, to, _)| sentence.get(from..to)).collect()
}

/// Whether a clause cannot stand without the one before it: "preferably in retail".
fn dangles(clause: &str) -> bool {
    ["preferably", "ideally", "especially", "diutamakan", "terutama", "sebaiknya"]
        .iter()
        .any(|cue| clause.to_lowercase().starts_with(cue))
}

/// How much of a text beside a joint is read for what it asks, so that the cost of a long sentence grows with its length.
const BESIDE: usize = 600;

fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(BESIDE)]
}

fn ending(text: &str) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(BESIDE))..]
}

/// A sentence of running text in a language with spaces, as its thoughts: what a colon announces, and what "and" joins
/// where both sides ask for something of their own.
fn thoughts(sentence: &str) -> Vec<&str> {
    let body = match sentence.split_once([':', '：']) {
        Some((head, rest)) if !asks::is_provable(head) => rest.trim(),
        _ => sentence,
    };
    let body = ["but ", "tapi ", "tetapi ", "namun "].iter().fold(body, |body, cue| {
        body.find(&format!(" {cue}")).filter(|at| amount(&body[..*at]) >= 8).map_or(body, |at| &body[..at])
    });
    let own = |text: &str| {
        let lower = text.to_lowercase();
        facet::years_in(&lower).is_some()
            || super::degree::level_in(&lower).is_some()
            || asks::is_trait(text)
            || prefers(text)
            || cued("asks.verb", &lower)
    };
    const JOINTS: [&str; 11] = [
        ", demikian pula ",
        ", dan ",
        ", and ",
        ", serta ",
        " - ",
        " and ",
        " dan ",
        " serta ",
        " yang ",
        " as would ",
        ", ",
    ];
    if let Some(lead) = LEAD.as_ref().and_then(|lead| lead.find(body))
        && let Some(listed) = joined_list(&body[lead.end()..])
    {
        return listed;
    }
    if listed_clauses(body) {
        return clauses(body)
            .into_iter()
            .map(|part| part.trim_start_matches("and ").trim_start_matches("dan "))
            .collect();
    }
    let mut found = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < body.len() {
        let joint = JOINTS.iter().find(|joint| body.get(at..).is_some_and(|rest| rest.starts_with(**joint)));
        let Some(joint) = joint else {
            at += body[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        let (one, other) = (ending(&body[start..at]), beginning(&body[at + joint.len()..]));
        let is_open = one.matches(['(', '（']).count() > one.matches([')', '）']).count();
        let asks = asks::asks(one) || *joint == " - ";
        if !is_open && own(other) && asks && amount(one) >= 6 {
            found.push(body[start..at].trim());
            start = at + joint.len();
        }
        at += joint.len();
    }
    found.push(body[start..].trim());
    found
        .iter()
        .flat_map(|thought| {
            let inner = clauses(thought);
            // "…, I don't insist on it" comments on what stands before it.
            let cut = inner.iter().position(|clause| asks::is_comment(clause));
            match cut {
                Some(at) if at > 0 => {
                    let end = inner[at - 1].as_ptr() as usize + inner[at - 1].len() - thought.as_ptr() as usize;
                    vec![thought[..end].trim()]
                }
                _ => vec![*thought],
            }
        })
        .collect()
}

/// "a forklift licence, three years in a warehouse and basic Excel": what a sentence lists behind its lead.
fn joined_list(body: &str) -> Option<Vec<&str>> {
    const LONGEST_PART: usize = 14;
    let mut parts = clauses(body);
    let last = parts.pop()?;
    let last = last.strip_prefix("and ").or_else(|| last.strip_prefix("dan ")).map_or_else(
        || {
            [" and ", " dan ", " serta "]
                .iter()
                .find_map(|joint| last.rsplit_once(joint))
                .map_or(vec![last], |(one, other)| vec![one, other])
        },
        |last| vec![last],
    );
    parts.extend(last);
    let either = parts.iter().any(|part| {
        part.starts_with("or ") || part.starts_with("atau ") || part.split_whitespace().count() > LONGEST_PART
    });
    let asked = parts.iter().filter(|part| asks::asks(part)).count();
    (parts.len() >= 3 && !either && asked >= 2).then_some(parts)
}

/// Whether a sentence lists requirements between commas: most of its clauses ask for something of their own.
fn listed_clauses(sentence: &str) -> bool {
    let found = clauses(sentence);
    let own = |clause: &&&str| {
        let lower = clause.to_lowercase();
        cued("asks", &lower)
            || cued("asks.verb", &format!("{lower} "))
            || asks::is_trait(clause)
            || facet::years_in(&lower).is_some()
            || prefers(clause)
    };
    found.len() >= 3 && found.iter().filter(own).count() * 3 > found.len() * 2
}

/// The parts of a detail that lists several things: "Java、Spring Boot、MySQL".
fn enumerated(detail: &str) -> Vec<&str> {
    let either = ["或", "之一", " or ", " atau "].iter().any(|cue| detail.contains(cue));
    if either {
        return vec![detail];
    }
    let parts: Vec<&str> = detail.split('、').map(str::trim).filter(|part| amount(part) >= 2).collect();
    if parts.len() >= 3 { parts } else { vec![detail] }
}

/// The years in a clause of what earns all points: "Penuh bila 5 tahun atau lebih", "满3年为合格".
fn whole_years(clause: &str) -> Option<&str> {
    facet::years_in(&clause.to_lowercase())?;
    let from = clause.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    Some(clause[from..].trim_end_matches("penuh").trim())
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
static LISTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:utamakan|prioritaskan|nilai tambah (?:untuk|bagi)|nilai plus (?:untuk|bagi)|look for|prioriti[sz]e|bonus (?:points )?for|extra credit for|preference for|优先看|主要看|重点看)\s*[:：]?\s*").ok()
});
static REWARDED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(.{2,60}?)的?[，,:：]?\s*(?:额外|另)?加\s*(\d{1,2})\s*分$|^\+\s?(\d{1,2})\s*(?:points?|poin)?\s*(?:if|for|jika|bila|untuk)\s+(.{3,100})$").ok()
});
static LEAD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:our |the )?ideal (?:candidate|person|hire) |dicari |kalau |yang (?:terpenting|utama|penting),?\s*)?(?:(?:calon )?(?:\w+ )?harus |mencari |(?:kami|kita) (?:mencari|membutuhkan|butuh|ingin) |\w+ yang |(?:what )?(?:i|we)(?:'re| are|'d| would)?(?: really| also| mainly)? (?:look(?:ing)? for|need|want|like|love|expect|care about|insist on)(?: to see)?(?: someone| somebody| people| a person| candidates?)?(?: who| with| that)? |(?:they|you|he or she|she|he|candidates?|applicants?|the person|this person)(?: really| also| definitely)? (?:should|must|needs?|has|have|ought)(?: to)?(?: also)?(?: have| be)? |(?:someone|somebody|people|anyone) (?:who|with) |如果(?:还|能|有)?|另外|还|同时|其次|首先|最重要的是|最好是?)").ok()
});
static TAIL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?: (?:wajib|akan kami|akan|merupakan|menjadi nilai|adalah) .{0,40}| matters? .{0,40}| (?:is|are) (?:a must|the minimum|essential|required|important|key|what|non-negotiable|mandatory|critical).{0,40}|的?(?:赶紧|直接)?(?:推给我|发给我)|就更好了?|也行)$").ok()
});

/// A clause of running text without the words that lead to what it asks for, and those that only say how much it matters.
fn without_lead(clause: &str) -> &str {
    let from = LEAD.as_ref().and_then(|lead| lead.find(clause)).map_or(0, |lead| lead.end());
    let body = &clause[from..];
    let to = TAIL.as_ref().and_then(|tail| tail.find(body)).map_or(body.len(), |tail| tail.start());
    let kept = body[..to].trim();
    if amount(kept) >= 6 { kept } else { clause }
}

fn trimmed(text: &str) -> &str {
    let text = text.trim_matches(|c: char| c.is_whitespace() || "，,；;。、:：-–—.|".contains(c));
    ["pria/wanita", "pria / wanita", "laki-laki/perempuan", "male/female"]
        .iter()
        .find(|lead| text.to_lowercase().starts_with(*lead))
        .map_or(text, |lead| text[lead.len()..].trim_start_matches([',', ' ']))
}
