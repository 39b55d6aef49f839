//! Emails to candidates about an offer they have accepted, or that was withdrawn.

use bole_domain::email::EmailLanguage;
use bole_domain::offer::OfferAction;

use crate::Message;
use crate::candidate::html_of;
use crate::layout::one_line;

/// The details of an offer for an email to its candidate.
#[derive(Debug, Clone, Copy)]
pub struct CandidateOffer<'a> {
    /// The candidate's name; may be empty.
    pub name: &'a str,
    pub position: &'a str,
    pub employer: &'a str,
}

/// The email about an acceptance or a withdrawal; `None` for other actions.
#[must_use]
pub fn candidate_offer_notice(
    language: EmailLanguage,
    to: &str,
    action: OfferAction,
    offer: &CandidateOffer<'_>,
) -> Option<Message> {
    use {EmailLanguage as L, OfferAction as A};
    let CandidateOffer { name, position, employer } = *offer;
    let (name, position, employer) = (one_line(name), one_line(position), one_line(employer));
    let (subject, text) = match (language, action) {
        (L::Zh, A::Accept) => (
            format!("您已接受“{position}”的 Offer"),
            format!("感谢您接受{employer}“{position}”职位的 Offer。附件是已签署的录用通知书，请妥善保存。"),
        ),
        (L::En, A::Accept) => (
            format!("You accepted the offer for {position}"),
            format!(
                "Thank you for accepting the offer from {employer} for {position}. The signed letter is attached for your records."
            ),
        ),
        (L::Id, A::Accept) => (
            format!("Anda menerima penawaran untuk posisi {position}"),
            format!(
                "Terima kasih telah menerima penawaran dari {employer} untuk posisi {position}. Surat yang sudah Anda tanda tangani terlampir, mohon disimpan."
            ),
        ),
        (L::Zh, A::Withdraw) => (
            format!("“{position}”的 Offer 已撤回"),
            format!("很抱歉地通知您，{employer}已撤回“{position}”职位的 Offer，此前发送的链接已失效。"),
        ),
        (L::En, A::Withdraw) => (
            format!("The offer for {position} was withdrawn"),
            format!(
                "We're sorry to let you know that {employer} has withdrawn the offer for {position}. The link we sent you no longer works."
            ),
        ),
        (L::Id, A::Withdraw) => (
            format!("Penawaran untuk posisi {position} ditarik kembali"),
            format!(
                "Dengan berat hati kami sampaikan bahwa {employer} menarik kembali penawaran untuk posisi {position}. Tautan yang kami kirim sebelumnya tidak berlaku lagi."
            ),
        ),
        _ => return None,
    };
    let greeting = match language {
        L::Zh if name.is_empty() => "您好：".to_owned(),
        L::En if name.is_empty() => "Hello,".to_owned(),
        L::Id if name.is_empty() => "Halo,".to_owned(),
        L::Zh => format!("{name}，您好："),
        L::En => format!("Hello {name},"),
        L::Id => format!("Halo {name},"),
    };
    let closing = match language {
        L::Zh => "如有疑问，请联系此前与您沟通的招聘人员。",
        L::En => "If you have any questions, please get in touch with the person who sent you the offer.",
        L::Id => "Jika ada pertanyaan, silakan hubungi orang yang mengirimkan penawaran ini kepada Anda.",
    };
    let text = format!("{greeting}\n\n{text}\n\n{closing}\n");
    Some(Message { to: to.to_owned(), html: html_of(&subject, &text, language), subject, text, links: Vec::new() })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn acceptance_and_withdrawal_have_an_email_in_every_language() {
        let offer = CandidateOffer { name: "Li\nWei", position: "Backend <engineer>", employer: "Acme Pte. Ltd." };
        let mut subjects = BTreeSet::new();
        for language in EmailLanguage::ALL {
            for action in OfferAction::ALL {
                let mail = candidate_offer_notice(*language, "li@example.com", *action, &offer);
                let is_told = matches!(action, OfferAction::Accept | OfferAction::Withdraw);
                assert_eq!(mail.is_some(), is_told, "{language} {action}");
                let Some(mail) = mail else { continue };
                for fact in ["Li Wei", "Backend <engineer>", "Acme Pte. Ltd."] {
                    assert!(mail.text.contains(fact) && !mail.text.contains(".."), "{language}: {}", mail.text);
                }
                assert!(mail.html.contains("Backend &lt;engineer&gt;"), "{}", mail.html);
                assert!(subjects.insert(mail.subject), "{language} {action}");
                let unnamed = CandidateOffer { name: "", ..offer };
                let unnamed = candidate_offer_notice(*language, "li@example.com", *action, &unnamed).unwrap();
                assert!(!unnamed.text.contains(" ,") && !unnamed.text.starts_with('，'), "{}", unnamed.text);
            }
        }
    }
}
