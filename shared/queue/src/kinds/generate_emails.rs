//! `email.generate`: drafts of emails to candidates.

use bole_domain::email::{EmailLanguage, EmailType};
use bole_domain::ids::{ApplicationId, UserId};
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Drafts emails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GenerateEmails {
    /// For whom, and what for.
    pub items: Vec<(ApplicationId, EmailType)>,
    /// In which language; `None` takes each job's.
    pub language: Option<EmailLanguage>,
    /// Where the candidate chooses a time.
    #[serde(default)]
    pub link: String,
    /// Where some candidates do, each by a link of their own.
    #[serde(default)]
    pub links: Vec<(ApplicationId, String)>,
    /// The prompts in force for whoever asked, where they are not the built-in ones.
    #[serde(default)]
    pub prompts: Vec<(EmailType, String)>,
    /// Who asked: only candidates that they see are written to.
    #[serde(default)]
    pub asked_by: Option<UserId>,
}

impl TaskKind for GenerateEmails {
    const NAME: &'static str = "email.generate";
    const LANE: Lane = Lane::General;
}
