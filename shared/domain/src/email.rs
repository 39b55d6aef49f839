//! Emails to candidates.

use time::Duration;

use crate::evaluation::Language;
use crate::outbound::is_public_address;
use crate::stage::SubStatus;
use crate::wire_enum;

wire_enum! {
    /// Whether an organization's emails are being sent.
    pub enum EmailServiceState {
        /// They are.
        Running => "running",
        /// Sending was stopped after repeated failures.
        Stopped => "stopped",
    }
}

wire_enum! {
    /// Encryption of a connection to a mail server.
    pub enum MailSecurity {
        /// None: for servers on this machine or a trusted network.
        Plain => "plain",
        /// Upgraded after connecting; refused if the server does not offer it.
        StartTls => "starttls",
        /// From the start.
        Tls => "tls",
    }
}

wire_enum! {
    /// The purpose of an email to a candidate.
    pub enum EmailType {
        /// Invites to an online interview.
        OnlineInvitation => "online_invitation",
        /// Invites to an onsite interview.
        OnsiteInvitation => "onsite_invitation",
        /// Announces an upcoming offer.
        OfferIntent => "offer_intent",
        /// Carries the offer.
        OfferSent => "offer_sent",
        /// Rejects.
        Rejection => "rejection",
        /// Says anything else, and moves no candidate.
        Message => "message",
    }
}

wire_enum! {
    /// The emails whose sending moves the candidate.
    pub enum StageEmail {
        /// Invites to an online interview.
        OnlineInvitation => "online_invitation",
        /// Invites to an onsite interview.
        OnsiteInvitation => "onsite_invitation",
        /// Announces an upcoming offer.
        OfferIntent => "offer_intent",
        /// Carries the offer.
        OfferSent => "offer_sent",
        /// Rejects.
        Rejection => "rejection",
    }
}

impl From<StageEmail> for EmailType {
    fn from(email: StageEmail) -> Self {
        match email {
            StageEmail::OnlineInvitation => Self::OnlineInvitation,
            StageEmail::OnsiteInvitation => Self::OnsiteInvitation,
            StageEmail::OfferIntent => Self::OfferIntent,
            StageEmail::OfferSent => Self::OfferSent,
            StageEmail::Rejection => Self::Rejection,
        }
    }
}

wire_enum! {
    /// The language of an email.
    pub enum EmailLanguage {
        /// Simplified Chinese.
        Zh => "zh",
        /// English.
        En => "en",
        /// Bahasa Indonesia.
        Id => "id",
    }
}

impl From<Language> for EmailLanguage {
    fn from(language: Language) -> Self {
        match language {
            Language::Zh => Self::Zh,
            Language::En => Self::En,
            Language::Id => Self::Id,
        }
    }
}

impl EmailLanguage {
    /// Guesses the language of a text from its characters: Chinese, else English.
    #[must_use]
    pub fn of(text: &str) -> Self {
        if text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)) { Self::Zh } else { Self::En }
    }
}

/// How many emails a mail server may be given per minute; `None` is unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SendingLimits {
    /// In total, for the account used to sign in.
    pub per_minute: Option<u32>,
    /// To any one receiving domain.
    pub domain_per_minute: Option<u32>,
}

impl SendingLimits {
    const PUBLIC: Self = Self { per_minute: Some(300), domain_per_minute: Some(120) };
    const NONE: Self = Self { per_minute: None, domain_per_minute: None };

    /// The default limits: what public providers accept. Servers in a private network are not limited.
    #[must_use]
    pub fn default_for(host: &str) -> Self {
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        let is_own = match host.parse() {
            Ok(address) => !is_public_address(address),
            Err(_) => {
                !host.contains('.') || [".local", ".internal", ".localhost"].iter().any(|end| host.ends_with(end))
            }
        };
        if is_own { Self::NONE } else { Self::PUBLIC }
    }

    /// These limits where set, else the others.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            per_minute: self.per_minute.or(other.per_minute),
            domain_per_minute: self.domain_per_minute.or(other.domain_per_minute),
        }
    }
}

/// The domain of an address, in lower case.
#[must_use]
pub fn domain_of(address: &str) -> String {
    address.rsplit('@').next().unwrap_or_default().trim().to_lowercase()
}

/// How long an invitation stays open without a booking.
pub const INVITATION_TIMEOUT: Duration = Duration::days(5);

wire_enum! {
    /// The delivery state of an email.
    pub enum EmailStatus {
        /// Being written.
        Draft => "draft",
        /// Waiting to be sent.
        Queued => "queued",
        /// Being handed to a mail server.
        Sending => "sending",
        /// Accepted by a mail server.
        Sent => "sent",
        /// Not sent, and not retried automatically.
        Failed => "failed",
        /// Interrupted while being sent: whether it arrived has to be checked by a person.
        Unknown => "unknown",
    }
}

impl EmailStatus {
    /// Whether the state is final unless a person acts.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Sent | Self::Failed | Self::Unknown)
    }
}

impl StageEmail {
    /// The sub-status an application has after this email is sent.
    #[must_use]
    pub const fn target(self) -> SubStatus {
        match self {
            Self::OnlineInvitation => SubStatus::OnlineInvitationSent,
            Self::OnsiteInvitation => SubStatus::OnsiteInvitationSent,
            Self::OfferIntent => SubStatus::OfferIntentPending,
            Self::OfferSent => SubStatus::OfferSent,
            Self::Rejection => SubStatus::RejectionSent,
        }
    }
}

impl EmailType {
    /// The same, if sending it moves the candidate; a message moves none.
    #[must_use]
    pub const fn moving(self) -> Option<StageEmail> {
        match self {
            Self::OnlineInvitation => Some(StageEmail::OnlineInvitation),
            Self::OnsiteInvitation => Some(StageEmail::OnsiteInvitation),
            Self::OfferIntent => Some(StageEmail::OfferIntent),
            Self::OfferSent => Some(StageEmail::OfferSent),
            Self::Rejection => Some(StageEmail::Rejection),
            Self::Message => None,
        }
    }

    /// Whether the email contains a link: to book a time or to read the offer.
    #[must_use]
    pub const fn has_link(self) -> bool {
        matches!(self, Self::OnlineInvitation | Self::OnsiteInvitation | Self::OfferSent)
    }

    /// Whether the email may mention the candidate's strengths. A rejection gives no reasons.
    #[must_use]
    pub const fn includes_strengths(self) -> bool {
        matches!(self, Self::OnlineInvitation | Self::OnsiteInvitation | Self::OfferIntent)
    }
}

/// The key by which addresses are compared. Those of gmail.com are one mailbox without dots and with any tag after a plus;
/// nothing is known of other servers, so their addresses are only folded.
#[must_use]
pub fn address_key(address: &str) -> String {
    let address = address.to_lowercase();
    let mailbox = address.strip_suffix("@gmail.com").map(|local| {
        let untagged = local.split('@').next().unwrap_or_default().split('+').next().unwrap_or_default();
        untagged.replace('.', "")
    });
    match mailbox {
        Some(mailbox) if !mailbox.is_empty() => format!("{mailbox}@gmail.com"),
        _ => address,
    }
}

/// Normalizes an email address as typed: removes spaces and adds `.com` to a well-known provider's bare name. `None`
/// if it is not an address.
#[must_use]
pub fn recipient_address(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let (local, domain) = typed.split_once('@')?;
    let domain = domain.to_lowercase();
    let domain = match domain.as_str() {
        "gmail" | "yahoo" | "outlook" => format!("{domain}.com"),
        _ => domain,
    };
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    let is_local = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    let valid = !local.is_empty()
        && local.chars().all(is_local)
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && domain.contains('.')
        && domain.split('.').all(is_label)
        && local.len() <= 64;
    let address = format!("{local}@{domain}");
    (valid && address.len() <= 254).then_some(address)
}

/// A person's address: their email, else the contact field of an older record.
#[must_use]
pub fn address_of(email: Option<&str>, contact: Option<&str>) -> Option<String> {
    email.and_then(recipient_address).or_else(|| contact.and_then(recipient_address))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_messages_move_no_candidate() {
        for kind in EmailType::ALL {
            let moving = kind.moving();
            assert_eq!(moving.is_none(), *kind == EmailType::Message, "{kind}");
            if let Some(moving) = moving {
                assert_eq!((EmailType::from(moving), moving.as_str()), (*kind, kind.as_str()));
            }
        }
        assert_eq!(StageEmail::ALL.len() + 1, EmailType::ALL.len());
    }

    #[test]
    fn gmail_addresses_are_compared_without_dots_and_tags() {
        for written in ["budi.santoso@gmail.com", "BudiSantoso@Gmail.com", "b.u.d.i.santoso+jobs@gmail.com"] {
            assert_eq!(address_key(written), "budisantoso@gmail.com", "{written}");
        }
        for other in
            ["budi.santoso@example.com", "budi+jobs@example.com", "+jobs@gmail.com", "budi.santoso@gmail.com.cn"]
        {
            assert_eq!(address_key(other), other);
        }
    }

    #[test]
    fn addresses_are_normalized_or_refused() {
        for (typed, address) in [
            (" Li.Wei@Example.com ", Some("Li.Wei@example.com")),
            ("li@gmail", Some("li@gmail.com")),
            ("li@outlook", Some("li@outlook.com")),
            ("li@yahoo", Some("li@yahoo.com")),
            ("李伟@例子.公司", Some("李伟@例子.公司")),
            ("li wei@example.com", None),
            ("li@example", None),
            ("li@@example.com", None),
            ("li@exa mple.com", None),
            ("@example.com", None),
            ("li@", None),
            ("13800138000", None),
            ("li@example.com, wu@example.com", None),
            ("<li@example.com>", None),
            ("", None),
        ] {
            assert_eq!(recipient_address(typed).as_deref(), address, "{typed}");
        }
        assert_eq!(address_of(Some("no"), Some("li@gmail")).as_deref(), Some("li@gmail.com"));
    }

    #[test]
    fn public_mail_providers_are_rate_limited_unless_overridden() {
        for host in ["smtp.example.com", "Smtp.Example.COM.", "1.1.1.1"] {
            let limits = SendingLimits::default_for(host);
            assert!(limits.domain_per_minute >= Some(60) && limits.per_minute >= limits.domain_per_minute, "{host}");
        }
        for host in ["127.0.0.1", "10.0.0.5", "::1", "localhost", "mailhog", "mail.corp.internal"] {
            assert_eq!(SendingLimits::default_for(host), SendingLimits::NONE, "{host}");
        }
        let set = SendingLimits { per_minute: Some(5), domain_per_minute: None };
        let expected = SendingLimits { per_minute: Some(5), ..SendingLimits::PUBLIC };
        assert_eq!(set.or(SendingLimits::default_for("smtp.example.com")), expected);
        assert_eq!(domain_of("Li@Example.com"), "example.com");
    }

    proptest! {
        #[test]
        fn address_cannot_contain_header_breaks(typed in ".*") {
            if let Some(address) = recipient_address(&typed) {
                prop_assert!(!address.chars().any(|c| c.is_control() || c.is_whitespace() || "<>,;:\"()[]".contains(c)));
                prop_assert_eq!(recipient_address(&address), Some(address.clone()));
            }
        }
    }
}
