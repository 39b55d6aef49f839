//! Insights as sentences from templates.

use bole_domain::dashboard::LONG_WAIT_DAYS;
use bole_domain::dashboard::insights::{Finding, FindingKind};
use bole_domain::evaluation::Language;

use crate::words::Words;

#[must_use]
pub fn sentences(findings: &[Finding], language: Language) -> Vec<String> {
    findings.iter().map(|finding| sentence(finding, language)).collect()
}

/// The findings as one text, also if there are none.
#[must_use]
pub fn narrate(findings: &[Finding], language: Language) -> String {
    if findings.is_empty() {
        return match language {
            Language::Zh => "该周期内没有需要特别关注的变化。",
            Language::En => "Nothing stands out in this period.",
            Language::Id => "Tidak ada yang menonjol pada periode ini.",
        }
        .to_owned();
    }
    let between = if language == Language::Zh { "" } else { " " };
    sentences(findings, language).join(between)
}

fn sentence(finding: &Finding, language: Language) -> String {
    let words = Words::of(language);
    let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    template(finding.kind, language)
        .replace("{stage}", finding.status.map_or("", |stage| words.stage(stage)))
        .replace("{source}", finding.source.map_or("", |source| words.source(source)))
        .replace("{value}", &number(finding.value))
        .replace("{before}", &number(finding.before))
        .replace("{days}", &finding.days.map(|days| days.to_string()).unwrap_or_default())
        .replace("{long}", &LONG_WAIT_DAYS.to_string())
        // Last, because a title may contain placeholders.
        .replace("{job}", finding.job_title.as_deref().unwrap_or_default())
}

const fn template(kind: FindingKind, language: Language) -> &'static str {
    use FindingKind as K;
    let [zh, en, id] = match kind {
        K::StageUp => [
            "进入“{stage}”的候选人有 {value} 人，高于上一周期的 {before} 人。",
            "Candidates entering {stage}: {value}, up from {before} in the previous period.",
            "{value} kandidat masuk {stage}, naik dari {before} pada periode sebelumnya.",
        ],
        K::StageDown => [
            "进入“{stage}”的候选人有 {value} 人，低于上一周期的 {before} 人。",
            "Candidates entering {stage}: {value}, down from {before} in the previous period.",
            "{value} kandidat masuk {stage}, turun dari {before} pada periode sebelumnya.",
        ],
        K::StageSlow => [
            "“{stage}”偏慢：离开该阶段的 {value} 位候选人，停留时间的 90 分位为 {days} 天。",
            "{stage} is slow: of the {value} candidates who left it, the 90th percentile took {days} days.",
            "{stage} berjalan lambat: dari {value} kandidat yang meninggalkannya, persentil ke-90 adalah {days} hari.",
        ],
        K::WaitingLong => [
            "{value} 位候选人已有 {long} 天以上没有进展。",
            "Candidates waiting {long} days or more: {value}.",
            "Kandidat tanpa perkembangan selama {long} hari atau lebih: {value}.",
        ],
        K::InvitationsExpired => [
            "{value} 份面试邀请已超时，等待重新发送。",
            "Expired interview invitations waiting to be sent again: {value}.",
            "Undangan wawancara kedaluwarsa yang perlu dikirim ulang: {value}.",
        ],
        K::OffersOpen => [
            "{value} 位候选人处于 Offer 阶段。",
            "Candidates in the offer stage: {value}.",
            "Kandidat di tahap penawaran: {value}.",
        ],
        K::JobEmpty => [
            "职位“{job}”正在招聘，但没有候选人。",
            "“{job}” is open but has no candidates.",
            "Lowongan “{job}” dibuka tetapi belum memiliki kandidat.",
        ],
        K::JobUnreviewed => [
            "职位“{job}”有 {value} 位候选人待评审，尚无人进入面试。",
            "“{job}” has {value} candidates in review and no one in interviews.",
            "Lowongan “{job}” memiliki {value} kandidat dalam tinjauan dan belum ada yang diwawancarai.",
        ],
        K::JobCrowded => [
            "职位“{job}”新增 {value} 位候选人，明显多于其他职位（中位数 {before}）。",
            "“{job}” drew {value} new candidates, far more than the other jobs (median {before}).",
            "Lowongan “{job}” menarik {value} kandidat baru, jauh lebih banyak dari lowongan lain (median {before}).",
        ],
        K::SourceBest => [
            "来源“{source}”的推进比例最高：{before} 人中有 {value} 人进入下一阶段。",
            "{source} is the best source: {value} of {before} candidates advanced.",
            "{source} adalah sumber terbaik: {value} dari {before} kandidat lanjut ke tahap berikutnya.",
        ],
    };
    match language {
        Language::Zh => zh,
        Language::En => en,
        Language::Id => id,
    }
}

#[cfg(test)]
mod tests {
    use bole_domain::application::ApplicationSource;
    use bole_domain::dashboard::insights::{FindingLevel, is_covered};
    use bole_domain::stage::Stage;

    use super::*;

    fn finding(kind: FindingKind) -> Finding {
        Finding {
            kind,
            level: FindingLevel::Attention,
            status: Some(Stage::OnlineInterview),
            job_id: None,
            job_title: Some("Tier 2 support {value}".to_owned()),
            source: Some(ApplicationSource::Email),
            value: Some(31),
            before: Some(64),
            days: Some(15.5),
        }
    }

    #[test]
    fn sentences_are_complete_and_contain_only_given_numbers() {
        for kind in FindingKind::ALL {
            for language in Language::ALL {
                let said = sentence(&finding(*kind), *language);
                let own = said.replace("Tier 2 support {value}", "").replace("90", "");
                assert!(!own.contains(['{', '}']), "{said}");
                assert!(is_covered(&own, &[finding(*kind)]), "{said}");
            }
        }
    }

    #[test]
    fn missing_findings_give_one_sentence() {
        assert_eq!(narrate(&[], Language::En), "Nothing stands out in this period.");
    }
}
