//! The summary of an evaluation in the job's language: what the person does and what of it is shown, and what to ask. It is
//! built from checked results, so it claims nothing without a passage.

use std::collections::HashSet;

use bole_domain::evaluation::{AiEval, CriterionKind, CriterionResult, FlagKind, Language, Verdict};

/// The judge's opening with what is shown, then what to ask about; both begin with what work shows, which says more than a
/// degree, dates or traits.
pub fn of(language: Language, evaluation: &AiEval, shown_by_work: &HashSet<String>) -> String {
    let chosen = |keep: &dyn Fn(&CriterionResult) -> bool| {
        let mut chosen: Vec<&CriterionResult> =
            evaluation.criteria.iter().filter(|result| result.weight > 0.0 && keep(result)).collect();
        chosen.sort_by(|one, other| {
            let by_work = |result: &CriterionResult| shown_by_work.contains(&result.criterion);
            by_work(other).cmp(&by_work(one)).then(other.weight.total_cmp(&one.weight))
        });
        named(language, &chosen)
    };
    let must = |result: &CriterionResult| result.kind == CriterionKind::Must;
    let met = chosen(&|result| result.verdict == Verdict::Met && result.quote.is_some());
    let missed = chosen(&|result| must(result) && result.verdict == Verdict::Not);
    let open = chosen(&|result| must(result) && matches!(result.verdict, Verdict::Partly | Verdict::Unknown));
    let flagged = |kind: FlagKind| evaluation.flags.iter().any(|flag| flag.kind == kind);
    let mut sentences: Vec<String> = Vec::new();
    sentences.extend(person(language, evaluation.summary.trim(), met));
    sentences.extend(asked(language, missed, open));
    sentences.extend(warnings(language, flagged(FlagKind::PromptInjection), flagged(FlagKind::KeywordStuffing)));
    match language {
        Language::Zh => sentences.concat(),
        _ => sentences.join(" "),
    }
}

/// The most criteria of a list.
const MOST: usize = 3;

fn named(language: Language, results: &[&CriterionResult]) -> Option<String> {
    let name = |result: &&CriterionResult| shortened(result.criterion.trim_end_matches(['.', '。', ';', '；']));
    let names: Vec<String> = results.iter().take(MOST).map(name).collect();
    let gap = if language == Language::Zh { "、" } else { ", " };
    (!names.is_empty()).then(|| names.join(gap))
}

/// What the person does, and what of the criteria is shown.
fn person(language: Language, opening: &str, met: Option<String>) -> Option<String> {
    let Some(met) = met else { return Some(opening.to_owned()).filter(|opening| !opening.is_empty()) };
    let bare = opening.trim_end_matches(['.', '。']);
    let shown = match language {
        Language::Zh => format!("已体现：{met}。"),
        Language::En => format!("shown: {met}."),
        Language::Id => format!("terlihat: {met}."),
    };
    Some(match (language, bare) {
        (_, "") => capitalized(&shown),
        (Language::Zh, bare) => format!("{bare}，{shown}"),
        (_, bare) => format!("{bare}; {shown}"),
    })
}

/// What is not met, and what to ask about.
fn asked(language: Language, missed: Option<String>, open: Option<String>) -> Option<String> {
    let (not_met, ask) = match language {
        Language::Zh => ("不符合：", "面试请核实："),
        Language::En => ("not met: ", "ask about: "),
        Language::Id => ("tidak terpenuhi: ", "tanyakan: "),
    };
    let missed = missed.map(|missed| format!("{not_met}{missed}"));
    let open = open.map(|open| format!("{ask}{open}"));
    let parts: Vec<String> = [missed, open].into_iter().flatten().collect();
    let sentence = match language {
        Language::Zh => format!("{}。", parts.join("；")),
        _ => format!("{}.", parts.join("; ")),
    };
    (!parts.is_empty()).then(|| capitalized(&sentence))
}

fn capitalized(sentence: &str) -> String {
    let mut rest = sentence.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// A text as one line, shortened.
pub fn shortened(name: &str) -> String {
    const MOST: usize = 60;
    let one_line = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if one_line.chars().count() <= MOST {
        return one_line;
    }
    let cut: String = one_line.chars().take(MOST).collect();
    let whole_words =
        cut.rsplit_once(' ').map(|(head, _)| head.to_owned()).filter(|head| head.chars().count() > MOST / 2);
    format!("{}…", whole_words.unwrap_or(cut))
}

fn warnings(language: Language, instructed: bool, stuffed: bool) -> Option<String> {
    let text = match (language, instructed, stuffed) {
        (_, false, false) => return None,
        (Language::Zh, true, _) => "简历中含有试图影响评分的文字，未予采信。",
        (Language::Zh, false, true) => "技能关键词罗列较多，但缺少相应的工作经历支撑。",
        (Language::En, true, _) => "The resume contains text that tries to influence the score. It was ignored.",
        (Language::En, false, true) => "Many skills are listed without work experience to back them up.",
        (Language::Id, true, _) => "CV memuat teks yang mencoba memengaruhi penilaian; teks itu diabaikan.",
        (Language::Id, false, true) => "Banyak kata kunci keahlian dicantumkan tanpa pengalaman kerja yang mendukung.",
    };
    Some(text.to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use bole_domain::evaluation::{Engine, EvaluationVersions, RecommendationLevel};

    use super::*;

    fn result(criterion: &str, verdict: Verdict, weight: f64, quote: Option<&str>) -> CriterionResult {
        CriterionResult {
            id: criterion.to_owned(),
            criterion: criterion.to_owned(),
            kind: CriterionKind::Must,
            weight,
            dimension: "skills_match".to_owned(),
            verdict,
            quote: quote.map(str::to_owned),
            confidence: 0.9,
            question: None,
            more_quotes: Vec::new(),
            missing: None,
            years: None,
            cap: None,
        }
    }

    fn evaluation(criteria: Vec<CriterionResult>) -> AiEval {
        AiEval {
            overall_score: 50.0,
            recommendation_level: RecommendationLevel::Average,
            summary: "Opening.".to_owned(),
            scores: BTreeMap::new(),
            criteria,
            score_parts: Vec::new(),
            adjustments: Vec::new(),
            thresholds: None,
            level_cap: None,
            dropped_quotes: 0,
            flags: Vec::new(),
            engine: Engine::BuiltIn,
            fallback_reason: None,
            spread: None,
            versions: EvaluationVersions {
                engine: "1".to_owned(),
                model: None,
                prompt: None,
                rubric: "1".to_owned(),
                reading: "1".to_owned(),
            },
        }
    }

    #[test]
    fn two_sentences_say_what_is_shown_and_what_to_ask() {
        let judged = evaluation(vec![
            result("Degree", Verdict::Met, 40.0, Some("BSc 2015")),
            result("Kafka", Verdict::Met, 20.0, Some("Moved orders to Kafka")),
            result("Redis", Verdict::Partly, 15.0, Some("Redis in the skills list")),
            result("Go", Verdict::Unknown, 15.0, None),
            result("On call", Verdict::Not, 10.0, Some("Never on call")),
            result("Patient", Verdict::Unknown, 0.0, None),
        ]);
        let by_work = HashSet::from(["Kafka".to_owned(), "Go".to_owned()]);
        for (language, expected) in [
            (Language::En, "Opening; shown: Kafka, Degree. Not met: On call; ask about: Go, Redis."),
            (Language::Id, "Opening; terlihat: Kafka, Degree. Tidak terpenuhi: On call; tanyakan: Go, Redis."),
            (Language::Zh, "Opening，已体现：Kafka、Degree。不符合：On call；面试请核实：Go、Redis。"),
        ] {
            assert_eq!(of(language, &judged, &by_work), expected);
        }
    }

    #[test]
    fn summary_of_an_evaluation_without_results_is_its_opening() {
        assert_eq!(of(Language::En, &evaluation(Vec::new()), &HashSet::new()), "Opening.");
    }
}
