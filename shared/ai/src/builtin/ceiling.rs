//! Ceilings on the total score, in their many wordings: "at most 50", "不超过四十分", "paling tinggi 40", "30 to 45", "15
//! or less"; and deductions: "扣 20", "minus 10".

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::cues::{cued, cues};
use super::numbers::{number, spelled_numbers};

/// A ceiling or deduction and its position in the sentence as normalized by [`plain`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ceiling {
    /// The maximum, or the deduction.
    pub points: f64,
    /// Whether it is a deduction.
    pub taken: bool,
    /// Start of its words.
    pub start: usize,
    /// End of its words, exclusive.
    pub end: usize,
}

const BEFORE: &str = r"(?:not (?:exceed|pass|go (?:above|over|past|beyond)|be (?:above|over|more than|higher than)|score (?:above|over|more than|higher than)|rise above|get more than|score)|no (?:more|higher) than|not (?:more|higher) than|never (?:above|over|more than|higher than)|at most|capp?(?:ed|s)?(?: it| them| the total)?(?: at| to| is)?|ceiling(?: of| is| at)?|limit(?:ed)?(?: to| of)?|max(?:imum)?(?: of| is| score)?|top(?:s|ped)? out at|(?:sits?|stays?|remains?|belongs?|lands?|goes|falls?|comes?|scores?|keep them|is|are) (?:below|under)|up to|paling (?:tinggi|banyak)|maks(?:imal|imum)?\.?(?: nilai| skor)?|tidak (?:boleh )?(?:lebih|melebihi|melewati)(?: dari)?|jangan (?:lebih|melebihi)(?: dari)?|nilai(?:nya)? di bawah|skor(?:nya)? di bawah|mentok di|dibatasi(?: di| pada)?|不(?:得|能|要|可|应|许|会)?(?:超过|高于|多于|高过)|最高|最多|至多|顶多|封顶|上限|控制在|压在|给到)";
const UNIT: &str = r"(?:分|points?|pts|poin|marks?)";

static NUMERAL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"([一二两三四五六七八九十]{1,3})\s*(?:来|多|几)?\s*分").ok());
static CAPPED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!(r"{BEFORE}\s*[:：=]?\s*(?:在|为|至|到|给|is|at|of)?\s*(\d{{1,2}})")).ok());
static BEHIND: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(\d{1,2})\s*(?:分|points?|pts|poin)?\s*(?:or (?:less|lower|below|under|fewer)|max(?:imum)?|and below|at (?:the )?(?:very )?most|tops|封顶|以内|以下|上下|左右|为限|打住|ke bawah|atau kurang)").ok()
});
static RANGE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[:：;；,，=(（]|same|the|but|only|get|gets|give|around|about|between|score|scores|say|in|给|在|nilai|skor|sekitar|antara)\s*(\d{1,2})\s*(?:分)?\s*(?:to|-|–|—|~|～|and|到|至|sampai|hingga|s/d)\s*(\d{1,2})").ok()
});
static TAKEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(r"(?:扣(?:除|掉)?|减(?:去|掉)?|倒扣|minus|deduct|subtract|take off|takes off|loses?|kurangi|dikurangi|potong|dipotong|kurang)\s*(\d{{1,2}})\s*(?:{UNIT}|$|[.。,，;；)）])")).ok()
});

/// Normalizes a sentence to lower case with numbers as digits: 四十分 as 40分, "fifteen" as 15.
pub fn plain(sentence: &str) -> String {
    let lower = spelled_numbers(&sentence.to_lowercase());
    let digits = |found: &Captures<'_>| {
        let value = found.get(1).and_then(|name| number(name.as_str())).unwrap_or(0.0);
        format!("{value:.0}分")
    };
    NUMERAL.as_ref().map_or_else(|| lower.clone(), |numeral| numeral.replace_all(&lower, digits).into_owned())
}

/// All ceilings in a normalized sentence, in order; the longest of several readings of one number.
pub fn all(plain: &str) -> Vec<Ceiling> {
    let mut found: Vec<Ceiling> = Vec::new();
    for (pattern, group, taken) in [(&CAPPED, 1, false), (&BEHIND, 1, false), (&RANGE, 2, false), (&TAKEN, 1, true)] {
        let Some(pattern) = pattern.as_ref() else { continue };
        for hit in pattern.captures_iter(plain) {
            let (Some(whole), Some(value)) = (hit.get(0), hit.get(group)) else { continue };
            let points = value.as_str().parse::<f64>().ok().filter(|points| *points >= 3.0);
            if let Some(points) = points.filter(|_| is_of_a_score(&plain[value.end()..])) {
                found.push(Ceiling { points, taken, start: whole.start(), end: whole.end() });
            }
        }
    }
    found.sort_by_key(|ceiling| (ceiling.start, std::cmp::Reverse(ceiling.end)));
    found.dedup_by(|next, kept| next.start < kept.end);
    found
}

/// The first ceiling in a normalized sentence.
pub fn of(plain: &str) -> Option<Ceiling> {
    all(plain).first().copied()
}

/// Whether the text after a number allows it to be points: not years, people, shares or money.
fn is_of_a_score(rest: &str) -> bool {
    let rest = rest.trim_start_matches(['+', ' ']);
    let spaced = format!("{rest} ");
    let counted = cues("ceiling.units").iter().any(|unit| spaced.starts_with(unit.as_str()));
    // 40%, 40/100, 40.5 and 40,000.
    let more = rest.trim_start_matches(['.', ',']);
    let goes_on = more.starts_with(|c: char| c.is_ascii_digit()) && rest.len() - more.len() <= 1;
    !(counted || goes_on || rest.starts_with(['%', '/']))
}

/// Whether a sentence only says from which score candidates are invited.
pub fn invites(plain: &str) -> bool {
    cued("ceiling.invites", plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ceilings_are_read_in_three_languages() {
        for (sentence, points) in [
            ("No licence: the total may not exceed 50.", 50.0),
            ("Retail and mail order: fine people, but not for this post, 30 to 45.", 45.0),
            ("Technicians and reps: fifteen or less", 15.0),
            ("People from outside the law sit below 20.", 20.0),
            ("没有证书，总分不超过70", 70.0),
            ("没进过医院的，四十分上下", 40.0),
            ("只做过审计的封顶50分", 50.0),
            ("Tidak pernah menjual FMCG, nilai akhir paling tinggi 40", 40.0),
        ] {
            let found = of(&plain(sentence));
            assert_eq!(found.map(|ceiling| (ceiling.points, ceiling.taken)), Some((points, false)), "{sentence}");
        }
    }

    #[test]
    fn deductions_are_subtracted() {
        for (sentence, points) in [("园长证没有，扣 20；", 20.0), ("No degree: minus 10 points", 10.0)] {
            let found = of(&plain(sentence));
            assert_eq!(found.map(|ceiling| (ceiling.points, ceiling.taken)), Some((points, true)), "{sentence}");
        }
    }

    #[test]
    fn years_people_and_percentages_are_not_points() {
        for sentence in ["at most 2 years abroad", "最多 15 人的团队", "growth of up to 20%", "maksimal 3 tahun"]
        {
            assert_eq!(of(&plain(sentence)), None, "{sentence}");
        }
    }
}
