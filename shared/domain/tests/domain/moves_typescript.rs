//! The web app's copy of the table of moves: `UPDATE_MOVES=1 cargo test -p bole-domain --test moves_typescript` writes it.

use std::fmt::Write;

use bole_domain::stage::{MoveKind, Stage, State, SubStatus, TableRow, table};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/entities/application/moves.gen.ts");

#[test]
fn typescript_move_table_is_up_to_date() {
    let fresh = typescript();
    if std::env::var_os("UPDATE_MOVES").is_some() {
        std::fs::write(FILE, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(FILE).unwrap();
    assert!(committed == fresh, "run: UPDATE_MOVES=1 cargo test -p bole-domain --test moves_typescript");
}

fn typescript() -> String {
    let mut text = String::from(
        "// Generated from the table of moves in shared/domain/src/stage/table.rs; its test writes and checks this file.\n\n",
    );
    text += &union("Stage", Stage::ALL.iter().map(|stage| stage.as_str()));
    text += &union("SubStatus", SubStatus::ALL.iter().map(|sub_status| sub_status.as_str()));
    text += &union("MoveKind", MoveKind::ALL.iter().map(|kind| kind.as_str()));
    text += &format!("/** Stage and sub-status. */\nexport type State =\n{};\n\n", lines(State::all().map(name)));
    text += "export interface MoveRule {\n  readonly move: MoveKind;\n  readonly from: readonly State[];\n  \
             /** Whether the application is archived where it starts. */\n  readonly archived: boolean;\n  \
             /** Where it leads; absent where stage and sub-status stay. */\n  readonly to?: State;\n  \
             readonly permission: string;\n  /** Goes against the AI's recommendation, which takes a reason. */\n  \
             readonly overrulesAi: boolean;\n}\n\n";
    text += "export const MOVES: readonly MoveRule[] = [\n";
    for rule in grouped() {
        let from: Vec<_> = rule.from.iter().map(|state| format!("\"{}\"", name(*state))).collect();
        let to = rule.to.map(|to| format!(" to: \"{}\",", name(to))).unwrap_or_default();
        let TableRow { kind, from_archived, permission, overrules_ai, .. } = rule.row;
        writeln!(
            text,
            "  {{ move: \"{kind}\", from: [{}], archived: {from_archived},{to} permission: \"{permission}\", \
             overrulesAi: {overrules_ai} }},",
            from.join(", ")
        )
        .unwrap();
    }
    text + "];\n"
}

fn union(name: &str, values: impl Iterator<Item = &'static str>) -> String {
    format!("export type {name} =\n{};\n\n", lines(values.map(str::to_owned)))
}

fn lines(values: impl Iterator<Item = String>) -> String {
    values.map(|value| format!("  | \"{value}\"")).collect::<Vec<_>>().join("\n")
}

fn name(state: State) -> String {
    format!("{}/{}", state.stage(), state.sub_status())
}

/// Merges rows that differ only in their origin.
struct Grouped {
    row: TableRow,
    from: Vec<State>,
    to: Option<State>,
}

fn grouped() -> Vec<Grouped> {
    let mut groups: Vec<Grouped> = Vec::new();
    for row in table() {
        let to = (row.to != row.from).then_some(row.to);
        let same = |group: &&mut Grouped| {
            (group.row.kind, group.row.from_archived, group.row.permission, group.row.overrules_ai, group.to)
                == (row.kind, row.from_archived, row.permission, row.overrules_ai, to)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.from.push(row.from),
            None => groups.push(Grouped { row, from: vec![row.from], to }),
        }
    }
    groups
}
