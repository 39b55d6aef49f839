//! The web app's copy of the built-in email templates: `UPDATE_TEMPLATES=1 cargo test -p bole-mail --test
//! templates_typescript` writes it.

use std::fmt::Write;

use bole_domain::email::{EmailLanguage, EmailType};
use bole_mail::{CandidateMail, Draft};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/features/guide/logic/templates.gen.ts");

#[test]
fn guide_templates_match_the_sent_emails() {
    let fresh = typescript();
    if std::env::var_os("UPDATE_TEMPLATES").is_some() {
        std::fs::write(FILE, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(FILE).unwrap();
    assert!(committed == fresh, "run: UPDATE_TEMPLATES=1 cargo test -p bole-mail --test templates_typescript");
}

fn typescript() -> String {
    let mut text = String::from(
        "// Generated from shared/mail/templates; a test of that crate writes and checks this file.\n\n\
         export const TEMPLATES = {\n",
    );
    for kind in EmailType::ALL {
        writeln!(text, "  {kind}: {{").unwrap();
        for language in EmailLanguage::ALL {
            let Draft { subject, body } = filled(*kind, *language);
            writeln!(text, "    {language}: {{ subject: {subject:?}, body: {body:?} }},").unwrap();
        }
        text += "  },\n";
    }
    text + "} as const;\n"
}

/// The draft with names of what is filled in.
fn filled(kind: EmailType, language: EmailLanguage) -> Draft {
    let [candidate, job, company, recruiter, link, address] = match language {
        EmailLanguage::Zh => ["【候选人】", "【职位】", "【公司】", "【招聘者】", "【链接】", "【地址】"],
        EmailLanguage::En => ["[candidate]", "[job]", "[company]", "[recruiter]", "[link]", "[address]"],
        EmailLanguage::Id => ["[kandidat]", "[posisi]", "[perusahaan]", "[rekruter]", "[tautan]", "[alamat]"],
    };
    CandidateMail { kind, language, candidate, job, company, recruiter, link, address }.draft().unwrap()
}
