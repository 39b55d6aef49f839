//! Cells of a line stay separated in the text.
use crate::support::{docx, pdf};
use bole_documents::{Limits, extract_bytes};

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
fn right_aligned_date_is_a_separate_cell() {
    let text = read(&pdf("BT /F1 12 Tf 72 700 Td (Alder Sample Bank, Head Teller) Tj 340 0 Td (2019 - 2021) Tj ET"));
    assert_eq!(text, "Alder Sample Bank, Head Teller  2019 - 2021");
}

#[test]
fn words_of_a_line_are_separated_by_one_space() {
    let text = read(&pdf("BT /F1 12 Tf 72 700 Td (Alder) Tj 31 0 Td (Sample) Tj 44 0 Td (Bank of the north) Tj ET"));
    assert_eq!(text, "Alder Sample Bank of the north");
}

#[test]
fn bullets_drawn_last_precede_their_items() {
    let lines = "BT /F1 12 Tf 90 700 Td (Counted the cash) Tj 0 -20 Td (Closed the books) Tj ET";
    let marks = "BT /F1 12 Tf 78 700 Td (*) Tj 0 -20 Td (*) Tj ET";
    assert_eq!(read(&pdf(&format!("{lines}\n{marks}"))), "* Counted the cash\n* Closed the books");
}

#[test]
fn word_tabs_separate_cells() {
    let text = read(&docx("<w:p><w:r><w:t>Alder Sample Bank</w:t><w:tab/><w:t>2019 - 2021</w:t></w:r></w:p>"));
    assert_eq!(text, "Alder Sample Bank  2019 - 2021");
}

#[test]
fn short_cells_of_a_row_share_a_line_before_long_ones() {
    assert_eq!(read(&docx(&row(&["2019 - 2021", "Teller"]))), "2019 - 2021  Teller");
    assert_eq!(
        read(&docx(&row(&["2019 - 2021", "Teller", "Counted\nClosed"]))),
        "2019 - 2021  Teller\nCounted\nClosed"
    );
}

#[test]
fn dates_drawn_first_are_placed_beside_their_employers() {
    let dates = "BT /F1 10 Tf 450 700 Td (2019 - 2021) Tj 0 -60 Td (2015 - 2018) Tj ET";
    let names = "BT /F1 10 Tf 60 700 Td (Alder Sample Bank) Tj 0 -15 Td (Head Teller) Tj 0 -45 Td (Birch Sample Store) Tj 0 -15 Td (Clerk) Tj ET";
    assert_eq!(
        read(&pdf(&format!("{dates}\n{names}"))),
        "Alder Sample Bank  2019 - 2021\nHead Teller\nBirch Sample Store  2015 - 2018\nClerk"
    );
}

#[test]
fn wrapped_list_item_is_one_line() {
    let item = "BT /F1 10 Tf 60 700 Td (\\225) Tj 12 0 Td (Counted the cash of forty branches every evening and closed the books of the) Tj 0 -13 Td (northern region every month) Tj ET";
    let other = "BT /F1 10 Tf 60 674 Td (\\225) Tj 12 0 Td (Trained tellers) Tj ET";
    assert_eq!(
        read(&pdf(&format!("{item}\n{other}"))),
        "• Counted the cash of forty branches every evening and closed the books of the northern region every month\n• Trained tellers"
    );
}

#[test]
fn thousands_of_scattered_and_off_page_texts_are_read() {
    let mut content = "BT /F1 9 Tf 1 0 0 1 60 760 Tm (Alder Sample) Tj ".to_owned();
    let mut state = 7_u32;
    for _ in 0..30_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (x, y) = (state >> 20, (state >> 8) & 0xfff);
        content.push_str(&format!("1 0 0 1 {}.{} {} Tm (May 2019) Tj ", x % 580, x % 7, y % 820));
    }
    content.push_str("1e30 0 0 1e-30 -1e38 1e38 Tm (far) Tj 0 0 0 0 0 0 Tm (flat) Tj ET");
    assert!(read(&pdf(&content)).contains("Alder Sample"));
}

#[test]
fn items_with_vector_bullets_stay_separate() {
    let lines = "BT /F1 10 Tf 60 700 Td (Alder Sample Bank) Tj 15 -14 Td (Counted the cash of forty branches every evening and closed all the books there) Tj \
                 0 -14 Td (Trained the tellers of forty branches in the new way to count and to close books) Tj ET";
    assert_eq!(read(&pdf(lines)).lines().count(), 3);
}
