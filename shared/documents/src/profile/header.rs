//! Interprets the header lines of an entry: which piece is the employer and which the title, with a score.

use super::classify::{self, evidence};
use super::lines::Line;
use super::text::is_han;
use super::{fields, name_cleanup, places, prose, segments};

/// A piece of a header line with its scores as employer and title, in tenths.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) company: i32,
    pub(super) title: i32,
    /// A department or similar, which may be omitted.
    pub(super) silent: bool,
    /// A title without an employer.
    own_account: bool,
}

/// An employer or title behind its label.
const LABELLED: i32 = 90;
/// Penalty for a missing employer or title.
const MISSING: i32 = -25;
/// Penalty for an entry without employer below one that has one.
const INHERITED: i32 = -12;
/// Penalty for an unused piece.
const LEFT_OVER: i32 = -10;
/// Penalty for an unusual shape.
const ODD: i32 = -20;

impl Piece {
    pub(super) fn new(text: String) -> Self {
        let mut e = evidence(&text);
        if e.title == 0 && e.company < 2 && classify::is_agent(&text) {
            e.title = 2;
        }
        let silent = classify::is_department(&text);
        // Titles may have small letters.
        let plain = e.is_title() && text.split(' ').count() <= 4 && !text.contains(" and ");
        let shape = if plain { 0 } else { shape(classify::without_aside(&text)) };
        let mut company = [0, 10, 30, 60, 90][usize::from(e.company.min(4))] + shape;
        let mut title = [0, 0, 30, 60][usize::from(e.title.min(3))] + shape;
        if e.company < 4 {
            company -= [0, 0, 10, 60][usize::from(e.title.min(3))];
            if silent {
                company -= 60;
            }
        }
        title -= match (e.company, e.title) {
            (4, _) => 80,
            (3, 0..=2) => 40,
            (2, 0..=2) => 10,
            _ => 0,
        };
        if silent && e.title < 3 {
            title -= 40;
        }
        if is_own_account_alone(&text) {
            company = company.max(60);
        }
        if classify::is_amount(&text) {
            (company, title) = (company + 4 * ODD, title + 4 * ODD);
        }
        Self { own_account: is_own_account(&text), text, company, title, silent }
    }

    /// The pieces of a line, split at certain and at possible separators.
    pub(super) fn of(residual: &str) -> (Vec<Self>, Vec<Self>) {
        let nothing = |piece: &str| places::is_place(piece) || classify::is_note(piece) || classify::is_duration(piece);
        let strong: Vec<String> = segments::strong(&fields::joined(residual))
            .into_iter()
            .map(|piece| fields::restored(&piece))
            .map(|piece| places::without_place(name_cleanup::without_lead(within_sentence(&piece))))
            .filter(|piece| !nothing(piece) && !piece.chars().all(|c| c.is_ascii_digit() || c == '.'))
            .collect();
        let mut cut = false;
        let mut weak = Vec::new();
        for piece in &strong {
            let parts = segments::weak(piece);
            cut |= parts.len() > 1;
            weak.extend(parts.into_iter().filter(|part| !part.is_empty() && !nothing(part)));
        }
        let whole: Vec<Self> = strong.into_iter().map(Self::new).collect();
        let parts = if cut { weak.into_iter().map(Self::new).collect() } else { whole.clone() };
        (whole, parts)
    }
}

/// 在某某县第二中学工作: the employer alone.
fn within_sentence(piece: &str) -> &str {
    let bare =
        ["就职于", "任职于", "供职于", "在", "于"].iter().find_map(|lead| piece.strip_prefix(lead)).unwrap_or(piece);
    let end = ["工作", "任教", "任职", "就职", "上班", "服务"].iter().find_map(|end| bare.strip_suffix(end));
    end.map(str::trim).filter(|name| evidence(name).company >= 3).unwrap_or(piece)
}

/// The penalty for a piece's shape.
fn shape(text: &str) -> i32 {
    let count = text.chars().count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let lower = text.chars().next().is_some_and(char::is_lowercase) && text.contains(' ');
    ODD * (i32::from(count > 50)
        + i32::from(count > 80)
        + i32::from(digits >= 3)
        + i32::from(lower)
        + i32::from(plain_words(text) >= 2)
        + 2 * i32::from(text.contains(['%', '。', '、', ':', '《', '“']))
        + 2 * i32::from(prose::is_prose(text)))
}

/// The number of lower-case words, except particles of names.
pub(super) fn plain_words(text: &str) -> usize {
    text.split(' ').filter(|word| word.len() > 3 && word.chars().all(char::is_lowercase)).count()
}

/// The interpretation of a header.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct HeaderNames {
    pub(super) score: i32,
    /// Whether the employer precedes the title; unknown if one is missing or labelled.
    pub(super) company_first: Option<bool>,
    /// The total score of employer and title.
    pub(super) evident: i32,
    /// Whether pieces were also split at possible separators.
    cut: bool,
    company_at: Option<usize>,
    title_at: Option<usize>,
}

impl HeaderNames {
    /// Whether it contains an employer.
    pub(super) fn names_company(&self) -> bool {
        self.company_at.is_some()
    }
}

/// Interprets header lines. `inherits` says that an earlier entry names the employer; `company_first` decides the
/// order if words do not.
pub(super) fn read(lines: &[&Line], inherits: bool, company_first: bool) -> HeaderNames {
    let whole: Vec<&Piece> = lines.iter().flat_map(|line| &line.whole).collect();
    let parts: Vec<&Piece> = lines.iter().flat_map(|line| &line.parts).collect();
    let company = lines.iter().any(|line| line.company.is_some());
    let title = lines.iter().find_map(|line| line.title.as_deref());
    let uncut = choose(&whole, company, title, inherits, company_first);
    if whole.len() == parts.len() {
        return uncut;
    }
    let cut = choose(&parts, company, title, inherits, company_first);
    if cut.score > uncut.score { HeaderNames { cut: true, ..cut } } else { uncut }
}

/// Employer and title of the interpreted lines.
pub(super) fn names(lines: &[&Line], reading: &HeaderNames) -> (Option<String>, Option<String>) {
    let piece = |at: Option<usize>| {
        lines.iter().flat_map(|line| if reading.cut { &line.parts } else { &line.whole }).nth(at?).map(|p| &p.text)
    };
    let company = lines.iter().find_map(|line| line.company.as_ref()).or_else(|| piece(reading.company_at));
    let title = lines.iter().find_map(|line| line.title.as_ref()).or_else(|| piece(reading.title_at));
    let known = company.is_some_and(|name| evidence(name).company >= 2) || lines.len() > 1 && company.is_some();
    let extended = title.filter(|_| known).and_then(|title| with_field(lines, title, company));
    let title = extended.as_ref().or(title);
    let company = company.map(|name| name_cleanup::clean_company(name)).filter(|name| !name.is_empty());
    let title = title.map(|name| name_cleanup::clean_title(name)).filter(|name| !name.is_empty());
    // "Freelance" is not an employer; alone it is the title.
    match company {
        Some(company) if is_own_account_alone(&company) => (None, title.or(Some(company))),
        company => (company, title),
    }
}

/// "Paralegal – Commercial Property": the title with the text after its dash, if another piece is the employer.
fn with_field(lines: &[&Line], title: &str, company: Option<&String>) -> Option<String> {
    let company = company.map(|company| name_cleanup::clean_company(company));
    lines.iter().find_map(|line| {
        let at = line.residual.find(title)?;
        let rest = &line.residual[at + title.len()..];
        let dash = [" - ", " – ", " — ", " ‐ "].iter().find(|dash| rest.starts_with(**dash))?;
        let field = rest[dash.len()..].split(['\t', '|', ',', ';', '(']).next()?.split("  ").next()?.trim_end();
        let names = evidence(field);
        let fits = (2..=40).contains(&field.chars().count())
            && (names.company < 2 || company.as_ref().is_some_and(|company| evidence(company).company > names.company))
            && names.company < 3
            && names.title < 3
            && company.as_ref().is_none_or(|company| !company.contains(field) && !field.contains(company.as_str()))
            && field.starts_with(|c: char| c.is_uppercase() || is_han(c))
            && !places::is_place(field)
            && !classify::is_note(field)
            && !classify::is_duration(field);
        fits.then(|| format!("{title}{dash}{field}"))
    })
}

/// Whether a name of an employer is "Freelance", 自由职业, "Self-employed", "Lepas (freelance)", and nothing else.
#[must_use]
pub fn is_own_account_alone(name: &str) -> bool {
    let lower = name.to_lowercase();
    let own = |word: &str| {
        OWN_ACCOUNT.contains(&word)
            || matches!(word, "self" | "own" | "sendiri" | "mandiri" | "自由职业者" | "个人" | "employed" | "pekerja")
    };
    let beside = |word: &str| {
        matches!(
            word,
            "pekerjaan" | "my" | "business" | "usaha" | "various" | "clients" | "client" | "projects" | "work"
        )
    };
    let words: Vec<&str> = lower.split(['(', ')', '/', ' ', ',', '-']).filter(|word| !word.is_empty()).collect();
    OWN_ACCOUNT_ALONE.contains(&lower.trim())
        || words.iter().any(|word| own(word)) && words.iter().all(|word| own(word) || beside(word))
}

/// Placeholders for working without an employer.
pub(super) fn is_placeholder(name: &str) -> bool {
    matches!(name.to_lowercase().as_str(), "clients" | "client" | "klien" | "客户")
}

/// Phrases for self-employment without further information.
const OWN_ACCOUNT_ALONE: &[&str] = &[
    "独立顾问",
    "独立咨询顾问",
    "独立咨询",
    "自营",
    "自己经营",
    "个人工作",
    "自主创业",
    "usaha sendiri",
    "usaha mandiri",
    "usaha pribadi",
    "bisnis sendiri",
    "own business",
    "my own business",
];

fn choose(pieces: &[&Piece], company: bool, title: Option<&str>, inherits: bool, company_first: bool) -> HeaderNames {
    let speaking = |at: Option<usize>| at.map_or(0, |at| i32::from(!pieces[at].silent));
    let total: i32 = pieces.iter().map(|piece| i32::from(!piece.silent)).sum();
    let free = |labelled: bool| std::iter::once(None).chain((0..if labelled { 0 } else { pieces.len() }).map(Some));
    let own_title = title.is_some_and(is_own_account);
    let mut best: Option<HeaderNames> = None;
    for company_at in free(company) {
        for title_at in free(title.is_some()) {
            if company_at.is_some() && company_at == title_at {
                continue;
            }
            let named = match (title, title_at) {
                (Some(_), _) => LABELLED,
                (None, Some(at)) => pieces[at].title,
                (None, None) => MISSING,
            };
            let employer = match company_at {
                _ if company => LABELLED,
                Some(at) => pieces[at].company,
                None if own_title || title_at.is_some_and(|at| pieces[at].own_account) => 0,
                None if inherits => INHERITED,
                None => MISSING,
            };
            let left = total - speaking(company_at) - speaking(title_at);
            let order = company_at.zip(title_at).map(|(company, title)| company < title);
            let disorder = i32::from(order.is_some_and(|first| first != company_first));
            let score = employer + named + LEFT_OVER * left - disorder;
            if best.is_none_or(|best| score > best.score) {
                let evident = employer.max(0) + named.max(0);
                best = Some(HeaderNames { score, company_first: order, evident, cut: false, company_at, title_at });
            }
        }
    }
    best.unwrap_or_default()
}

/// Whether a title means self-employment, which needs no employer.
pub(super) fn is_own_account(title: &str) -> bool {
    let lower = title.to_lowercase();
    OWN_ACCOUNT.iter().any(|word| lower.contains(word)) || lower.contains("自由") && !lower.contains("自由贸")
}

/// Whether a title means owning the business.
pub(super) fn is_owner(title: &str) -> bool {
    let lower = title.to_lowercase();
    ["owner", "founder", "proprietor", "pemilik", "pendiri", "创始人", "店主", "经营者", "老板"]
        .iter()
        .any(|word| lower.contains(word))
}

const OWN_ACCOUNT: &[&str] = &[
    "freelance",
    "self-employed",
    "self employed",
    "independent",
    "lepas",
    "wiraswasta",
    "wirausaha",
    "自由职业",
    "自由撰稿",
    "自由译者",
    "独立",
    "个体",
    "自主创业",
    "自媒体",
    "usaha sendiri",
    "pekerja mandiri",
    "own business",
    "sole trader",
    "sole proprietor",
];
