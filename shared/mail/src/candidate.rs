//! Emails to candidates: templates of six types in three languages, and the HTML form of a text.

use bole_domain::email::{EmailLanguage, EmailType};
use bole_domain::{letter, prompt};
use minijinja::{Environment, UndefinedBehavior, context};

use crate::layout::{DARK_TEXT, Page, escape};
use crate::links::{Piece, pieces};
use crate::outgoing::one_line;
use crate::spacing::{marked, space_names};

/// The data of a draft.
#[derive(Debug, Clone, Copy)]
pub struct CandidateMail<'a> {
    pub kind: EmailType,
    pub language: EmailLanguage,
    /// The candidate's name.
    pub candidate: &'a str,
    pub job: &'a str,
    pub company: &'a str,
    /// The name in the signature.
    pub recruiter: &'a str,
    /// The booking link, or the link to the offer.
    pub link: &'a str,
    /// The address of an onsite interview; may be empty.
    pub address: &'a str,
}

/// A subject and a plain text body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// One line.
    pub subject: String,
    /// Plain text.
    pub body: String,
}

#[derive(Debug, thiserror::Error)]
#[error("the template cannot be filled in: {0}")]
pub struct TemplateError(#[from] minijinja::Error);

const fn template(kind: EmailType, language: EmailLanguage) -> &'static str {
    use {EmailLanguage as L, EmailType as T};
    match (kind, language) {
        (T::OnlineInvitation, L::Zh) => include_str!("../templates/online_invitation.zh.txt"),
        (T::OnlineInvitation, L::En) => include_str!("../templates/online_invitation.en.txt"),
        (T::OnlineInvitation, L::Id) => include_str!("../templates/online_invitation.id.txt"),
        (T::OnsiteInvitation, L::Zh) => include_str!("../templates/onsite_invitation.zh.txt"),
        (T::OnsiteInvitation, L::En) => include_str!("../templates/onsite_invitation.en.txt"),
        (T::OnsiteInvitation, L::Id) => include_str!("../templates/onsite_invitation.id.txt"),
        (T::OfferIntent, L::Zh) => include_str!("../templates/offer_intent.zh.txt"),
        (T::OfferIntent, L::En) => include_str!("../templates/offer_intent.en.txt"),
        (T::OfferIntent, L::Id) => include_str!("../templates/offer_intent.id.txt"),
        (T::OfferSent, L::Zh) => include_str!("../templates/offer_sent.zh.txt"),
        (T::OfferSent, L::En) => include_str!("../templates/offer_sent.en.txt"),
        (T::OfferSent, L::Id) => include_str!("../templates/offer_sent.id.txt"),
        (T::Rejection, L::Zh) => include_str!("../templates/rejection.zh.txt"),
        (T::Rejection, L::En) => include_str!("../templates/rejection.en.txt"),
        (T::Rejection, L::Id) => include_str!("../templates/rejection.id.txt"),
        (T::Message, L::Zh) => include_str!("../templates/message.zh.txt"),
        (T::Message, L::En) => include_str!("../templates/message.en.txt"),
        (T::Message, L::Id) => include_str!("../templates/message.id.txt"),
    }
}

/// Fallbacks for an unknown candidate and employer.
const fn unnamed(language: EmailLanguage) -> (&'static str, &'static str) {
    match language {
        EmailLanguage::Zh => ("您", "我们公司"),
        EmailLanguage::En => ("candidate", "our company"),
        EmailLanguage::Id => ("Kandidat", "perusahaan kami"),
    }
}

/// The closing phrase above the signature.
const fn closing(language: EmailLanguage) -> Option<&'static str> {
    match language {
        EmailLanguage::Zh => None,
        EmailLanguage::En => Some("Kind regards,"),
        EmailLanguage::Id => Some("Hormat kami,"),
    }
}

/// Closing phrases, which are removed because a signature is appended.
const CLOSINGS: &[&str] = &[
    "kind regards",
    "best regards",
    "warm regards",
    "regards",
    "best",
    "sincerely",
    "yours sincerely",
    "hormat kami",
    "hormat saya",
    "salam hangat",
    "salam",
    "此致",
    "敬礼",
    "祝好",
];

fn is_closing(line: &str) -> bool {
    let line = line.trim_end_matches([',', '.', '!', '，', '。', '！']).to_lowercase();
    CLOSINGS.contains(&line.as_str())
}

impl CandidateMail<'_> {
    /// The draft from the built-in template.
    ///
    /// # Errors
    /// Never with the built-in templates.
    pub fn draft(&self) -> Result<Draft, TemplateError> {
        let Self { kind, language, job, link, .. } = *self;
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let filled = environment.render_str(
            template(kind, language),
            context! {
                candidate => marked(&self.name()),
                job => marked(&one_line(job)),
                company => marked(&self.employer()),
                link => one_line(link),
                address => self.address_line().unwrap_or_default(),
                signature => self.signature().join("\n"),
            },
        )?;
        let filled = without_double_stop(&space_names(&filled), &self.employer());
        let (subject, body) = filled.split_once("\n\n").unwrap_or((&filled, ""));
        Ok(Draft { subject: one_line(subject), body: format!("{}\n", body.trim()) })
    }

    /// The draft from an email with variables for name and link, without a signature.
    #[must_use]
    pub fn fill(&self, subject: &str, body: &str) -> Draft {
        let value = |variable: &str| match variable {
            letter::NAME => Some(self.name()),
            // With spaces around it, so that email clients recognize its end.
            letter::LINK => Some(format!(" {} ", one_line(self.link))),
            _ => None,
        };
        let signature = self.signature();
        let mut lines: Vec<String> = body.trim().lines().map(|line| spaced(&prompt::render(line, value))).collect();
        // Removes a signature that the author added.
        while lines.last().is_some_and(|line| line.is_empty() || signature.contains(line) || is_closing(line)) {
            lines.pop();
        }
        if let Some(address) = self.address_line() {
            lines.extend([String::new(), address]);
        }
        lines.push(String::new());
        lines.extend(closing(self.language).map(str::to_owned));
        lines.extend(signature);
        let body = format!("{}\n", lines.join("\n"));
        Draft { subject: one_line(&prompt::render(subject, value)), body }
    }

    fn name(&self) -> String {
        or(self.candidate, unnamed(self.language).0)
    }

    fn employer(&self) -> String {
        or(self.company, unnamed(self.language).1)
    }

    /// The address line of an onsite invitation.
    fn address_line(&self) -> Option<String> {
        let address = one_line(self.address);
        let is_told = self.kind == EmailType::OnsiteInvitation && !address.is_empty();
        is_told.then(|| match self.language {
            EmailLanguage::Zh => format!("面试地点：{address}"),
            EmailLanguage::En => format!("Address: {address}"),
            EmailLanguage::Id => format!("Alamat: {address}"),
        })
    }

    fn signature(&self) -> Vec<String> {
        [one_line(self.recruiter), self.employer()].into_iter().filter(|line| !line.is_empty()).collect()
    }
}

/// A text in which a name that ends with a full stop, such as `Acme Pte. Ltd.`, also ends its sentence.
fn without_double_stop(text: &str, name: &str) -> String {
    if name.ends_with('.') { text.replace(&format!("{name}."), name) } else { text.to_owned() }
}

fn spaced(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn or(text: &str, instead: &str) -> String {
    let text = one_line(text);
    if text.is_empty() { instead.to_owned() } else { text }
}

/// The HTML form of a plain text: paragraphs and links, everything else escaped. It follows the email client's light
/// or dark scheme.
#[must_use]
pub fn html_of(subject: &str, text: &str, language: EmailLanguage) -> String {
    let paragraphs = text.trim().split("\n\n").map(|paragraph| {
        let lines: Vec<String> = paragraph.lines().map(linked).collect();
        format!("<p>{}</p>\n", lines.join("<br>\n"))
    });
    let content = format!("<div style=\"max-width:600px\">\n{}</div>\n", paragraphs.collect::<String>());
    Page { language: language.as_str(), title: subject, style: "padding:16px;", dark: DARK_TEXT, content: &content }
        .html()
}

/// A line with its URLs as links.
fn linked(line: &str) -> String {
    let piece = |piece| match piece {
        Piece::Text(text) => escape(text),
        Piece::Address(address) => {
            let address = escape(address);
            format!(r#"<a href="{address}">{address}</a>"#)
        }
    };
    pieces(line).into_iter().map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(kind: EmailType, language: EmailLanguage) -> CandidateMail<'static> {
        CandidateMail {
            kind,
            language,
            candidate: "李伟",
            job: "Backend engineer",
            company: "云帆科技",
            recruiter: "Wang Fang",
            link: "https://cal.example/x?a=1&b=2",
            address: "",
        }
    }

    #[test]
    fn company_that_ends_with_a_full_stop_ends_its_sentence() {
        for kind in EmailType::ALL {
            for &language in EmailLanguage::ALL {
                let company = "Acme Pte. Ltd.";
                let Draft { body, .. } = CandidateMail { company, ..mail(*kind, language) }.draft().unwrap();
                assert!(body.contains(company) && !body.contains(".."), "{body}");
            }
        }
    }

    #[test]
    fn every_type_has_a_template_in_every_language() {
        for kind in EmailType::ALL {
            for &language in EmailLanguage::ALL {
                let Draft { subject, body } = mail(*kind, language).draft().unwrap();
                assert!(subject.contains("Backend engineer"), "{subject}");
                assert!(body.contains("李伟") && body.ends_with("Wang Fang\n云帆科技\n"), "{body}");
                assert!(!body.contains("{{") && !body.contains("\n\n\n"), "{body}");
                let invites =
                    matches!(kind, EmailType::OnlineInvitation | EmailType::OnsiteInvitation | EmailType::OfferSent);
                assert_eq!(body.contains("https://cal.example/x"), invites, "{kind}");
                let without = CandidateMail { link: "", ..mail(*kind, language) }.draft().unwrap();
                assert!(!without.body.contains("http"), "{}", without.body);
                let address = "人民路 1 号";
                let onsite = CandidateMail { address, ..mail(*kind, language) };
                let told = *kind == EmailType::OnsiteInvitation;
                assert_eq!(onsite.draft().unwrap().body.matches(address).count(), usize::from(told), "{kind}");
                let filled = onsite.fill("x", "Dear {{candidate_name}},\n\ncome and see us.").body;
                assert_eq!(filled.matches(address).count(), usize::from(told), "{filled}");
                assert!(filled.ends_with("Wang Fang\n云帆科技\n") && !filled.contains("\n\n\n"), "{filled}");
                let greeting = match language {
                    EmailLanguage::Zh => "您好",
                    EmailLanguage::En => "Dear ",
                    EmailLanguage::Id => "Yth. ",
                };
                assert!(body.contains(greeting), "{body}");
            }
        }
    }

    #[test]
    fn names_in_chinese_emails_are_separated_only_from_latin() {
        for kind in EmailType::ALL {
            let Draft { subject, body } = mail(*kind, EmailLanguage::Zh).draft().unwrap();
            for text in [subject, body] {
                assert!(!text.contains(" 云帆科技") && !text.contains("云帆科技 "), "{text}");
            }
        }
        let latin = CandidateMail { company: "Yunfan Ltd", ..mail(EmailType::Rejection, EmailLanguage::Zh) };
        assert!(latin.draft().unwrap().body.contains("感谢您应聘 Yunfan Ltd 的“Backend engineer”一职"));
    }

    #[test]
    fn variables_are_substituted_and_the_signature_added_once() {
        let invitation = mail(EmailType::OnlineInvitation, EmailLanguage::En);
        let body = "Dear {{candidate_name}},\r\n\r\nchoose a time:{{ calendar_link }}.";
        let expected =
            "Dear 李伟,\n\nchoose a time: https://cal.example/x?a=1&b=2 .\n\nKind regards,\nWang Fang\n云帆科技\n";
        assert_eq!(
            invitation.fill("For {{candidate_name}}", body),
            Draft { subject: "For 李伟".to_owned(), body: expected.to_owned() }
        );
        assert_eq!(invitation.fill("x", &format!("{body}\n\nBest regards,\nWang Fang\n云帆科技\n")).body, expected);
        let evil = CandidateMail { candidate: "x\r\nBcc: y@evil.example {{calendar_link}}", ..invitation };
        let filled = evil.fill("For {{candidate_name}}", "Dear {{candidate_name}},");
        assert!(!filled.subject.contains(char::is_control), "{}", filled.subject);
        assert!(filled.body.starts_with("Dear x Bcc: y@evil.example {{calendar_link}},\n"), "{}", filled.body);
    }

    #[test]
    fn substituted_values_stay_on_their_line() {
        let evil = "x\r\nBcc: y@evil.example\n\nnew paragraph {{ 1 }}";
        let draft = CandidateMail {
            candidate: evil,
            job: evil,
            company: evil,
            ..mail(EmailType::Rejection, EmailLanguage::En)
        };
        let Draft { subject, body } = draft.draft().unwrap();
        assert!(!subject.chars().any(char::is_control), "{subject}");
        assert!(body.contains("Dear x Bcc: y@evil.example new paragraph {{ 1 }},"), "{body}");
    }

    #[test]
    fn html_has_the_same_words_as_the_text_and_escapes_markup() {
        let html = html_of(
            "A <b>subject</b>",
            "Hello <b>you</b>,\n\nsee https://cal.example/?a=1&b=2.\n& more",
            EmailLanguage::En,
        );
        assert!(html.contains("<title>A &lt;b&gt;subject&lt;/b&gt;</title>"), "{html}");
        assert!(html.contains("<p>Hello &lt;b&gt;you&lt;/b&gt;,</p>"), "{html}");
        assert!(
            html.contains(r#"<a href="https://cal.example/?a=1&amp;b=2">https://cal.example/?a=1&amp;b=2</a>."#),
            "{html}"
        );
        assert!(html.contains("<br>\n&amp; more</p>"), "{html}");
        assert!(!html_of("", "javascript:alert(1)", EmailLanguage::En).contains("<a "));
    }
}
