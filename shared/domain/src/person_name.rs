//! Whether two written names can be one person's.

use pinyin::ToPinyinMulti;
use unicode_normalization::UnicodeNormalization;

/// Titles and degrees beside names.
const TITLES: &[&str] = &[
    "mr", "mrs", "ms", "miss", "dr", "prof", "ir", "drs", "hj", "bapak", "ibu", "phd", "mba", "msc", "bsc", "cpa",
    "acca", "cfa", "pmp", "jr", "sr",
];

/// Whether two names can be one person's: equal but for case, accents, order, titles, initials or missing parts, or one the
/// pinyin of the other. A missing name can be anybody's.
#[must_use]
pub fn can_be_one(one: Option<&str>, other: Option<&str>) -> bool {
    let (one, other) = (Parts::of(one.unwrap_or_default()), Parts::of(other.unwrap_or_default()));
    if one.is_empty() || other.is_empty() {
        return true;
    }
    let has_both_scripts = |of: fn(&Parts) -> bool| of(&one) && of(&other);
    let (latin, unspaced) = (has_both_scripts(Parts::has_words), has_both_scripts(Parts::has_unspaced));
    match (latin, unspaced) {
        (false, false) => one.is_pinyin_of(&other) || other.is_pinyin_of(&one),
        _ => latin && words_match(&one.words, &other.words) || unspaced && one.unspaced == other.unspaced,
    }
}

/// A name's words, and its letters of scripts written without spaces.
struct Parts {
    words: Vec<String>,
    unspaced: String,
}

impl Parts {
    fn of(name: &str) -> Self {
        let folded: String = name.nfkd().filter(|letter| !is_accent(*letter)).flat_map(char::to_lowercase).collect();
        let unspaced = folded.chars().filter(|letter| is_unspaced(*letter)).nfc().collect();
        let plain: String = folded.chars().map(plain_letter).collect();
        let words = plain
            .split(|letter: char| !letter.is_alphanumeric() || is_unspaced(letter))
            .filter(|word| !word.is_empty() && !TITLES.contains(word))
            .map(str::to_owned)
            .collect();
        Self { words, unspaced }
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty() && self.unspaced.is_empty()
    }

    /// Whether these words are the other's Chinese letters, the family name first or last.
    fn is_pinyin_of(&self, other: &Self) -> bool {
        let (latin, letters) = (self.words.concat().replace('v', "u"), other.unspaced.chars().collect::<Vec<_>>());
        let family_names = 0..letters.len().min(MAX_FAMILY_NAME + 1);
        !latin.is_empty()
            && family_names.into_iter().any(|length| {
                let (family, given) = letters.split_at(length);
                spells(&latin, &[given, family].concat())
            })
    }

    fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    fn has_unspaced(&self) -> bool {
        !self.unspaced.is_empty()
    }
}

/// The most letters of a Chinese family name.
const MAX_FAMILY_NAME: usize = 2;

/// Whether the text is a reading of all letters, one after the other.
fn spells(text: &str, letters: &[char]) -> bool {
    let Some((first, rest)) = letters.split_first() else { return text.is_empty() };
    let Some(readings) = first.to_pinyin_multi() else { return false };
    readings.into_iter().any(|reading| {
        let plain = reading.plain().replace(['ü', 'v'], "u");
        text.strip_prefix(plain.as_str()).is_some_and(|text| spells(text, rest))
    })
}

const fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

/// Han, kana and Hangul.
const fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{1100}'..='\u{11ff}' | '\u{3005}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Letters that have no decomposition.
const fn plain_letter(letter: char) -> char {
    match letter {
        'ł' => 'l',
        'ø' => 'o',
        'đ' | 'ð' => 'd',
        'ı' => 'i',
        'ß' => 's',
        other => other,
    }
}

/// Whether each word of the shorter name is one of the longer, or an initial of it; or both are the same letters, divided
/// or ordered in another way.
fn words_match(one: &[String], other: &[String]) -> bool {
    let joined = |words: &[String]| words.concat();
    let reversed = |words: &[String]| words.iter().rev().map(String::as_str).collect::<String>();
    if joined(one) == joined(other) || joined(one) == reversed(other) || reversed(one) == joined(other) {
        return true;
    }
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let mut left: Vec<&str> = long.iter().map(String::as_str).collect();
    // Whole words first, so that an initial does not take their place.
    let (whole, initials): (Vec<&String>, Vec<&String>) = short.iter().partition(|word| word.chars().count() > 1);
    whole.into_iter().chain(initials).all(|word| {
        let place = left
            .iter()
            .position(|candidate| candidate == word)
            .or_else(|| left.iter().position(|candidate| is_initial(word, candidate)));
        place.map(|place| left.swap_remove(place)).is_some()
    })
}

fn is_initial(one: &str, other: &str) -> bool {
    one.chars().next() == other.chars().next() && (one.chars().count() == 1 || other.chars().count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_write_one_name_can_be_one() {
        for (one, other) in [
            ("Ann Tan", ""),
            ("Ann Tan", "ann  TAN"),
            ("Ann Tan", "Tan, Ann"),
            ("Nguyễn Văn An", "Nguyen Van An"),
            ("Łukasz Nowak", "Lukasz Nowak"),
            ("John F. Smith", "J. Smith"),
            ("John Smith", "Smith J"),
            ("Dr. Helena Marsh, PhD", "Helena Marsh"),
            ("Budi", "Budi Santoso"),
            ("Lin Xiaoyu", "Lin Xiao Yu"),
            ("Xiao-Yu Lin", "LIN Xiaoyu"),
            ("林晓雨", "林 晓 雨"),
            ("林晓雨", "Lin Xiaoyu"),
            ("林晓雨", "Xiao Yu LIN"),
            ("欧阳娜娜", "Nana Ouyang"),
            ("吕布", "Lv Bu"),
            ("单田芳", "Shan Tianfang"),
            ("林晓雨 (Lin Xiaoyu)", "Xiaoyu Lin"),
        ] {
            assert!(can_be_one(Some(one), Some(other)), "{one} / {other}");
            assert!(can_be_one(Some(other), Some(one)), "{other} / {one}");
        }
        assert!(can_be_one(None, Some("Ann")));
    }

    #[test]
    fn names_of_different_people_cannot_be_one() {
        for (one, other) in [
            ("Ann Tan", "Ben Tan"),
            ("Nguyen An", "Nguyen Binh"),
            ("John Smith", "Jane Smith"),
            ("J. Smith", "J. Jones"),
            ("林晓雨", "林晓云"),
            ("林晓雨 (Lin Xiaoyu)", "王芳 (Wang Fang)"),
            ("Mallory", "Lin Xiaoyu"),
            ("林晓雨", "Ann Tan"),
            ("林晓雨", "Lin Xiaoyun"),
        ] {
            assert!(!can_be_one(Some(one), Some(other)), "{one} / {other}");
        }
    }
}
