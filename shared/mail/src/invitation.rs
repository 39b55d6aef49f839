//! The invitation to an organization.

use bole_domain::evaluation::Language;

use crate::Message;
use crate::layout::{Letter, one_line};
use crate::spacing::{marked, space_names};

/// Invites a user to an organization. The link is valid for seven days.
#[must_use]
pub fn invitation(language: Language, to: &str, inviter: &str, organization: &str, link: &str) -> Message {
    let (inviter, organization) = (one_line(inviter), one_line(organization));
    match language {
        Language::Zh => Letter {
            subject: &space_names(&format!("{}邀请您加入{}", marked(&inviter), marked(&organization))),
            greeting: "您好：",
            paragraphs: &[
                &space_names(&format!("{}邀请您加入“{organization}”，一起在伯乐上完成招聘工作。", marked(&inviter))),
                "链接在 7 天内有效，只能使用一次，并且只对这个邮箱有效。",
            ],
            button: "查看邀请",
            fallback: "如果按钮无法打开，请把下面的链接复制到浏览器：",
            closing: "如果您不认识邀请人，请忽略这封邮件；您不接受，就不会加入任何组织。",
        }
        .to(to, link, language),
        Language::En => Letter {
            subject: &format!("{inviter} invited you to {organization}"),
            greeting: "Hello,",
            paragraphs: &[
                &format!("{inviter} invited you to join {organization} on Bole, to hire together."),
                "The link works once, for this address only, and expires in 7 days.",
            ],
            button: "View invitation",
            fallback: "If the button doesn't work, copy this link into your browser:",
            closing: "If you don't know who invited you, you can ignore this email. You won't join anything unless you accept.",
        }
        .to(to, link, language),
        Language::Id => Letter {
            subject: &format!("{inviter} mengundang Anda ke {organization}"),
            greeting: "Halo,",
            paragraphs: &[
                &format!("{inviter} mengundang Anda bergabung dengan {organization} di Bole untuk merekrut bersama."),
                "Tautan ini berlaku satu kali, selama 7 hari, dan hanya untuk alamat email ini.",
            ],
            button: "Lihat undangan",
            fallback: "Jika tombol tidak berfungsi, salin tautan ini ke browser Anda:",
            closing: "Jika Anda tidak mengenal pengundangnya, abaikan email ini: Anda tidak akan bergabung ke organisasi mana pun tanpa persetujuan Anda.",
        }
        .to(to, link, language),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invitation_emails_have_inviter_organization_and_link_in_every_language() {
        for language in Language::ALL {
            let mail = invitation(*language, "a@example.com", "Eve\r\nBcc: x", "<Acme>", "https://bole.example/x");
            assert_eq!(mail.links, ["https://bole.example/x"]);
            assert!(mail.subject.contains("<Acme>") && !mail.subject.contains('\n'), "{}", mail.subject);
            assert!(mail.html.contains("&lt;Acme&gt;") && mail.text.contains("Eve Bcc: x"));
        }
    }
}
