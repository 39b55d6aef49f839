//! Splits a header line into pieces: company, title, place.

use super::classify::{self, evidence};
use super::lexicon::{chinese, indonesian, sets};
use super::text::{is_chinese, is_han};
use super::{fields, places};

/// Pieces at certain separators: tabs, wide gaps, bars, bullets, dashes between spaces, semicolons.
pub(super) fn strong(line: &str) -> Vec<String> {
    let chars: Vec<char> = line.chars().collect();
    let mut pieces = Vec::new();
    let mut piece = String::new();
    let mut depth = 0usize;
    let mut i = 0;
    while i < chars.len() {
        let c = chars[i];
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let before = i.checked_sub(1).map(|at| chars[at]);
        let after = chars.get(i + 1).copied();
        let spaced = before.is_none_or(char::is_whitespace) && after.is_none_or(char::is_whitespace);
        let half_spaced = before.is_none_or(char::is_whitespace) || after.is_none_or(char::is_whitespace);
        let beside_han = before.is_some_and(is_han) || after.is_some_and(is_han);
        let cut = match c {
            '\t' | '【' | '】' => true,
            ' ' => after == Some(' ') || before == Some(' '),
            '|' | '•' | '●' | '▪' | ';' | '@' | '※' | '◆' => depth == 0,
            '·' | '/' | '∙' | '⋅' => depth == 0 && spaced,
            '-' | '–' | '‐' | '‑' | '‒' | '~' | '→' => {
                depth == 0
                    && (half_spaced || beside_han && c != '~' && !before.is_some_and(|b| b.is_ascii_alphanumeric()))
            }
            '—' | '―' => depth == 0,
            ',' => depth == 0 && beside_han,
            _ => false,
        };
        if cut {
            pieces.push(std::mem::take(&mut piece));
        } else {
            piece.push(c);
        }
        i += 1;
    }
    pieces.push(piece);
    pieces.into_iter().map(|piece| clean(&piece)).filter(|piece| piece.chars().any(char::is_alphanumeric)).collect()
}

/// Removes leftover separators.
pub(super) fn clean(piece: &str) -> String {
    let mut bare = piece.trim_matches(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ',' | '|'
                    | '-'
                    | '–'
                    | '—'
                    | '·'
                    | ';'
                    | ':'
                    | '、'
                    | '/'
                    | '~'
                    | '•'
                    | '。'
                    | '*'
                    | '>'
                    | '<'
                    | '"'
                    | '\''
                    | '“'
                    | '”'
            )
    });
    for (open, close) in [('(', ')'), ('[', ']'), ('【', '】')] {
        let opened = bare.matches(open).count();
        let closed = bare.matches(close).count();
        if opened > closed {
            bare = bare.trim_start_matches(open).trim_end_matches(open);
        } else if closed > opened {
            bare = bare.trim_end_matches(close).trim_start_matches(close);
        } else if bare.starts_with(open) && bare.ends_with(close) && opened == 1 {
            bare = &bare[open.len_utf8()..bare.len() - close.len_utf8()];
        }
        bare = bare.trim();
    }
    bare.to_owned()
}

/// A way to split a piece.
type Cut = fn(&str) -> Vec<String>;

/// Splits a piece that contains company and title; otherwise returns it.
pub(super) fn weak(piece: &str) -> Vec<String> {
    let whole = evidence(piece);
    let cuts: [(Cut, bool); 8] = [
        (slashes, false),
        (at_words, true),
        (case_change, true),
        (script_change, true),
        (chinese_parts, true),
        (after_legal_form, false),
        (commas, true),
        (before_prefix, true),
    ];
    if fields::is_title_with_field(piece) || is_title_twice(piece) {
        return vec![piece.to_owned()];
    }
    let told = after_parenthesis(piece);
    if !told.is_empty() {
        return told;
    }
    for (cut, by_place) in cuts {
        let mut parts = cut(piece);
        // "Acme Foods Ltd, Enugu": a place follows the comma.
        if parts.len() == 2 && { evidence(&parts[0]) }.company >= 3 && is_somewhere(&parts[1]) && piece.contains(", ") {
            parts.truncate(1);
            return parts;
        }
        if parts.len() < 2 {
            continue;
        }
        let judged: Vec<_> = parts.iter().map(|part| evidence(part)).collect();
        let company = judged
            .iter()
            .position(|e| e.company >= 3 && e.title < 3 || e.company == 4 || e.company == 2 && e.title == 0);
        let title = judged.iter().position(|e| e.is_title());
        if let (Some(company), Some(title)) = (company, title)
            && company != title
        {
            return parts;
        }
        if company == Some(0) && judged[1..].iter().any(|e| e.title >= 2) {
            return parts;
        }
        let aside = |part: &String| classify::is_department(part) || places::is_place(part);
        if company.is_some_and(|company| parts.iter().enumerate().all(|(at, part)| at == company || aside(part))) {
            return parts;
        }
        // "Lektor, Universitas Contoh": one part is an institution, and the other may be a title.
        let sides = parts.len() == 2 && judged.iter().any(|e| e.company >= 3 && e.title < 3);
        if by_place && sides && judged.iter().any(|e| e.company < 2) && parts.iter().all(|part| part.len() > 3) {
            return parts;
        }
        let hinted =
            parts.len() == 2 && judged[1].title >= 2 && judged[1].company < 2 && judged[0] == classify::NOTHING;
        if by_place && hinted && is_chinese(piece) {
            return parts;
        }
        // One side is known, the other is inferred: "Data Engineer, Northlight", "阿里 产品经理".
        if by_place && whole.company < 3 && title.is_some() && parts.len() <= 4 {
            return parts;
        }
    }
    vec![piece.to_owned()]
}

/// "Audit Manager 审计经理": one title in two languages.
fn is_title_twice(piece: &str) -> bool {
    let Some(at) = piece.find(is_han).filter(|&at| at > 0) else { return false };
    let (latin, chinese) = (piece[..at].trim(), piece[at..].trim());
    let titled = |text: &str| evidence(text).is_title();
    latin.is_ascii() && !chinese.contains(' ') && titled(latin) && titled(chinese)
}

/// A capitalized word without evidence.
fn is_somewhere(part: &str) -> bool {
    part.starts_with(char::is_uppercase)
        && part.chars().skip(1).any(char::is_lowercase)
        && part.chars().all(|c| c.is_alphabetic() && !is_han(c) || c == '-')
        && evidence(part) == classify::NOTHING
}

/// 采购经理/南山样例电子有限公司
fn slashes(piece: &str) -> Vec<String> {
    let parts: Vec<String> = piece.split('/').map(clean).filter(|part| !part.is_empty()).collect();
    if is_chinese(piece) && (2..=3).contains(&parts.len()) { parts } else { Vec::new() }
}

/// "Engineer at Northlight", "Staf di PT Maju".
pub(super) fn at_words(piece: &str) -> Vec<String> {
    for joint in [" at ", " di ", " pada ", " with ", " for ", " in ", " bij "] {
        if let Some((title, company)) = piece.split_once(joint) {
            let strict = matches!(joint, " with " | " for " | " in ");
            // "Guard with Elm Valley Trains"
            let named = joint == " with "
                && company.contains(' ')
                && company.split(' ').all(|w| w.starts_with(char::is_uppercase));
            let ok = evidence(title).title == 3 && (!strict || named || evidence(company).company >= 3);
            if ok && !company.trim().is_empty() {
                return vec![clean(title), clean(company)];
            }
        }
    }
    Vec::new()
}

/// "Alder Footwear (shoes, Denver) Analyst": a description in parentheses ends the employer's name.
fn after_parenthesis(piece: &str) -> Vec<String> {
    let Some((head, rest)) = piece.split_once(") ").or_else(|| piece.split_once(")\t")) else { return Vec::new() };
    let held = evidence(rest).is_title() && { evidence(head) }.title < 3;
    if held && head.contains('(') { vec![format!("{head})"), clean(rest)] } else { Vec::new() }
}

/// Chinese words separated by single spaces; a Latin word stays with the Chinese one it describes.
fn chinese_parts(piece: &str) -> Vec<String> {
    if !is_chinese(piece) {
        return Vec::new();
    }
    let tokens: Vec<&str> = piece.split(' ').filter(|token| !token.is_empty()).collect();
    if tokens.len() < 2 || tokens.len() > 8 {
        return unspaced_chinese(piece);
    }
    // The company is a run of words with company evidence, or the first word if the rest is a title.
    let company_end = (1..=tokens.len()).rev().find(|&end| {
        (0..end).any(|start| {
            let run = tokens[start..end].join(" ");
            let e = evidence(&run);
            e.company >= 3 && chinese_ends_company(&run)
        })
    });
    if let Some(end) = company_end {
        let start = company_start(&tokens, end);
        let departments = tokens[end..].iter().take_while(|token| classify::is_department(token)).count();
        let mut parts = vec![tokens[..start].join(" "), tokens[start..end].join(" ")];
        parts.extend(tokens[end..end + departments].iter().map(|token| (*token).to_owned()));
        parts.push(tokens[end + departments..].join(" "));
        let parts: Vec<String> = parts.into_iter().map(|part| clean(&part)).filter(|part| !part.is_empty()).collect();
        if parts.len() > 1 {
            return parts;
        }
    }
    let titled = |token: &str| evidence(token).title == 3;
    let rest = evidence(&tokens[1..].join(" "));
    let company_then_title = rest.title >= 2 && rest.company < 3 && evidence(tokens[0]).company >= 2;
    let hinted = rest.title == 2 && evidence(tokens[0]) == classify::NOTHING && tokens.len() == 2;
    if (rest.title == 3 || company_then_title || hinted) && !titled(tokens[0]) {
        let placed = tokens.len() > 2 && (places::is_place(tokens[1]) || classify::is_department(tokens[1]));
        let title_from = if placed { 2 } else { 1 };
        let latin_first =
            tokens[0].is_ascii() && tokens.len() == 2 && evidence(tokens[0]).company == 0 && tokens[0].len() <= 5;
        let rank = chinese::RANKS.contains(&tokens[0]);
        if !latin_first && !rank {
            return vec![tokens[0].to_owned(), tokens[title_from..].join(" ")];
        }
    }
    if titled(tokens[0]) && !titled(tokens[tokens.len() - 1]) {
        return vec![tokens[0].to_owned(), tokens[1..].join(" ")];
    }
    Vec::new()
}

fn chinese_ends_company(run: &str) -> bool {
    sets::ZH_LEGAL.ends(run) || sets::ZH_INSTITUTIONS.ends(run) || run.ends_with(')')
}

/// "Bluebird Retail China 招聘主管": a Latin company and a Chinese title, or vice versa.
fn script_change(piece: &str) -> Vec<String> {
    let words: Vec<&str> = piece.split(' ').filter(|word| !word.is_empty()).collect();
    let han = |word: &&str| word.chars().any(is_han);
    let Some(first_han) = words.iter().position(han) else { return Vec::new() };
    let parts = if first_han > 0 && words[first_han..].iter().all(han) {
        [words[..first_han].join(" "), words[first_han..].join(" ")]
    } else if let Some(first_latin) = words.iter().position(|word| !han(word)).filter(|_| first_han == 0)
        && !words[first_latin..].iter().any(han)
    {
        [words[first_latin..].join(" "), words[..first_latin].join(" ")]
    } else {
        return Vec::new();
    };
    let (latin, chinese) = (evidence(&parts[0]), evidence(&parts[1]));
    let employer = latin.company >= 2 || parts[0].split(' ').count() >= 3 && latin.title == 0;
    if employer && latin.title < 3 && chinese.is_title() { parts.map(|part| clean(&part)).to_vec() } else { Vec::new() }
}

/// "HEAD PHARMACIST Hospital de Santa Clara": a title in capitals and an employer that is not, or vice versa.
fn case_change(piece: &str) -> Vec<String> {
    let capitals = |word: &str| word.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase);
    let loud: usize = piece.split(' ').take_while(|word| capitals(word)).map(|word| word.len() + 1).sum();
    if loud < 6 || loud >= piece.len() || !piece.is_char_boundary(loud) {
        return Vec::new();
    }
    let (head, rest) = (piece[..loud].trim(), piece[loud..].trim());
    let mixed = rest.split(' ').any(|word| word.len() > 3 && !capitals(word)) && rest.starts_with(char::is_uppercase);
    let (first, second) = (evidence(head), evidence(rest));
    let one = first.is_title() && second.title < 3;
    let other = second.is_title() && first.title < 2 && head.contains(' ');
    if mixed && (one || other) { vec![clean(head), clean(rest)] } else { Vec::new() }
}

/// Where a company after a title starts.
fn company_start(tokens: &[&str], end: usize) -> usize {
    (0..end.saturating_sub(1)).rev().find(|&at| evidence(tokens[at]).is_title()).map_or(0, |at| at + 1)
}

/// Words that end an employer even before a department and a title without separator.
#[rustfmt::skip]
const ENDS_CHINESE_COMPANY: &[&str] = &[
    "有限责任公司", "有限公司", "集团", "医院", "银行", "保健院", "卫生院", "卫生服务中心", "疾控中心", "体检中心", "大学",
    "学院", "小学", "中学", "学校", "研究院", "研究所", "事务所", "门诊部", "幼儿园", "法院", "检察院", "派出所", "办事处", "委员会", "度假村",
    "养老院", "教育局", "公安局", "税务局", "财政局", "管理局", "监管局", "保障局", "住建局", "卫健局", "民政局", "司法局", "供电局", "邮政局",
];

/// 星河数据科技有限公司高级工程师, without a space.
fn unspaced_chinese(piece: &str) -> Vec<String> {
    for legal in ENDS_CHINESE_COMPANY {
        if let Some(at) = piece.find(legal) {
            let cut = at + legal.len();
            let rest = piece[cut..].trim();
            let note = rest.starts_with('(');
            if rest.chars().count() >= 2 && !note && evidence(rest).is_title() {
                return vec![piece[..cut].to_owned(), rest.to_owned()];
            }
        }
    }
    Vec::new()
}

/// Words that end a company before a title: "Savanna Garments Machine Operator".
#[rustfmt::skip]
const ENDS_COMPANY: &[&str] = &[
    "bank", "hospital", "clinic", "university", "college", "school", "academy", "institute", "partners", "industries",
    "enterprises", "laboratories", "technologies", "solutions", "hotel", "hotels", "resort", "foundation", "agency",
    "studios", "studio", "airlines", "holdings", "garments", "foods", "motors", "textiles", "electronics",
    "pharmaceuticals", "stores", "properties", "group", "company", "systems", "labs", "works", "airways", "brothers",
];

/// "Acme Inc Software Engineer": the legal form ends the company.
fn after_legal_form(piece: &str) -> Vec<String> {
    let mut at = 0;
    let mut words = 0;
    for word in piece.split_inclusive(' ') {
        at += word.len();
        words += 1;
        let bare = word.trim().trim_end_matches([',', '.']).replace('.', "").to_lowercase();
        let ends = ENDS_COMPANY.contains(&bare.as_str()) || sets::EN_LEGAL.contains(&bare) && bare != "holding";
        if words >= 2 && ends {
            let rest = piece[at..].trim();
            let next = rest.split(' ').next().unwrap_or_default().replace(['.', ','], "").to_lowercase();
            let goes_on = sets::EN_LEGAL.contains(&next);
            if rest.starts_with(|c: char| !c.is_lowercase()) && !goes_on && evidence(rest).title == 3 {
                return vec![clean(&piece[..at]), clean(rest)];
            }
        }
    }
    Vec::new()
}

/// "Staf Akuntansi PT Maju Jaya", "PT Maju Jaya Staf Akuntansi".
fn before_prefix(piece: &str) -> Vec<String> {
    let lower = piece.to_lowercase();
    if lower.len() != piece.len() {
        return Vec::new();
    }
    let starts: Vec<usize> = std::iter::once(0)
        .chain(piece.match_indices(' ').map(|(at, _)| at + 1))
        .filter(|&at| at < piece.len())
        .collect();
    let word_at =
        |at: usize| lower[at..].split(' ').next().unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
    for &at in starts.iter().skip(1) {
        let word = word_at(at);
        let company = indonesian::LEGAL_PREFIXES.contains(&word)
            || matches!(
                word,
                "rs" | "rsud"
                    | "rsu"
                    | "rsia"
                    | "bank"
                    | "puskesmas"
                    | "sma"
                    | "smp"
                    | "sd"
                    | "smk"
                    | "sman"
                    | "smpn"
                    | "sdn"
                    | "smkn"
                    | "universitas"
                    | "klinik"
                    | "hotel"
                    | "toko"
                    | "apotek"
            );
        if company && evidence(&piece[..at]).title == 3 && piece[at..].split(' ').count() >= 2 {
            return vec![clean(&piece[..at]), clean(&piece[at..])];
        }
    }
    if starts.len() > 2
        && (indonesian::LEGAL_PREFIXES.contains(&word_at(0)) || sets::ID_INSTITUTIONS.contains(word_at(0)))
    {
        for &at in starts.iter().skip(2) {
            let word = word_at(at);
            let ambiguous =
                matches!(word, "marketing" | "finance" | "sales" | "legal" | "agen" | "accounting" | "studio");
            if sets::ID_TITLES.contains(word) && !ambiguous && evidence(&piece[at..]).title == 3 {
                return vec![clean(&piece[..at]), clean(&piece[at..])];
            }
        }
    }
    Vec::new()
}

/// Pieces between commas, with legal forms kept.
pub(super) fn commas(piece: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut depth = 0usize;
    let mut part = String::new();
    for c in piece.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c == ',' && depth == 0 {
            parts.push(std::mem::take(&mut part));
        } else {
            part.push(c);
        }
    }
    parts.push(part);
    let mut joined: Vec<String> = Vec::new();
    for part in parts {
        let part = part.trim();
        let bare = part.replace('.', "").to_lowercase();
        let legal = sets::EN_LEGAL.contains(&bare) || bare == "co ltd" || bare == "jr";
        match joined.last_mut() {
            Some(last) if legal => {
                last.push_str(", ");
                last.push_str(part);
            }
            _ if part.is_empty() => {}
            _ => joined.push(part.to_owned()),
        }
    }
    joined
}
