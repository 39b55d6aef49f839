"""The resume as DOCX by python-docx: plain paragraphs, tables, text boxes, or the contact in the page header."""

from pathlib import Path
from xml.sax.saxutils import escape

from docx import Document
from docx.enum.text import WD_TAB_ALIGNMENT
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

from .model import Block, Resume

TEXT_WIDTH = Cm(17)
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

# A floating text box as Word saves it: the drawing, and the VML it keeps for older readers.
TEXT_BOX = """
<w:r {w} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
     xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
     xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
     xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
     xmlns:v="urn:schemas-microsoft-com:vml">
 <mc:AlternateContent>
  <mc:Choice Requires="wps"><w:drawing>
   <wp:anchor distT="0" distB="0" distL="114300" distR="114300" simplePos="0" relativeHeight="2" behindDoc="0"
              locked="0" layoutInCell="1" allowOverlap="0">
    <wp:simplePos x="0" y="0"/>
    <wp:positionH relativeFrom="margin"><wp:posOffset>0</wp:posOffset></wp:positionH>
    <wp:positionV relativeFrom="margin"><wp:posOffset>0</wp:posOffset></wp:positionV>
    <wp:extent cx="2050000" cy="{height}"/><wp:wrapSquare wrapText="bothSides"/><wp:docPr id="1" name="Text Box 1"/>
    <a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">
     <wps:wsp><wps:cNvSpPr txBox="1"/>
      <wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2050000" cy="{height}"/></a:xfrm>
       <a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="F1F1F6"/></a:solidFill></wps:spPr>
      <wps:txbx><w:txbxContent>{content}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp>
    </a:graphicData></a:graphic>
   </wp:anchor></w:drawing></mc:Choice>
  <mc:Fallback><w:pict><v:shape style="position:absolute;width:161pt;height:560pt">
   <v:textbox><w:txbxContent>{content}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback>
 </mc:AlternateContent>
</w:r>
"""


def docx(resume: Resume, target: Path) -> None:
    """Writes the document the look asks for."""
    document = Document()
    _page(document, resume)
    look, blocks = resume.look, resume.ordered()
    if look["style"] == "boxes":
        first = document.add_paragraph()
        first._p.append(parse_xml(TEXT_BOX.format(w=W, height=7_200_000, content=_box_content(resume))))
        blocks = [block for block in blocks if not block.side]
    elif look["style"] == "header-part":
        header = document.sections[0].header
        top, blocks = blocks[:3], blocks[3:]
        header.paragraphs[0]._p.getparent().remove(header.paragraphs[0]._p)
        for block in top:
            _draw(header, block, resume)
    for block in blocks:
        _draw(document, block, resume)
    if resume.hidden:
        run = document.add_paragraph().add_run(resume.hidden)
        run.font.color.rgb, run.font.size = RGBColor(255, 255, 255), Pt(2)
    document.core_properties.author = resume.source["name"]
    document.core_properties.comments = ""
    document.save(target)


def _page(document, resume: Resume) -> None:
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm(2)
    section.top_margin = section.bottom_margin = Cm(1.8)
    normal = document.styles["Normal"]
    serif = resume.look["font"] == "serif"
    normal.font.name, normal.font.size = ("Liberation Serif" if serif else "Liberation Sans"), Pt(10.5)
    east = "Noto Serif CJK SC" if serif else "Noto Sans CJK SC"
    normal.element.rPr.rFonts.set(qn("w:eastAsia"), east)
    normal.paragraph_format.space_after = Pt(2)


def _draw(part, block: Block, resume: Resume) -> None:
    accent = RGBColor.from_string(resume.look["accent"].lstrip("#").upper())
    match block.kind:
        case "name":
            run = part.add_paragraph().add_run(block.text)
            run.bold, run.font.size, run.font.color.rgb = True, Pt(20), accent
        case "headline":
            part.add_paragraph().add_run(block.text).font.size = Pt(12)
        case "contact" if resume.stacks_contact:
            for row in block.rows:
                part.add_paragraph(row[0])
        case "contact":
            part.add_paragraph(" | ".join(row[0] for row in block.rows))
        case "heading":
            paragraph = part.add_paragraph()
            paragraph.paragraph_format.space_before = Pt(10)
            paragraph.paragraph_format.keep_with_next = True
            run = paragraph.add_run(block.text)
            run.bold, run.font.size, run.font.color.rgb = True, Pt(12.5), accent
            _rule_below(paragraph, resume.look["accent"])
        case "head" if resume.look["style"] == "tables":
            _table(part, block.rows, bold_first=True)
        case "head":
            for i, row in enumerate(block.rows):
                paragraph = part.add_paragraph()
                paragraph.paragraph_format.tab_stops.add_tab_stop(TEXT_WIDTH, WD_TAB_ALIGNMENT.RIGHT)
                paragraph.paragraph_format.keep_with_next = True
                paragraph.add_run("\t".join(row)).bold = i == 0
        case "bullet":
            part.add_paragraph(block.text, style="List Bullet")
        case "table":
            _table(part, block.rows)
        case _:
            part.add_paragraph(block.text)


def _table(part, rows: list[list[str]], bold_first: bool = False) -> None:
    table = part.add_table(rows=0, cols=max(len(row) for row in rows))
    table.style = "Table Grid"
    for i, row in enumerate(rows):
        cells = table.add_row().cells
        if len(row) < len(cells):
            cells[len(row) - 1].merge(cells[-1])
        for cell, value in zip(cells, row):
            cell.paragraphs[0].add_run(value).bold = bold_first and i == 0


def _rule_below(paragraph, accent: str) -> None:
    borders, bottom = OxmlElement("w:pBdr"), OxmlElement("w:bottom")
    for key, value in {"val": "single", "sz": "6", "space": "1", "color": accent.lstrip("#")}.items():
        bottom.set(qn(f"w:{key}"), value)
    borders.append(bottom)
    paragraph._p.get_or_add_pPr().append(borders)


def _box_content(resume: Resume) -> str:
    """Paragraphs of the narrow column."""
    out = []
    for block in resume.ordered():
        if block.side:
            large = block.kind in {"name", "heading"}
            size = {"name": 34, "heading": 24}.get(block.kind, 20)
            style = f'<w:rPr>{"<w:b/>" if large else ""}<w:sz w:val="{size}"/></w:rPr>'
            lines = ["  ".join(row) for row in block.rows]
            out += [f'<w:p><w:r>{style}<w:t xml:space="preserve">{escape(line)}</w:t></w:r></w:p>' for line in lines]
    return "".join(out)
