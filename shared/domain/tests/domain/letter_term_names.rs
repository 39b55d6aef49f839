//! The web app inserts the placeholders that the server knows.

use bole_domain::email::EmailLanguage;
use bole_domain::offer::LetterTerm;

const LOCALES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/i18n/locales");

#[test]
fn locales_name_every_placeholder_of_a_letter() {
    for (language, folder) in [(EmailLanguage::Zh, "zh-CN"), (EmailLanguage::En, "en-US"), (EmailLanguage::Id, "id-ID")]
    {
        let texts = std::fs::read_to_string(format!("{LOCALES}/{folder}/letter.json")).unwrap();
        for term in LetterTerm::ALL {
            let name = term.name(language);
            assert!(texts.contains(&format!("\"term.{term}\": \"{name}\"")), "{language} {term}: {name}");
        }
    }
}
