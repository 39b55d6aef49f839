//! Language skills and their levels, from adjectives and tests.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use bole_domain::evaluation::Language;

use super::cues::Hints;
use super::resume::Tone;

/// A language a job may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpokenLanguage {
    English,
    /// Mandarin Chinese.
    Chinese,
    Japanese,
    Korean,
    Indonesian,
    German,
    French,
    Spanish,
    Cantonese,
    Arabic,
    Russian,
}

const NAMES: &[(SpokenLanguage, &[&str])] = &[
    (
        SpokenLanguage::English,
        &[
            "英语",
            "英文",
            "english",
            "bahasa inggris",
            "cet-4",
            "cet-6",
            "cet4",
            "cet6",
            "大学英语",
            "ielts",
            "toefl",
            "toeic",
            "雅思",
            "托福",
            "专八",
            "专四",
            "tem-8",
            "tem-4",
            "tem8",
        ],
    ),
    (
        SpokenLanguage::Chinese,
        &["普通话", "中文", "汉语", "mandarin", "chinese language", "fluent chinese", "bahasa mandarin", "hsk"],
    ),
    (SpokenLanguage::Japanese, &["日语", "日文", "japanese", "bahasa jepang", "jlpt"]),
    (SpokenLanguage::Korean, &["韩语", "韩文", "korean", "bahasa korea", "topik"]),
    (
        SpokenLanguage::Indonesian,
        &["印尼语", "印尼文", "indonesian language", "bahasa indonesia", "fluent indonesian", "fluent in indonesian"],
    ),
    (SpokenLanguage::German, &["德语", "german", "bahasa jerman"]),
    (SpokenLanguage::French, &["法语", "french", "bahasa prancis", "bahasa perancis"]),
    (SpokenLanguage::Spanish, &["西班牙语", "spanish", "bahasa spanyol"]),
    (SpokenLanguage::Cantonese, &["粤语", "cantonese"]),
    (SpokenLanguage::Arabic, &["阿拉伯语", "arabic", "bahasa arab"]),
    (SpokenLanguage::Russian, &["俄语", "russian", "bahasa rusia"]),
];

const FLUENT: &[&str] = &[
    "流利",
    "精通",
    "母语",
    "用英语",
    "用英文",
    "英文会议",
    "英语会议",
    "英文站会",
    "英语站会",
    "全英文",
    "working language",
    "in english",
    "berbahasa inggris",
    "工作语言",
    "专八",
    "tem-8",
    "tem8",
    "fluent",
    "native",
    "excellent",
    "advanced",
    "full professional",
    "bilingual",
    "c1",
    "c2",
    "fasih",
    "lancar",
    "mahir",
    "aktif lisan",
    "aktif",
    "n1",
    "雅思7",
    "ielts 7",
    "ielts 8",
    "ielts: 7",
    "toefl ibt 10",
    "toefl ibt 11",
    "toefl 6",
    "hsk 6",
    "hsk6",
    "听说读写熟练",
    "口语流利",
    "professional proficiency",
];
const WORKING: &[&str] = &[
    "cet-6",
    "cet6",
    "六级",
    "良好",
    "熟练",
    "读写",
    "good",
    "working",
    "intermediate",
    "upper",
    "b2",
    "professional",
    "baik",
    "menengah",
    "toeic",
    "toefl",
    "ielts",
    "雅思",
    "托福",
    "n2",
    "hsk 5",
    "hsk5",
    "沟通",
    "conversational",
    "business",
    "proficient",
];
const BASIC: &[&str] = &[
    "cet-4",
    "cet4",
    "四级",
    "基础",
    "basic",
    "beginner",
    "elementary",
    "pasif",
    "dasar",
    "a1",
    "a2",
    "b1",
    "n3",
    "n4",
    "n5",
    "hsk 3",
    "hsk 4",
    "简单",
    "日常",
];

/// Phrases for a missing language or examination.
const LACKING: &[&str] = &[
    "没有考过",
    "没考过",
    "没过",
    "未过",
    "未通过",
    "没有通过",
    "没通过",
    "不会",
    "不懂",
    "不太行",
    "较差",
    "no english",
    "not passed",
    "do not speak",
    "don't speak",
    "cannot speak",
    "belum lulus",
    "belum bisa",
    "tidak bisa",
    "tidak menguasai",
    "未考",
    "没考",
    "无等级",
    "较弱",
    "不使用",
    "不用英",
    "没有英",
    "没有用",
    "weak",
    "not used",
    "tidak dipakai",
    "kurang lancar",
    "pemula",
];

/// The language and level required by a clause. "English teacher" requires an occupation, not the language.
pub fn asked_in(lower: &str) -> Option<(SpokenLanguage, u8)> {
    let occupation = [
        "teacher",
        "教师",
        "老师",
        "guru",
        "tutor",
        "翻译",
        "translator",
        "文学",
        "literature",
        "教学",
        "教育",
        "sastra",
        "pendidikan bahasa",
        "cuisine",
        "restaurant",
        "food",
    ];
    if occupation.iter().any(|word| lower.contains(word)) {
        return None;
    }
    let (spoken, at) = NAMES
        .iter()
        .find_map(|(spoken, names)| names.iter().find_map(|name| lower.find(name)).map(|at| (*spoken, at)))?;
    // The level is asked of each of the languages.
    let (from, to) = clause(lower, at);
    Some((spoken, level_in(&lower[from..to]).unwrap_or(2)))
}

/// The level of a language stated in a line: 0 none, 1 basic, 2 working, 3 fluent; without a level, working.
pub fn stated_level(lower: &str, spoken: SpokenLanguage) -> Option<u8> {
    let names = NAMES.iter().find(|(known, _)| *known == spoken).map(|(_, names)| *names)?;
    let levels = || {
        let each = names.iter().flat_map(|name| lower.match_indices(name).map(|(at, _)| at));
        each.map(|at| level_at(lower, at).unwrap_or(2))
    };
    if levels().any(|level| level == 0) { Some(0) } else { levels().max() }
}

static NAMED: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::builder().ascii_case_insensitive(true).build(NAMES.iter().flat_map(|(_, names)| names.iter())).ok()
});

/// Fast check whether a line names any language.
pub fn named_in(line: &str) -> bool {
    NAMED.as_ref().is_some_and(|names| names.is_match(line))
}

/// The clause around a byte.
fn clause(lower: &str, at: usize) -> (usize, usize) {
    let breaks = |c: char| matches!(c, ';' | '；' | '。' | '|' | '\n');
    let from = lower[..at].rfind(breaks).map_or(0, |index| index);
    (from, lower[at..].find(breaks).map_or(lower.len(), |index| at + index))
}

/// The part of a clause that is about the language named at a byte: it ends before the part that names another one.
fn item(lower: &str, at: usize) -> (usize, usize) {
    let breaks = |c: char| matches!(c, ',' | '，' | '、');
    let (from, to) = clause(lower, at);
    let start = lower[from..at].rfind(breaks).map_or(from, |index| from + index);
    let later = lower[at..to].match_indices(breaks).map(|(index, _)| at + index);
    let names_another = |start: &usize| {
        let part = &lower[*start..to];
        let end = part.char_indices().skip(1).find(|&(_, c)| breaks(c)).map_or(part.len(), |(index, _)| index);
        named_in(&part[..end])
    };
    let mut ends = later.filter(names_another);
    (start, ends.next().unwrap_or(to))
}

/// The level stated for the language named at a byte.
fn level_at(lower: &str, at: usize) -> Option<u8> {
    let (from, to) = item(lower, at);
    let (own, start) = (&lower[from..to], at - from);
    let denied = Hints::of(own).tone(own, start, own.ceil_char_boundary(start + 1)) == Tone::Denied;
    if denied { Some(0) } else { level_in(own) }
}

fn level_in(text: &str) -> Option<u8> {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if has(LACKING) {
        return Some(0);
    }
    if has(BASIC) && !has(&["cet-6", "cet6", "六级"]) && !has(&["fluent", "流利", "fasih"]) {
        return Some(1);
    }
    if has(FLUENT) {
        Some(3)
    } else if has(WORKING) {
        Some(2)
    } else {
        None
    }
}

/// The language proven by writing a text in it.
pub const fn written(language: Language) -> SpokenLanguage {
    match language {
        Language::Zh => SpokenLanguage::Chinese,
        Language::En => SpokenLanguage::English,
        Language::Id => SpokenLanguage::Indonesian,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_levels_come_from_words_and_tests() {
        assert_eq!(asked_in("英语流利，可作为工作语言"), Some((SpokenLanguage::English, 3)));
        assert_eq!(stated_level("cet-6 580分", SpokenLanguage::English), Some(2));
        assert_eq!(stated_level("bahasa inggris (pasif)", SpokenLanguage::English), Some(1));
        assert_eq!(stated_level("jlpt n1", SpokenLanguage::Japanese), Some(3));
        let listed = "english (native), mandarin, fluent, japanese (n4), no french, german";
        for (spoken, level) in [
            (SpokenLanguage::English, 3),
            (SpokenLanguage::Chinese, 3),
            (SpokenLanguage::Japanese, 1),
            (SpokenLanguage::French, 0),
            (SpokenLanguage::German, 2),
        ] {
            assert_eq!(stated_level(listed, spoken), Some(level), "{spoken:?}");
        }
        assert_eq!(asked_in("english or japanese, fluent"), Some((SpokenLanguage::English, 3)));
        assert_eq!(asked_in("english teacher with a licence"), None);
    }
}
