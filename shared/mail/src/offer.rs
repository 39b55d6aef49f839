//! Emails to members about an offer's progress.

use bole_domain::evaluation::Language;
use bole_domain::ids::ApplicationId;
use bole_domain::offer::{OfferAction, OfferField, OfferFieldChange};
use bole_domain::written_time::written_deadline;
use bole_domain::zone::Zone;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use url::form_urlencoded;

use crate::Message;
use crate::digest::{DigestReader, Link, digest};
use crate::layout::one_line;

/// The longest comment in an email; the rest is in Bole.
const MAX_COMMENT: usize = 1000;

/// The details of an offer for an email to a member. What it pays is only in the signed letter.
#[derive(Debug, Clone, Copy)]
pub struct OfferFacts<'a> {
    pub application_id: ApplicationId,
    pub candidate: &'a str,
    pub job: &'a str,
    pub employer: &'a str,
    /// The member who acted, if one did.
    pub actor: Option<&'a str>,
    /// What was said with the action; may be empty.
    pub comment: &'a str,
    /// What differs from the version that was last approved or returned.
    pub changes: &'a [OfferFieldChange],
    /// The organization's time zone.
    pub zone: Zone,
}

/// The notification of an action on an offer; `None` if members are not notified of it. With the server's public URL it
/// has a link to the offer.
#[must_use]
pub fn offer_notice(
    reader: &DigestReader<'_>,
    action: OfferAction,
    facts: &OfferFacts<'_>,
    public_url: Option<&str>,
) -> Option<Message> {
    use {Language as L, OfferAction as A};
    let [candidate, organization] = [facts.candidate, reader.organization].map(one_line);
    let (subject, text) = match (reader.language, action) {
        (L::Zh, A::Submit) => (format!("{candidate}的 Offer 待您审批"), "有一份 Offer 等待您审批："),
        (L::Zh, A::Approve) => {
            (format!("{candidate}的 Offer 已通过审批"), "您的 Offer 已通过审批，可以发送给候选人了：")
        }
        (L::Zh, A::Return) => (format!("{candidate}的 Offer 被退回"), "您的 Offer 被退回，请修改后重新提交："),
        (L::Zh, A::Accept) => {
            (format!("{candidate}接受了 Offer"), "候选人接受了 Offer，签署后的录用通知书见附件，可以开始办理入职了：")
        }
        (L::Zh, A::Decline) => (format!("{candidate}拒绝了 Offer"), "候选人拒绝了 Offer，请决定下一步："),
        (L::Zh, A::Expire) => (format!("{candidate}的 Offer 已过期"), "候选人没有在期限内答复，Offer 已过期："),
        (L::En, A::Submit) => {
            (format!("Offer for {candidate} awaits your approval"), "An offer is waiting for your approval:")
        }
        (L::En, A::Approve) => {
            (format!("Offer for {candidate} was approved"), "Your offer was approved and can be sent:")
        }
        (L::En, A::Return) => {
            (format!("Offer for {candidate} was returned"), "Your offer was returned. Change it and submit it again:")
        }
        (L::En, A::Accept) => (
            format!("{candidate} accepted the offer"),
            "The candidate accepted the offer. The signed letter is attached, and you can begin onboarding:",
        ),
        (L::En, A::Decline) => {
            (format!("{candidate} declined the offer"), "The candidate declined the offer. Decide what comes next:")
        }
        (L::En, A::Expire) => {
            (format!("Offer for {candidate} expired"), "The candidate didn't answer in time, so the offer expired:")
        }
        (L::Id, A::Submit) => (
            format!("Penawaran untuk {candidate} menunggu persetujuan Anda"),
            "Sebuah penawaran menunggu persetujuan Anda:",
        ),
        (L::Id, A::Approve) => {
            (format!("Penawaran untuk {candidate} disetujui"), "Penawaran Anda disetujui dan dapat dikirim:")
        }
        (L::Id, A::Return) => (
            format!("Penawaran untuk {candidate} dikembalikan"),
            "Penawaran Anda dikembalikan. Silakan ubah dan ajukan lagi:",
        ),
        (L::Id, A::Accept) => (
            format!("{candidate} menerima penawaran"),
            "Kandidat menerima penawaran. Surat yang sudah ditandatangani terlampir, dan Anda dapat memulai onboarding:",
        ),
        (L::Id, A::Decline) => (
            format!("{candidate} menolak penawaran"),
            "Kandidat menolak penawaran. Silakan tentukan langkah berikutnya:",
        ),
        (L::Id, A::Expire) => (
            format!("Penawaran untuk {candidate} kedaluwarsa"),
            "Kandidat tidak menjawab sampai batas waktu, sehingga penawaran kedaluwarsa:",
        ),
        (_, A::Create | A::Edit | A::Send | A::Withdraw | A::View) => return None,
    };
    let subject = match reader.language {
        L::Zh => format!("{subject}（{organization}）"),
        L::En | L::Id => format!("{subject} ({organization})"),
    };
    let closing = match reader.language {
        L::Zh => "如不想再收到这类邮件，请在偏好设置中关闭“Offer 通知”。",
        L::En => "To stop these emails, turn off \u{201c}Offers\u{201d} in your preferences.",
        L::Id => "Untuk menghentikan email ini, matikan \u{201c}Penawaran\u{201d} di preferensi Anda.",
    };
    let links = public_url.map_or_else(Vec::new, |url| vec![offer_link(reader, url, facts.application_id)]);
    Some(digest(reader, subject, text, lines(reader.language, action, facts), &links, closing))
}

fn lines(language: Language, action: OfferAction, facts: &OfferFacts<'_>) -> Vec<String> {
    let [candidate, job, employer, actor, comment] = match language {
        Language::Zh => ["候选人：", "职位：", "雇主：", "操作人：", "说明："],
        Language::En => ["Candidate: ", "Job: ", "Employer: ", "By: ", "Comment: "],
        Language::Id => ["Kandidat: ", "Lowongan: ", "Perusahaan: ", "Oleh: ", "Catatan: "],
    };
    let comment = match (language, action) {
        (Language::Zh, OfferAction::Decline) => "原因：",
        (Language::En, OfferAction::Decline) => "Reason: ",
        (Language::Id, OfferAction::Decline) => "Alasan: ",
        _ => comment,
    };
    let said: String =
        facts.comment.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_COMMENT).collect();
    [
        (candidate, one_line(facts.candidate)),
        (job, one_line(facts.job)),
        (employer, one_line(facts.employer)),
        (actor, facts.actor.map(one_line).unwrap_or_default()),
        (comment, said),
    ]
    .into_iter()
    .filter(|(_, value)| !value.is_empty())
    .map(|(label, value)| format!("· {label}{value}"))
    .chain(changed_lines(language, facts))
    .collect()
}

/// What changed since the last decision, part by part. What it pays and long texts are only named.
fn changed_lines(language: Language, facts: &OfferFacts<'_>) -> Vec<String> {
    if facts.changes.is_empty() {
        return Vec::new();
    }
    let head = match language {
        Language::Zh => "与上次审批或退回时相比有改动：",
        Language::En => "Changed since it was last approved or returned:",
        Language::Id => "Berubah sejak terakhir disetujui atau dikembalikan:",
    };
    let line = |OfferFieldChange { field, before, after }: &OfferFieldChange| {
        let name = field_name(language, *field);
        let [before, after] = [before, after].map(|content| written_content(*field, content, facts.zone, language));
        match before.zip(after) {
            Some((before, after)) => format!("· {name}{}{before} → {after}", colon(language)),
            None => format!("· {name}"),
        }
    };
    std::iter::once(head.to_owned()).chain(facts.changes.iter().map(line)).collect()
}

const fn colon(language: Language) -> &'static str {
    match language {
        Language::Zh => "：",
        Language::En | Language::Id => ": ",
    }
}

/// The content of a short part, as people write it; `None` for the others.
fn written_content(field: OfferField, content: &str, zone: Zone, language: Language) -> Option<String> {
    let written = match field {
        OfferField::Position | OfferField::Place | OfferField::StartDate => one_line(content),
        OfferField::Deadline => OffsetDateTime::parse(content, &Rfc3339)
            .map(|at| written_deadline(at, zone, language.into()))
            .unwrap_or_default(),
        OfferField::Salary | OfferField::SalaryParts | OfferField::Terms | OfferField::Letter | OfferField::Notes => {
            return None;
        }
    };
    Some(if written.is_empty() { "—".to_owned() } else { written })
}

const fn field_name(language: Language, field: OfferField) -> &'static str {
    use {Language as L, OfferField as F};
    match (language, field) {
        (L::Zh, F::Position) => "职位",
        (L::Zh, F::Salary) => "薪酬",
        (L::Zh, F::SalaryParts) => "工资明细",
        (L::Zh, F::StartDate) => "入职日期",
        (L::Zh, F::Deadline) => "答复截止日期",
        (L::Zh, F::Place) => "工作地点",
        (L::Zh, F::Terms) => "其他条款",
        (L::Zh, F::Letter) => "录用通知书",
        (L::Zh, F::Notes) => "内部备注",
        (L::En, F::Position) => "Position",
        (L::En, F::Salary) => "Salary",
        (L::En, F::SalaryParts) => "Breakdown",
        (L::En, F::StartDate) => "Start date",
        (L::En, F::Deadline) => "Response deadline",
        (L::En, F::Place) => "Place of work",
        (L::En, F::Terms) => "Further terms",
        (L::En, F::Letter) => "Offer letter",
        (L::En, F::Notes) => "Internal notes",
        (L::Id, F::Position) => "Posisi",
        (L::Id, F::Salary) => "Gaji",
        (L::Id, F::SalaryParts) => "Rincian",
        (L::Id, F::StartDate) => "Tanggal mulai",
        (L::Id, F::Deadline) => "Batas jawaban",
        (L::Id, F::Place) => "Tempat kerja",
        (L::Id, F::Terms) => "Ketentuan lain",
        (L::Id, F::Letter) => "Surat penawaran",
        (L::Id, F::Notes) => "Catatan internal",
    }
}

/// The offer in the workbench; it names the organization for members of several.
fn offer_link(reader: &DigestReader<'_>, public_url: &str, application: ApplicationId) -> Link {
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("org", &reader.organization_id.to_string())
        .append_pair("id", &application.to_string())
        .finish();
    let label = match reader.language {
        Language::Zh => "打开 Offer",
        Language::En => "Open the offer",
        Language::Id => "Buka penawaran",
    };
    Link { label: label.to_owned(), url: format!("{public_url}/offer-workbench?{query}") }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bole_domain::ids::OrganizationId;

    use super::*;

    fn facts(comment: &str) -> OfferFacts<'_> {
        OfferFacts {
            application_id: ApplicationId(uuid::Uuid::nil()),
            candidate: "Li\nWei",
            job: "Backend <engineer>",
            employer: "Whale Bay",
            actor: Some("Chen"),
            comment,
            changes: &[],
            zone: Zone::UTC,
        }
    }

    #[test]
    fn approver_reads_what_changed_but_not_what_it_pays() {
        let change = |field, before: &str, after: &str| OfferFieldChange {
            field,
            before: before.to_owned(),
            after: after.to_owned(),
        };
        let changes = [
            change(OfferField::Salary, "30k", "32k"),
            change(OfferField::StartDate, "", "2026-12-15"),
            change(OfferField::Deadline, "2026-12-01T10:00:00Z", "2026-12-03T10:00:00Z"),
            change(OfferField::Letter, "Dear Li", "Dear Mr Li"),
        ];
        let facts = OfferFacts { changes: &changes, ..facts("") };
        let mail = |language| {
            let reader = DigestReader {
                email: "lin@example.com",
                name: "Lin",
                language,
                organization_id: OrganizationId(uuid::Uuid::nil()),
                organization: "Acme",
            };
            offer_notice(&reader, OfferAction::Submit, &facts, None).unwrap().text
        };
        let english = mail(Language::En);
        for line in
            ["· Salary\n", "· Start date: — → 2026-12-15", "· Response deadline: December 1, 2026", "· Offer letter\n"]
        {
            assert!(english.contains(line), "{line}: {english}");
        }
        for language in Language::ALL {
            let text = mail(*language);
            assert!(text.contains("2026-12-15") && !text.contains("30k") && !text.contains("Dear"), "{text}");
        }
    }

    #[test]
    fn each_announced_action_has_an_email_in_every_language() {
        let mut subjects = BTreeSet::new();
        for language in Language::ALL {
            let organization_id = OrganizationId(uuid::Uuid::nil());
            let reader = DigestReader {
                email: "lin@example.com",
                name: "Lin",
                language: *language,
                organization_id,
                organization: "Acme",
            };
            for action in OfferAction::ALL {
                let url = Some("https://hire.example.com");
                let Some(mail) = offer_notice(&reader, *action, &facts("Higher\nsalary"), url) else {
                    assert!(!action.is_announced(), "{language} {action}");
                    continue;
                };
                assert!(action.is_announced(), "{language} {action}");
                for fact in ["Li Wei", "Backend <engineer>", "Whale Bay", "Chen", "Higher salary"] {
                    assert!(mail.text.contains(fact), "{language} {action}: {}", mail.text);
                }
                let nil = uuid::Uuid::nil();
                assert_eq!(mail.links, [format!("https://hire.example.com/offer-workbench?org={nil}&id={nil}")]);
                assert!(mail.html.contains("Backend &lt;engineer&gt;") && mail.subject.contains("Acme"));
                assert!(subjects.insert(mail.subject), "{language} {action}");
                let silent = offer_notice(&reader, *action, &facts(""), None).unwrap();
                assert!(silent.links.is_empty() && !silent.text.contains("Higher"), "{}", silent.text);
            }
        }
    }
}
