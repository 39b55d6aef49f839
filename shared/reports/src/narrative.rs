//! Findings in words: what stands out, what makes it, and what to do next.

use bole_domain::dashboard::LONG_WAIT_DAYS;
use bole_domain::dashboard::insights::{Cause, CauseKind, Finding, FindingKind, SLOW_DAYS};
use bole_domain::dashboard::waits::WaitsFor;
use bole_domain::evaluation::Language;
use bole_domain::stage::Stage;

use crate::words::Words;

/// A finding in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Narrated {
    /// What stands out.
    pub text: String,
    /// What makes it, if known.
    pub cause: Option<String>,
    /// What to do next, as the label of a link.
    pub step: &'static str,
}

impl Narrated {
    /// All of it in one line.
    #[must_use]
    pub fn line(&self, language: Language) -> String {
        let end = if language == Language::Zh { "。" } else { "." };
        let space = if language == Language::Zh { "" } else { " " };
        let cause = self.cause.as_ref().map(|cause| format!("{space}{cause}")).unwrap_or_default();
        format!("{}{cause}{space}{}{end}", self.text, self.step)
    }
}

/// The findings in words, in the same order.
#[must_use]
pub fn narrate(findings: &[Finding], language: Language) -> Vec<Narrated> {
    let narrated = |finding: &Finding| Narrated {
        text: finding_text(finding, language),
        cause: finding.cause.as_ref().map(|cause| cause_text(cause, finding, language)),
        step: step(finding, language),
    };
    findings.iter().map(narrated).collect()
}

/// What to say if nothing was found.
#[must_use]
pub const fn nothing_found(language: Language) -> &'static str {
    chosen(
        [
            "该周期内没有需要特别关注的变化。",
            "Nothing stands out in this period.",
            "Tidak ada yang menonjol pada periode ini.",
        ],
        language,
    )
}

const fn chosen([zh, en, id]: [&'static str; 3], language: Language) -> &'static str {
    match language {
        Language::Zh => zh,
        Language::En => en,
        Language::Id => id,
    }
}

fn number(number: Option<i64>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

fn finding_text(finding: &Finding, language: Language) -> String {
    let words = Words::of(language);
    let is_one = finding.value == Some(1);
    finding_template(finding, language)
        .replace("{candidates}", if is_one { "{value} candidate" } else { "{value} candidates" })
        .replace("{have}", if is_one { "has" } else { "have" })
        .replace("{stage}", finding.status.map_or("", |stage| words.stage(stage)))
        .replace("{source}", finding.source.map_or("", |source| words.source(source)))
        .replace("{value}", &number(finding.value))
        .replace("{before}", &number(finding.before))
        .replace("{days}", &finding.days.map(|days| days.to_string()).unwrap_or_default())
        .replace("{long}", &LONG_WAIT_DAYS.to_string())
        // Last, because a title may contain placeholders.
        .replace("{job}", finding.job_title.as_deref().unwrap_or_default())
}

fn finding_template(finding: &Finding, language: Language) -> &'static str {
    use FindingKind as K;
    let texts = match finding.kind {
        K::WaitingLong => return waiting_template(finding.waits_for, language),
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
            "{stage} is slow: of the {value} candidates who left it, one in ten took {days} days or more.",
            "{stage} berjalan lambat: dari {value} kandidat yang meninggalkannya, persentil ke-90 adalah {days} hari.",
        ],
        K::InvitationsExpired => [
            "{value} 份面试邀请已超时，等待重新发送。",
            "Interview invitations that expired without a booking: {value}.",
            "Undangan wawancara kedaluwarsa yang perlu dikirim ulang: {value}.",
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
        K::SourceBest => [
            "来源“{source}”的推进比例最高：{before} 人中有 {value} 人进入下一阶段。",
            "{source} is the best source: {value} of {before} candidates advanced.",
            "{source} adalah sumber terbaik: {value} dari {before} kandidat lanjut ke tahap berikutnya.",
        ],
    };
    chosen(texts, language)
}

const fn waiting_template(waits: Option<WaitsFor>, language: Language) -> &'static str {
    use WaitsFor as W;
    let texts = match waits {
        Some(W::Decision) | None => [
            "{value} 位候选人等待评审决定已有 {long} 天以上。",
            "{candidates} {have} waited {long} days or more for a decision in AI review.",
            "{value} kandidat menunggu keputusan tinjauan AI selama {long} hari atau lebih.",
        ],
        Some(W::Invitation) => [
            "{value} 位候选人等待面试邀请已有 {long} 天以上。",
            "{candidates} {have} waited {long} days or more for an interview invitation.",
            "{value} kandidat menunggu undangan wawancara selama {long} hari atau lebih.",
        ],
        Some(W::Booking) => [
            "{value} 位候选人收到面试邀请 {long} 天以上仍未预约。",
            "{candidates} {have} not booked an interview {long} days or more after the invitation.",
            "{value} kandidat belum memesan jadwal wawancara {long} hari atau lebih setelah diundang.",
        ],
        Some(W::Interview) => [
            "{value} 位候选人预约面试后已等待 {long} 天以上。",
            "{candidates} {have} waited {long} days or more for a booked interview.",
            "{value} kandidat menunggu wawancara yang sudah dijadwalkan selama {long} hari atau lebih.",
        ],
        Some(W::Assessment) => [
            "{value} 位候选人面试结束 {long} 天以上仍无结论。",
            "{candidates} {have} waited {long} days or more for a decision after the interview.",
            "{value} kandidat menunggu keputusan setelah wawancara selama {long} hari atau lebih.",
        ],
        Some(W::NewTime) => [
            "{value} 位候选人缺席面试 {long} 天以上，尚未重新安排。",
            "{candidates} missed an interview {long} days or more ago and {have} no new time.",
            "{value} kandidat tidak hadir wawancara {long} hari lalu atau lebih dan belum dijadwalkan ulang.",
        ],
        Some(W::Offer) => [
            "{value} 位候选人等待 Offer 已有 {long} 天以上。",
            "{candidates} {have} waited {long} days or more for an offer.",
            "{value} kandidat menunggu penawaran selama {long} hari atau lebih.",
        ],
        Some(W::Answer) => [
            "{value} 份 Offer 发出 {long} 天以上仍未答复。",
            "{candidates} {have} not answered an offer for {long} days or more.",
            "{value} kandidat belum menjawab penawaran selama {long} hari atau lebih.",
        ],
        Some(W::AnsweredOffer) => [
            "{value} 位候选人答复 Offer 已有 {long} 天以上，尚未进入下一步。",
            "{candidates} answered an offer {long} days or more ago, and nothing followed.",
            "{value} kandidat sudah menjawab penawaran {long} hari lalu atau lebih, tetapi belum ditindaklanjuti.",
        ],
    };
    chosen(texts, language)
}

fn cause_text(cause: &Cause, finding: &Finding, language: Language) -> String {
    let words = Words::of(language);
    cause_template(cause, finding, language)
        .replace("{source}", cause.source.map_or("", |source| words.source(source)))
        .replace("{value}", &number(cause.value))
        .replace("{before}", &number(cause.before))
        .replace("{slow}", &SLOW_DAYS.to_string())
        // Last, because names and titles may contain placeholders.
        .replace("{name}", cause.name.as_deref().unwrap_or("{job}"))
        .replace("{job}", cause.job_title.as_deref().unwrap_or_default())
}

fn cause_template(cause: &Cause, finding: &Finding, language: Language) -> &'static str {
    use CauseKind as C;
    let is_all = cause.value == finding.value;
    let texts = match cause.kind {
        C::Job if is_all => ["均属于职位“{job}”。", "All in “{job}”.", "Semuanya di lowongan “{job}”."],
        C::Job => [
            "其中 {value} 人属于职位“{job}”。",
            "{value} of them are in “{job}”.",
            "{value} di antaranya di lowongan “{job}”.",
        ],
        C::Jobs => [
            "分布在 {before} 个职位，“{job}”最多（{value} 人）。",
            "Spread over {before} jobs; “{job}” has the most ({value}).",
            "Tersebar di {before} lowongan; terbanyak di “{job}” ({value}).",
        ],
        C::Interviewer if is_all => ["面试官：{name}。", "Interviewer: {name}.", "Pewawancara: {name}."],
        C::Interviewer => [
            "其中 {value} 人的面试官是{name}。",
            "Interviewer of {value} of them: {name}.",
            "Pewawancara {value} di antaranya: {name}.",
        ],
        C::Recommended => [
            "其中 {value} 人获 AI 推荐。",
            "The AI recommends {value} of them.",
            "AI merekomendasikan {value} di antaranya.",
        ],
        C::JobChange => [
            "主要来自职位“{job}”：{value} 人，上一周期 {before} 人。",
            "“{job}” makes most of the difference: {value}, after {before} in the previous period.",
            "Terutama dari lowongan “{job}”: {value}, sebelumnya {before}.",
        ],
        C::SourceChange => [
            "主要来自来源“{source}”：{value} 人，上一周期 {before} 人。",
            "{source} makes most of the difference: {value}, after {before} in the previous period.",
            "Terutama dari sumber {source}: {value}, sebelumnya {before}.",
        ],
        C::ManyJobs => [
            "并非单个职位所致，{value} 个职位都有同样变化。",
            "No single job makes the difference: {value} jobs changed the same way.",
            "Bukan karena satu lowongan: {value} lowongan berubah serupa.",
        ],
        C::SlowJob => [
            "停留 {slow} 天以上的 {before} 人次中，{value} 人次属于职位“{job}”。",
            "Stays of {slow} days or more in “{job}”: {value} of {before}.",
            "Yang tertahan {slow} hari atau lebih di lowongan “{job}”: {value} dari {before}.",
        ],
        C::Backlog => ["本周期新增 {value} 人。", "New in this period: {value}.", "Baru pada periode ini: {value}."],
        C::Before if cause.before == Some(0) => [
            "上一周期也没有人投递。",
            "No one applied in the previous period either.",
            "Pada periode sebelumnya juga tidak ada yang melamar.",
        ],
        C::Before => [
            "上一周期有 {before} 人投递。",
            "Applications in the previous period: {before}.",
            "Lamaran pada periode sebelumnya: {before}.",
        ],
        C::OtherSources => [
            "其他来源合计 {before} 人中有 {value} 人。",
            "All other sources together: {value} of {before}.",
            "Sumber lain seluruhnya: {value} dari {before}.",
        ],
    };
    chosen(texts, language)
}

const fn step(finding: &Finding, language: Language) -> &'static str {
    use FindingKind as K;
    use WaitsFor as W;
    let is_first = matches!(finding.status, Some(Stage::AiReview));
    let texts = match finding.kind {
        K::WaitingLong => match finding.waits_for {
            Some(W::Decision) | None => ["邀请面试或淘汰", "Invite or reject them", "Undang atau tolak mereka"],
            Some(W::Invitation) => ["发送面试邀请", "Send the invitations", "Kirim undangannya"],
            Some(W::Booking) => {
                ["提醒预约或更换时间", "Remind them or offer other times", "Ingatkan atau tawarkan waktu lain"]
            }
            Some(W::Interview) => [
                "提供更早的时间，或登记已完成的面试",
                "Offer earlier times, or record the interviews that took place",
                "Tawarkan waktu lebih awal, atau catat wawancara yang sudah berlangsung",
            ],
            Some(W::Assessment) => {
                ["收集面试评价并做出决定", "Collect the assessments and decide", "Kumpulkan penilaian, lalu putuskan"]
            }
            Some(W::NewTime) => {
                ["重新安排面试或归档", "Schedule a new time or archive them", "Jadwalkan ulang atau arsipkan"]
            }
            Some(W::Offer) => {
                ["制作并审批 Offer", "Prepare and approve the offers", "Siapkan dan setujui penawarannya"]
            }
            Some(W::Answer) => ["联系候选人跟进", "Get in touch with them", "Hubungi mereka"],
            Some(W::AnsweredOffer) => {
                ["办理入职或归档", "Start onboarding or archive them", "Mulai onboarding atau arsipkan"]
            }
        },
        K::InvitationsExpired => ["重新发送邀请", "Invite them again", "Undang kembali"],
        K::StageSlow => {
            ["查看停留较久的候选人", "See who left it and what held them up", "Lihat siapa yang tertahan di sini"]
        }
        K::StageDown if is_first => [
            "重新发布职位或增加来源",
            "Publish the jobs again or add a source",
            "Iklankan lagi lowongan atau tambah sumber",
        ],
        K::StageDown => {
            ["处理上一阶段的候选人", "Decide on those in the stage before", "Putuskan kandidat di tahap sebelumnya"]
        }
        K::StageUp if is_first => {
            ["为评审预留时间", "Set aside time for their review", "Siapkan waktu untuk meninjau mereka"]
        }
        K::StageUp => ["查看当前在此阶段的候选人", "See who is in this stage now", "Lihat kandidat di tahap ini"],
        K::JobEmpty => ["从人才库寻找人选", "Look for matches in the talent pool", "Cari kandidat di bank talenta"],
        K::JobUnreviewed => ["邀请合适的候选人面试", "Invite the best of them", "Undang kandidat terbaik"],
        K::SourceBest => [
            "查看已推进的候选人",
            "See who advanced and look for more there",
            "Lihat siapa yang lanjut dan tambah dari sumber ini",
        ],
    };
    chosen(texts, language)
}

#[cfg(test)]
mod tests {
    use bole_domain::application::ApplicationSource;
    use bole_domain::dashboard::insights::{FindingLevel, is_covered};

    use super::*;

    fn finding(kind: FindingKind, waits_for: Option<WaitsFor>, cause: Option<CauseKind>) -> Finding {
        Finding {
            kind,
            level: FindingLevel::Attention,
            status: Some(Stage::OnlineInterview),
            waits_for,
            job_id: None,
            job_title: Some("Tier 2 support {value}".to_owned()),
            source: Some(ApplicationSource::Email),
            value: Some(31),
            before: Some(64),
            days: Some(15.5),
            cause: cause.map(|kind| Cause {
                kind,
                job_id: None,
                job_title: Some("Level 3 {name}".to_owned()),
                source: Some(ApplicationSource::Pool),
                name: Some("Ann {before}".to_owned()),
                value: Some(17),
                before: Some(23),
            }),
        }
    }

    fn check(finding: &Finding) {
        for language in Language::ALL {
            let said = narrate(std::slice::from_ref(finding), *language)[0].line(*language);
            let names = ["Tier 2 support {value}", "Level 3 {name}", "Ann {before}"];
            let own = names.iter().fold(said.clone(), |said, name| said.replace(name, "")).replace("90", "");
            assert!(!own.contains(['{', '}']), "{said}");
            assert!(is_covered(&own, std::slice::from_ref(finding)), "{said}");
        }
    }

    #[test]
    fn sentences_are_complete_and_contain_only_given_numbers() {
        for kind in FindingKind::ALL {
            check(&finding(*kind, None, None));
        }
        for waits in WaitsFor::ALL {
            check(&finding(FindingKind::WaitingLong, Some(*waits), None));
        }
        for cause in CauseKind::ALL {
            check(&finding(FindingKind::WaitingLong, Some(WaitsFor::Decision), Some(*cause)));
        }
    }

    #[test]
    fn each_wait_has_words_of_its_own() {
        for language in Language::ALL {
            let said = |waits: &WaitsFor| {
                let finding = finding(FindingKind::WaitingLong, Some(*waits), None);
                let Narrated { text, step, .. } = narrate(&[finding], *language).remove(0);
                (text, step)
            };
            let mut all: Vec<_> = WaitsFor::ALL.iter().map(said).collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), WaitsFor::ALL.len());
        }
    }

    #[test]
    fn cause_of_all_does_not_repeat_their_number() {
        let mut all = finding(FindingKind::WaitingLong, Some(WaitsFor::Assessment), Some(CauseKind::Interviewer));
        all.value = Some(17);
        let said = narrate(&[all.clone()], Language::En).remove(0);
        assert_eq!(said.cause.as_deref(), Some("Interviewer: Ann {before}."));
        all.value = Some(1);
        let said = narrate(&[all], Language::En).remove(0);
        assert_eq!(said.text, "1 candidate has waited 7 days or more for a decision after the interview.");
    }
}
