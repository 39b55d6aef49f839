"""The resume as HTML, printed to PDF by Chromium or by WeasyPrint."""

import subprocess
import tempfile
from html import escape
from itertools import groupby
from pathlib import Path

from .model import Block, Resume

LANG = {"zh": "zh-CN", "en": "en", "id": "id"}
FONTS = {
    ("sans", "zh"): '"Noto Sans CJK SC"',
    ("serif", "zh"): '"Noto Serif CJK SC"',
    ("sans", "latin"): '"Liberation Sans"',
    ("serif", "latin"): '"Liberation Serif"',
}

STYLE = """
@page { size: A4; margin: %(margin)s }
* { box-sizing: border-box }
body { margin: 0; font: 10.2pt/1.5 %(font)s; color: #222 }
h1 { margin: 0; font-size: 22pt; line-height: 1.25; color: %(accent)s }
h2 { margin: 13pt 0 5pt; font-size: 12pt; color: %(accent)s; border-bottom: 1pt solid %(accent)s; break-after: avoid }
p { margin: 2pt 0 }
ul { margin: 3pt 0 6pt; padding-left: 15pt }
table { width: 100%%; border-collapse: collapse; margin: 4pt 0 }
td { border: .6pt solid #999; padding: 3pt 6pt }
.headline { font-size: 12pt; color: #555 }
.contact { margin: 4pt 0 2pt; color: #444 }
.head { display: flex; justify-content: space-between; gap: 12pt; margin-top: 6pt; break-after: avoid }
.head.first { font-weight: bold }
.head + .head:not(.first) { margin-top: 0; color: #444 }
.head span:last-child:not(:first-child) { white-space: nowrap; font-weight: normal; color: #555 }
.hidden { color: #fff; font-size: 2pt; line-height: 1 }
aside { float: left; width: 62mm; min-height: 297mm; padding: 14mm 7mm; background: %(accent)s; color: #fff }
aside h1, aside h2, aside .headline, aside .contact, aside .head { color: #fff !important }
aside h1 { font-size: 16pt }
aside h2 { border-color: #ffffff80 }
aside .contact { font-size: 9pt }
aside .contact div { overflow-wrap: anywhere }
aside ul { padding-left: 13pt }
main { margin-left: 62mm; padding: 14mm 12mm 10mm 9mm }
main h2:first-child { margin-top: 0 }
"""


def chromium(resume: Resume, target: Path) -> None:
    """Prints as a person's browser does."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "resume.html")
        source.write_text(html(resume), encoding="utf-8")
        subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
             "--no-pdf-header-footer", f"--print-to-pdf={target}", source.as_uri()],
            check=True, capture_output=True, timeout=120,
        )


def weasyprint(resume: Resume, target: Path) -> None:
    """Prints by WeasyPrint, whose font subsets and object streams differ from a browser's."""
    import weasyprint as printer

    printer.HTML(string=html(resume)).write_pdf(target)


def html(resume: Resume) -> str:
    """The whole document."""
    look = resume.look
    sidebar = look["style"] == "sidebar"
    style = STYLE % {
        "margin": "0" if sidebar else "15mm 17mm",
        "accent": look["accent"],
        "font": FONTS[look["font"], "zh" if resume.language == "zh" else "latin"],
    }
    blocks = resume.ordered()
    if sidebar:
        body = "<aside>{}</aside><main>{}</main>".format(
            _blocks([b for b in blocks if b.side], lines=resume.stacks_contact),
            _blocks([b for b in blocks if not b.side]),
        )
    else:
        body = _blocks(blocks)
    hidden = f'<div class="hidden">{escape(resume.hidden)}</div>' if resume.hidden else ""
    title = escape(resume.source["name"])
    return (f'<!doctype html><html lang="{LANG[resume.language]}"><meta charset="utf-8"><title>{title}</title>'
            f"<style>{style}</style><body>{body}{hidden}</body></html>")


def _blocks(blocks: list[Block], lines: bool = False) -> str:
    """Blocks one after the other, bullets gathered into lists; `lines` sets contacts below one another."""
    out = []
    for kind, group in groupby(blocks, key=lambda block: block.kind):
        if kind == "bullet":
            out.append("<ul>{}</ul>".format("".join(f"<li>{escape(b.text)}</li>" for b in group)))
        else:
            out += [_block(block, lines) for block in group]
    return "\n".join(out)


def _block(block: Block, lines: bool) -> str:
    rows = [[escape(cell) for cell in row] for row in block.rows]
    match block.kind:
        case "name":
            return f"<h1>{rows[0][0]}</h1>"
        case "heading":
            return f"<h2>{rows[0][0]}</h2>"
        case "contact" if lines:
            return '<div class="contact">{}</div>'.format("".join(f"<div>{row[0]}</div>" for row in rows))
        case "contact":
            return '<div class="contact">{}</div>'.format(" | ".join(row[0] for row in rows))
        case "head":
            return "".join(
                '<div class="head{}">{}</div>'.format(" first" if i == 0 else "",
                                                     "".join(f"<span>{cell}</span>" for cell in row))
                for i, row in enumerate(rows)
            )
        case "table":
            return "<table>{}</table>".format(
                "".join("<tr>{}</tr>".format("".join(f"<td>{cell}</td>" for cell in row)) for row in rows)
            )
        case kind:
            return f'<p class="{kind}">{rows[0][0]}</p>'
