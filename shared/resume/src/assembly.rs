//! Puts a reading together: the sections are read, and everything found is given in ranges of the text as given.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use crate::contacts::{self, Contact};
use crate::dates::{self, Dated};
use crate::entries::{self, Found};
use crate::guard;
use crate::labels::{self, Field};
use crate::lexicon::LEXICON;
use crate::narrative;
use crate::offsets::At;
use crate::page::Page;
use crate::person;
use crate::reading::{Entry, EntryKind, Line, LineKind, Mention, Period, Person, Reading, Section, Span, Tone, Value};
use crate::schools;
use crate::sections::{self, Placed};
use crate::skills;
use crate::spans;
use crate::study::{self, Study};
use crate::tones;
use crate::units::{self, Unit};
use crate::words;

/// Numbers of so many digits are those of documents.
const LONG_NUMBER: usize = 15;

static SIMPLE: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let pair =
        |form: &str| form.chars().next().zip(form.chars().nth(1)).filter(|(old, new)| old.len_utf8() == new.len_utf8());
    LEXICON.list("traditional").iter().filter_map(|(form, _)| pair(form)).collect()
});

/// Reads a text. Pure and total: any text gives a reading.
#[must_use]
pub fn read(text: &str) -> Reading {
    dates::clear();
    let page = Page::new(text, &|c| if c < '\u{3400}' { c } else { SIMPLE.get(&c).copied().unwrap_or(c) });
    let placed = sections::place(&page, page.rows());
    let (contacts, email, phone) = contacts::read(&page, &placed);
    let name = person::read(&page, &placed, email.map(|at| contacts[at].value.as_str()));
    let blocks = blocks(&page, &placed);
    let (work, schooling) = employments(&page, &blocks);
    let studies = studies(&page, &blocks, &schooling);

    let rows = || placed.iter().map(|row| row.row.at.clone());
    let injected = guard::read(&page, rows());
    let inside = |range: &Range<usize>| injected.iter().any(|cut| cut.start <= range.start && range.end <= cut.end);
    let mut named = tones::read(&page, rows());
    named.retain(|name| !inside(&name.at));
    let names: Vec<&Range<usize>> = work
        .iter()
        .filter_map(|found| found.company.as_ref())
        .chain(studies.iter().filter_map(|study| study.school.as_ref()))
        .collect();
    for name in &mut named {
        if names.iter().any(|held| held.start <= name.at.start && name.at.end <= held.end) {
            name.tone = Tone::Name;
        }
    }
    let mut values: Vec<(Range<usize>, Value)> =
        contacts.iter().map(|contact| (contact.at.clone(), contact.value())).collect();
    let own = [email, phone].map(|own| own.map(|own| contacts[own].at.clone()));
    let contact = |range: &Range<usize>| {
        contacts.iter().any(|contact| contact.at.start < range.end && range.start < contact.at.end)
    };
    for row in rows() {
        let mut found = Vec::new();
        spans::read(&page, &row, &mut found);
        spans::of_concepts(&page, &row, &named, &mut found);
        values.extend(found.into_iter().filter(|(range, _)| !inside(range) && !contact(range)));
    }
    values.extend(
        studies.iter().filter_map(|study| Some((study.degree.clone()?, Value::Degree { level: study.level? }))),
    );
    values.sort_by_key(|(range, _)| (range.start, range.end));
    let [email, phone] = own.map(|own| {
        values
            .iter()
            .position(|(range, value)| {
                Some(range) == own.as_ref() && matches!(value, Value::Email { .. } | Value::Phone { .. })
            })
            .and_then(narrow)
    });

    let given = &text[..page.read];
    let at = |range: &Range<usize>| page.origin(range, given);
    let mut entries: Vec<Entry> =
        work.iter().map(|found| entry(found, &at)).chain(studies.iter().map(|study| study_entry(study, &at))).collect();
    entries.sort_by_key(|entry| entry.header);
    let lines: Vec<Line> = placed.iter().map(|row| line(&page, row, &entries, &contacts, &at)).collect();
    let mut listed = Vec::new();
    for (row, line) in placed.iter().zip(&lines) {
        if line.kind == LineKind::List && row.section == Section::Skills && !inside(&row.row.at) {
            skills::read(&page, &row.row.at, &mut listed);
        }
    }
    let identifying = identifying(&page, &placed, &contacts, name.as_ref()).iter().map(at).collect();
    let mentions = named
        .iter()
        .filter_map(|name| {
            let line = placed.partition_point(|row| row.row.at.start <= name.at.start).checked_sub(1)?;
            Some(Mention { at: at(&name.at), concept: name.concept, line: narrow(line)?, tone: name.tone })
        })
        .collect();
    let person = Person {
        name_at: name.as_ref().map(|(range, _)| at(range)),
        name: name.map(|(range, name)| written(&page, given, &range, name)),
        email,
        phone,
        identifying,
    };
    Reading {
        text: given.to_owned(),
        lines,
        spans: values.into_iter().map(|(range, value)| Span { at: at(&range), value }).collect(),
        mentions,
        entries,
        person,
        skills: listed.iter().map(at).collect(),
        injected: injected.iter().map(at).collect(),
    }
}

fn narrow(index: usize) -> Option<u32> {
    u32::try_from(index).ok()
}

/// Everything that tells who it is: the name wherever it stands, contacts, personal data, numbers of documents.
fn identifying(page: &Page, placed: &[Placed], contacts: &[Contact], name: Option<&person::Name>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = contacts.iter().map(|contact| contact.at.clone()).collect();
    if let Some((at, _)) = name {
        let written = page.slice(at);
        found.extend(page.text.match_indices(written).map(|(start, name)| start..start + name.len()));
    }
    for row in placed {
        let line = &row.row.at;
        if matches!(row.section, Section::Header | Section::Personal) {
            let personal =
                |field| matches!(field, Field::Name | Field::Email | Field::Phone | Field::Location | Field::Skip);
            found.extend(
                labels::read(page, line).into_iter().filter(|label| personal(label.field)).map(|label| label.value),
            );
        }
        if row.section == Section::Referees && !row.heading {
            found.push(line.clone());
        }
        // Identity cards and the like.
        let mut start = None;
        for (offset, c) in page.slice(line).char_indices().chain([(line.len(), ' ')]) {
            match (start, c.is_ascii_digit() || c == 'X') {
                (None, true) => start = Some(offset),
                (Some(from), false) => {
                    if offset - from >= LONG_NUMBER {
                        found.push(line.start + from..line.start + offset);
                    }
                    start = None;
                }
                _ => {}
            }
        }
    }
    found.retain(|range| !range.is_empty());
    found.sort_by_key(|range| (range.start, range.end));
    found.dedup();
    found
}

/// The name in the characters of the text as given.
fn written(page: &Page, given: &str, range: &Range<usize>, name: String) -> String {
    let original: String = given
        .get(page.origin(range, given).range())
        .unwrap_or_default()
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    let simple: String = original.chars().map(|c| SIMPLE.get(&c).copied().unwrap_or(c)).collect();
    match simple.find(name.as_str()) {
        Some(at) if simple != original => original[at..at + name.len()].to_owned(),
        _ => name,
    }
}

/// Rows that follow one another in one section, with their units.
struct Block {
    section: Section,
    rows: Range<usize>,
    units: Vec<Unit>,
}

fn blocks(page: &Page, placed: &[Placed]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for (at, row) in placed.iter().enumerate() {
        let opens = row.heading && at > 0;
        match blocks.last_mut() {
            Some(last) if last.section == row.section && !(opens && last.section == Section::Header) => {
                last.rows.end = at + 1
            }
            _ => blocks.push(Block { section: row.section, rows: at..at + 1, units: Vec::new() }),
        }
    }
    for block in &mut blocks {
        block.units = units::read(page, placed, block.rows.clone());
    }
    // A section that one line interrupts goes on.
    let mut merged: Vec<Block> = Vec::with_capacity(blocks.len());
    for block in blocks {
        let count = merged.len();
        let goes_on = count >= 2
            && merged[count - 2].section == block.section
            && matches!(block.section, Section::Work | Section::Education)
            && merged[count - 1].rows.len() == 1
            && !placed[block.rows.start].heading;
        if goes_on {
            merged[count - 2].rows.end = block.rows.end;
            merged[count - 2].units.extend(block.units);
        } else {
            merged.push(block);
        }
    }
    merged
}

fn complete(page: &Page, entries: &[Found]) -> usize {
    entries.iter().filter(|entry| entry.is_whole() || entry.is_own(page)).count()
}

/// The employments of the work sections; without any, of rows that name an employer and a title.
fn employments(page: &Page, blocks: &[Block]) -> (Vec<Found>, Vec<Range<usize>>) {
    let kind = |section| if section == Section::Internship { EntryKind::Internship } else { EntryKind::Work };
    let mut found = Vec::new();
    let mut schooling = Vec::new();
    let work = |block: &&Block| matches!(block.section, Section::Work | Section::Internship);
    for block in blocks.iter().filter(work) {
        let section = entries::read(page, &block.units, kind(block.section), false);
        found.extend(section.entries);
        schooling.extend(section.schooling);
    }
    let headed = blocks.iter().any(|block| block.section == Section::Work);
    let open = |section| matches!(section, Section::Header | Section::Personal | Section::Summary);
    if found.is_empty() {
        let open = |section| {
            open(section)
                || headed
                    && !matches!(
                        section,
                        Section::Project
                            | Section::Organization
                            | Section::Education
                            | Section::Referees
                            | Section::Internship
                            | Section::Work
                    )
        };
        for block in blocks.iter().filter(|block| open(block.section)) {
            found.extend(unheaded(page, block, &mut schooling));
        }
    } else if let Some(first) = blocks.iter().position(|block| block.section == Section::Work) {
        // The current employment above the first heading, earlier ones below "Before".
        for block in blocks[..first].iter().filter(|block| block.section == Section::Header) {
            let start = |entry: &Found| entry.dated.as_ref().and_then(|dated| dated.bounds().0);
            let known: Vec<_> = found.iter().map(start).collect();
            let above = unheaded(page, block, &mut schooling).into_iter();
            found.extend(
                above.filter(|entry| (entry.is_whole() || entry.is_own(page)) && !known.contains(&start(entry))),
            );
        }
    }
    if complete(page, &found) == 0 && !headed {
        // Under a heading that nobody knows.
        let other =
            |section| matches!(section, Section::Other | Section::Certificates | Section::Skills | Section::Training);
        for block in blocks.iter().filter(|block| other(block.section)) {
            found.extend(unheaded(page, block, &mut schooling));
        }
    }
    if complete(page, &found) <= 1 {
        // Careers in sentences.
        let told = |wanted: &dyn Fn(Section) -> bool| -> Vec<Found> {
            blocks
                .iter()
                .filter(|block| wanted(block.section))
                .flat_map(|block| narrative::read(page, &block.units))
                .collect()
        };
        let mut sentences = told(&|section| section == Section::Work);
        if sentences.len() <= 1 {
            let elsewhere = told(&|section| open(section) || section == Section::Other);
            if elsewhere.len() > sentences.len() {
                sentences = elsewhere;
            }
        }
        if sentences.len() > complete(page, &found) {
            found = sentences;
        }
    }
    found.retain(|entry| entry.company.is_some() || entry.title.is_some());
    (found, schooling)
}

/// The employments of a block without a work heading: recognized by words, or by the layout that they share.
fn unheaded(page: &Page, block: &Block, schooling: &mut Vec<Range<usize>>) -> Vec<Found> {
    let told = entries::read(page, &block.units, EntryKind::Work, true);
    let units: Vec<Unit> = block.units.iter().filter(|unit| !told.schooling.contains(&unit.rows)).cloned().collect();
    schooling.extend(told.schooling);
    let alike = entries::read(page, &units, EntryKind::Work, false).entries;
    let (found, whole) = (complete(page, &told.entries), complete(page, &alike));
    let lacking = |entries: &[Found], whole: usize| entries.len() - whole;
    let agrees = if found >= 2 {
        lacking(&alike, whole) <= lacking(&told.entries, found)
    } else {
        // A school beside a recognized entry is no employer.
        let school =
            |entry: &Found| entry.company.as_ref().is_some_and(|company| schools::is_school(page.slice(company)));
        whole >= 2 && whole + 1 >= alike.len() && (found == 0 || !alike.iter().any(school))
    };
    if whole > found && agrees { alike } else { told.entries }
}

/// The studies of the education sections; without any, of rows elsewhere that name a school and a degree.
fn studies(page: &Page, blocks: &[Block], schooling: &[Range<usize>]) -> Vec<Study> {
    let of = |wanted: &dyn Fn(Section) -> bool, chosen: &dyn Fn(&Unit) -> bool| -> Vec<Study> {
        blocks
            .iter()
            .filter(|block| wanted(block.section))
            .flat_map(|block| {
                study::read(page, &block.units.iter().filter(|unit| chosen(unit)).cloned().collect::<Vec<_>>())
            })
            .collect()
    };
    let mut found = of(&|section| section == Section::Education, &|_| true);
    if found.is_empty() {
        found = of(&|_| true, &|unit| schooling.contains(&unit.rows));
    }
    if found.is_empty() {
        let stray = |section| {
            !matches!(
                section,
                Section::Work | Section::Internship | Section::Project | Section::Referees | Section::Organization
            )
        };
        // Sentences that tell of a school count one by one.
        let told = blocks.iter().filter(|block| stray(block.section)).flat_map(|block| {
            let (prose, rest): (Vec<Unit>, Vec<Unit>) =
                block.units.iter().cloned().partition(|unit| unit.prose && unit.labelled.is_empty());
            let sentences =
                narrative::paragraph_sentences(page, &prose).into_iter().map(|at| Unit { at, ..Unit::default() });
            sentences.chain(rest).collect::<Vec<_>>()
        });
        found = study::read(page, &told.filter(|unit| study::is_study(page, unit)).collect::<Vec<_>>());
        found.retain(|study| {
            study.level.is_some() && study.school.is_some() || blocks.len() <= 3 && study.level.is_some()
        });
    }
    // 最高学历：大专 at the top repeats the study below.
    let told: Vec<_> = found.iter().filter(|study| study.school.is_some()).map(|study| study.level).collect();
    found.retain(|study| study.school.is_some() || !told.contains(&study.level));
    found.sort_by_key(|study| std::cmp::Reverse(study.rank(page)));
    found
}

fn period(dated: &Dated) -> Option<Period> {
    let (start, end, precise) = dated.bounds();
    let end = if dated.is_open() { None } else { end };
    (end.is_none() || end >= start).then_some(Period { start: start?, end, precise })
}

fn entry(found: &Found, at: &dyn Fn(&Range<usize>) -> At) -> Entry {
    Entry {
        kind: found.kind,
        header: at(&found.header),
        company: found.company.as_ref().map(at),
        title: found.title.as_ref().map(at),
        major: None,
        level: None,
        dated: found.dated.as_ref().map(|dated| at(&dated.at)),
        period: found.dated.as_ref().and_then(period),
        body: at(&found.body),
        sure: found.sure,
    }
}

fn study_entry(study: &Study, at: &dyn Fn(&Range<usize>) -> At) -> Entry {
    Entry {
        kind: EntryKind::Study,
        header: at(&study.at),
        company: study.school.as_ref().map(at),
        title: study.degree.as_ref().map(at),
        major: study.major.as_ref().map(at),
        level: study.level,
        dated: study.dated.as_ref().map(|dated| at(&dated.at)),
        period: study.dated.as_ref().and_then(period),
        body: At::default(),
        sure: study.school.is_some() && study.level.is_some(),
    }
}

fn line(page: &Page, row: &Placed, entries: &[Entry], contacts: &[Contact], at: &dyn Fn(&Range<usize>) -> At) -> Line {
    let whole = at(&row.row.at);
    let cells = page.cells(&row.row.at);
    let header = entries.iter().position(|entry| entry.header.overlaps(whole));
    let entry = header.or_else(|| entries.iter().position(|entry| entry.body.overlaps(whole)));
    Line {
        at: whole,
        cells: if cells.len() > 1 { cells.iter().map(at).collect() } else { Vec::new() },
        bullet: row.row.bullet,
        continues: row.row.continues,
        section: row.section,
        entry: entry.and_then(narrow),
        kind: kind(page, row, header.is_some(), entry.is_some(), contacts),
    }
}

fn kind(page: &Page, row: &Placed, header: bool, body: bool, contacts: &[Contact]) -> LineKind {
    let line = &row.row.at;
    let text = page.slice(line);
    if row.heading {
        return LineKind::Heading;
    }
    // A hotline, a file's name: not the person's words.
    let footer =
        || text.chars().count() <= 80 && LEXICON.list("footer").iter().any(|(word, _)| page.low(line).contains(word));
    if sections::is_page_mark(page, line) || footer() {
        return LineKind::Footer;
    }
    if header {
        return LineKind::Entry;
    }
    if row.section == Section::Referees
        || contacts.iter().any(|contact| contact.at.start < line.end && line.start < contact.at.end)
    {
        return LineKind::Contact;
    }
    // "Tech: Java, Kotlin, Kafka": a list wherever it stands.
    let listed = || {
        text.split([',', '、', ';', '|', '·']).count() >= 3
            && !words::is_prose(
                text.split_once(':').map_or(text, |(_, rest)| rest).split([',', '、']).next().unwrap_or_default(),
            )
    };
    match row.section {
        Section::Skills => LineKind::List,
        Section::Certificates | Section::Training => LineKind::Paper,
        Section::Personal => LineKind::Contact,
        Section::Work | Section::Internship | Section::Project
            if text.contains(':') && listed() && text.chars().count() < 120 =>
        {
            LineKind::List
        }
        Section::Work | Section::Internship | Section::Project => LineKind::Work,
        _ if body => LineKind::Work,
        Section::Education => LineKind::Entry,
        Section::Header
            if labels::read(page, line)
                .iter()
                .any(|label| matches!(label.field, Field::Name | Field::Skip | Field::Location)) =>
        {
            LineKind::Contact
        }
        _ => LineKind::Claim,
    }
}
