//! Lines of a work section with their dates, labels and remaining text.

use super::classify::{self, evidence};
use super::dates::{self, Span};
use super::header::{self, Piece};
use super::labels::{self, Field};
use super::narrative;
use super::row_details;
use super::text::{Row, is_chinese, is_han};
use super::{name_cleanup, places, prose, segments, tables};

/// The maximum length of a cell next to dates that is recognized as a title by its ending.
const MAX_TITLE: usize = 60;
/// The minimum score of a certain title.
const SURE_TITLE: i32 = 60;
/// The maximum length of names separated by semicolons.
const MAX_NAMES: usize = 90;
/// The maximum length of a remark after an entry's dates.
const MAX_REMARK: usize = 40;
/// Longer rows are paragraphs.
const MAX_SENTENCE: usize = 300;
/// Labels are not read in longer rows.
const MAX_HEADER: usize = 200;

#[derive(Debug, Default)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) bullet: bool,
    pub(super) span: Option<Span>,
    /// The text without its dates and labels.
    pub(super) residual: String,
    pub(super) company: Option<String>,
    pub(super) title: Option<String>,
    /// A label of the entry without company, title or dates.
    pub(super) aside: bool,
    pub(super) prose: bool,
    /// Whether the dates have a label.
    pub(super) labelled_period: bool,
    /// Only a place, a note or a duration.
    nothing: bool,
    /// Pieces of the residual at certain separators; empty without a header nearby.
    pub(super) whole: Vec<Piece>,
    /// Pieces of the residual at possible separators too.
    pub(super) parts: Vec<Piece>,
}

impl Line {
    pub(super) fn new(row: &Row) -> Self {
        let mut line =
            Self { text: row.text.clone(), bullet: row.bullet, residual: row.text.clone(), ..Self::default() };
        if row.text.chars().filter(|c| !c.is_whitespace()).count() > MAX_HEADER {
            line.prose = true;
            return line;
        }
        if let Some(rest) = without_when(&row.text) {
            return Self::new(&Row { text: rest.to_owned(), bullet: row.bullet });
        }
        let labelled = labels::read(&row.text);
        if !labelled.is_empty() {
            line.take_labels(&labelled);
        } else if let Some(span) = best_span(&row.text).filter(|span| span.is_range() || !is_enclosed(&row.text, span))
        {
            line.residual = without(&row.text, &span);
            line.take_sign(&span);
            line.span = Some(span);
        }
        if line.span.is_none() && !line.is_labelled() {
            line.residual = strip_leading_duration(&line.residual).to_owned();
        }
        line.judge();
        line
    }

    /// "Front Desk @ Hostel Pineapple": the sign separates title and employer.
    fn take_sign(&mut self, span: &Span) {
        let Some((title, company)) = self.residual.split_once(" @ ").filter(|_| span.is_range() && !self.bullet) else {
            return;
        };
        let short = |name: &str| (1..=MAX_TITLE).contains(&name.chars().count()) && !name.contains(['\t', '|', '@']);
        if short(title) && short(company) {
            (self.title, self.company) = (Some(segments::clean(title)), Some(segments::clean(company)));
            self.residual.clear();
        }
    }

    fn judge(&mut self) {
        if self.span.is_some() {
            self.residual = name_cleanup::without_lead(&self.residual).to_owned();
        }
        let ranged = self.span.as_ref().is_some_and(Span::is_range);
        if let Some(bare) = row_details::without_trade(&self.residual, ranged) {
            self.residual = bare;
        }
        self.nothing = places::is_place(&self.residual)
            || classify::is_duration(&self.residual)
            || classify::is_note(&self.residual);
        // "juru masak di Warung Tini": title and employer in half a sentence.
        let held =
            ranged && self.residual.chars().count() <= MAX_TITLE && segments::at_words(&self.residual).len() == 2;
        // Cells with wide gaps are short names, however long the line.
        self.prose = !self.nothing
            && !held
            && cells_of_names(&self.residual, ranged).max_by_key(|cell| cell.len()).is_some_and(|cell| {
                let title = ranged && cell.len() <= MAX_TITLE && evidence(cell).title == 3;
                prose::is_prose(classify::without_aside(cell))
                    && !(title && (cell.len() < self.residual.len() || cell.split(' ').count() <= 4))
            });
    }

    /// Splits the line into the pieces of a header.
    pub(super) fn cut(&mut self) {
        if self.whole.is_empty() && !self.nothing && !(self.prose && self.text.len() > MAX_SENTENCE) {
            (self.whole, self.parts) = Piece::of(&self.residual);
        }
    }

    fn take_labels(&mut self, labelled: &[labels::Labelled<'_>]) {
        // Text before the first label belongs to the header: "星河科技 职位：工程师".
        let head = labelled.first().and_then(|first| self.text.get(..first.at)).unwrap_or_default();
        let mut residual = head.trim_end_matches([' ', '\t', '|', ';', ',', '(']).to_owned();
        let mut known = false;
        let (mut from, mut to) = (None, None);
        for label in labelled {
            match label.field {
                Field::Company => {
                    let (text, span) = undated(first_cell(label.value));
                    self.span = self.span.take().or(span);
                    self.company = Some(text).filter(|text| !text.is_empty());
                    known = true;
                }
                Field::Title => {
                    let (text, span) = undated(first_cell(label.value));
                    self.span = self.span.take().or(span);
                    self.title = Some(text).filter(|text| !text.is_empty());
                    known = true;
                }
                Field::Period => {
                    self.span = best_span(label.value).or(self.span.take());
                    self.labelled_period = self.span.is_some();
                    known |= self.labelled_period;
                }
                Field::StartDate => from = Some(label.value),
                Field::EndDate => to = Some(label.value),
                Field::Ignored | Field::Department | Field::Location | Field::Skip => self.aside = true,
                _ => {}
            }
        }
        if let (Some(from), Some(to)) = (from, to) {
            let joined = format!("{from} - {to}");
            self.span = best_span(&joined).filter(Span::is_range).or(self.span.take());
            self.labelled_period = self.span.is_some();
            known |= self.labelled_period;
        }
        if known {
            if self.span.is_none()
                && let Some(span) = best_span(&residual)
            {
                residual = without(&residual, &span);
                self.span = Some(span);
            }
            self.residual = residual;
            self.aside = false;
        } else if !self.aside
            && let Some(span) = best_span(&self.text)
        {
            self.residual = without(&self.text, &span);
            self.span = Some(span);
        }
    }

    pub(super) fn is_labelled(&self) -> bool {
        self.company.is_some() || self.title.is_some()
    }

    /// Whether it is a short line without dates, bullet or names, which may describe the employer.
    pub(super) fn is_remark(&self) -> bool {
        self.prose && !self.bullet && self.span.is_none() && !self.is_labelled() && self.text.len() <= 90
    }

    /// Whether the line is certainly a title.
    pub(super) fn is_sure_title(&self) -> bool {
        let [piece] = self.whole.as_slice() else { return false };
        !self.bullet && self.span.is_none() && self.is_header() && piece.title >= SURE_TITLE
    }

    /// Whether the line is certainly an employer, or a name in capitals.
    pub(super) fn is_sure_name(&self) -> bool {
        let capitals = || {
            let letters =
                || self.whole.first().map_or("", |piece| piece.text.as_str()).chars().filter(|c| c.is_alphabetic());
            letters().count() >= 4 && letters().all(char::is_uppercase)
        };
        let sure = |piece: &Piece| piece.company >= 60 && evidence(&piece.text).title < 3;
        !self.bullet
            && self.span.is_none()
            && self.is_header()
            && (self.whole.iter().any(sure) || self.whole.len() <= 3 && capitals())
    }

    /// Whether the line is one name of a few capitalized words.
    pub(super) fn is_name(&self) -> bool {
        let [Piece { text, .. }] = self.whole.as_slice() else { return false };
        let words = || text.split(' ').filter(|word| !word.is_empty());
        let joint = |word: &str| matches!(word, "&" | "and" | "of" | "the" | "de" | "dan");
        self.span.is_none()
            && !self.bullet
            && (1..=5).contains(&words().count())
            && words().all(|word| word.starts_with(char::is_uppercase) || joint(word))
            && !text.contains([',', '.', ':', ';', '%'])
            && evidence(text).title < 3
    }

    /// Whether the line is short enough to contain only names.
    pub(super) fn is_short(&self) -> bool {
        self.text.split_whitespace().map(str::len).sum::<usize>() <= 90
    }

    /// Whether the dates begin or end the line.
    pub(super) fn is_at_edge(&self) -> bool {
        self.span.as_ref().is_some_and(|span| {
            let after = self.text.get(span.at.end..).unwrap_or_default().trim_start();
            // "… 2014 – 2021 (retired)", "… 10/2018 – 04/2023; 50 hours a week"
            let remark = after.starts_with(['(', ';', '[']) && after.len() <= MAX_REMARK;
            span.at.start <= 2 || after.len() <= 3 || remark
        })
    }

    /// Whether the line has a bullet, or its dates stand in parentheses.
    pub(super) fn is_aside_dated(&self) -> bool {
        let enclosed = |span: &Span| {
            // With a label, positions are relative to the label and may not be character boundaries.
            let before = self.text.get(..span.at.start).unwrap_or_default();
            before.matches('(').count() > before.matches(')').count()
        };
        !self.is_labelled() && (self.bullet || self.span.as_ref().is_some_and(enclosed))
    }

    /// Whether the line may be part of an entry's header.
    pub(super) fn is_header(&self) -> bool {
        if self.is_labelled() {
            return true;
        }
        let plain = !self.prose && !self.aside && !self.text.is_empty();
        // "1. PT Maju Jaya": employers may be numbered.
        let numbered = || evidence(&self.residual).company >= 3 && header::plain_words(&self.residual) == 0;
        // 某乳制品企业: an unnamed client.
        let unnamed = self.text.starts_with('某');
        plain && !unnamed && (!self.bullet || numbered())
    }

    /// Whether the line, in or next to a header, has no employer or title.
    pub(super) fn is_silent(&self) -> bool {
        !self.is_labelled() && self.span.is_none() && (self.nothing || self.aside && !self.bullet)
    }

    pub(super) fn says_nothing(&self) -> bool {
        self.nothing
    }

    /// Takes employer and title from a sentence about an employment.
    pub(super) fn take_sentence(&mut self) {
        if self.is_labelled() || !self.span.as_ref().is_some_and(Span::is_range) || self.text.len() > MAX_SENTENCE {
            return;
        }
        if let Some((company, title)) = narrative::employer_and_title(&self.text) {
            self.company = Some(company);
            self.title = Some(title);
            self.residual.clear();
        }
    }

    /// Whether the next line's labelled values are all new.
    pub(super) fn takes(&self, next: &Self) -> bool {
        !(self.company.is_some() && next.company.is_some()
            || self.title.is_some() && next.title.is_some()
            || self.span.is_some() && next.span.is_some()
            || !next.residual.trim().is_empty())
    }

    /// Takes the labelled values of the next line.
    pub(super) fn take_record(&mut self, next: Self) {
        self.company = self.company.take().or(next.company);
        self.title = self.title.take().or(next.title);
        self.span = self.span.take().or(next.span);
        self.labelled_period |= next.labelled_period;
        self.text.push('\n');
        self.text.push_str(&next.text);
    }

    /// Appends the next line if it continues a wrapped header.
    pub(super) fn continues_in(&mut self, next: &Self) -> bool {
        let wrapped = !self.prose
            && !self.is_labelled()
            && next.span.is_none()
            && !next.bullet
            && !next.is_labelled()
            && !next.aside
            && (ends_within(&self.residual, &next.residual) || completes_legal_form(&self.residual, &next.residual));
        if wrapped {
            let joint = if self.residual.ends_with(is_han) && next.residual.starts_with(is_han) { "" } else { " " };
            self.residual = format!("{}{joint}{}", self.residual, next.residual);
            self.judge();
        }
        wrapped
    }
}

/// The cells of a line; next to dates, semicolons separate names too.
fn cells_of_names(text: &str, ranged: bool) -> impl Iterator<Item = &str> {
    let short = ranged && text.chars().count() <= MAX_NAMES;
    tables::cells(text).into_iter().flat_map(move |cell| cell.split(move |c| short && c == ';')).map(str::trim)
}

/// "Currently: …", 曾任：…: words that introduce an employment.
fn without_when(text: &str) -> Option<&str> {
    let (lead, rest) = text.split_once(':')?;
    let rest = rest.trim();
    let known = WHEN.contains(&lead.trim().to_lowercase().as_str());
    (known && rest.chars().count() >= 4).then_some(rest)
}

#[rustfmt::skip]
const WHEN: &[&str] = &[
    "现任", "曾任", "历任", "实习", "前职", "现职", "目前", "此前", "之前", "现在", "兼职", "就职", "任职", "供职", "currently", "now", "current", "present",
    "previously", "before", "before that", "earlier", "formerly", "former", "past", "most recently", "internship", "freelance", "sekarang", "saat ini", "sebelumnya",
    "dulu", "magang", "terakhir", "pernah",
];

/// Whether the line ends inside a name: after "and", "of", "&" or in a parenthesis.
fn ends_within(line: &str, next: &str) -> bool {
    if next.chars().count() > 50 || line.is_empty() || line.ends_with(['.', '。', ';']) {
        return false;
    }
    let last = line.rsplit(' ').next().unwrap_or_default().to_lowercase();
    let joint =
        matches!(last.as_str(), "and" | "of" | "&" | "dan" | "the" | "for" | "+" | "und" | "de") && last != line;
    let open = line.matches('(').count() > line.matches(')').count()
        && next.matches(')').count() > next.matches('(').count()
        && line.rfind('(').is_some_and(|at| line.len() - at < 60);
    joint || open || line.ends_with('&')
}

/// 上海某某信息技术有限公 / 司.
fn completes_legal_form(line: &str, next: &str) -> bool {
    let short = next.chars().take_while(|&c| is_han(c)).count() <= 4;
    let rest = |end: &str| line.ends_with(end) && next.starts_with(&"有限责任公司"[end.len()..]);
    short && is_chinese(line) && ["有限责任公", "有限责任"].into_iter().any(rest)
        || short
            && (line.ends_with("公") && next.starts_with('司') || line.ends_with("有限") && next.starts_with("公司"))
}

/// Whether a date is in parentheses among other words, and so not the entry's.
fn is_enclosed(text: &str, span: &Span) -> bool {
    let before = &text[..span.at.start];
    let open = before.matches('(').count() > before.matches(')').count();
    open && before.rfind('(').is_some_and(|at| {
        let close = text[span.at.end..].find(')').unwrap_or(0);
        span.at.start - at - 1 + close > 4
    })
}

/// The first range of the line, else its first date.
pub(super) fn best_span(text: &str) -> Option<Span> {
    let spans = dates::find(text);
    spans.iter().find(|span| span.is_range()).or(spans.first()).cloned()
}

/// A value ends with its cell.
fn first_cell(value: &str) -> &str {
    let cell = value.split(['\t', ';', '|']).next().unwrap_or(value);
    cell.split("  ").next().unwrap_or(cell)
}

fn undated(value: &str) -> (String, Option<Span>) {
    match best_span(value).filter(Span::is_range) {
        Some(span) => (segments::clean(&without(value, &span)), Some(span)),
        None => (segments::clean(value), None),
    }
}

/// The text without the dates; a tab marks their position.
pub(super) fn without(text: &str, span: &Span) -> String {
    let before = text[..span.at.start].trim_end_matches(|c: char| {
        c.is_whitespace() || matches!(c, '(' | '[' | ',' | ';' | '-' | '–' | '—' | '|' | ':' | '/' | '·' | '【' | '从')
    });
    let after = text[span.at.end..].trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, ')' | ']' | ',' | '-' | '–' | '—' | '|' | ':' | '/' | '·' | '】' | '.')
    });
    let remark = after.starts_with(';') && after.len() <= MAX_REMARK;
    // "2021 - 2022 (weekends)"
    let aside = text[span.at.end..].trim_start().strip_prefix('(').is_some_and(|rest| {
        rest.ends_with(')')
            && !rest[..rest.len() - 1].contains(['(', ')'])
            && evidence(&rest[..rest.len() - 1]) == classify::NOTHING
    });
    let after = if remark || aside { "" } else { strip_leading_duration(after) };
    let before = without_date_lead(strip_trailing_duration(without_stop(before)));
    match (before.is_empty(), after.is_empty()) {
        (_, true) => before.to_owned(),
        (true, false) => after.to_owned(),
        _ => format!("{before}\t{after}"),
    }
}

/// "Kasir, Toko Contoh. 2019 - 2021": a full stop before the dates, unless it ends an abbreviation.
fn without_stop(before: &str) -> &str {
    let bare = before.strip_suffix('.').or_else(|| before.strip_suffix('。')).unwrap_or(before);
    let last = bare.rsplit([' ', ',']).next().unwrap_or_default();
    let short = last.is_ascii() && (last.chars().count() <= 3 || last.contains('.') || last == "Corp");
    if short { before } else { bare }
}

/// Words before a date: "Kasir di Toko Maju tahun 2014 - 2018".
const DATE_LEADS: &[&str] = &[
    " tahun",
    " pada tahun",
    " dari tahun",
    " sejak tahun",
    " pada",
    " dari",
    " periode",
    " bulan",
    " sejak",
    " mulai",
    " from",
    " during",
    " since",
    " in",
    " between",
    " antara",
    " selama",
];

fn without_date_lead(before: &str) -> &str {
    let mut bare = before;
    if DATE_LEADS.iter().any(|lead| lead.trim_start().eq_ignore_ascii_case(bare)) {
        return "";
    }
    while let Some(lead) = DATE_LEADS.iter().find(|lead| {
        bare.len() > lead.len() && bare.is_char_boundary(bare.len() - lead.len()) && {
            bare[bare.len() - lead.len()..].eq_ignore_ascii_case(lead)
        }
    }) {
        bare = bare[..bare.len() - lead.len()].trim_end_matches([' ', ',', '(']);
    }
    bare
}

/// "Acme [5 yrs 2 mos]".
fn strip_trailing_duration(text: &str) -> &str {
    if text.ends_with([')', ']'])
        && let Some(open) = text.rfind(['(', '['])
        && classify::is_duration(&text[open + 1..text.len() - 1])
    {
        return text[..open].trim_end();
    }
    text
}

/// "(5 yrs 2 mos) Engineer": a duration after the dates is not part of the header.
fn strip_leading_duration(text: &str) -> &str {
    if let Some(rest) = text.strip_prefix(['(', '['])
        && let Some((inner, rest)) = rest.split_once([')', ']'])
        && classify::is_duration(inner)
    {
        return rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '-' | '|' | '·'));
    }
    text
}
