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
        (Language::En, true, _) => "The resume contains text that tries to influence the score; it was disregarded.",
        (Language::En, false, true) => "Many skills are listed without work experience behind them.",
        (Language::Id, true, _) => "CV memuat teks yang mencoba memengaruhi penilaian; teks itu diabaikan.",
        (Language::Id, false, true) => "Banyak kata kunci keahlian dicantumkan tanpa pengalaman kerja yang mendukung.",
    };
    Some(text.to_owned())
}
