//! Judges a piece of a line: company, title, place, sentence or note.

use super::lexicon::{english, indonesian, places, sets};
use super::segments;
use super::text::{is_chinese, is_han};

/// What the words of a piece speak for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Evidence {
    /// 0 none, 1 a word somewhere, 2 a trade or a word not at the head, 3 an institution, 4 a legal form.
    pub(super) company: u8,
    /// 0 none, 2 a title's word somewhere, 3 at the head.
    pub(super) title: u8,
}

/// No word speaks for anything.
pub(super) const NOTHING: Evidence = Evidence { company: 0, title: 0 };

/// Longer pieces are prose.
const MAX_PIECE: usize = 120;

/// Reads the evidence of one piece.
pub(super) fn evidence(piece: &str) -> Evidence {
    if piece.chars().count() > MAX_PIECE {
        return NOTHING;
    }
    let bare = without_notes(piece);
    let bare = bare.trim();
    let words = words(bare);
    let (mut company, mut title) = (chinese_company(bare), chinese_title(bare));
    let latin_title = latin_title(&words, bare);
    title = title.max(latin_title);
    company = company.max(latin_company(&words, latin_title));
    Evidence { company, title }
}

/// Lower-case words, possessives and dots inside kept out.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '&' | '\'' | '.')) || is_han(c))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect()
}

fn chinese_company(piece: &str) -> u8 {
    if !piece.chars().any(is_han) {
        return 0;
    }
    let piece = strip_trailing_parenthesis(piece);
    if sets::ZH_LEGAL.ends(piece) || piece.contains("有限公司") || piece.contains("有限责任公司") {
        return 4;
    }
    let count = piece.chars().count();
    if count >= 3 && sets::ZH_INSTITUTIONS.ends(piece) {
        return 3;
    }
    if sets::ZH_LEGAL.within(piece) {
        return 3;
    }
    if (3..=16).contains(&count) && sets::ZH_TRADES.ends(piece) {
        return 2;
    }
    u8::from(count >= 5 && sets::ZH_INSTITUTIONS.within_long(piece))
}

fn chinese_title(piece: &str) -> u8 {
    if !piece.chars().any(is_han) {
        return 0;
    }
    let bare = piece.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, 'I' | 'V' | '+' | ' ' | '岗' | '级'));
    let bare = strip_trailing_parenthesis(bare);
    let count = bare.chars().count();
    if count > 24 {
        return 0;
    }
    if sets::ZH_TITLES.ends(bare) {
        return 3;
    }
    let last = bare.chars().next_back();
    let generic = match last {
        Some('员' | '师' | '者') => (2..=14).contains(&count),
        Some('长') => {
            (2..=8).contains(&count) && !["增长", "成长", "专长", "特长"].iter().any(|word| bare.ends_with(word))
        }
        Some('工') => {
            (2..=6).contains(&count) && !["化工", "重工", "军工", "建工"].iter().any(|word| bare.ends_with(word))
        }
        _ => false,
    };
    if generic {
        return 3;
    }
    if sets::ZH_TITLES.within_long(bare) { 2 } else { 0 }
}

fn is_rank(word: &str) -> bool {
    matches!(
        word,
        "i" | "ii"
            | "iii"
            | "iv"
            | "v"
            | "1"
            | "2"
            | "3"
            | "senior"
            | "junior"
            | "sr"
            | "jr"
            | "lead"
            | "utama"
            | "madya"
            | "muda"
    ) || sets::NOTES.contains(word)
}

fn latin_title(words: &[String], piece: &str) -> u8 {
    if words.is_empty() || words.len() > 12 {
        return 0;
    }
    let lower = piece.to_lowercase();
    let head = |word: &str| sets::EN_TITLES.contains(word) || sets::ID_TITLES.contains(word);
    let english_title = |word: &String| sets::EN_TITLES.contains(word);
    let last = words.iter().rev().find(|word| !is_rank(word)).or(words.last());
    // "Staf Bank", "Kepala Gudang": Indonesian puts the head first; PT and CV put a company first.
    let begins_as_company = words.first().is_some_and(|word| indonesian::LEGAL_PREFIXES.contains(&word.as_str()));
    let ends_as_company = words.last().is_some_and(|word| sets::EN_LEGAL.contains(word));
    if !begins_as_company && !ends_as_company {
        let named = last.is_some_and(english_title) || words.len() > 1 && words.last().is_some_and(english_title);
        // "Acme HR": a field of work behind a name nobody knows may end an employer too.
        let field = words.len() == 2 && matches!(words[1].as_str(), "hr" | "qa" | "qc" | "ppic");
        let other = words.iter().any(|word| head(word) && !matches!(word.as_str(), "hr" | "qa" | "qc" | "ppic"));
        if named && (!field || other || is_rank(&words[0])) {
            return 3;
        }
        let first = words.iter().find(|word| !english::RANKS.contains(&word.as_str()) || words.len() == 1);
        if first.is_some_and(|word| indonesian::TITLES.contains(&word.as_str()))
            && words.first().is_some_and(|word| head(word) || english::RANKS.contains(&word.as_str()))
        {
            return 3;
        }
        if let [_, rank] = words
            && rank == "senior"
        {
            return 3;
        }
        let before_joint = words.windows(2).any(|pair| {
            english_title(&pair[0]) && matches!(pair[1].as_str(), "of" | "for" | "in" | "to" | "-" | "&" | "and")
        });
        let before_mark = [" - ", ", ", " (", "/", " – ", ": "].iter().any(|mark| {
            lower.split(mark).next().is_some_and(|part| {
                let last = part.split_whitespace().rev().find(|word| !is_rank(word));
                part.len() < lower.len() && last.is_some_and(|word| sets::EN_TITLES.contains(word))
            })
        });
        if before_joint || before_mark || english::TITLE_PHRASES.iter().any(|phrase| lower.ends_with(phrase)) {
            return 3;
        }
    }
    let anywhere =
        words.iter().any(|word| head(word) && !matches!(word.as_str(), "support" | "staff" | "head" | "lead" | "home"))
            || english::TITLE_PHRASES.iter().any(|phrase| lower.contains(phrase));
    if anywhere { 2 } else { 0 }
}

fn latin_company(words: &[String], title: u8) -> u8 {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return 0 };
    if words.len() > 14 {
        return 0;
    }
    let bare = |word: &str| word.replace('.', "");
    if words.len() >= 2 && indonesian::LEGAL_PREFIXES.contains(&bare(first).as_str()) {
        return 4;
    }
    if words.len() >= 2 && sets::EN_LEGAL.contains(&bare(last)) {
        return 4;
    }
    if words.len() >= 3
        && words
            .iter()
            .skip(1)
            .any(|word| matches!(bare(word).as_str(), "inc" | "ltd" | "llc" | "gmbh" | "pte" | "tbk" | "plc"))
    {
        return 4;
    }
    if title == 3 && words.len() <= 6 {
        return u8::from(words.len() >= 3 && sets::EN_INSTITUTIONS.contains(last));
    }
    let institution = |word: &str| sets::EN_INSTITUTIONS.contains(word);
    let before_of =
        words.windows(2).any(|pair| institution(&pair[0]) && matches!(pair[1].as_str(), "of" | "for" | "&" | "and"));
    if words.len() >= 2 && (institution(last) || sets::ID_INSTITUTIONS.contains(first) || before_of) {
        return 3;
    }
    if words.len() >= 2 && words.iter().any(|word| institution(word) || sets::ID_INSTITUTIONS.contains(word)) {
        return 2;
    }
    0
}

/// The piece without notes on the engagement: (Full-time), （全职）, - Contract.
pub(super) fn without_notes(piece: &str) -> String {
    let mut bare = piece.trim().to_owned();
    loop {
        let before = bare.len();
        if bare.ends_with([')', ']'])
            && let Some(open) = bare.rfind(['(', '['])
        {
            let inner = bare[open + 1..bare.len() - 1].trim().to_owned();
            let engagement = matches!(
                inner.to_lowercase().as_str(),
                "freelance" | "lepas" | "自由职业" | "outsource" | "outsourcing"
            ) || inner.split([',', '、']).all(|part| is_note(part.trim()));
            if engagement || is_note(&inner) || is_place(&inner) || is_duration(&inner) || inner.is_empty() {
                bare.truncate(open);
            }
        }
        bare = bare
            .trim_end_matches(|c: char| {
                c.is_whitespace() || matches!(c, ',' | '|' | '-' | '–' | '—' | '·' | ';' | ':' | '、')
            })
            .trim_start_matches(|c: char| {
                c.is_whitespace() || matches!(c, ',' | '|' | '-' | '–' | '—' | '·' | ';' | ':' | '、' | ')')
            })
            .to_owned();
        if bare.len() == before {
            return bare;
        }
    }
}

/// The text before a parenthesis that ends it.
pub(super) fn without_aside(text: &str) -> &str {
    match (text.ends_with(')'), text.rfind('(')) {
        (true, Some(open)) if text[..open].chars().count() >= 2 => text[..open].trim_end(),
        _ => text,
    }
}

fn strip_trailing_parenthesis(piece: &str) -> &str {
    match (piece.ends_with(')'), piece.rfind('(')) {
        (true, Some(open)) if open > 0 => piece[..open].trim_end(),
        _ => piece,
    }
}

/// Full-time, kontrak, 全职 …
pub(super) fn is_note(piece: &str) -> bool {
    let lower = piece.trim().to_lowercase();
    !lower.is_empty()
        && lower.split([',', '/', '|', '·']).all(|part| {
            let part = part.trim();
            sets::NOTES.contains(part) || is_place(part)
        })
}

/// A city, a state, a country, or several with commas.
pub(super) fn is_place(piece: &str) -> bool {
    let piece = piece.trim().trim_matches(|c: char| matches!(c, '(' | ')' | ',' | '.' | '|'));
    if piece.is_empty() || piece.chars().count() > 60 {
        return false;
    }
    let one = |part: &str| {
        let part = part.trim();
        let lower = part.to_lowercase();
        let han = part.strip_suffix(['市', '省', '区', '县']).unwrap_or(part);
        sets::PLACES.contains(&lower)
            || sets::PLACES.contains(han)
            || ["kota ", "kab. ", "kabupaten ", "kec. "].iter().any(|prefix| lower.starts_with(prefix))
            || chinese_district(part)
    };
    let parts: Vec<&str> = piece.split([',', '/', '·', '-']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let state = |part: &str| {
        let word = part.split_whitespace().next().unwrap_or_default();
        places::STATES.contains(&word)
    };
    !parts.is_empty()
        && parts.iter().enumerate().all(|(at, part)| {
            one(part)
                || (at > 0 && state(part))
                || (at == 0
                    && parts.len() == 2
                    && parts[1..].iter().any(|next| state(next) || one(next) && !part.contains(' '))
                    && is_proper(part))
        })
}

fn chinese_district(part: &str) -> bool {
    let count = part.chars().count();
    if !part.chars().all(is_han) || !(2..=12).contains(&count) {
        return false;
    }
    sets::PLACES.beginnings(part).any(|city| {
        let rest = &part[city.len()..];
        rest.is_empty()
            || rest.ends_with(['市', '区', '县', '镇', '省'])
            || rest.starts_with(['市', '省']) && sets::PLACES.contains(rest.trim_start_matches(['市', '省']))
            || sets::PLACES.contains(rest)
    })
}

/// The piece without a place behind its commas: "Casco Bay Hospital, Portland, ME".
pub(super) fn without_place(piece: &str) -> String {
    let mut parts = segments::commas(piece);
    while parts.len() > 1 {
        let Some(last) = parts.last() else { break };
        if places::STATES.contains(&last.as_str()) {
            parts.pop();
            if parts.len() > 1 && parts.last().is_some_and(|city| is_proper(city)) {
                parts.pop();
            } else if let Some((company, city)) = parts.last().and_then(|last| last.rsplit_once('-'))
                && is_proper(city)
                && !company.ends_with(' ')
            {
                // "Dollar Barn-Memphis, TN"
                let company = company.to_owned();
                parts.pop();
                parts.push(company);
            }
        } else if is_place(last) || is_city_with_state(last) {
            parts.pop();
        } else {
            break;
        }
    }
    parts.join(", ")
}

/// "Corona CA"
fn is_city_with_state(part: &str) -> bool {
    part.rsplit_once(' ').is_some_and(|(city, state)| {
        places::STATES.contains(&state) && state.chars().all(char::is_uppercase) && is_proper(city)
    })
}

fn is_proper(part: &str) -> bool {
    part.split_whitespace().count() <= 3
        && part.split_whitespace().all(|word| word.chars().next().is_some_and(char::is_uppercase))
        && evidence_free(part)
}

fn evidence_free(part: &str) -> bool {
    let words = words(part);
    latin_company(&words, 0) < 3 && latin_title(&words, part) == 0
}

/// "5 years 2 months", "3年2个月", "2 tahun".
pub(super) fn is_duration(piece: &str) -> bool {
    let lower = piece.trim().to_lowercase();
    let units = ["year", "yr", "month", "mo", "tahun", "thn", "bulan", "bln", "年", "个月", "月", "天"];
    lower.chars().count() <= 28
        && lower.chars().any(|c| c.is_ascii_digit())
        && units.iter().any(|unit| lower.contains(unit))
        && lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).all(|word| {
            matches!(
                word,
                "total"
                    | "and"
                    | "dan"
                    | "about"
                    | "approx"
                    | "selama"
                    | "共"
                    | "约"
                    | "共计"
                    | "duration"
                    | "over"
                    | "s"
                    | "lebih"
            ) || units.iter().any(|unit| word.starts_with(unit))
                || word.chars().all(|c| matches!(c, '年' | '个' | '月' | '零' | '多' | '又' | '半' | '余'))
        })
}

/// 研发部, Finance Department, Divisi Operasional.
pub(super) fn is_department(piece: &str) -> bool {
    let piece = piece.trim();
    let count = piece.chars().count();
    if piece.chars().any(is_han) {
        return count <= 14
            && [
                "部",
                "部门",
                "事业部",
                "小组",
                "课",
                "科室",
                "科",
                "组",
                "室",
                "研发中心",
                "技术中心",
                "运营中心",
                "财务中心",
                "中台",
                "病区",
                "病房",
                "教研组",
                "车间",
                "产线",
            ]
            .iter()
            .any(|end| piece.ends_with(end));
    }
    let words = words(piece);
    words.len() <= 6
        && (words.last().is_some_and(|word| {
            matches!(word.as_str(), "department" | "dept" | "division" | "team" | "ward" | "departemen")
        }) || words.first().is_some_and(|word| {
            matches!(
                word.as_str(),
                "divisi" | "departemen" | "department" | "bagian" | "unit" | "bidang" | "dept" | "team"
            )
        }))
}

/// Whether a line without bullet still tells what was done instead of naming where and as what.
pub(super) fn is_prose(line: &str) -> bool {
    let line = line.trim();
    // Gaps between cells make no sentence longer.
    let count: usize = line.split_whitespace().map(|word| word.chars().count() + 1).sum();
    if is_chinese(line) {
        let han_stop = line.contains(['。', '；', ';']) || line.ends_with(['.', ',', '、', '，']);
        return count > 48
            || line.ends_with(':')
            || han_stop && count > 8
            || line.contains('%')
            || line.contains(',') && count > 26
            || line.matches(',').count() >= 2
            || sets::ZH_VERBS.begins(line) && chinese_company(line) < 3 && (chinese_title(line) < 3 || count > 8);
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    if count > 130 || words.len() > 18 {
        return true;
    }
    let ends = line.ends_with(['.', ';', ':']);
    let first =
        words.first().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()).unwrap_or_default();
    let abbreviation = ["inc.", "ltd.", "co.", "corp.", "tbk.", "jr.", "sr.", "llc.", "bhd.", "st."]
        .iter()
        .any(|end| line.to_lowercase().ends_with(end));
    if ends && !abbreviation && words.len() >= 2 {
        return true;
    }
    let small = words
        .iter()
        .filter(|word| word.chars().next().is_some_and(char::is_lowercase))
        .filter(|word| !is_joint(word))
        .count();
    let lower_first = words.first().is_some_and(|word| word.chars().next().is_some_and(char::is_lowercase));
    let lettered = words.iter().filter(|word| word.chars().any(char::is_alphabetic)).count().max(1);
    let verb = english::VERBS.contains(&first.as_str())
        || indonesian::VERBS.contains(&first.as_str())
        || first.len() > 4
            && first.ends_with("ed")
            && first != "limited"
            && first != "united"
            && first != "allied"
            && first != "advanced"
            && first != "certified"
            && first != "registered"
            && first != "applied"
            && first != "integrated"
            && first != "licensed"
            && first != "consolidated"
            && first != "federated"
            && first != "embedded"
        || is_indonesian_verb(&first);
    (verb && words.len() >= 3 && small >= 1) || small * 2 > lettered || small >= 4 || (lower_first && words.len() >= 4)
}

fn is_indonesian_verb(word: &str) -> bool {
    word.len() >= 6
        && ["men", "mem", "meng", "meny", "mel", "mer", "mew"].iter().any(|prefix| word.starts_with(prefix))
        && ![
            "mentor",
            "member",
            "mental",
            "menteri",
            "mercedes",
            "melbourne",
            "mercury",
            "mercu",
            "merdeka",
            "memorial",
            "mentari",
            "melati",
            "mendengar",
            "meratus",
            "mekar",
            "mercy",
            "menara",
            "merchant",
            "merchandiser",
            "merapi",
        ]
        .iter()
        .any(|not| word.starts_with(not))
}

fn is_joint(word: &str) -> bool {
    matches!(
        word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().as_str(),
        "" | "of"
            | "and"
            | "the"
            | "for"
            | "in"
            | "at"
            | "to"
            | "di"
            | "dan"
            | "de"
            | "la"
            | "van"
            | "von"
            | "da"
            | "pada"
            | "untuk"
            | "a"
            | "an"
            | "on"
            | "with"
            | "&"
            | "per"
            | "as"
            | "sebagai"
    )
}
