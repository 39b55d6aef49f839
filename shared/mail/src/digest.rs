//! Members' digests: expired invitations, and others' activity in their jobs.

use std::collections::HashSet;

use bole_domain::evaluation::Language;
use bole_domain::ids::{JobId, OrganizationId};
use bole_domain::stage::SubStatus;
use url::form_urlencoded;

use crate::Message;
use crate::layout::{DARK_TEXT, Page, escape, one_line};

/// The most lines listed; further ones are only counted.
const MAX_LINES: usize = 50;

/// The recipient of a digest.
#[derive(Debug, Clone, Copy)]
pub struct DigestReader<'a> {
    /// Email address.
    pub email: &'a str,
    pub name: &'a str,
    pub language: Language,
    pub organization_id: OrganizationId,
    pub organization: &'a str,
}

/// An expired invitation.
#[derive(Debug, Clone, Copy)]
pub struct TimedOutLine<'a> {
    pub candidate: &'a str,
    pub job_id: JobId,
    pub job: &'a str,
    /// Online interview if true, else onsite.
    pub is_online: bool,
}

/// The digest of expired invitations. With the server's public URL, each job has a link to its board,
/// filtered to them.
#[must_use]
pub fn timed_out_digest(reader: &DigestReader<'_>, lines: &[TimedOutLine<'_>], public_url: Option<&str>) -> Message {
    let count = lines.len();
    let organization = one_line(reader.organization);
    let (subject, text, closing) = match reader.language {
        Language::Zh => (
            format!("{count} 位候选人超过 5 天未预约面试（{organization}）"),
            format!("以下 {count} 份面试邀请超过 5 天没有预约，候选人已自动移至“超 5 天未预约”："),
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
            format!("{count} undangan wawancara kedaluwarsa ({organization})"),
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
            (Language::Id, true) => "online",
            (Language::Id, false) => "tatap muka",
        };
        listed(reader.language, line.candidate, line.job, kind)
    };
    let links = public_url.map_or_else(Vec::new, |url| {
        let filtered = |first: &TimedOutLine<'_>| {
            let job = first.job_id;
            let has = |is_online| lines.iter().any(|line| line.job_id == job && line.is_online == is_online);
            let mut lanes = Vec::new();
            if has(true) {
                lanes.push(("online", SubStatus::OnlineInvitationExpired));
            }
            if has(false) {
                lanes.push(("onsite", SubStatus::OnsiteInvitationExpired));
            }
            board_link(reader, url, (first.job_id, first.job), &lanes)
        };
        first_of_each(lines, |line| line.job_id).map(filtered).collect()
    });
    digest(reader, subject, &text, lines.iter().map(line).collect(), &links, closing)
}

/// A link with its label.
pub(crate) struct Link {
    pub(crate) label: String,
    pub(crate) url: String,
}

/// The first line of each job, of at most [`MAX_LINES`] jobs.
fn first_of_each<T>(lines: &[T], job_of: fn(&T) -> JobId) -> impl Iterator<Item = &T> {
    let mut known = HashSet::new();
    lines.iter().filter(move |line| known.insert(job_of(line))).take(MAX_LINES)
}

/// The board of a job, with lanes filtered to a sub-status; it names the organization for members of several.
fn board_link(
    reader: &DigestReader<'_>,
    public_url: &str,
    (id, job): (JobId, &str),
    lanes: &[(&str, SubStatus)],
) -> Link {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("org", &reader.organization_id.to_string());
    query.append_pair("job_id", &id.to_string());
    for (lane, sub_status) in lanes {
        query.append_pair(lane, sub_status.as_str());
    }
    let job = one_line(job);
    let label = match reader.language {
        Language::Zh => format!("在看板中查看“{job}”"),
        Language::En => format!("View \u{201c}{job}\u{201d} in the pipeline"),
        Language::Id => format!("Lihat \u{201c}{job}\u{201d} di papan"),
    };
    Link { label, url: format!("{public_url}/pipeline?{}", query.finish()) }
}

/// A candidate moved by someone else.
#[derive(Debug, Clone, Copy)]
pub struct UpdateLine<'a> {
    pub candidate: &'a str,
    pub job_id: JobId,
    pub job: &'a str,
    /// The candidate's new sub-status.
    pub to: SubStatus,
}

/// The digest of others' activity in the recipient's jobs. With the server's public URL, each job has a link to its board.
#[must_use]
pub fn update_digest(reader: &DigestReader<'_>, lines: &[UpdateLine<'_>], public_url: Option<&str>) -> Message {
    let count = lines.len();
    let organization = one_line(reader.organization);
    let (subject, text, closing) = match reader.language {
        Language::Zh => (
            format!("候选人动态：{count} 位候选人有变动（{organization}）"),
            "自上次汇总以来，您负责的职位有以下变动：".to_owned(),
            "如不想再收到每日汇总，请在偏好设置中关闭“候选人动态”。",
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
            format!("Aktivitas kandidat: {count} kandidat berubah status ({organization})"),
            "Sejak ringkasan terakhir, berikut perubahan pada lowongan Anda:".to_owned(),
            "Untuk menghentikan ringkasan harian ini, matikan \u{201c}Aktivitas kandidat\u{201d} di preferensi Anda.",
        ),
    };
    let line =
        |line: &UpdateLine<'_>| listed(reader.language, line.candidate, line.job, state_name(line.to, reader.language));
    let links = public_url.map_or_else(Vec::new, |url| {
        let board = |first: &UpdateLine<'_>| board_link(reader, url, (first.job_id, first.job), &[]);
        first_of_each(lines, |line| line.job_id).map(board).collect()
    });
    digest(reader, subject, &text, lines.iter().map(line).collect(), &links, closing)
}

fn listed(language: Language, candidate: &str, job: &str, what: &str) -> String {
    let (candidate, job) = (one_line(candidate), one_line(job));
    match language {
        Language::Zh => format!("· {candidate}（{job}）：{what}"),
        Language::En | Language::Id => format!("· {candidate} ({job}): {what}"),
    }
}

/// An email to a member: greeting, text, a list, links and a closing.
pub(crate) fn digest(
    reader: &DigestReader<'_>,
    subject: String,
    text: &str,
    mut lines: Vec<String>,
    links: &[Link],
    closing: &str,
) -> Message {
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
    let colon = if reader.language == Language::Zh { "：" } else { ":" };
    let links_as_text: String = links.iter().map(|Link { label, url }| format!("{label}{colon}\n{url}\n\n")).collect();
    let links_as_html: String = links
        .iter()
        .map(|Link { label, url }| format!("<p><a href=\"{}\">{}</a></p>\n", escape(url), escape(label)))
        .collect();
    let list = lines.join("\n");
    let [before, after] = [&[&greeting, text, &list][..], &[closing, "Bole"]].map(paragraphs);
    let content = format!("<div style=\"max-width:600px\">\n{before}{links_as_html}{after}</div>\n");
    let page = Page {
        language: reader.language.as_str(),
        title: &subject,
        style: "padding:16px;",
        dark: DARK_TEXT,
        content: &content,
    };
    let html = page.html();
    let text = format!("{greeting}\n\n{text}\n\n{list}\n\n{links_as_text}{closing}\n\nBole\n");
    let links = links.iter().map(|link| link.url.clone()).collect();
    Message { to: reader.email.to_owned(), subject, text, html, links }
}

/// Texts as paragraphs of HTML.
fn paragraphs(texts: &[&str]) -> String {
    let paragraph = |text: &&str| format!("<p>{}</p>\n", text.lines().map(escape).collect::<Vec<_>>().join("<br>\n"));
    texts.iter().map(paragraph).collect()
}

/// The display name of a sub-status.
const fn state_name(state: SubStatus, language: Language) -> &'static str {
    use SubStatus as S;
    let (chinese, english, indonesian) = match state {
        S::RecommendContact => ("AI 建议联系", "AI: contact", "AI: hubungi"),
        S::RecommendReject => ("AI 建议淘汰", "AI: reject", "AI: tolak"),
        S::OnlineInvitationPending => {
            ("待发线上面试邀请", "Online invitation not sent", "Undangan online belum dikirim")
        }
        S::OnlineInvitationSent => ("已发线上面试邀请", "Online invitation sent", "Undangan online terkirim"),
        S::OnlineInvitationExpired => {
            ("超 5 天未预约线上面试", "Online: not booked in 5 days", "Online: belum dijadwalkan 5 hari")
        }
        S::OnlineScheduled => ("已预约线上面试", "Online interview scheduled", "Wawancara online terjadwal"),
        S::InterviewCompleted => ("已完成面试", "Interview completed", "Sudah diwawancarai"),
        S::NoShow => ("缺席面试", "No-show", "Tidak hadir"),
        S::OnsiteInvitationPending => {
            ("待发线下面试邀请", "Onsite invitation not sent", "Undangan tatap muka belum dikirim")
        }
        S::OnsiteInvitationSent => ("已发线下面试邀请", "Onsite invitation sent", "Undangan tatap muka terkirim"),
        S::OnsiteInvitationExpired => {
            ("超 5 天未预约线下面试", "Onsite: not booked in 5 days", "Tatap muka: belum dijadwalkan 5 hari")
        }
        S::OnsiteScheduled => ("已预约线下面试", "Onsite interview scheduled", "Wawancara tatap muka terjadwal"),
        S::OfferIntentPending => ("待发 Offer 意向", "Offer intent not sent", "Konfirmasi minat belum dikirim"),
        S::OfferPreparing => ("Offer 待制作和审批", "Preparing offer", "Penawaran disiapkan"),
        S::OfferSent => ("Offer 已发送", "Offer sent", "Penawaran terkirim"),
        S::OfferViewed => ("Offer 已查看", "Offer viewed", "Penawaran dibuka"),
        S::OfferAccepted => ("Offer 已接受", "Offer accepted", "Penawaran diterima"),
        S::OfferDeclined => ("Offer 被拒绝", "Offer declined", "Penawaran ditolak"),
        S::OnboardingPending => ("待入职", "Starting soon", "Segera bergabung"),
        S::Onboarded => ("已入职", "Onboarded", "Sudah bergabung"),
        S::OnboardingGivenUp => ("放弃入职", "Withdrew", "Batal bergabung"),
        S::RejectionSent => ("已发拒信淘汰", "Rejection sent", "Penolakan terkirim"),
        S::Eliminated => ("已淘汰", "Rejected", "Tidak lolos"),
    };
    match language {
        Language::Zh => chinese,
        Language::En => english,
        Language::Id => indonesian,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(language: Language) -> DigestReader<'static> {
        let organization_id = OrganizationId(uuid::Uuid::nil());
        DigestReader { email: "lin@example.com", name: "Lin", language, organization_id, organization: "Acme <x>" }
    }

    #[test]
    fn digest_lists_names_and_counts_the_rest() {
        let line =
            TimedOutLine { candidate: "Li\nWei", job_id: JobId::new(), job: "Backend <engineer>", is_online: true };
        for language in Language::ALL {
            let mail = timed_out_digest(&reader(*language), &vec![line; MAX_LINES + 7], None);
            assert!(mail.links.is_empty());
            assert_eq!(mail.text.matches("Li Wei").count(), MAX_LINES, "{}", mail.text);
            assert!(mail.text.contains(" 7 ") && mail.subject.contains("57"), "{}", mail.text);
            assert!(mail.html.contains("Backend &lt;engineer&gt;") && mail.to == "lin@example.com");
        }
    }

    #[test]
    fn each_job_has_one_link_to_its_board() {
        let [backend, sales] = [JobId::new(), JobId::new()];
        let line = |job_id, job, is_online| TimedOutLine { candidate: "Li Wei", job_id, job, is_online };
        let lines = [line(backend, "Backend", true), line(backend, "Backend", false), line(sales, "Sales <x>", false)];
        let online = "online=%E8%B6%855%E5%A4%A9%E6%9C%AA%E9%A2%84%E7%BA%A6%E7%BA%BF%E4%B8%8A%E9%9D%A2%E8%AF%95";
        let onsite = "onsite=%E8%B6%855%E5%A4%A9%E6%9C%AA%E9%A2%84%E7%BA%A6%E7%BA%BF%E4%B8%8B%E9%9D%A2%E8%AF%95";
        let board = format!("https://hire.example.com/pipeline?org={}", uuid::Uuid::nil());
        let links = [format!("{board}&job_id={backend}&{online}&{onsite}"), format!("{board}&job_id={sales}&{onsite}")];
        for (language, label) in [
            (Language::Zh, "在看板中查看“Sales <x>”："),
            (Language::En, "View \u{201c}Sales <x>\u{201d} in the pipeline:"),
            (Language::Id, "Lihat \u{201c}Sales <x>\u{201d} di papan:"),
        ] {
            let mail = timed_out_digest(&reader(language), &lines, Some("https://hire.example.com"));
            assert_eq!(mail.links, links);
            assert!(mail.text.contains(&format!("{label}\n{}\n", links[1])), "{}", mail.text);
            let label = label.trim_end_matches([':', '：']).replace('<', "&lt;").replace('>', "&gt;");
            let anchor = format!("<a href=\"{}\">{label}</a>", links[1].replace('&', "&amp;"));
            assert!(mail.html.contains(&anchor), "{}", mail.html);
        }
    }

    #[test]
    fn update_names_the_state_in_the_readers_language() {
        let job_id = JobId::new();
        let line = UpdateLine { candidate: "Li Wei", job_id, job: "Accountant", to: SubStatus::OfferSent };
        for (language, name) in
            [(Language::Zh, "Offer 已发送"), (Language::En, "Offer sent"), (Language::Id, "Penawaran terkirim")]
        {
            let mail = update_digest(&reader(language), &[line, line], Some("https://hire.example.com"));
            assert!(mail.text.contains(name), "{}", mail.text);
            let board = format!("https://hire.example.com/pipeline?org={}&job_id={job_id}", uuid::Uuid::nil());
            assert_eq!(mail.links, [board]);
        }
    }
}
