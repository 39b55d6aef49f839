//! Score bands stated by a job, "90 分以上优先面试，70-89 面试…", "Interview from 75", and the level thresholds derived from
//! them.

use std::sync::LazyLock;

use bole_domain::evaluation::Thresholds;
use regex::Regex;

use super::cues::cues;

/// The outcome of a band.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Rejected; the band's number is its upper end.
    Rejected,
    /// Kept in reserve.
    Reserve,
    Interview,
    /// Interviewed first.
    First,
}

/// A score at or below which an outcome applies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Band {
    pub score: f64,
    pub outcome: Outcome,
}

static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?P<from>≥|>=?|from|above|over|at least|minimum|min\.?|starting at|di atas|mulai|minimal|达到|超过|高于|不低于|满|pass(?:ing)? (?:mark|score|grade)(?: is|:)?|ambang batas|及格线|合格线|录用线)?\s*(?P<below_before>below|under|less than|anything under|<|di bawah|kurang dari|低于|不足|不到|少于)?\s*(?P<value>\d{2,3})\s*(?P<unit>%|分|points?|pts|poin)?\s*(?P<range>(?:[-–—~～至到]|to|sampai|s/d|hingga)\s*\d{2,3}\s*(?:%|分|points?|poin)?)?\s*(?P<up>\+|及?以上|and (?:above|over|up|higher|more)|or (?:above|more|higher|over)|ke atas|atau lebih|起|=|:|：|→|->)?\s*(?P<below_after>分?(?:以下|以内)|or (?:less|below)|and below|ke bawah)?").ok()
});
static BRACKET: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[（(][^（()）]*[)）]").ok());
static SCALE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:max(?:imum)?|out of|total(?: of)?|满分|maks(?:imal)?|skor maksimal|(?:总分|共)\s*[为:：])\s*(?:is|为|:|：)?\s*(\d{2,3})(?:\s*(?:points?|分|poin)|\s*[:：.。,，)）]|\s*$)").ok()
});

const OUTCOMES: [(&str, Outcome); 4] = [
    ("band.rejected", Outcome::Rejected),
    ("band.first", Outcome::First),
    ("band.reserve", Outcome::Reserve),
    ("band.interview", Outcome::Interview),
];

/// The bands in a sentence; none unless it states a score with an outcome.
pub fn read(sentence: &str) -> Vec<Band> {
    let lower =
        BRACKET.as_ref().map_or_else(|| sentence.into(), |bracket| bracket.replace_all(sentence, " ")).to_lowercase();
    let Some(number) = NUMBER.as_ref() else { return Vec::new() };
    let clauses: Vec<&str> = lower.split(['，', ',', '；', ';', '。', '|', '、', '\n']).collect();
    let mut found = Vec::new();
    let mut spoken = String::new();
    for clause in clauses {
        // "40 and up we invite, 30-39 reserve list. Max 50 points": each clause has a number and an outcome.
        let is_counted = clause.contains(|c: char| c.is_ascii_digit());
        let text = if spoken.is_empty() || is_counted { clause.to_owned() } else { format!("{spoken} {clause}") };
        let numbers: Vec<(f64, bool, bool)> = number
            .captures_iter(&text)
            .filter_map(|hit| {
                let value = hit.name("value")?;
                let before = text[..value.start()].chars().next_back();
                let rest = text[value.end()..].trim_start_matches(['+', ' ']);
                let counts = cues("ceiling.units").iter().any(|unit| rest.starts_with(unit.as_str()));
                let decimal = before.is_some_and(|c| c == '.' || c.is_ascii_digit() || c.is_ascii_alphabetic());
                let score: f64 = value.as_str().parse().ok()?;
                let below = hit.name("below_before").is_some() || hit.name("below_after").is_some();
                let has = |name: &str| hit.name(name).is_some();
                let is_bound = below || ["from", "unit", "range", "up"].into_iter().any(has);
                (!counts && !decimal && (10.0..=300.0).contains(&score)).then_some((score, below, is_bound))
            })
            .collect();
        let outcome = OUTCOMES
            .iter()
            .find(|(list, _)| cues(list).iter().any(|cue| holds(&text, cue)))
            .map(|(_, outcome)| *outcome);
        match (numbers.first(), outcome) {
            // A bare number only counts as a score after another: "90 and above strongly recommend, 75 recommend".
            (Some(&(_, _, false)), _) if found.is_empty() => spoken.clear(),
            (Some(&(score, below, _)), Some(outcome)) => {
                let outcome = if below && outcome == Outcome::Reserve { continue } else { outcome };
                if below == (outcome == Outcome::Rejected) || outcome == Outcome::Rejected {
                    found.push(Band { score, outcome });
                }
                spoken.clear();
            }
            // "60-84, tetap kami telepon": the outcome may follow a comma.
            (Some(_), None) if is_counted => spoken = clause.to_owned(),
            _ => spoken.clear(),
        }
    }
    found
}

/// Whether a text contains a phrase; a Latin one as whole words.
fn holds(text: &str, phrase: &str) -> bool {
    let latin = |c: char| c.is_ascii_alphanumeric();
    text.match_indices(phrase).any(|(at, _)| {
        let before = phrase.starts_with(latin) && text[..at].ends_with(latin);
        !before
    })
}

/// The level thresholds implied by the bands of a text.
pub fn thresholds(text: &str, mut bands: Vec<Band>) -> Option<Thresholds> {
    let scale = SCALE.as_ref().and_then(|scale| scale.captures(text)?.get(1)?.as_str().parse::<f64>().ok());
    // Bands on another scale are converted to a hundred.
    if let Some(scale) = scale.filter(|scale| *scale != 100.0 && bands.iter().all(|band| band.score <= *scale)) {
        bands.iter_mut().for_each(|band| band.score = (band.score / scale * 1000.0).round() / 10.0);
    }
    bands.retain(|band| band.score <= 100.0);
    made_of(&bands)
}

fn made_of(bands: &[Band]) -> Option<Thresholds> {
    let lowest =
        |outcome: Outcome| bands.iter().filter(|band| band.outcome == outcome).map(|band| band.score).reduce(f64::min);
    let rejected =
        bands.iter().filter(|band| band.outcome == Outcome::Rejected).map(|band| band.score).reduce(f64::max);
    let default = Thresholds::default();
    let (first, interview, reserve) = (lowest(Outcome::First), lowest(Outcome::Interview), lowest(Outcome::Reserve));
    if first.is_none() && interview.is_none() && reserve.is_none() && rejected.is_none() {
        return None;
    }
    // A "call later" band after an interview band is the second class.
    let (first, interview, reserve) = match (first, interview, reserve) {
        (Some(first), None, Some(reserve)) => {
            let mut kept: Vec<f64> =
                bands.iter().filter(|band| band.outcome == Outcome::Reserve).map(|band| band.score).collect();
            kept.sort_by(f64::total_cmp);
            kept.dedup();
            (Some(first), kept.get(1).copied(), Some(reserve))
        }
        others => others,
    };
    let average = reserve.or(rejected);
    let recommend = interview
        .or_else(|| first.map(|first| default.recommend.min(first)))
        .unwrap_or(default.recommend.max(average.unwrap_or(0.0)));
    let strongly = first.unwrap_or(default.strongly_recommend).max(recommend);
    let average = average.unwrap_or(default.average).min(recommend);
    Some(Thresholds { strongly_recommend: strongly, recommend, average })
}

#[cfg(test)]
mod tests {
    use super::super::sentences::sentences;
    use super::*;

    fn of(text: &str) -> Option<(f64, f64, f64)> {
        let bands = text.lines().flat_map(sentences).flat_map(read).collect();
        thresholds(text, bands).map(|found| (found.strongly_recommend, found.recommend, found.average))
    }

    #[test]
    fn score_bands_set_the_level_thresholds() {
        for (text, expected) in [
            ("90 分以上优先面试，70-89 面试，50-69 备选，50 以下不考虑。", (90.0, 70.0, 50.0)),
            ("Interview from 75 points, maybe 55-74, below 55 no.", (80.0, 75.0, 55.0)),
            ("Lolos jika nilai di atas 75.", (80.0, 75.0, 40.0)),
            ("75分以上约面试，60—74分电话沟通，60分以下不考虑。", (80.0, 75.0, 60.0)),
            ("85分以上强烈推荐，70–84推荐", (85.0, 70.0, 40.0)),
            ("90 and above strongly recommend, 75 recommend, 50 average", (90.0, 75.0, 50.0)),
            ("Max 50 points. 40 and up we invite, 30-39 reserve list.", (80.0, 80.0, 60.0)),
            ("≥80%：约面；60%~80%：储备。", (80.0, 80.0, 60.0)),
            ("90+ = call today\n75-89 = interview\n60-74 = keep warm", (90.0, 75.0, 60.0)),
            (
                "Nilai 85 ke atas langsung user interview, 70–84 tes tertulis dulu, di bawah 55 tolak.",
                (85.0, 70.0, 55.0),
            ),
            ("总分 85 分直接约总监面，70 分进初面。", (85.0, 70.0, 40.0)),
            ("Interview from 75. Anything under 50, send the polite no.", (80.0, 75.0, 50.0)),
        ] {
            assert_eq!(of(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_counts_are_not_bands() {
        for text in [
            "带过 10 人以上团队优先",
            "3-5 years preferred",
            "Has run payroll for 100+ employees",
            "kept food cost under 32%",
            "近两年至少一年个人业绩达到 300 万以上",
            "25-50 周岁",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
