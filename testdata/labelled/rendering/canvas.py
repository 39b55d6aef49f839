"""The resume by ReportLab, as job portals generate them: with a subset of a TrueType font, or with the Chinese font
STSong-Light that is only named and not carried in the file."""

from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor, black
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import HRFlowable, Paragraph, SimpleDocTemplate, Spacer, Table

from .model import Block, Resume

LIBERATION = "/usr/share/fonts/truetype/liberation/LiberationSans-{}.ttf"


def stsong(resume: Resume, target: Path) -> None:
    """UniGB-UCS2-H with a font that is not embedded."""
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    _build(resume, target, "STSong-Light", "STSong-Light")


def truetype(resume: Resume, target: Path) -> None:
    """Embedded subsets of Liberation Sans."""
    pdfmetrics.registerFont(TTFont("Body", LIBERATION.format("Regular")))
    pdfmetrics.registerFont(TTFont("Bold", LIBERATION.format("Bold")))
    _build(resume, target, "Body", "Bold")


def _build(resume: Resume, target: Path, body: str, bold: str) -> None:
    accent = HexColor(resume.look["accent"])
    wrap = "CJK" if resume.language == "zh" else None

    def style(font: str, size: float, colour=black, **extra) -> ParagraphStyle:
        return ParagraphStyle(f"{font}{size}", fontName=font, fontSize=size, leading=size * 1.45, textColor=colour,
                              wordWrap=wrap, **extra)

    styles = {
        "name": style(bold, 20, accent), "headline": style(body, 12), "contact": style(body, 9.5),
        "heading": style(bold, 12.5, accent, spaceBefore=10, keepWithNext=1),
        "first": style(bold, 10.5), "head": style(body, 10), "right": style(body, 10, alignment=TA_RIGHT),
        "bullet": style(body, 10, leftIndent=12, bulletIndent=3), "para": style(body, 10, spaceAfter=2),
    }
    document = SimpleDocTemplate(str(target), pagesize=A4, leftMargin=18 * mm, rightMargin=18 * mm, topMargin=15 * mm,
                                 bottomMargin=15 * mm, title=resume.source["name"], author=resume.source["name"])
    # A frame pads its text by 6 points on either side.
    width = document.width - 12
    story = [flowable for block in resume.ordered() for flowable in _flow(block, styles, accent, width)]
    document.build(story)


def _flow(block: Block, styles: dict, accent, width: float) -> list:
    def paragraph(text: str, name: str, **extra) -> Paragraph:
        return Paragraph(escape(text), styles[name], **extra)

    match block.kind:
        case "contact":
            return [paragraph(" | ".join(row[0] for row in block.rows), "contact")]
        case "heading":
            rule = HRFlowable(width="100%", color=accent, thickness=0.7, spaceAfter=3)
            rule.keepWithNext = 1
            return [paragraph(block.text, "heading"), rule]
        case "head":
            return [Spacer(0, 4)] + [_head_line(row, i == 0, paragraph, width) for i, row in enumerate(block.rows)]
        case "bullet":
            return [paragraph(block.text, "bullet", bulletText="•")]
        case "table":
            return [Table([[paragraph(cell, "para") for cell in row] for row in block.rows])]
        case kind:
            return [paragraph(block.text, kind)]


def _head_line(row: list[str], first: bool, paragraph, width: float):
    left = paragraph(row[0], "first" if first else "head")
    if len(row) == 1:
        return left
    widths = [width * 0.68] + [width * 0.32 / (len(row) - 1)] * (len(row) - 1)
    cells = [[left, *(paragraph(cell, "right") for cell in row[1:])]]
    padding = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]
    return Table(cells, colWidths=widths, style=padding)
