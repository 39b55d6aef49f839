//! Members' digests: expired invitations, and others' activity in their jobs.

use bole_domain::evaluation::Language;
use bole_domain::stage::SubStatus;

use crate::Message;
use crate::candidate::html_of;
use crate::layout::one_line;

/// The most lines listed; further ones are only counted.
const MAX_LINES: usize = 50;

/// The recipient of a digest.
#[derive(Debug, Clone, Copy)]
pub struct DigestReader<'a> {
    /// Email address.
    pub email: &'a str,
    pub name: &'a str,
    pub language: Language,
    pub organization: &'a str,
}

/// An expired invitation.
#[derive(Debug, Clone, Copy)]
pub struct TimedOutLine<'a> {
    pub candidate: &'a str,
    pub job: &'a str,
    /// Online interview if true, else onsite.
    pub is_online: bool,
}

/// The digest of expired invitations.
#[must_use]
pub fn timed_out_digest(reader: &DigestReader<'_>, lines: &[TimedOutLine<'_>]) -> Message {
    let count = lines.len();
    let organization = one_line(reader.organization);
    let (subject, text, closing) = match reader.language {
        Language::Zh => (
            format!("{count} 位候选人超过 5 天未预约面试（{organization}）"),
            format!("以下 {count} 份面试邀请超过 5 天没有预约，候选人已自动移至“超5天未预约”："),
            "您可以重新邀请、标记为已预约，或结束流程。",
        ),
        Language::En if count == 1 => (
            format!("An interview invitation timed out ({organization})"),
            "An interview invitation wasn't booked within 5 days, so this candidate was moved automatically:"
                .to_owned(),
            "You can invite them again, mark them as scheduled, or close their application.",
        ),
        Language::En => (
            format!("{count} interview invitations timed out ({organization})"),
            format!(
                "{count} interview invitations weren't booked within 5 days, so these candidates were moved automatically:"
            ),
            "You can invite them again, mark them as scheduled, or close their applications.",
        ),
        Language::Id => (
            format!("{count} undangan wawancara melewati batas waktu ({organization})"),
            format!(
                "{count} undangan wawancara tidak dijadwalkan dalam 5 hari. Status kandidat diubah secara otomatis:"
            ),
            "Anda dapat mengundang kembali, menandai sudah dijadwalkan, atau menutup lamarannya.",
        ),
    };
    let line = |line: &TimedOutLine<'_>| {
        let kind = match (reader.language, line.is_online) {
            (Language::Zh, true) => "线上面试",
            (Language::Zh, false) => "线下面试",
            (Language::En, true) => "online",
            (Language::En, false) => "onsite",
            (Language::Id, true) => "daring",
            (Language::Id, false) => "tatap muka",
        };
        listed(reader.language, line.candidate, line.job, kind)
    };
    digest(reader, subject, &text, lines.iter().map(line).collect(), closing)
}

/// A candidate moved by someone else.
#[derive(Debug, Clone, Copy)]
pub struct UpdateLine<'a> {
    pub candidate: &'a str,
    pub job: &'a str,
    /// The candidate's new sub-status.
    pub to: SubStatus,
}

/// The digest of others' activity in the recipient's jobs.
#[must_use]
pub fn update_digest(reader: &DigestReader<'_>, lines: &[UpdateLine<'_>]) -> Message {
    let count = lines.len();
    let organization = one_line(reader.organization);
    let (subject, text, closing) = match reader.language {
        Language::Zh => (
            format!("候选人动态：{count} 位候选人有变动（{organization}）"),
            "自上次汇总以来，您负责的职位有以下变动：".to_owned(),
            "如不想再收到每日汇总，请在个人偏好中关闭“候选人动态”。",
        ),
        Language::En => (
            match count {
                1 => format!("Candidate updates: 1 candidate moved ({organization})"),
                _ => format!("Candidate updates: {count} candidates moved ({organization})"),
            },
            "Since the last digest, this happened in your jobs:".to_owned(),
            "To stop this daily digest, turn off \u{201c}Candidate updates\u{201d} in your preferences.",
        ),
        Language::Id => (
            format!("Kabar kandidat: {count} kandidat berubah status ({organization})"),
            "Sejak ringkasan terakhir, berikut perubahan pada lowongan Anda:".to_owned(),
            "Untuk menghentikan ringkasan harian ini, matikan \u{201c}Kabar kandidat\u{201d} di preferensi Anda.",
        ),
    };
    let line =
        |line: &UpdateLine<'_>| listed(reader.language, line.candidate, line.job, state_name(line.to, reader.language));
    digest(reader, subject, &text, lines.iter().map(line).collect(), closing)
}

fn listed(language: Language, candidate: &str, job: &str, what: &str) -> String {
    let (candidate, job) = (one_line(candidate), one_line(job));
    match language {
        Language::Zh => format!("· {candidate}（{job}）：{what}"),
        Language::En | Language::Id => format!("· {candidate} ({job}): {what}"),
    }
}

fn digest(reader: &DigestReader<'_>, subject: String, text: &str, mut lines: Vec<String>, closing: &str) -> Message {
    let more = lines.len().saturating_sub(MAX_LINES);
    lines.truncate(MAX_LINES);
    if more > 0 {
        lines.push(match reader.language {
            Language::Zh => format!("· 另有 {more} 位"),
            Language::En => format!("· and {more} more"),
            Language::Id => format!("· dan {more} lainnya"),
        });
    }
    let name = one_line(reader.name);
    let greeting = match reader.language {
        Language::Zh => format!("{name}，您好："),
        Language::En => format!("Hello {name},"),
        Language::Id => format!("Halo {name},"),
    };
    let text = format!("{greeting}\n\n{text}\n\n{}\n\n{closing}\n\nBole\n", lines.join("\n"));
    let html = html_of(&subject, &text, reader.language.into());
    Message { to: reader.email.to_owned(), subject, text, html, links: Vec::new() }
}

/// The display name of a sub-status.
const fn state_name(state: SubStatus, language: Language) -> &'static str {
    use SubStatus as S;
    let (english, indonesian) = match state {
        S::RecommendContact => ("AI: contact", "AI: hubungi"),
        S::RecommendReject => ("AI: reject", "AI: tolak"),
        S::OnlineInvitationPending => ("Online invitation not sent", "Undangan daring belum dikirim"),
        S::OnlineInvitationSent => ("Online invitation sent", "Undangan daring terkirim"),
        S::OnlineInvitationExpired => ("Online: not booked in 5 days", "Daring: belum dijadwalkan 5 hari"),
        S::OnlineScheduled => ("Online interview scheduled", "Wawancara daring terjadwal"),
        S::InterviewCompleted => ("Interview completed", "Sudah diwawancarai"),
        S::NoShow => ("No-show", "Tidak hadir"),
        S::OnsiteInvitationPending => ("Onsite invitation not sent", "Undangan tatap muka belum dikirim"),
        S::OnsiteInvitationSent => ("Onsite invitation sent", "Undangan tatap muka terkirim"),
        S::OnsiteInvitationExpired => ("Onsite: not booked in 5 days", "Tatap muka: belum dijadwalkan 5 hari"),
        S::OnsiteScheduled => ("Onsite interview scheduled", "Wawancara tatap muka terjadwal"),
        S::OfferIntentPending => ("Offer intent not sent", "Konfirmasi minat belum dikirim"),
        S::OfferPreparing => ("Preparing offer", "Penawaran disiapkan"),
        S::OfferSent => ("Offer sent", "Penawaran terkirim"),
        S::OfferViewed => ("Offer viewed", "Penawaran dibuka"),
        S::OfferAccepted => ("Offer accepted", "Penawaran diterima"),
        S::OfferDeclined => ("Offer declined", "Penawaran ditolak"),
        S::OnboardingPending => ("Starting soon", "Segera bergabung"),
        S::Onboarded => ("Onboarded", "Sudah bergabung"),
        S::OnboardingGivenUp => ("Withdrew", "Batal bergabung"),
        S::RejectionSent => ("Rejection sent", "Penolakan terkirim"),
        S::Eliminated => ("Rejected", "Tidak lolos"),
    };
    match language {
        Language::Zh => state.as_str(),
        Language::En => english,
        Language::Id => indonesian,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(language: Language) -> DigestReader<'static> {
        DigestReader { email: "lin@example.com", name: "Lin", language, organization: "Acme <x>" }
    }

    #[test]
    fn a_digest_lists_who_and_counts_the_rest() {
        let line = TimedOutLine { candidate: "Li\nWei", job: "Backend <engineer>", is_online: true };
        for language in Language::ALL {
            let mail = timed_out_digest(&reader(*language), &vec![line; MAX_LINES + 7]);
            assert_eq!(mail.text.matches("Li Wei").count(), MAX_LINES, "{}", mail.text);
            assert!(mail.text.contains(" 7 ") && mail.subject.contains("57"), "{}", mail.text);
            assert!(mail.html.contains("Backend &lt;engineer&gt;") && mail.to == "lin@example.com");
        }
    }

    #[test]
    fn an_update_names_the_state_in_the_readers_language() {
        let line = UpdateLine { candidate: "Li Wei", job: "Accountant", to: SubStatus::OfferSent };
        for (language, name) in
            [(Language::Zh, "Offer已发送"), (Language::En, "Offer sent"), (Language::Id, "Penawaran terkirim")]
        {
            assert!(update_digest(&reader(language), &[line]).text.contains(name));
        }
    }
}
