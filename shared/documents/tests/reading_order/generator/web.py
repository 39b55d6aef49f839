"""The pages as HTML, printed by WeasyPrint and by Chromium."""

import subprocess
import tempfile
from html import escape
from pathlib import Path

import fonts

STYLE = """
@page { size: A4; margin: 15mm 16mm }
* { box-sizing: border-box }
body { margin: 0; font: 10pt/1.45 %(font)s; color: #222 }
h1 { margin: 0; font-size: 21pt; line-height: 1.3 }
h2 { margin: 11pt 0 4pt; font-size: 12pt; border-bottom: 1pt solid #678 }
p { margin: 1pt 0 }
.title { font-size: 12pt; color: #555 }
ul { margin: 2pt 0 5pt; padding-left: 15pt }
b { font-weight: bold }
table { width: 100%%; border-collapse: collapse }
td { padding: 1pt 3pt 1pt 0; vertical-align: top }
.dates { color: #666 }
.clear { clear: both }
"""

# How what stands side by side is set: of each node the HTML around its two parts.
ROWS = {
    "float": '<p><span class="dates" style="float:right">{1}</span><b>{0}</b></p>',
    "float_block": '<div><div class="dates" style="float:right">{1}</div><div><b>{0}</b></div></div>',
    "flex": '<p style="display:flex;justify-content:space-between"><b>{0}</b><span class="dates">{1}</span></p>',
    "flex_centre": '<p style="display:flex;justify-content:space-between;align-items:center"><b style="font-size:11pt">{0}'
                   '</b><span class="dates" style="font-size:8.5pt">{1}</span></p>',
    "table": '<table><tr><td><b>{0}</b></td><td class="dates" style="text-align:right">{1}</td></tr></table>',
    "absolute": '<p style="position:relative"><b>{0}</b><span class="dates" style="position:absolute;right:0">{1}</span></p>',
}
ASIDES = {
    "float": '<div class="dates" style="float:left;width:36mm">{0}</div><div style="margin-left:38mm">{1}</div><div class="clear"></div>',
    "flex": '<div style="display:flex"><div class="dates" style="width:38mm;flex:none">{0}</div><div>{1}</div></div>',
    "grid": '<div style="display:grid;grid-template-columns:38mm 1fr"><div class="dates">{0}</div><div>{1}</div></div>',
    "table": '<table><tr><td class="dates" style="width:38mm">{0}</td><td>{1}</td></tr></table>',
    "absolute": '<div style="position:relative;padding-left:38mm"><div class="dates" style="position:absolute;left:0">{0}</div>{1}</div>',
}
COLUMNS = {
    "float": '<div style="float:left;width:calc({2}% - 5mm)">{0}</div><div style="margin-left:calc({2}% + 3mm)">{1}</div><div class="clear"></div>',
    "float_right": '<div style="float:right;width:calc({3}% - 5mm)">{1}</div><div style="margin-right:calc({3}% + 3mm)">{0}</div><div class="clear"></div>',
    "flex": '<div style="display:flex;gap:8mm"><div style="width:{2}%;flex:none">{0}</div><div style="flex:1">{1}</div></div>',
    "flex_reverse": '<div style="display:flex;flex-direction:row-reverse;gap:8mm"><div style="flex:1">{1}</div><div style="width:{2}%;flex:none">{0}</div></div>',
    "grid": '<div style="display:grid;grid-template-columns:{2}% 1fr;gap:8mm"><div>{0}</div><div>{1}</div></div>',
    "table": '<table><tr><td style="width:{2}%;padding-right:8mm">{0}</td><td>{1}</td></tr></table>',
    "absolute": '<div style="position:relative;min-height:200mm"><div style="position:absolute;left:0;width:calc({2}% - 5mm)">{0}</div>'
                '<div style="margin-left:calc({2}% + 3mm)">{1}</div></div>',
}


def html(nodes: list, language: str, rows: str, asides: str, columns: str) -> str:
    font = {"zh": '"Page Han"'}.get(language, '"Page Latin"')

    def block(node) -> str:
        match node:
            case ("name", text):
                return f"<h1>{escape(text)}</h1>"
            case ("title", text):
                return f'<p class="title">{escape(text)}</p>'
            case ("heading", text):
                return f"<h2>{escape(text)}</h2>"
            case ("strong", text):
                return f"<p><b>{escape(text)}</b></p>"
            case ("para", text):
                return f"<p>{escape(text)}</p>"
            case ("items", items):
                return "<ul>{}</ul>".format("".join(f"<li>{escape(item)}</li>" for item in items))
            case ("row", left, right):
                return ROWS[rows].format(escape(left), escape(right))
            case ("aside_dates", dates, children):
                return ASIDES[asides].format(escape(dates), blocks(children))
            case ("cells", cells):
                body = "".join("<tr>{}</tr>".format("".join(f"<td>{escape(c)}</td>" for c in row)) for row in cells)
                return f"<table>{body}</table>"
            case ("columns", share, left, right):
                return COLUMNS[columns].format(blocks(left), blocks(right), round(share * 100), round((1 - share) * 100))
        raise ValueError(node)

    def blocks(nodes: list) -> str:
        return "\n".join(block(node) for node in nodes)

    style = fonts.faces() + STYLE % {"font": font}
    return f'<!doctype html><html lang="{language}"><meta charset="utf-8"><style>{style}</style><body>{blocks(nodes)}</body></html>'


def weasyprint(source: str, target: Path) -> None:
    import weasyprint as printer

    printer.HTML(string=source).write_pdf(target)


def chromium(source: str, target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        page.write_text(source, encoding="utf-8")
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                   "--no-pdf-header-footer", f"--print-to-pdf={target}", page.as_uri()]
        # It ends with a fault of memory now and then.
        for attempt in range(3):
            if subprocess.run(command, capture_output=True, timeout=120).returncode == 0:
                return
        raise RuntimeError(target.name)
