//! Schools, degrees and fields of study with their dates.

use std::ops::Range;

use bole_domain::profile::DegreeLevel;

use crate::dates::{self, Dated};
use crate::labels::{self, Field};
use crate::lexicon::LEXICON;
use crate::page::{Page, is_chinese, is_han};
use crate::roles::{clean, commas, strong, without_place};
use crate::schools::{Degree, degree, is_elementary, is_school, rank, school_level};
use crate::sections;
use crate::units::Unit;
use crate::words::{self, evidence};

/// Longer rows are descriptions.
const MAX_ROW: usize = 240;

/// A study in the normal text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Study {
    pub(crate) school: Option<Range<usize>>,
    pub(crate) degree: Option<Range<usize>>,
    pub(crate) level: Option<DegreeLevel>,
    pub(crate) major: Option<Range<usize>>,
    pub(crate) dated: Option<Dated>,
    /// Everything that was read for it.
    pub(crate) at: Range<usize>,
}

impl Study {
    fn is_empty(&self) -> bool {
        self.school.is_none()
            && self.degree.is_none()
            && self.level.is_none()
            && self.major.is_none()
            && self.dated.is_none()
    }

    pub(crate) fn rank(&self, page: &Page) -> Option<DegreeLevel> {
        rank(self.level, self.school.as_ref().map(|school| page.slice(school)))
    }
}

/// The studies of an education section.
pub(crate) fn read(page: &Page, units: &[Unit]) -> Vec<Study> {
    let mut reader = Reader { page, studies: Vec::new(), study: Study::default(), weak: false };
    for unit in units {
        reader.unit(unit);
    }
    reader.finish();
    let mut studies = reader.studies;
    let word = |study: &Study| study.degree.as_ref().is_some_and(|degree| LEXICON.has("degree_word", page.low(degree)));
    studies.retain(|study| study.school.is_some() || study.level.is_some() && !word(study));
    // Education before secondary school is not listed.
    studies.retain(|study| {
        study.level.is_some() || !study.school.as_ref().is_some_and(|school| is_elementary(page.slice(school)))
    });
    // Three to six years at a university without a degree count as a bachelor's.
    for study in studies.iter_mut().filter(|study| study.level.is_none() && study.major.is_some()) {
        let years = study
            .dated
            .as_ref()
            .and_then(|dated| dated.bounds().0.zip(dated.bounds().1))
            .map(|(start, end)| end.year() - start.year());
        if years.is_some_and(|years| (3..=6).contains(&years)) {
            study.level = study.rank(page);
        }
    }
    studies
}

struct Reader<'a> {
    page: &'a Page,
    studies: Vec<Study>,
    study: Study,
    /// Whether the major is part of a degree's name, for want of a better one.
    weak: bool,
}

impl Reader<'_> {
    fn finish(&mut self) {
        let done = std::mem::take(&mut self.study);
        if !done.is_empty() {
            self.studies.push(done);
        }
    }

    fn grow(&mut self, at: &Range<usize>) {
        let study = &mut self.study;
        study.at =
            if study.at.is_empty() { at.clone() } else { study.at.start.min(at.start)..study.at.end.max(at.end) };
    }

    fn unit(&mut self, unit: &Unit) {
        let page = self.page;
        let text = unit.text(page);
        if text.chars().count() > MAX_ROW || unit.labelled.is_empty() && is_elsewhere(text) {
            return;
        }
        let names_school = || strong(page, &unit.at).iter().any(|piece| is_school(page.slice(piece)));
        let remark = unit.bullet
            && self.study.school.is_some()
            && self.study.level.is_some()
            && (text.contains(':') || words::is_prose(text));
        if (remark || is_aside(text))
            && unit.labelled.iter().all(|label| label.field == Field::Ignored)
            && !names_school()
        {
            return;
        }
        let useful = |field: Field| {
            matches!(
                field,
                Field::School
                    | Field::Degree
                    | Field::Level
                    | Field::Major
                    | Field::Period
                    | Field::StartDate
                    | Field::EndDate
            )
        };
        if !unit.labelled.iter().any(|label| useful(label.field)) {
            let end = match unit
                .labelled
                .iter()
                .find(|label| matches!(label.field, Field::Ignored | Field::Skip | Field::Education))
            {
                Some(label) if label.field == Field::Education => return self.free(&label.value.clone()),
                // "东海大学 本科 GPA：3.8": what stands behind the label is not read.
                Some(label) => label.from,
                None => unit.at.end,
            };
            // Several schools in one line.
            let parts: Vec<Range<usize>> = split_at(page, &(unit.at.start..end.max(unit.at.start)), ';');
            if parts.len() >= 2 && parts.iter().all(|part| is_school(page.slice(part))) {
                parts.iter().for_each(|part| self.free(part));
            } else {
                self.free(&(unit.at.start..end.max(unit.at.start)));
            }
            return;
        }
        let first = unit.labelled.iter().map(|label| label.from).min().unwrap_or(unit.at.end);
        let lead = page.trim(unit.at.start..first.max(unit.at.start), |c| c.is_whitespace() || "|,;(".contains(c));
        if !lead.is_empty() && !page.slice(&lead).contains(':') {
            self.free(&lead);
        }
        if self.study.school.is_some() && unit.labelled.iter().any(|label| label.field == Field::School) {
            self.finish();
        }
        let (mut from, mut to) = (None, None);
        for label in &unit.labelled {
            self.label(label.field, &label.value);
            match label.field {
                Field::StartDate => from = Some(label.value.clone()),
                Field::EndDate => to = Some(label.value.clone()),
                _ => {}
            }
        }
        if let Some(to) = to.as_ref().or(from.as_ref()) {
            let text = format!("{} - {}", from.as_ref().map_or("", |from| page.slice(from)), page.slice(to));
            if let Some(dated) = dates::best(&text) {
                let start = from.as_ref().map_or(to.start, |from| from.start.min(to.start));
                self.study.dated = self.study.dated.take().or(Some(Dated { at: start..to.end, ..dated }));
                self.grow(&(start..to.end));
            }
        }
    }

    fn label(&mut self, field: Field, value: &Range<usize>) {
        let page = self.page;
        let text = page.slice(value);
        if text.is_empty() {
            return;
        }
        let schools = || pieces(page, value).iter().any(|piece| is_school(page.slice(piece)));
        match field {
            Field::School => {
                if self.study.school.is_some() {
                    self.finish();
                }
                if schools() {
                    self.free(value);
                }
                if self.study.school.is_none() {
                    let school = clean(page, value.clone());
                    self.study.school = (!school.is_empty()).then_some(school);
                }
            }
            // 学历：某某大学 法学硕士
            Field::Degree | Field::Level if schools() => self.free(value),
            Field::Degree | Field::Level => {
                if let Some(found) = degree(text) {
                    if self.study.level.is_some_and(|level| level != found.level) {
                        self.finish();
                    }
                    let around = major_around(page, value, &found);
                    self.study.level = Some(found.level);
                    self.study.degree.get_or_insert(value.start + found.at.start..value.start + found.at.end);
                    self.weak = self.study.major.is_none();
                    self.study.major = self.study.major.take().or(around);
                }
            }
            Field::Major => {
                if self.study.major.is_some() && !std::mem::take(&mut self.weak) {
                    self.finish();
                }
                let major = clean_major(page, value.clone());
                self.study.major = (!major.is_empty()).then_some(major);
            }
            Field::Period => self.date(value),
            _ if self.study.school.is_none() && is_school(text) => self.study.school = Some(clean(page, value.clone())),
            _ => return,
        }
        self.grow(value);
    }

    fn date(&mut self, at: &Range<usize>) {
        if let Some(dated) = dates::best(self.page.slice(at)) {
            self.study.dated = Some(Dated { at: at.start + dated.at.start..at.start + dated.at.end, ..dated });
        }
    }

    /// A row without labels.
    fn free(&mut self, at: &Range<usize>) {
        let page = self.page;
        let dated = dates::best(page.slice(at));
        let mut pieces = Vec::new();
        match &dated {
            Some(dated) => {
                pieces.extend(self::pieces(page, &(at.start..at.start + dated.at.start)));
                pieces.extend(self::pieces(page, &(at.start + dated.at.end..at.end)));
            }
            None => pieces = self::pieces(page, at),
        }
        let text = |piece: &Range<usize>| page.slice(piece);
        let mut school_at = pieces.iter().position(|piece| is_school(text(piece)));
        let profession = pieces.iter().position(|piece| LEXICON.begins("profession", page.low(piece)).is_some());
        let degree_found: Option<(usize, Degree)> =
            pieces.iter().enumerate().filter(|(at, _)| profession != Some(*at)).find_map(|(at, piece)| {
                let found = degree(text(piece))?;
                (!(Some(at) == school_at && found.level == DegreeLevel::HighSchool)).then_some((at, found))
            });
        // "金融 硕士 金融学院" below its university: a faculty.
        let faculty = |school: usize| text(&pieces[school]).ends_with("学院") || text(&pieces[school]).ends_with('系');
        if self.study.school.is_some()
            && dated.is_none()
            && degree_found
                .as_ref()
                .zip(school_at)
                .is_some_and(|((degree, _), school)| *degree < school && faculty(school))
        {
            school_at = None;
        }
        // "SMA IPA" below the school's name.
        if let ([piece], None, Some(_)) = (pieces.as_slice(), &dated, &self.study.school)
            && let Some((kind, field)) = page.low(piece).split_once(' ')
            && LEXICON.has("school_kind", kind)
            && !field.contains(|c: char| c.is_ascii_digit())
            && self.study.major.is_none()
        {
            self.study.major = Some(clean_major(page, piece.end - field.len()..piece.end));
            return self.grow(at);
        }
        let study = &self.study;
        let new_school = school_at.is_some() && study.school.is_some();
        let new_degree = degree_found.as_ref().is_some_and(|(_, found)| {
            study.level.is_some_and(|level| study.degree.is_some() || level != found.level)
                && (study.school.is_some() || dated.is_some())
        });
        let new_dates = dated.is_some() && study.dated.is_some() && (study.school.is_some() || study.level.is_some());
        if new_school || new_degree || new_dates {
            self.finish();
        }
        if dated.is_some() {
            self.date(at);
        }
        if let Some(at) = school_at {
            let (school, left) = cut_school(page, &pieces[at]);
            if self.study.level.is_none() && degree_found.is_none() {
                self.study.level = school_level(text(&school));
            }
            // "SMA Negeri 3 IPS"
            let track = page
                .low(&school)
                .rsplit_once(' ')
                .filter(|(_, last)| LEXICON.has("school_track", last.trim_matches(['(', ')'])))
                .map(|(head, _)| school.start + head.len());
            self.study.school = Some(school.start..track.unwrap_or(school.end));
            self.study.major = self.study.major.take().or(track.map(|track| clean(page, track..school.end)));
            if self.study.major.is_none() && degree_found.as_ref().is_none_or(|(degree_at, _)| *degree_at != at) {
                self.study.major = left.and_then(|left| plain_major(page, &left));
            }
        }
        // "SMK Karya Pelita, SMK Administrasi Perkantoran": the track of the school.
        if let Some(field) =
            pieces.iter().enumerate().filter(|(at, _)| school_at.is_some_and(|school| school < *at)).find_map(
                |(_, piece)| {
                    let (kind, field) = page.low(piece).split_once(' ')?;
                    LEXICON.has("school_kind", kind).then(|| piece.end - field.len()..piece.end)
                },
            )
        {
            self.study.major = self.study.major.take().or(Some(clean_major(page, field)));
        }
        let degreed = degree_found.is_some() || profession.is_some();
        if let (Some(at), None) = (profession, &degree_found) {
            // "Profesi Apoteker": a programme behind a degree.
            self.study.level = self.study.level.or(Some(DegreeLevel::Bachelor));
            self.study.degree = Some(pieces[at].clone());
        }
        if let Some((at, found)) = &degree_found {
            let piece = &pieces[*at];
            let secondary = found.level == DegreeLevel::Associate
                && self.study.school.as_ref().is_some_and(|school| school_level(text(school)).is_some());
            self.study.level = Some(if secondary { DegreeLevel::HighSchool } else { found.level });
            self.study.degree = Some(piece.start + found.at.start..piece.start + found.at.end);
            if self.study.major.is_none() {
                let around = major_around(page, piece, found).filter(|major| !is_school(text(major)));
                let signed = pieces.iter().find_map(|piece| signed_major(page, piece));
                let of = page.low(piece)[found.at.end..].starts_with(" of ");
                let formal = of
                    || around.as_ref().is_some_and(|major| {
                        LEXICON.has("discipline", text(major)) || LEXICON.has("degree_field", page.low(major))
                    });
                let other = || {
                    pieces
                        .iter()
                        .filter(|piece| !is_school(text(piece)) && degree(text(piece)).is_none())
                        .find_map(|piece| plain_major(page, piece))
                };
                self.study.major = signed.or_else(|| if formal { other() } else { None }).or(around);
            }
        }
        if self.study.major.is_none() {
            let signed = pieces.iter().find_map(|piece| signed_major(page, piece));
            // "Forklift, CDL class A, OSHA 30" below a school is a list of certificates.
            let list = school_at.is_none() && dated.is_none() && !degreed && pieces.len() >= 3;
            let known = (self.study.school.is_some() || self.study.level.is_some()) && !list && at.len() < MAX_ROW;
            let plain = || {
                pieces
                    .iter()
                    .enumerate()
                    .filter(|(at, piece)| Some(*at) != school_at && degree(text(piece)).is_none())
                    .find_map(|(_, piece)| plain_major(page, piece))
            };
            self.study.major = signed.or_else(|| if known { plain() } else { None });
        }
        if !self.study.is_empty() {
            self.grow(at);
        }
    }
}

fn split_at(page: &Page, at: &Range<usize>, sign: char) -> Vec<Range<usize>> {
    let mut start = at.start;
    let mut parts = Vec::new();
    for (found, _) in page.slice(at).match_indices(sign) {
        parts.push(start..at.start + found);
        start = at.start + found + sign.len_utf8();
    }
    parts.push(start..at.end);
    parts.into_iter().map(|part| page.trim(part, char::is_whitespace)).filter(|part| !part.is_empty()).collect()
}

/// Pieces of a line about a study: school, degree, major.
fn pieces(page: &Page, at: &Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for piece in strong(page, at) {
        if words::is_place(page.slice(&piece)) {
            continue;
        }
        for part in commas(page, &without_place(page, &piece)) {
            let text = page.slice(&part);
            let letters = text.contains(|c: char| c.is_ascii_alphabetic());
            let script = text.match_indices(' ').map(|(blank, _)| blank).find(|&blank| {
                text[..blank].ends_with(|c: char| c.is_ascii_alphabetic() || c == ')')
                    && text[blank..].trim_start().starts_with(is_han)
                    && is_school(&text[..blank])
            });
            if is_chinese(text) && !letters {
                found.extend(split_at(page, &part, ' '));
            } else if let Some(blank) = script {
                found.extend([part.start..part.start + blank, part.start + blank + 1..part.end]);
            } else {
                found.push(part);
            }
        }
    }
    // "计算机科学(本科)" is two pieces.
    let mut parted = Vec::new();
    for piece in found {
        let text = page.slice(&piece);
        match text.find('(').filter(|&open| open > 0 && text.ends_with(')')) {
            Some(open)
                if (degree(&text[open + 1..text.len() - 1]).is_some() || is_aside(&text[open + 1..text.len() - 1]))
                    && degree(&text[..open]).is_none() =>
            {
                parted.extend([piece.start..piece.start + open, piece.start + open + 1..piece.end - 1]);
            }
            _ => parted.push(piece),
        }
    }
    parted
        .into_iter()
        .map(|piece| clean(page, within_sentence(page, &piece)))
        .filter(|piece| !piece.is_empty())
        .collect()
}

/// 在某某大学学习, 就读于某某大学: the school in a sentence.
fn within_sentence(page: &Page, at: &Range<usize>) -> Range<usize> {
    let text = page.slice(at);
    let Some((lead, _)) = LEXICON.begins("study_lead", text).filter(|(lead, _)| is_school(&text[*lead..])) else {
        return at.clone();
    };
    let tail = LEXICON.ends("study_end", text).map_or(0, |(len, _)| len);
    at.start + lead..(at.end - tail).max(at.start + lead)
}

/// A stay at another school, or membership of an institute.
fn is_elsewhere(text: &str) -> bool {
    let lower = text.to_lowercase();
    LEXICON.list("exchange").iter().any(|(word, _)| lower.contains(word)) && degree(text).is_none()
}

/// Grades, courses and theses, which are no part of the degree.
pub(crate) fn is_aside(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    LEXICON.list("aside_study").iter().any(|(word, _)| lower.starts_with(word))
        || lower.contains("certificate")
        || lower.contains("sertifikat")
}

/// The school of a piece, and what is left of it.
fn cut_school(page: &Page, at: &Range<usize>) -> (Range<usize>, Option<Range<usize>>) {
    let lower = page.low(at);
    let mut at = at.clone();
    if let Some((lead, _)) = LEXICON.list("school_lead").iter().find(|(lead, _)| lower.starts_with(lead)) {
        at.start += lead.len();
    } else if lower.starts_with("the ") {
        at.start += 4;
    }
    let text = page.slice(&at);
    let tidy = |range: Range<usize>| clean(page, range);
    let left = |range: Range<usize>| Some(clean(page, range)).filter(|range| !range.is_empty());
    if is_chinese(text) {
        let ends = LEXICON
            .list("school")
            .iter()
            .filter(|(word, _)| !word.is_ascii())
            .filter_map(|(word, _)| text.find(word).map(|found| found + word.len()));
        let Some(end) = ends.max() else { return (at, None) };
        // 北方学院（威海校区）, but not 东海学院（二本）.
        let mut till = end;
        let mut after = end;
        if text[end..].starts_with('(')
            && let Some(close) = text[end..].find(')')
        {
            let inner = &text[end + 1..end + close];
            after = end + close + 1;
            if words::is_place(inner) || inner.ends_with(['区', '校', '部']) {
                till = after;
            }
        }
        let start = text[..end].rfind([' ', ',']).map_or(0, |blank| blank + 1);
        return (tidy(at.start + start..at.start + till), left(at.start + after..at.end));
    }
    for (joint, _) in LEXICON.list("school_joint") {
        if let Some((before, after)) =
            text.split_once(joint).filter(|(before, after)| is_school(after) && !is_school(before))
        {
            let start = at.end - after.len() + if after.starts_with("the ") { 4 } else { 0 };
            return (without_tail(page, tidy(start..at.end)), left(at.start..at.start + before.len()));
        }
    }
    if let Some(found) = degree(text) {
        let head = tidy(at.start..at.start + found.at.start);
        if is_school(page.slice(&head)) {
            return (head, None);
        }
        // "S1 Akuntansi Universitas Rekaan": the school begins at its first word.
        if let Some(start) = begins_at(&text[found.at.end..]) {
            return (without_tail(page, tidy(at.start + found.at.end + start..at.end)), None);
        }
    }
    let lower = page.low(&at);
    for (joint, _) in LEXICON.list("major_after") {
        if let Some((school, field)) = lower.split_once(joint).filter(|(school, _)| is_school(&text[..school.len()])) {
            return (without_tail(page, tidy(at.start..at.start + school.len())), left(at.end - field.len()..at.end));
        }
    }
    let noted = words::without_notes(text);
    let from = noted.as_ptr().addr() - text.as_ptr().addr();
    let school = without_tail(page, tidy(at.start + from..at.start + from + noted.len()));
    // "SMK Taruna (Teknik Mesin)", but not "Institut Teknologi Bandung (ITB)".
    let text = page.slice(&school);
    if let Some((head, inner)) = text.strip_suffix(')').and_then(|open| open.rsplit_once('('))
        && inner.contains(char::is_lowercase)
        && !words::is_place(inner)
        && is_school(head)
    {
        return (tidy(school.start..school.start + head.len()), left(school.start + head.len() + 1..school.end - 1));
    }
    (school, None)
}

fn without_tail(page: &Page, mut at: Range<usize>) -> Range<usize> {
    while let Some((head, last)) = page.low(&at).rsplit_once(' ').filter(|(head, _)| head.contains(' ')) {
        if !LEXICON.has("tail", last) {
            break;
        }
        at = page.trim(at.start..at.start + head.len(), char::is_whitespace);
    }
    at
}

/// Where a school's name begins in a text.
fn begins_at(text: &str) -> Option<usize> {
    std::iter::once(0).chain(text.match_indices(' ').map(|(at, _)| at + 1)).filter(|&at| at < text.len()).find(|&at| {
        let word = text[at..].split(' ').next().unwrap_or_default().to_lowercase();
        LEXICON.has("school_first", word.trim_end_matches('.'))
    })
}

/// The field of study beside the degree: "B.S. in Computer Science", "S1 Akuntansi", "会计学本科".
fn major_around(page: &Page, at: &Range<usize>, found: &Degree) -> Option<Range<usize>> {
    let around = |c: char| c.is_whitespace() || "),-:/.·|–".contains(c);
    let mut rest = at.start + found.at.end..at.end;
    rest = rest.start + (page.slice(&rest).len() - page.slice(&rest).trim_start_matches(around).len())..rest.end;
    // "Sarjana (S1) di Manajemen"
    if let Some((inner, _)) = page.slice(&rest).strip_prefix('(').and_then(|open| open.split_once(')'))
        && degree(inner).is_some()
    {
        rest = page.trim(rest.start + inner.len() + 2..rest.end, |c| matches!(c, ' ' | ',' | '-'));
    }
    let lower = page.low(&rest);
    let of = lower.starts_with("of ");
    if let Some((joint, _)) = LEXICON.list("major_joint").iter().find(|(joint, _)| lower.starts_with(joint)) {
        rest.start += joint.len();
    }
    if let Some(school) = begins_at(page.slice(&rest)) {
        rest.end = rest.start + school;
    }
    let text = page.slice(&rest);
    if let Some(end) = LEXICON.list("major_end").iter().filter_map(|(end, _)| text.find(end)).min() {
        rest.end = rest.start + end;
    }
    // "Bachelor of Commerce in Marketing"
    if of && let Some(narrow) = page.slice(&rest).find(" in ") {
        rest.start += narrow + 4;
    }
    let major = clean_major(page, rest);
    let text = page.slice(&major);
    if text.chars().count() >= 2
        && !is_aside(text)
        && !is_school(text)
        && degree(text).is_none_or(|degree| degree.at.len() + 2 < text.len())
        && !words::is_place(text)
    {
        return Some(major);
    }
    let head = clean_major(page, at.start..at.start + found.at.start);
    if is_school(page.slice(&head)) {
        return cut_school(page, &(at.start..at.start + found.at.start)).1.and_then(|left| plain_major(page, &left));
    }
    let text = page.slice(&head);
    (!text.is_empty() && !is_aside(text) && !LEXICON.has("no_major", &text.to_lowercase())).then_some(head)
}

/// A major with a sign: 会计学专业, Jurusan Akuntansi, Major in Finance.
fn signed_major(page: &Page, at: &Range<usize>) -> Option<Range<usize>> {
    let text = page.slice(at);
    let long = |major: &Range<usize>| page.slice(major).chars().count() >= 2;
    let is_label = |sign: usize| labels::field_of(&text[..sign + "专业".len()]).is_some();
    if let Some(sign) = text.find("专业").filter(|&sign| !text[sign..].starts_with("专业学校") && !is_label(sign))
    {
        let head = at.start..at.start + sign;
        let head = if is_school(page.slice(&head)) { cut_school(page, &head).1? } else { head };
        return Some(clean_major(page, head)).filter(long);
    }
    let lower = page.low(at);
    let (sign, _) = LEXICON
        .list("major_sign")
        .iter()
        .find(|(sign, _)| lower.starts_with(sign) || !sign.is_ascii() && lower.contains(sign))?;
    let start = at.start + lower.find(sign)? + sign.len();
    let rest = page.slice(&(start..at.end));
    let stop = rest.find([',', ';', '(', '。', '、']).into_iter().chain(begins_at(rest)).min().unwrap_or(rest.len());
    Some(clean_major(page, start..start + stop)).filter(|major| long(major) && !is_aside(page.slice(major)))
}

/// A piece without another meaning, which may be the field of study.
fn plain_major(page: &Page, at: &Range<usize>) -> Option<Range<usize>> {
    let major = clean_major(page, at.clone());
    let text = page.slice(&major);
    let count = text.chars().count();
    let fits = (2..=50).contains(&count)
        && text.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && text.split_whitespace().count() <= 7
        && text.starts_with(|c: char| is_han(c) || c.is_uppercase())
        && !text.contains(|c: char| c.is_ascii_digit() || ":%。".contains(c))
        && !LEXICON.has("no_major", &text.to_lowercase())
        && labels::field_of(text).is_none()
        && sections::heading(text).is_none()
        && !is_school(text)
        && !is_aside(text)
        && !words::is_place(text)
        && evidence(text).company < 4;
    fits.then_some(major)
}

/// A major without its signs, notes and a narrower field's parentheses.
fn clean_major(page: &Page, at: Range<usize>) -> Range<usize> {
    let mut at = clean(page, at);
    let text = page.slice(&at);
    let noted = words::without_notes(text);
    at = at.start + (noted.as_ptr().addr() - text.as_ptr().addr())
        ..at.start + (noted.as_ptr().addr() - text.as_ptr().addr()) + noted.len();
    if let Some((head, inner)) = page.slice(&at).strip_suffix(')').and_then(|open| open.split_once('('))
        && !head.ends_with(is_han)
    {
        // "Management (Human Resource Management)"
        let (from, to) = (at.start + head.len() + 1, at.start + head.len() + 1 + inner.len());
        let word = inner.chars().count() > 3
            && inner.starts_with(char::is_uppercase)
            && inner.contains(char::is_lowercase)
            && !inner.contains(|c: char| c.is_ascii_digit() || c == ',');
        at = if word && !is_aside(inner) && degree(inner).is_none() && !is_school(inner) {
            from..to
        } else {
            at.start..at.start + head.trim_end().len()
        };
    }
    let text = page.slice(&at);
    for sign in ["专业", "系"] {
        if let Some(head) = text
            .strip_suffix(sign)
            .filter(|head| head.chars().count() >= 2 && !text.ends_with("关系") && !text.ends_with("体系"))
        {
            at.end = at.start + head.len();
            break;
        }
    }
    if let Some((head, last)) = page.low(&at).rsplit_once(' ')
        && LEXICON.has("tail", last)
    {
        at.end = at.start + head.len();
    }
    let lower = page.low(&at);
    if let Some((sign, _)) =
        LEXICON.list("major_sign").iter().find(|(sign, _)| sign.ends_with(' ') && lower.starts_with(sign))
    {
        at.start += sign.len();
    }
    clean(page, at)
}

/// Whether a unit outside of education sections tells of a study.
pub(crate) fn is_study(page: &Page, unit: &Unit) -> bool {
    let text = unit.text(page);
    if text.chars().count() > 160 || text.contains('@') {
        return false;
    }
    let labelled = unit.labelled.iter().any(|label| {
        matches!(label.field, Field::School | Field::Level | Field::Degree | Field::Major | Field::Education)
    });
    labelled
        || unit.labelled.is_empty()
            && evidence(text).title < 3
            && (strong(page, &unit.at).iter().any(|piece| is_school(page.slice(piece))) || degree(text).is_some())
}
