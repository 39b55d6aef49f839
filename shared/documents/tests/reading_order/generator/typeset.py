"""The pages as Typst sources."""

import json
from pathlib import Path

import fonts

PREAMBLE = """
#set page(paper: "a4", margin: 16mm)
#set text(font: "%(font)s", size: 10pt)
#set par(leading: 0.6em, spacing: 0.7em)
#show heading: set block(above: 1.2em, below: 0.6em)
"""


def source(nodes: list, language: str, grid_rows: bool) -> str:
    font = {"zh": "Page Han"}.get(language, "Page Latin")

    def quoted(text: str) -> str:
        return f"#{json.dumps(text, ensure_ascii=False)}"

    def block(node) -> str:
        match node:
            case ("name", text):
                return f"#text(size: 20pt, weight: \"bold\")[{quoted(text)}]\n"
            case ("title", text):
                return f"#text(size: 12pt)[{quoted(text)}]\n"
            case ("heading", text):
                return f"= {quoted(text)}\n"
            case ("strong", text):
                return f"*{quoted(text)}*\n"
            case ("para", text):
                return f"{quoted(text)}\n"
            case ("items", items):
                return "\n".join(f"- {quoted(item)}" for item in items) + "\n"
            case ("row", left, right) if grid_rows:
                return f"#grid(columns: (1fr, auto), [*{quoted(left)}*], [{quoted(right)}])\n"
            case ("row", left, right):
                return f"*{quoted(left)}* #h(1fr) {quoted(right)}\n"
            case ("aside_dates", dates, children):
                return f"#grid(columns: (40mm, 1fr), [{quoted(dates)}], [{blocks(children)}])\n"
            case ("cells", cells):
                flat = ", ".join(f"[{quoted(cell)}]" for row in cells for cell in row)
                return f"#table(columns: {len(cells[0])} * (1fr,), stroke: 0.4pt, {flat})\n".replace(
                    f"{len(cells[0])} * (1fr,)", f"({'1fr, ' * len(cells[0])})")
            case ("columns", share, left, right):
                widths = f"({share * 100:.0f}fr, {(1 - share) * 100:.0f}fr)"
                return f"#grid(columns: {widths}, column-gutter: 8mm, [{blocks(left)}], [{blocks(right)}])\n"
        raise ValueError(node)

    def blocks(nodes: list) -> str:
        return "\n".join(block(node) for node in nodes)

    return PREAMBLE % {"font": font} + blocks(nodes)


def typst(text: str, target: Path) -> None:
    import typst as compiler

    target.write_bytes(compiler.compile(text.encode(), font_paths=[str(fonts.folder())], ignore_system_fonts=True))
