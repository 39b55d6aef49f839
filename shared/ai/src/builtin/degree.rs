//! Degree levels in the wording of three countries.

use std::sync::LazyLock;

use bole_domain::profile::DegreeLevel;
use regex::{Regex, RegexSet};

use super::text::ascii_bounds;

/// Lowest first, as in [`DegreeLevel::ALL`].
const LEVELS: [&str; 5] = [
    r"(?i)高中|中专|职高|中技|\bsma\b|\bsmk\b|\bsmu\b|\bslta\b|high school|secondary school|\bged\b",
    r"(?i)大专|专科|高职|\bd-?(?:1|2|3|iii|ii)\b|diploma|associate(?:'s|’s)? degree|associate of",
    r"(?i)本科|学士|统招本|\bs-?1\b|\bd-?(?:4|iv)\b|strata (?:1|satu|i)\b|sarjana|bachelor|\bb\.?\s?(?:sc|s|a|eng|tech|com|ed|ba|pharm|n)\b\.?|\bbsn\b|undergraduate degree|university degree|college degree|\bll\.?b\b|\bmbbs\b|\bs\.?(?:kom|t|e|ak|h|pd|farm|kep|ked|psi|si|sos|tr|gz)\b\.",
    r"(?i)硕士|研究生|\bmba\b|\bs-?2\b|strata (?:2|dua|ii)\b|magister|master(?:'s|’s|s)?(?: degree| of| in)\b|\bmaster's|\bm\.?\s?(?:sc|eng|ed|tech|phil)\b\.?|\bm\.s\.|\bm\.a\.|\bms in\b|\bma in\b|\bllm in\b|\bll\.m|postgraduate",
    r"(?i)博士|\bs-?3\b|strata (?:3|tiga)|doctora|doktor\b|ph\.?\s?d\b|\bm\.d\.",
];

static MATCHERS: LazyLock<Option<RegexSet>> = LazyLock::new(|| RegexSet::new(LEVELS.map(ascii_bounds)).ok());
static ANY: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(&ascii_bounds(&LEVELS.join("|"))).ok());

/// A degree without its level is that of a university.
static UNNAMED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(&ascii_bounds(r"(?i)\bdegree in\b")).ok());

/// The lowest level in a job's clause: "本科及以上" and "D3/S1" require no more than that.
pub fn level_in(lower: &str) -> Option<DegreeLevel> {
    levels_in(lower).into_iter().next()
}

/// Every level in a line, lowest first.
pub fn levels_in(text: &str) -> Vec<DegreeLevel> {
    let Some(matchers) = MATCHERS.as_ref() else { return Vec::new() };
    let named: Vec<DegreeLevel> =
        matchers.matches(text).into_iter().filter_map(|index| DegreeLevel::ALL.get(index).copied()).collect();
    if named.is_empty() && UNNAMED.as_ref().is_some_and(|unnamed| unnamed.is_match(text)) {
        return vec![DegreeLevel::Bachelor];
    }
    named
}

/// A clause without its level words, which leaves the fields of study.
pub fn without_level_words(text: &str) -> String {
    let left = ANY.as_ref().map_or_else(|| text.to_owned(), |any| any.replace_all(text, " ").into_owned());
    [
        "学历",
        "学位",
        "全日制",
        "统招",
        "毕业",
        "及以上",
        "以上",
        "major",
        "degree",
        "jurusan",
        "lulusan",
        "pendidikan",
        "field",
    ]
    .iter()
    .fold(left, |left, word| left.replace(word, " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degree_levels_of_three_countries_are_recognized() {
        for (text, level) in [
            ("本科及以上学历", DegreeLevel::Bachelor),
            ("minimal s1 akuntansi", DegreeLevel::Bachelor),
            ("d3 keperawatan atau s1", DegreeLevel::Associate),
            ("bachelor's degree in accounting", DegreeLevel::Bachelor),
            ("m.s. in computer science", DegreeLevel::Master),
            ("硕士研究生", DegreeLevel::Master),
            ("ph.d in chemistry", DegreeLevel::Doctorate),
            ("pendidikan minimal sma/smk", DegreeLevel::HighSchool),
        ] {
            assert_eq!(level_in(text), Some(level), "{text}");
        }
        assert_eq!(levels_in("Associate degree in Nursing"), [DegreeLevel::Associate]);
        assert_eq!(levels_in("Degree in Nursing"), [DegreeLevel::Bachelor]);
        for text in ["scrum master", "master data management", "熟悉s3存储 aws s3 bucket"] {
            assert!(!levels_in(text).contains(&DegreeLevel::Master), "{text}");
        }
    }
}
