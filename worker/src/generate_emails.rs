//! `email.generate`: drafts emails to candidates from the built-in templates and keeps them as drafts.

use std::collections::HashMap;

use bole_domain::email::{EmailLanguage, EmailType, address_of};
use bole_domain::ids::{ApplicationId, EmailId};
use bole_mail::CandidateMail;
use bole_queue::kinds::GenerateEmails;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::emails::{self, Correspondent, NewEmail};
use serde_json::{Value, json};

/// Runs `email.generate`.
pub struct GenerateEmailsHandler;

impl TaskHandler for GenerateEmailsHandler {
    type Kind = GenerateEmails;

    async fn run(&self, context: &TaskContext, task: GenerateEmails) -> Result<Outcome, TaskError> {
        let GenerateEmails { items, language, link, links } = task;
        let links: HashMap<ApplicationId, String> = links.into_iter().collect();
        let ids: Vec<ApplicationId> = items.iter().map(|(id, _)| *id).collect();
        let mut tx = context.tenant().await?;
        let found = emails::correspondents(&mut tx, &ids).await?;
        let found: HashMap<ApplicationId, Correspondent> =
            found.into_iter().map(|correspondent| (correspondent.application_id, correspondent)).collect();
        let mut results = Vec::with_capacity(items.len());
        let mut drafts: HashMap<(ApplicationId, EmailType), NewEmail> = HashMap::new();
        for (id, kind) in items {
            let drafted = found.get(&id).ok_or("application.not_found").and_then(|correspondent| {
                draft(correspondent, kind, language, links.get(&id).unwrap_or(&link)).map_err(|()| "ai.answer_unusable")
            });
            results.push(match &drafted {
                Ok(email) => json!({
                    "applicationId": id, "status": "success",
                    "data": { "subject": email.subject, "body": email.body }, "error": Value::Null,
                }),
                Err(code) => json!({ "applicationId": id, "status": "failed", "data": Value::Null, "error": code }),
            });
            if let Ok(email) = drafted {
                drafts.insert((id, kind), email);
            }
        }
        let drafts: Vec<NewEmail> = drafts.into_values().collect();
        emails::put_drafts(&mut tx, &drafts).await?;
        context.finish_in(&mut tx, results).await?;
        tx.commit().await?;
        Ok(Outcome::Finished)
    }
}

fn draft(of: &Correspondent, kind: EmailType, language: Option<EmailLanguage>, link: &str) -> Result<NewEmail, ()> {
    let language = language.unwrap_or_else(|| EmailLanguage::of(&format!("{}{}", of.job_title, of.name)));
    let mail = CandidateMail {
        kind,
        language,
        candidate: &of.name,
        job: &of.job_title,
        company: &of.company,
        recruiter: &of.recruiter,
        link,
    };
    let draft = mail.draft().map_err(drop)?;
    Ok(NewEmail {
        id: EmailId::new(),
        application_id: of.application_id,
        job_id: of.job_id,
        person_id: of.person_id,
        kind,
        to: address_of(of.email.as_deref(), of.contact.as_deref()).unwrap_or_default(),
        subject: draft.subject,
        body: draft.body,
        language,
        reason: None,
        task_id: None,
    })
}
