//! Classifies a piece of a line: company, title, department or note.

use super::cache::Cache;
use super::lexicon::{english, indonesian, sets, trades};
use super::places::is_place;
use super::text::is_han;

/// Evidence from the words of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Evidence {
    /// 0 none, 1 a word anywhere, 2 a trade or a word not at the head, 3 an institution, 4 a legal form.
    pub(super) company: u8,
    /// 0 none, 2 a title word anywhere, 3 at the head.
    pub(super) title: u8,
}

impl Evidence {
    /// Whether it is a title without an institution.
    pub(super) const fn is_title(self) -> bool {
        self.title == 3 && self.company < 3
    }
}

/// No evidence.
pub(super) const NOTHING: Evidence = Evidence { company: 0, title: 0 };

/// Longer pieces are prose.
const MAX_PIECE: usize = 120;

thread_local! {
    /// Cached results of the current resume.
    static SEEN: Cache<Evidence> = Cache::new();
}

/// Clears the cache of the previous resume.
pub(super) fn clear() {
    SEEN.with(Cache::clear);
}

pub(super) fn evidence(piece: &str) -> Evidence {
    if piece.len() > MAX_PIECE && piece.chars().count() > MAX_PIECE {
        return NOTHING;
    }
    SEEN.with(|seen| seen.get(piece, judged))
}

fn judged(piece: &str) -> Evidence {
    let bare = without_notes(piece);
    let bare = bare.trim();
    if is_amount(bare) {
        return NOTHING;
    }
    let words = words(bare);
    let (mut company, mut title) = (chinese_company(bare), chinese_title(bare));
    let latin_title = latin_title(&words, bare);
    title = title.max(latin_title);
    // "galley of 140 crew"
    if bare.starts_with(char::is_lowercase) && bare.contains(|c: char| c.is_ascii_digit()) {
        title = 0;
    }
    let small = bare.rsplit(' ').next().is_some_and(|last| last.starts_with(char::is_lowercase));
    company = company.max(match latin_company(&words, latin_title) {
        // "Acme Bank", but "SME lending": names are capitalized to the end.
        2 | 3 if small && !words.first().is_some_and(|first| sets::ID_INSTITUTIONS.contains(first)) => 1,
        company => company,
    });
    if VERBS_AT_ONCE.iter().any(|verb| bare.starts_with(verb)) {
        company = 0;
    }
    Evidence { company, title }
}

/// Chinese verbs that never start an employer's name.
const VERBS_AT_ONCE: [&str; 12] =
    ["负责", "参与", "协助", "带领", "对接", "覆盖", "主导", "拜访", "跟进", "服务于", "配合", "独立"];

/// 年销售额约80亿元的开发商, "310 staff": quantities, which are not names.
pub(super) fn is_amount(piece: &str) -> bool {
    let piece = without_aside(piece);
    let units = ["亿", "万元", "平方", "㎡"];
    // 成本部共9人
    let many = piece.strip_suffix(['人', '名']).is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit()));
    let much = piece.contains(|c: char| c.is_ascii_digit()) && units.iter().any(|unit| piece.contains(unit));
    much || many || is_count(piece)
}

/// "310 staff", "28 salesman", 4名主管: counts.
fn is_count(piece: &str) -> bool {
    let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '.' | '±' | '~'));
    let digits = piece.len() - rest.len();
    (1..=5).contains(&digits)
        && piece.starts_with(|c: char| c.is_ascii_digit())
        && (rest.starts_with(['名', '人', '位', '个', '余', '多'])
            || rest.starts_with(' ') && rest.trim_start().starts_with(char::is_lowercase))
}

/// Lower-case words, including inner possessives and dots.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '&' | '\'' | '.')) || is_han(c))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect()
}

pub(super) fn chinese_company(piece: &str) -> u8 {
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
    if sets::ZH_LEGAL.within(piece) || is_shop(piece) {
        return 3;
    }
    if (3..=16).contains(&count) && sets::ZH_TRADES.ends(piece) {
        return 2;
    }
    u8::from(count >= 5 && sets::ZH_INSTITUTIONS.within_long(piece))
}

pub(super) fn chinese_title(piece: &str) -> u8 {
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

pub(super) fn latin_title(words: &[String], piece: &str) -> u8 {
    if words.is_empty() || words.len() > 12 {
        return 0;
    }
    let lower = piece.to_lowercase();
    let head = |word: &str| sets::EN_TITLES.contains(word) || sets::ID_TITLES.contains(word);
    let english_title = |word: &String| sets::EN_TITLES.contains(word);
    let last = words.iter().rev().find(|word| !is_rank(word)).or(words.last());
    // "Staf Bank", "Kepala Gudang": Indonesian puts the head first; PT and CV start a company.
    let begins_as_company = words.first().is_some_and(|word| indonesian::LEGAL_PREFIXES.contains(&word.as_str()));
    let ends_as_company = words.last().is_some_and(|word| sets::EN_LEGAL.contains(word));
    if !begins_as_company && !ends_as_company {
        let named = last.is_some_and(english_title) || words.len() > 1 && words.last().is_some_and(english_title);
        // "Acme HR": a field of work may end an unknown employer's name.
        let field = words.len() == 2 && matches!(words[1].as_str(), "hr" | "qa" | "qc" | "ppic");
        let other = words.iter().any(|word| head(word) && !matches!(word.as_str(), "hr" | "qa" | "qc" | "ppic"));
        if named && (!field || other || is_rank(&words[0])) {
            return 3;
        }
        let first = words.iter().find(|word| !english::RANKS.contains(&word.as_str()) || words.len() == 1);
        if first.is_some_and(|word| sets::ID_TITLES.contains(word))
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
        if before_joint || before_mark || title_phrases().any(|phrase| lower.ends_with(phrase)) {
            return 3;
        }
    }
    let anywhere =
        words.iter().any(|word| head(word) && !matches!(word.as_str(), "support" | "staff" | "head" | "lead" | "home"))
            || title_phrases().any(|phrase| lower.contains(phrase));
    if anywhere { 2 } else { 0 }
}

/// "projectionist", "Claims Adjudicator": the last word has an agent suffix.
pub(super) fn ends_as_agent(piece: &str) -> bool {
    let words = words(piece);
    words.last().filter(|_| words.len() <= 5).is_some_and(|last| {
        last.len() >= 6
            && last.bytes().all(|b| b.is_ascii_lowercase())
            && ["er", "or", "ist", "eer", "ian"].iter().any(|end| last.ends_with(end))
            && !english::NO_AGENTS.contains(&last.as_str())
    })
}

/// "Claims Adjudicator", "Pemilah Sampah": words with an agent suffix, or prefix in Indonesian.
pub(super) fn is_agent(piece: &str) -> bool {
    let words = words(piece);
    let Some(first) = words.first() else { return false };
    let english = (2..=5).contains(&words.len()) && ends_as_agent(piece);
    let indonesian = words.len() <= 4
        && first.len() >= 6
        && ["pen", "pem", "pel", "per", "pes"].iter().any(|start| first.starts_with(start))
        && !first.ends_with("an")
        && !indonesian::NO_AGENTS.contains(&first.as_str());
    english || indonesian
}

fn title_phrases() -> impl Iterator<Item = &'static str> {
    english::TITLE_PHRASES.iter().chain(trades::ENGLISH_PHRASES).copied()
}

pub(super) fn latin_company(words: &[String], title: u8) -> u8 {
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
    // "Marrow Coffee": a trade ends a name unless it is the whole name.
    if words.len() >= 2 && sets::EN_TRADES.contains(last) {
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

/// Small firms and army units that look like departments: 郑州骑迅电动车销售服务部, 武警某部.
fn is_shop(piece: &str) -> bool {
    const TRADES: [&str; 14] = [
        "服务部",
        "经营部",
        "门市部",
        "批发部",
        "维修部",
        "修理部",
        "货运部",
        "经销部",
        "汽修部",
        "销售部",
        "商贸部",
        "营销部",
        "制作部",
        "加工部",
    ];
    let named =
        piece.chars().count() >= 7 && (sets::PLACES.begins(piece) || piece.contains(['县', '镇', '乡', '市', '区']));
    ["某部", "部队"].iter().any(|end| piece.ends_with(end)) || named && TRADES.iter().any(|end| piece.ends_with(end))
}

/// 研发部, Finance Department, Divisi Operasional.
pub(super) fn is_department(piece: &str) -> bool {
    let piece = without_aside(piece.trim());
    let count = piece.chars().count();
    if piece.chars().any(is_han) {
        return count <= 14
            && !is_shop(piece)
            // 某某医院重症医学科 is an employer with a department.
            && !["医院", "公司", "银行", "集团", "大学"].iter().any(|word| piece.find(word).is_some_and(|at| at > 0))
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
            matches!(
                word.as_str(),
                "department"
                    | "dept"
                    | "division"
                    | "team"
                    | "ward"
                    | "departemen"
                    | "unit"
                    | "wing"
                    | "section"
                    | "faculty"
            )
        }) || words.first().is_some_and(|word| {
            matches!(
                word.as_str(),
                "divisi" | "departemen" | "department" | "bagian" | "unit" | "bidang" | "dept" | "team"
            )
        }))
}
