//! The web app's copy of the roles' defaults: `UPDATE_ROLES=1 cargo test -p bole-domain --test roles_typescript` writes it.

use std::fmt::Write;

use bole_domain::access::Grants;
use bole_domain::organization::Role;
use bole_domain::permission::{Page, Permission, Resource};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/entities/member/roles.gen.ts");

#[test]
fn typescript_roles_are_up_to_date() {
    let fresh = typescript();
    if std::env::var_os("UPDATE_ROLES").is_some() {
        std::fs::write(FILE, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(FILE).unwrap();
    assert!(committed == fresh, "run: UPDATE_ROLES=1 cargo test -p bole-domain --test roles_typescript");
}

fn typescript() -> String {
    let mut text = String::from(
        "// Generated from the defaults of roles in shared/domain/src/access.rs; its test writes and checks this file.\n\n",
    );
    text += &list("PAGES", Page::ALL.iter().map(|page| page.as_str()));
    text += "export const ACTIONS_OF = {\n";
    for resource in Resource::ALL {
        let actions: Vec<_> = resource.actions().iter().map(|action| format!("\"{action}\"")).collect();
        writeln!(text, "  \"{resource}\": [{}],", actions.join(", ")).unwrap();
    }
    text += "} as const;\n\n";
    text += "/** The pages each role opens unless its organization decides otherwise. */\nexport const PAGES_OF = {\n";
    for role in Role::ALL {
        let pages: Vec<_> = Grants::of(*role).pages.iter().map(|page| format!("\"{page}\"")).collect();
        writeln!(text, "  {role}: [{}],", pages.join(", ")).unwrap();
    }
    text += "} as const;\n\n";
    text += "/** The permissions that a role cannot have, whatever its organization decides. */\n";
    text += "export const RESERVED_FROM = {\n";
    for role in Role::ALL {
        let reserved = Permission::all().filter(|permission| permission.is_reserved_from(*role));
        let reserved: Vec<_> = reserved.map(|permission| format!("\"{permission}\"")).collect();
        writeln!(text, "  {role}: [{}],", reserved.join(", ")).unwrap();
    }
    text + "} as const;\n"
}

fn list<'a>(name: &str, values: impl Iterator<Item = &'a str>) -> String {
    let values: Vec<_> = values.map(|value| format!("\"{value}\"")).collect();
    format!("export const {name} = [{}] as const;\n\n", values.join(", "))
}
