//! The web app inserts the placeholders that the server knows.

use bole_domain::email::EmailLanguage;
use bole_domain::offer::LetterTerm;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/features/offers/logic/letterTerms.ts");

#[test]
fn typescript_names_every_placeholder_of_a_letter() {
    let file = std::fs::read_to_string(FILE).unwrap();
    for language in EmailLanguage::ALL {
        for term in LetterTerm::ALL {
            let name = term.name(*language);
            assert!(file.contains(&format!(": \"{name}\",")), "{language} {term}: {name}");
        }
    }
}
