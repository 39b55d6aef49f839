//! The summary of an evaluation in the job's language: what is shown, with passages, what is missing, and what to
//! ask. It is built from checked results, so it claims nothing without a passage.

use std::collections::HashSet;

use bole_domain::evaluation::{AiEval, CriterionKind, CriterionResult, FlagKind, Language, Verdict};

/// The judge's opening sentences, and what the results say; strengths begin with the criteria that are shown by work.
pub fn of(language: Language, evaluation: &AiEval, shown_by_work: &HashSet<String>) -> String {
    let chosen = |keep: &dyn Fn(&CriterionResult) -> bool| {
        let mut chosen: Vec<&CriterionResult> =
            evaluation.criteria.iter().filter(|result| result.weight > 0.0 && keep(result)).collect();
        chosen.sort_by(|one, other| other.weight.total_cmp(&one.weight));
        chosen
    };
    let must = |result: &CriterionResult| result.kind == CriterionKind::Must;
    let met = chosen(&|result| result.verdict == Verdict::Met && result.quote.is_some());
    let missed = chosen(&|result| must(result) && result.verdict == Verdict::Not);
    let open = chosen(&|result| must(result) && matches!(result.verdict, Verdict::Partly | Verdict::Unknown));
    let flagged = |kind: FlagKind| evaluation.flags.iter().any(|flag| flag.kind == kind);
    let mut sentences = Vec::new();
    if !evaluation.summary.trim().is_empty() {
        sentences.push(evaluation.summary.trim().to_owned());
    }
    sentences.extend(strengths(language, &met, shown_by_work));
    sentences.extend(gaps(language, &missed, &open));
    sentences.extend(warnings(language, flagged(FlagKind::PromptInjection), flagged(FlagKind::KeywordStuffing)));
    match language {
        Language::Zh => sentences.concat(),
        _ => sentences.join(" "),
    }
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

/// Criteria, each with its passage.
fn with_passages(language: Language, results: &[&CriterionResult], most: usize) -> String {
    let one = |result: &&CriterionResult| {
        let name = shortened(result.criterion.trim_end_matches(['.', '。', ';', '；']));
        let passage = result.quote.as_deref().map(shortened);
        match (language, passage) {
            (_, None) => name,
            (Language::Zh, Some(passage)) => format!("{name}（“{passage}”）"),
            (_, Some(passage)) => format!("{name} (“{passage}”)"),
        }
    };
    let named: Vec<String> = results.iter().take(most).map(one).collect();
    named.join(if language == Language::Zh { "；" } else { "; " })
}

fn strengths(language: Language, met: &[&CriterionResult], shown_by_work: &HashSet<String>) -> Option<String> {
    if met.is_empty() {
        return None;
    }
    // Work says more than a degree or dates.
    let mut met = met.to_vec();
    met.sort_by_key(|result| !shown_by_work.contains(&result.criterion));
    let shown = with_passages(language, &met, 3);
    Some(match language {
        Language::Zh => format!("优势：{shown}。"),
        Language::En => format!("Strengths: {shown}."),
        Language::Id => format!("Kekuatan: {shown}."),
    })
}

fn gaps(language: Language, missed: &[&CriterionResult], open: &[&CriterionResult]) -> Option<String> {
    let lacking = (!missed.is_empty()).then(|| with_passages(language, missed, 2)).map(|lacking| match language {
        Language::Zh => format!("不足：{lacking}。"),
        Language::En => format!("Gaps: {lacking}."),
        Language::Id => format!("Kekurangan: {lacking}."),
    });
    let asked = (!open.is_empty()).then(|| with_passages(language, open, 2)).map(|asked| match language {
        Language::Zh => format!("待核实：{asked}。"),
        Language::En => format!("To verify: {asked}."),
        Language::Id => format!("Perlu dipastikan: {asked}."),
    });
    let said: Vec<String> = [lacking, asked].into_iter().flatten().collect();
    (!said.is_empty()).then(|| said.join(if language == Language::Zh { "" } else { " " }))
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
    fn strengths_gaps_and_open_points_come_with_their_passages() {
        let judged = evaluation(vec![
            result("Degree", Verdict::Met, 40.0, Some("BSc 2015")),
            result("Kafka", Verdict::Met, 20.0, Some("Moved orders to Kafka")),
            result("Redis", Verdict::Partly, 15.0, Some("Redis in the skills list")),
            result("Go", Verdict::Unknown, 15.0, None),
            result("On call", Verdict::Not, 10.0, Some("Never on call")),
            result("Patient", Verdict::Unknown, 0.0, None),
        ]);
        let by_work = HashSet::from(["Kafka".to_owned()]);
        for (language, expected) in [
            (
                Language::En,
                "Opening. Strengths: Kafka (“Moved orders to Kafka”); Degree (“BSc 2015”). Gaps: On call (“Never on \
                 call”). To verify: Redis (“Redis in the skills list”); Go.",
            ),
            (
                Language::Id,
                "Opening. Kekuatan: Kafka (“Moved orders to Kafka”); Degree (“BSc 2015”). Kekurangan: On call (“Never \
                 on call”). Perlu dipastikan: Redis (“Redis in the skills list”); Go.",
            ),
            (
                Language::Zh,
                "Opening.优势：Kafka（“Moved orders to Kafka”）；Degree（“BSc 2015”）。不足：On call（“Never on \
                 call”）。待核实：Redis（“Redis in the skills list”）；Go。",
            ),
        ] {
            assert_eq!(of(language, &judged, &by_work), expected);
        }
    }

    #[test]
    fn summary_of_an_evaluation_without_results_is_its_opening() {
        assert_eq!(of(Language::En, &evaluation(Vec::new()), &HashSet::new()), "Opening.");
    }
}
