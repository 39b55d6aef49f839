//! The units of a section: rows with their dates, labels and pieces, broken ones joined.

use std::ops::Range;

use crate::dates::{self, Dated};
use crate::labels::{self, Field, Labelled};
use crate::lexicon::LEXICON;
use crate::page::{Page, is_dash, width};
use crate::roles::{self, Piece};
use crate::schools::degree;
use crate::sections::{self, Placed};
use crate::words::{self, evidence};

/// Longer units are descriptions.
const MAX_HEADER: usize = 200;
/// The longest cell beside dates that is a title by its ending.
const MAX_TITLE: usize = 60;
/// Longer sentences are not split into names.
const MAX_SENTENCE: usize = 300;
/// The longest remark behind an entry's dates.
const MAX_REMARK: usize = 40;

/// One or more rows that are read as one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unit {
    /// The rows, as indexes of the placed rows.
    pub(crate) rows: Range<usize>,
    pub(crate) at: Range<usize>,
    pub(crate) bullet: bool,
    /// The first cell of the next row, which ends the period of this one's first cell.
    pub(crate) beside: Option<Range<usize>>,
    pub(crate) dated: Option<Dated>,
    /// What is left beside dates and labels.
    pub(crate) rest: Vec<Range<usize>>,
    pub(crate) company: Option<Range<usize>>,
    pub(crate) title: Option<Range<usize>>,
    /// All labels.
    pub(crate) labelled: Vec<Labelled>,
    /// A label of the entry that is neither company, title nor dates.
    pub(crate) aside: bool,
    pub(crate) prose: bool,
    /// A description that begins with names, which `rest` holds.
    pub(crate) led: bool,
    /// A place, note or duration alone.
    pub(crate) nothing: bool,
    pub(crate) whole: Vec<Piece>,
    pub(crate) parts: Vec<Piece>,
}

/// The units of rows that follow one another.
pub(crate) fn read(page: &Page, placed: &[Placed], rows: Range<usize>) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut columns: Option<Vec<Option<Field>>> = None;
    let mut at = rows.start;
    while at < rows.end {
        let mut unit =
            Unit { rows: at..at + 1, at: placed[at].row.at.clone(), bullet: placed[at].row.bullet, ..Unit::default() };
        if placed[at].heading || sections::is_page_mark(page, &unit.at) {
            columns = columns.filter(|_| !placed[at].heading);
            at += 1;
            continue;
        }
        if let Some((studies, next)) = transposed(page, placed, at..rows.end) {
            units.extend(studies);
            at = next;
            continue;
        }
        if let Some(found) = labels::columns(page, &unit.at) {
            columns = Some(found);
            unit.nothing = true;
            units.push(unit);
            at += 1;
            continue;
        }
        let of_table = columns
            .as_ref()
            .map(|columns| row_of_table(page, &unit.at, columns))
            .filter(|labelled| !labelled.is_empty());
        if let Some(labelled) = of_table {
            unit.labelled = labelled;
        } else {
            columns = columns.filter(|_| page.cells(&unit.at).len() == 1 && unit.at.len() < MAX_REMARK);
            // Rows that go on, and halves of periods and names.
            while let Some(next) = (unit.rows.end < rows.end).then(|| &placed[unit.rows.end]) {
                if next.heading || next.inline || !(next.row.continues || goes_on(page, &unit.at, next)) {
                    break;
                }
                unit.at.end = next.row.at.end;
                unit.rows.end += 1;
            }
            unit.labelled = labels::read(page, &unit.at);
            unit.beside = beside(page, &unit.at, placed.get(unit.rows.end).filter(|_| unit.rows.end < rows.end));
            // A label alone has its value below.
            if unit.labelled.is_empty()
                && let Some(field) = labels::field_of(page.slice(&unit.at))
                && let Some(next) = (unit.rows.end < rows.end).then(|| &placed[unit.rows.end])
                && !next.heading
                && labels::field_of(page.slice(&next.row.at)).is_none()
                && labels::read(page, &next.row.at).is_empty()
            {
                unit.labelled.push(Labelled { field, from: unit.at.start, value: next.row.at.clone() });
                unit.at.end = next.row.at.end;
                unit.rows.end += 1;
            }
        }
        at = unit.rows.end;
        if let Some(cell) = units.last().and_then(|last| last.beside.clone()) {
            unit.at.start = page.trim(cell.end..unit.at.end, char::is_whitespace).start;
        }
        // Records whose labels stand on rows of their own are one unit.
        match units.last_mut() {
            Some(last) if last.is_record() && unit.is_of_record() && !last.shares_label(&unit) => {
                let labelled = last.labelled.iter().cloned().chain(unit.labelled).collect();
                *last = Unit {
                    rows: last.rows.start..unit.rows.end,
                    at: last.at.start..unit.at.end,
                    bullet: last.bullet,
                    labelled,
                    ..Unit::default()
                };
                last.judge(page);
            }
            _ => {
                // "Name of employer" below the description belongs to the record above it.
                let record = units
                    .iter()
                    .rposition(|above| above.is_record() || above.is_period())
                    .filter(|&at| unit.is_record() && units[at].is_record() && !units[at].shares_label(&unit));
                if let Some(record) = record.filter(|_| unit.labelled.iter().all(|label| label.field != Field::Period))
                {
                    units[record].labelled.append(&mut unit.labelled.clone());
                    units[record].judge(page);
                    unit.aside = true;
                } else {
                    unit.judge(page);
                }
                units.push(unit);
            }
        }
    }
    units
}

/// A table with a column for each degree, and rows for school, field and years; and the row behind it.
fn transposed(page: &Page, placed: &[Placed], rows: Range<usize>) -> Option<(Vec<Unit>, usize)> {
    let is_degree = |cell: &Range<usize>| {
        degree(page.slice(cell)).is_some_and(|degree| degree.at.len() + 2 >= cell.len()) && cell.len() < MAX_REMARK
    };
    let mut degrees = labels::cells(page, &placed[rows.start].row.at);
    if degrees.first().is_some_and(|first| !is_degree(first)) {
        degrees.remove(0);
    }
    if degrees.len() < 2 || !degrees.iter().all(is_degree) {
        return None;
    }
    let of = |field, value: &Range<usize>| Labelled { field, from: value.start, value: value.clone() };
    let mut units: Vec<Unit> = degrees
        .iter()
        .map(|cell| Unit {
            rows: rows.start..rows.start + 1,
            at: cell.clone(),
            labelled: vec![of(Field::Degree, cell)],
            ..Unit::default()
        })
        .collect();
    let mut end = rows.start + 1;
    for (at, row) in placed[..rows.end].iter().enumerate().skip(end).take_while(|(_, row)| !row.heading) {
        let cells = labels::cells(page, &row.row.at);
        let field = cells.first().and_then(|first| labels::field_of(page.slice(first)));
        if let Some(field) = field.filter(|_| cells.len() == units.len() + 1) {
            units.iter_mut().zip(&cells[1..]).for_each(|(unit, cell)| unit.labelled.push(of(field, cell)));
        }
        end = at + 1;
    }
    (units[0].labelled.len() > 2).then_some((units, end))
}

/// The cell below a first cell that together with it is a period: "Mei 2020  Kasir" above "s.d. kini  Toko Maju".
fn beside(page: &Page, at: &Range<usize>, next: Option<&Placed>) -> Option<Range<usize>> {
    let (cells, below) = (page.cells(at), page.cells(&next?.row.at));
    let (first, second) = (cells.first().filter(|_| cells.len() > 1)?, below.first()?);
    let (one, other) = (page.slice(first), page.slice(second));
    let opens = dates::only(one).is_some_and(|dated| !dated.is_period()) || dates::ends_open(one);
    let whole = || dates::only(&format!("{one} {other}")).is_some_and(|dated| dated.is_period());
    (opens && first.start == at.start && one.len().max(other.len()) <= 24 && dates::begins_as_end(other) && whole())
        .then(|| second.clone())
}

/// Whether a row ends within a period that the next one completes.
fn goes_on(page: &Page, at: &Range<usize>, next: &Placed) -> bool {
    let (line, below) = (page.slice(at), page.slice(&next.row.at));
    if line.len() >= MAX_HEADER || below.len() >= 160 || next.row.bullet && !below.starts_with(is_dash) {
        return false;
    }
    let alone = |text: &str| dates::only(text).is_some_and(|dated| !dated.is_period());
    if dates::ends_open(line) && dates::begins_as_end(below) {
        return true;
    }
    let dash = || page.slice(&(at.end..next.row.at.start)).contains(is_dash) || below.starts_with(is_dash);
    alone(line) && (below.len() <= 24 && dates::is_connector(below) || dash() && dates::begins_as_end(below))
}

fn row_of_table(page: &Page, at: &Range<usize>, columns: &[Option<Field>]) -> Vec<Labelled> {
    let cells = labels::cells(page, at);
    // Start and end in one cell take the place of two columns.
    let pair = columns.contains(&Some(Field::StartDate)) && columns.contains(&Some(Field::EndDate));
    let columns: Vec<Option<Field>> = if pair && cells.len() + 1 == columns.len() {
        let merged = columns.iter().filter(|field| **field != Some(Field::EndDate));
        merged.map(|field| if *field == Some(Field::StartDate) { Some(Field::Period) } else { *field }).collect()
    } else {
        columns.to_vec()
    };
    if cells.len() < 2 || cells.len() > columns.len() || cells.len() + 1 < columns.len() {
        return Vec::new();
    }
    let dated = |cell: &Range<usize>| dates::best(page.slice(cell)).is_some();
    let fits = cells.len() == columns.len()
        && cells.iter().zip(&columns).all(|(cell, column)| *column != Some(Field::Period) || dated(cell));
    if !fits && cells.len() == columns.len() {
        return Vec::new();
    }
    cells
        .into_iter()
        .zip(columns)
        .map(|(value, column)| Labelled { field: column.unwrap_or(Field::Ignored), from: value.start, value })
        .collect()
}

impl Unit {
    pub(crate) fn text<'a>(&self, page: &'a Page) -> &'a str {
        page.slice(&self.at)
    }

    /// Whether labels of an entry's header make up the unit.
    fn is_record(&self) -> bool {
        let key = |label: &Labelled| is_key(label.field);
        self.labelled.first().is_some_and(|first| first.from <= self.at.start) && self.labelled.iter().any(key)
    }

    /// Whether it goes on with a record: keys, a department, a place.
    fn is_of_record(&self) -> bool {
        let aside = |label: &Labelled| matches!(label.field, Field::Department | Field::Location);
        self.is_record()
            || self.labelled.first().is_some_and(|first| first.from <= self.at.start) && self.labelled.iter().all(aside)
    }

    fn shares_label(&self, other: &Self) -> bool {
        let period = |field| matches!(field, Field::Period | Field::StartDate);
        let same = |one: Field, two: Field| one == two || period(one) && period(two);
        self.labelled
            .iter()
            .any(|own| is_key(own.field) && other.labelled.iter().any(|label| same(own.field, label.field)))
    }

    fn judge(&mut self, page: &Page) {
        let text = page.slice(&self.at);
        let long = text.chars().filter(|c| !c.is_whitespace()).count() > MAX_HEADER;
        let opens = || dates::best(text).is_some_and(|dated| dated.is_period() && dated.at.start <= 2);
        if long && self.labelled.iter().all(|label| label.value.len() > MAX_HEADER) && !opens() {
            self.prose = true;
            self.lead(page);
            return;
        }
        if !self.labelled.is_empty() {
            self.take_labels(page);
        } else {
            let line = self.at.clone();
            let found = dates::best(page.slice(&line))
                .filter(|dated| dated.is_period() || !is_enclosed(page.slice(&line), dated));
            self.rest = vec![line.clone()];
            self.take_date(page, &line, found);
        }
        if let (Some(cell), Some(first)) = (self.beside.clone(), page.cells(&self.at).first()) {
            let whole = format!("{} {}", page.slice(first), page.slice(&cell));
            self.dated = dates::only(&whole).map(|dated| Dated { at: first.start..cell.end, ..dated });
            self.rest = vec![page.trim(first.end..self.at.end, char::is_whitespace)];
        }
        let joined: Vec<&str> = self.rest.iter().map(|rest| page.slice(rest)).collect();
        self.nothing = !joined.is_empty()
            && joined.iter().all(|rest| words::is_place(rest) || words::is_duration(rest) || words::is_note(rest));
        let period = self.dated.as_ref().is_some_and(Dated::is_period);
        let cells: Vec<Range<usize>> = self.rest.iter().flat_map(|rest| labels::cells(page, rest)).collect();
        let count = cells.len();
        self.prose = !self.nothing
            && cells.iter().max_by_key(|cell| cell.len()).is_some_and(|cell| {
                let text = page.slice(cell);
                let short = period && width(text) <= MAX_TITLE;
                let parts = || text.split(',').map(str::trim);
                let named = || {
                    parts().any(|part| evidence(part).title == 3) && parts().all(|part| part.split(' ').count() <= 4)
                };
                let title = short && (evidence(text).title == 3 && count > 1 || named());
                let held = short && roles::at_words(page, cell).len() == 2;
                words::is_prose(words::without_aside(text)) && !title && !held
            });
        if (self.prose || text.contains(':')) && self.dated.is_none() && self.labelled.is_empty() {
            self.lead(page);
        }
    }

    /// "HRBP, 14 clinics, 96 physicians": the names before what is told of them.
    fn lead(&mut self, page: &Page) {
        let end = end_of_names(page, &self.at);
        if end > self.at.start && !self.bullet {
            self.led = self.prose;
            self.rest.clear();
            self.rest.push(self.at.start..end);
        }
    }

    /// Takes the date of a stretch out of the rest.
    fn take_date(&mut self, page: &Page, line: &Range<usize>, found: Option<Dated>) {
        let Some(mut dated) = found else {
            self.rest = vec![line.clone()];
            return;
        };
        dated.at = line.start + dated.at.start..line.start + dated.at.end;
        let open = |c: char| c.is_whitespace() || is_dash(c) || "([,;|:/·【从".contains(c);
        let close = |c: char| c.is_whitespace() || is_dash(c) || ")],|:/·】.".contains(c);
        let mut before =
            line.start..line.start + page.slice(&(line.start..dated.at.start)).trim_end_matches(open).len();
        let behind = page.slice(&(dated.at.end..line.end));
        let mut after = line.end - behind.trim_start_matches(close).len()..line.end;
        // "2008 to present, Acme Hospital, Pharmacist: order verification …": the description is no name.
        if dated.is_period() && words::is_prose(page.slice(&after)) {
            let told = page.slice(&before).trim().len() > 3;
            after.end = if told { after.start } else { end_of_names(page, &after) };
        }
        if dated.is_period() && after.len() <= 3 && words::is_prose(page.slice(&before).trim_end_matches('.')) {
            before.end = Some(end_of_names(page, &before)).filter(|end| *end > before.start).unwrap_or(before.end);
        }
        let remark = page.slice(&after).starts_with(';') && after.len() <= MAX_REMARK;
        // "2021 - 2022 (weekends)"
        let behind = page.slice(&(dated.at.end..line.end)).trim();
        let aside = behind
            .strip_prefix('(')
            .and_then(|open| open.strip_suffix(')'))
            .is_some_and(|inner| !inner.contains(['(', ')']) && evidence(inner).is_nothing());
        if remark || aside {
            after.end = after.start;
        }
        let before = self.without_date_lead(page, before);
        self.rest = [before, after].into_iter().filter(|rest| !rest.is_empty()).collect();
        self.dated = Some(dated);
    }

    /// "Kasir di Toko Maju tahun 2014 - 2018": without the words before a date.
    fn without_date_lead(&self, page: &Page, before: Range<usize>) -> Range<usize> {
        let mut bare = page.trim(before, |c| matches!(c, ',' | '(' | ' '));
        if page.slice(&bare).ends_with("..") {
            bare.end = bare.start + page.slice(&bare).trim_end_matches(['.', ' ']).len();
        }
        while let Some((len, _)) = LEXICON.ends("date_lead", page.low(&bare)) {
            let head = &page.low(&bare)[..bare.len() - len];
            if !(head.is_empty() || head.ends_with(char::is_whitespace)) {
                break;
            }
            bare = page.trim(bare.start..bare.end - len, |c| matches!(c, ',' | '(' | ' '));
        }
        // A full stop before the dates, unless it ends an abbreviation.
        let text = page.slice(&bare);
        if let Some(stopped) = text.strip_suffix(['.', '。']) {
            let last = stopped.rsplit([' ', ',']).next().unwrap_or_default();
            if !(last.is_ascii() && (last.len() <= 3 || last.contains('.') || last == "Corp")) {
                bare.end = bare.start + stopped.len();
            }
        }
        bare
    }

    fn take_labels(&mut self, page: &Page) {
        let labelled = std::mem::take(&mut self.labelled);
        // What stands before the first label belongs to the header: "星河科技 职位：工程师".
        let first = labelled.iter().map(|label| label.from).min().unwrap_or(self.at.end);
        let head = page.trim(self.at.start..first.max(self.at.start), |c| c.is_whitespace() || "|;,(".contains(c));
        let mut taken = false;
        let (mut from, mut to) = (None, None);
        for label in &labelled {
            let (name, dated) = undated(page, &first_cell(page, &label.value));
            match label.field {
                Field::Company | Field::Title => {
                    self.dated = self.dated.take().or(dated);
                    let name = Some(name).filter(|name| !name.is_empty());
                    let place = if label.field == Field::Company { &mut self.company } else { &mut self.title };
                    *place = place.take().or(name);
                    taken = true;
                }
                Field::Period => {
                    self.dated = date_of(page, &label.value).or(self.dated.take());
                    taken |= self.dated.is_some();
                }
                Field::StartDate => from = Some(label.value.clone()),
                Field::EndDate => to = Some(label.value.clone()),
                Field::Ignored | Field::Department | Field::Location | Field::Skip => self.aside = true,
                _ => {}
            }
        }
        if let (Some(from), Some(to)) = (from, to) {
            let text = format!("{} - {}", page.slice(&from), page.slice(&to));
            if let Some(dated) = dates::best(&text).filter(Dated::is_period) {
                self.dated = Some(Dated { at: from.start.min(to.start)..to.end.max(from.end), ..dated });
                taken = true;
            }
        }
        if taken {
            self.aside = false;
            self.rest = Vec::new();
            if !head.is_empty() {
                self.rest = vec![head.clone()];
                if self.dated.is_none() {
                    let found = dates::best(page.slice(&head));
                    self.take_date(page, &head, found);
                }
            }
        } else {
            self.rest = vec![self.at.clone()];
            if !self.aside {
                let line = self.at.clone();
                let found = dates::best(page.slice(&line));
                self.take_date(page, &line, found);
            }
        }
        self.labelled = labelled;
    }

    /// Splits the unit into the pieces of a header.
    pub(crate) fn cut(&mut self, page: &Page) {
        if self.whole.is_empty() && !self.nothing && (self.led || !(self.prose && self.at.len() > MAX_SENTENCE)) {
            for rest in &self.rest {
                let (whole, parts) = roles::pieces(page, rest);
                self.whole.extend(whole);
                self.parts.extend(parts);
            }
        }
    }

    pub(crate) const fn is_labelled(&self) -> bool {
        self.company.is_some() || self.title.is_some()
    }

    pub(crate) fn is_period(&self) -> bool {
        self.dated.as_ref().is_some_and(Dated::is_period)
    }

    /// Whether it is certainly an employer, or a name in capitals.
    pub(crate) fn is_sure_name(&self, page: &Page) -> bool {
        let letters: Vec<char> = self
            .whole
            .first()
            .map_or("", |piece| page.slice(&piece.at))
            .chars()
            .filter(|c| c.is_alphabetic())
            .collect();
        let capitals = letters.len() >= 4 && letters.iter().all(|c| c.is_uppercase());
        let sure = |piece: &Piece| piece.company >= 60 && piece.names.title < 3;
        !self.bullet
            && self.dated.is_none()
            && self.is_header()
            && (self.whole.iter().any(sure) || self.whole.len() <= 3 && capitals)
    }

    /// Whether it is one name of a few capitalized words.
    pub(crate) fn is_name(&self, page: &Page) -> bool {
        let [piece] = self.whole.as_slice() else { return false };
        let text = page.slice(&piece.at);
        let mut names = text.split(' ').filter(|word| !word.is_empty());
        self.dated.is_none()
            && !self.bullet
            && (1..=5).contains(&names.clone().count())
            && names.all(|word| word.starts_with(char::is_uppercase) || LEXICON.has("joint", word))
            && !text.contains([',', '.', ':', ';', '%'])
            && piece.names.title < 3
    }

    /// Whether the dates begin or end the line.
    pub(crate) fn is_at_edge(&self, page: &Page) -> bool {
        self.dated.as_ref().is_some_and(|dated| {
            let after = page.slice(&(dated.at.end.min(self.at.end)..self.at.end)).trim_start();
            let remark = after.starts_with(['(', ';', '[']) && after.len() <= MAX_REMARK;
            dated.at.start <= self.at.start + 2 || after.len() <= 3 || remark
        })
    }

    /// Whether it has a bullet, or its dates stand in parentheses.
    pub(crate) fn is_aside_dated(&self, page: &Page) -> bool {
        let enclosed = |dated: &Dated| {
            let before = page.slice(&(self.at.start..dated.at.start.max(self.at.start)));
            before.matches('(').count() > before.matches(')').count()
        };
        !self.is_labelled() && (self.bullet || self.dated.as_ref().is_some_and(enclosed))
    }

    /// Whether it may be part of an entry's header.
    pub(crate) fn is_header(&self) -> bool {
        let numbered = self.bullet && self.whole.first().is_some_and(|piece| piece.names.company >= 3);
        self.is_labelled() || !self.prose && !self.aside && (!self.bullet || numbered)
    }

    /// Whether it stands in or beside a header without employer or title.
    pub(crate) fn is_silent(&self) -> bool {
        !self.is_labelled() && self.dated.is_none() && (self.nothing || self.aside && !self.bullet)
    }

    pub(crate) fn is_short(&self, page: &Page) -> bool {
        self.text(page).split_whitespace().map(str::len).sum::<usize>() <= 90
    }
}

/// Where the names at the start of a description end: at most three pieces, up to the last employer or title.
fn end_of_names(page: &Page, at: &Range<usize>) -> usize {
    let text = page.slice(at);
    let (mut start, mut end, mut count, mut employer, mut depth) = (0, 0, 0, false, 0);
    for (stop, c) in text.char_indices().chain([(text.len(), ',')]) {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth > 0 && stop < text.len() {
            continue;
        }
        let word = text[start..stop].rsplit(' ').next().unwrap_or_default();
        let full = c == '.' && text[stop + 1..].starts_with(' ') && word.len() > 3;
        let gap = c == '\t' || text[stop..].starts_with("  ");
        if !(matches!(c, ',' | ':' | '。' | ';' | '、' | '|') || full || gap) || text[start..stop].trim().is_empty() {
            continue;
        }
        let clause = text[start..stop].trim().trim_end_matches('.');
        if words::is_prose(words::without_aside(clause)) || words::is_amount(clause) {
            break;
        }
        let names = evidence(clause);
        if names.title == 3 || names.company >= 2 && !employer {
            employer |= names.company >= 2;
            end = stop;
        }
        count += 1;
        if !(c == ',' || c == '|' || gap) || count == 3 {
            break;
        }
        start = stop + c.len_utf8();
    }
    at.start + end
}

const fn is_key(field: Field) -> bool {
    matches!(field, Field::Company | Field::Title | Field::Period | Field::StartDate | Field::EndDate)
}

/// A date in parentheses among other words is not the entry's.
fn is_enclosed(text: &str, dated: &Dated) -> bool {
    let before = &text[..dated.at.start];
    let open = before.matches('(').count() > before.matches(')').count();
    open && before.rfind('(').is_some_and(|open| {
        let close = text[dated.at.end..].find(')').unwrap_or(0);
        dated.at.start - open - 1 + close > 4
    })
}

fn date_of(page: &Page, at: &Range<usize>) -> Option<Dated> {
    let dated = dates::best(page.slice(at))?;
    Some(Dated { at: at.start + dated.at.start..at.start + dated.at.end, ..dated })
}

/// A value ends with its cell.
fn first_cell(page: &Page, value: &Range<usize>) -> Range<usize> {
    let text = page.slice(value);
    let end = text.find(['\t', ';', '|']).into_iter().chain(text.find("  ")).min().unwrap_or(text.len());
    page.trim(value.start..value.start + end, char::is_whitespace)
}

fn undated(page: &Page, value: &Range<usize>) -> (Range<usize>, Option<Dated>) {
    match date_of(page, value).filter(Dated::is_period) {
        Some(dated) => {
            let before = roles::clean(page, value.start..dated.at.start);
            let after = roles::clean(page, dated.at.end..value.end);
            (if before.is_empty() { after } else { before }, Some(dated))
        }
        None => (roles::clean(page, value.clone()), None),
    }
}
