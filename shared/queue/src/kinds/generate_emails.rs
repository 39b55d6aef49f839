//! `email.generate`: drafts emails to candidates.

use bole_domain::email::{EmailLanguage, EmailType};
use bole_domain::ids::{ApplicationId, UserId};
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Drafts emails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GenerateEmails {
    /// The applications and the purpose of each email.
    pub items: Vec<(ApplicationId, EmailType)>,
    /// The version of the draft that each of them replaces; whichever there is where none is named.
    #[serde(default)]
    pub versions: Vec<Option<i32>>,
    /// In which language each of them is written; that of the task where none is named.
    #[serde(default)]
    pub languages: Vec<Option<EmailLanguage>>,
    /// In which language; `None` takes each job's.
    pub language: Option<EmailLanguage>,
    /// The booking link.
    #[serde(default)]
    pub link: String,
    /// Booking links of individual candidates.
    #[serde(default)]
    pub links: Vec<(ApplicationId, String)>,
    /// The prompts in force for the requesting user, if they differ from the built-in ones.
    #[serde(default)]
    pub prompts: Vec<(EmailType, String)>,
    /// The requesting user: only candidates they can access get an email.
    #[serde(default)]
    pub asked_by: Option<UserId>,
}

impl TaskKind for GenerateEmails {
    const NAME: &'static str = "email.generate";
    const LANE: Lane = Lane::General;
}
