//! Tables as text.

/// The text of a table row: single-line cells side by side, cells with several paragraphs one after another.
pub(crate) fn row_text(cells: &[String]) -> String {
    let mut text = String::new();
    let mut beside = false;
    for cell in cells.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()) {
        let single = !cell.contains('\n');
        if !text.is_empty() {
            text.push(if beside && single { '\t' } else { '\n' });
        }
        text.push_str(cell);
        beside = single;
    }
    text
}
