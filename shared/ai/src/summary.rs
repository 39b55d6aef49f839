//! What an evaluation says in a few sentences of the job's language: what is shown with a passage, what is missing, and
//! what to ask about. It is made of checked results, so it claims nothing that has no passage.

use bole_domain::evaluation::{AiEval, CriterionKind, CriterionResult, FlagKind, Language, Verdict};

use crate::builtin::is_shown_by_work;

/// The judge's opening sentences, and what the results say.
pub fn of(language: Language, evaluation: &AiEval) -> String {
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
    sentences.extend(strengths(language, &met));
    sentences.extend(gaps(language, &missed, &open));
    sentences.extend(warnings(language, flagged(FlagKind::PromptInjection), flagged(FlagKind::KeywordStuffing)));
    match language {
        Language::Zh => sentences.concat(),
        _ => sentences.join(" "),
    }
}

fn listed(language: Language, results: &[&CriterionResult], most: usize) -> String {
    let short = results.iter().take(most).map(|result| format!("“{}”", shortened(&result.criterion)));
    short.collect::<Vec<_>>().join(if language == Language::Zh { "、" } else { ", " })
}

/// A text in one line, and of a long one its beginning.
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

fn strengths(language: Language, met: &[&CriterionResult]) -> Option<String> {
    // What was done says more than a degree or a heading with dates.
    let work = met.iter().find(|result| is_shown_by_work(&result.criterion));
    let quote = work.or(met.first())?.quote.as_deref().map(shortened)?;
    let names = listed(language, met, 3);
    Some(match language {
        Language::Zh => format!("简历能够证明{names}，例如：“{quote}”。"),
        Language::En => format!("The resume backs up {names}, for instance: “{quote}”."),
        Language::Id => format!("CV membuktikan {names}, misalnya: “{quote}”."),
    })
}

fn gaps(language: Language, missed: &[&CriterionResult], open: &[&CriterionResult]) -> Option<String> {
    let (lacking, asked) = (listed(language, missed, 2), listed(language, open, 2));
    Some(match (language, missed.is_empty(), open.is_empty()) {
        (Language::Zh, false, _) => format!("未达到的必备要求：{lacking}。"),
        (Language::Zh, true, false) => format!("{asked}尚不充分，建议在面试中核实。"),
        (Language::En, false, _) => format!("Must-haves that are missing: {lacking}."),
        (Language::En, true, false) => format!("Not fully shown, and worth asking about: {asked}."),
        (Language::Id, false, _) => format!("Syarat wajib yang belum terpenuhi: {lacking}."),
        (Language::Id, true, false) => format!("Belum sepenuhnya terbukti dan perlu digali saat wawancara: {asked}."),
        (_, true, true) => return None,
    })
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
