"""The resume set by Typst."""

from pathlib import Path

from .model import Resume

PREAMBLE = """
#set page(paper: "a4", margin: (x: 19mm, y: 16mm))
#set text(font: ({fonts}), size: 10pt, lang: "{lang}")
#set par(leading: 0.7em, spacing: 0.8em)
#let rule = line(length: 100%, stroke: 0.6pt + rgb("{accent}"))
#let section(it) = block(above: 1.3em, below: 0.8em, sticky: true)[
  #text(size: 12pt, weight: "bold", fill: rgb("{accent}"), it) #v(-0.75em) #rule]
#let entry(bold, ..cells) = block(above: 0.9em, below: 0.6em, sticky: true, {{
  let parts = cells.pos()
  text(weight: if bold {{ "bold" }} else {{ "regular" }}, parts.at(0))
  if parts.len() > 1 {{ h(1fr); parts.slice(1).join(h(1em)) }}
}})
"""


def pdf(resume: Resume, target: Path) -> None:
    """Typesets to PDF."""
    import typst

    target.write_bytes(typst.compile(source(resume).encode()))


def source(resume: Resume) -> str:
    """The Typst markup; every text is a string literal, so nothing in it is markup."""
    serif = resume.look["font"] == "serif"
    fonts = ["Liberation Serif", "Noto Serif CJK SC"] if serif else ["Liberation Sans", "Noto Sans CJK SC"]
    accent = resume.look["accent"]
    out = [PREAMBLE.format(fonts=", ".join(map(_literal, fonts)), lang=resume.language, accent=accent)]
    for block in resume.ordered():
        text = _literal(block.text)
        match block.kind:
            case "name":
                out.append(f'#block(text(size: 21pt, weight: "bold", fill: rgb("{accent}"), {text}))')
            case "headline":
                out.append(f"#block(text(size: 12pt, fill: luma(35%), {text}))")
            case "contact":
                out.append("#block({})".format(_literal(" | ".join(row[0] for row in block.rows))))
            case "heading":
                out.append(f"#section({text})")
            case "head":
                for i, row in enumerate(block.rows):
                    out.append(f"#entry({str(i == 0).lower()}, {', '.join(map(_literal, row))})")
            case "bullet":
                out.append(f"#list({text})")
            case "table":
                cells = ", ".join(_literal(cell) for row in block.rows for cell in row)
                out.append(f"#table(columns: {len(block.rows[0])}, {cells})")
            case _:
                out.append(f"#par({text})")
    return "\n".join(out)


def _literal(text: str) -> str:
    return '"{}"'.format(text.replace("\\", "\\\\").replace('"', '\\"'))
