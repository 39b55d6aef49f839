//! What stands apart on a line stays apart in the text.
#![allow(clippy::unwrap_used, reason = "a helper that fails fails its test")]

mod support;

use bole_documents::{Limits, extract_bytes};
use support::{docx, pdf};

fn read(bytes: &[u8]) -> String {
    extract_bytes(bytes, "cv", &Limits::default()).unwrap().text
}

fn row(cells: &[&str]) -> String {
    let cell = |text: &&str| {
        let paragraphs: String =
            text.split('\n').map(|line| format!("<w:p><w:r><w:t>{line}</w:t></w:r></w:p>")).collect();
        format!("<w:tc>{paragraphs}</w:tc>")
    };
    format!("<w:tbl><w:tr>{}</w:tr></w:tbl>", cells.iter().map(cell).collect::<String>())
}

#[test]
fn a_date_set_flush_right_stands_apart() {
    let text = read(&pdf("BT /F1 12 Tf 72 700 Td (Alder Sample Bank, Head Teller) Tj 340 0 Td (2019 - 2021) Tj ET"));
    assert_eq!(text, "Alder Sample Bank, Head Teller  2019 - 2021");
}

#[test]
fn words_of_a_line_stand_a_space_apart() {
    let text = read(&pdf("BT /F1 12 Tf 72 700 Td (Alder) Tj 31 0 Td (Sample) Tj 44 0 Td (Bank of the north) Tj ET"));
    assert_eq!(text, "Alder Sample Bank of the north");
}

#[test]
fn bullets_drawn_last_stand_before_their_items() {
    let lines = "BT /F1 12 Tf 90 700 Td (Counted the cash) Tj 0 -20 Td (Closed the books) Tj ET";
    let marks = "BT /F1 12 Tf 78 700 Td (*) Tj 0 -20 Td (*) Tj ET";
    assert_eq!(read(&pdf(&format!("{lines}\n{marks}"))), "* Counted the cash\n* Closed the books");
}

#[test]
fn tabs_of_a_word_file_part_cells() {
    let text = read(&docx("<w:p><w:r><w:t>Alder Sample Bank</w:t><w:tab/><w:t>2019 - 2021</w:t></w:r></w:p>"));
    assert_eq!(text, "Alder Sample Bank  2019 - 2021");
}

#[test]
fn short_cells_of_a_row_share_a_line_and_long_ones_follow() {
    assert_eq!(read(&docx(&row(&["2019 - 2021", "Teller"]))), "2019 - 2021  Teller");
    assert_eq!(
        read(&docx(&row(&["2019 - 2021", "Teller", "Counted\nClosed"]))),
        "2019 - 2021  Teller\nCounted\nClosed"
    );
}
