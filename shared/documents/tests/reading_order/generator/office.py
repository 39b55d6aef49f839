"""The pages as Word files, printed by LibreOffice."""

import subprocess
import tempfile
from pathlib import Path


def document(nodes: list, language: str, asides: str):
    from docx import Document
    from docx.enum.text import WD_TAB_ALIGNMENT
    from docx.oxml.ns import qn
    from docx.shared import Mm, Pt

    doc = Document()
    section = doc.sections[0]
    section.page_width, section.page_height = Mm(210), Mm(297)
    section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = Mm(17)
    normal = doc.styles["Normal"]
    font = {"zh": "Noto Sans CJK SC"}.get(language, "DejaVu Sans")
    normal.font.name, normal.font.size = font, Pt(10)
    normal.element.rPr.rFonts.set(qn("w:eastAsia"), font)
    normal.paragraph_format.space_after = Pt(2)

    def para(into, text: str, style: str | None = None, size: float | None = None, strong: bool = False):
        # A cell is made with one empty paragraph.
        empty = into is not doc and len(into.paragraphs) == 1 and not into.paragraphs[0].text and not into.tables
        paragraph = into.paragraphs[0] if empty else into.add_paragraph()
        if style:
            paragraph.style = doc.styles[style]
        run = paragraph.add_run(text)
        run.bold = strong
        if size:
            run.font.size = Pt(size)
        return paragraph

    def table(into, widths: list[float]):
        made = into.add_table(rows=1, cols=len(widths)) if into is doc else into.add_table(1, len(widths))
        made.autofit = False
        for column, cell, width in zip(made.columns, made.rows[0].cells, widths):
            column.width = cell.width = Mm(width)
        return made

    def lay(nodes: list, into, room: float) -> None:
        for node in nodes:
            match node:
                case ("name", text):
                    para(into, text, size=20, strong=True)
                case ("title", text):
                    para(into, text, size=12)
                case ("heading", text):
                    made = para(into, text, size=12, strong=True)
                    made.paragraph_format.space_before = Pt(9)
                case ("strong", text):
                    para(into, text, strong=True)
                case ("para", text):
                    para(into, text)
                case ("items", items):
                    for item in items:
                        para(into, item, style="List Bullet")
                case ("row", left, right):
                    made = para(into, left, strong=True)
                    made.paragraph_format.tab_stops.add_tab_stop(Mm(room), WD_TAB_ALIGNMENT.RIGHT)
                    made.add_run("\t" + right)
                case ("aside_dates", dates, children) if asides == "table":
                    cells = table(into, [44, room - 44]).rows[0].cells
                    para(cells[0], dates)
                    lay(children, cells[1], room - 44 - 4)
                case ("aside_dates", dates, children):
                    kind, *texts = children[0]
                    made = para(into, dates + "\t" + texts[0])
                    made.paragraph_format.tab_stops.add_tab_stop(Mm(44))
                    if kind == "row":
                        made.paragraph_format.tab_stops.add_tab_stop(Mm(room), WD_TAB_ALIGNMENT.RIGHT)
                        made.add_run("\t" + texts[1])
                    before = len(doc.paragraphs)
                    lay(children[1:], into, room)
                    for paragraph in doc.paragraphs[before:]:
                        listed = paragraph.style.name.startswith("List")
                        paragraph.paragraph_format.left_indent = Mm(50 if listed else 44)
                case ("cells", rows):
                    made = table(into, [room / len(rows[0])] * len(rows[0]))
                    for at, row in enumerate(rows):
                        cells = made.rows[0].cells if at == 0 else made.add_row().cells
                        for cell, text in zip(cells, row):
                            cell.width = Mm(room / len(row))
                            para(cell, text)
                case ("columns", share, left, right):
                    cells = table(into, [room * share, room * (1 - share)]).rows[0].cells
                    lay(left, cells[0], room * share - 6)
                    lay(right, cells[1], room * (1 - share) - 6)

    lay(nodes, doc, 176.0)
    return doc


def libreoffice(nodes: list, language: str, asides: str, target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "page.docx")
        document(nodes, language, asides).save(source)
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "pdf", "--outdir",
             folder, str(source)],
            check=True, capture_output=True, timeout=180,
        )
        target.write_bytes(Path(folder, "page.pdf").read_bytes())
