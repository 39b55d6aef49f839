#!/usr/bin/env python3
"""Writes the pages whose reading order is tested: <half>/<layout>-<language>-<producer>.pdf beside the right lines,
<half>/<layout>-<language>.txt.

    ./generate.py                 everything
    ./generate.py --lines         only the texts
    ./generate.py --only typst    only the files whose name contains "typst"

Needs `pip install weasyprint==70.0 reportlab==5.1.0 typst==0.15.0 python-docx==1.2.0`, chromium, LibreOffice (soffice) and the
fonts DejaVu Sans and Noto Sans CJK SC.
"""

import argparse
from pathlib import Path

import canvas
import layouts
import office
import typeset
import web
from people import PEOPLE

HERE = Path(__file__).parent.parent
LANGUAGES = ["en", "id", "zh"]
ROWS = list(web.ROWS)
ASIDES = list(web.ASIDES)
COLUMNS = list(web.COLUMNS)
HEAVY = ["weasyprint", "chromium", "typst", "libreoffice"]
ORDERS = ["dates_first", "dates_last", "headings_first", "right_first"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", action="store_true", help="write the texts, print nothing")
    parser.add_argument("--only", default="", help="only the files whose name contains this")
    parser.add_argument("--missing", action="store_true", help="only the files that are not there")
    args = parser.parse_args()
    for half, pages in {"tuned": layouts.TUNED, "held_out": layouts.HELD_OUT}.items():
        (HERE / half).mkdir(exist_ok=True)
        for at, (layout, build) in enumerate(pages.items()):
            for turn, language in enumerate(LANGUAGES):
                nodes = build(PEOPLE[language])
                (HERE / half / f"{layout}-{language}.txt").write_text("\n".join(layouts.lines(nodes)) + "\n", "utf-8")
                # Every layout and language takes the next way of setting things side by side.
                number = at * len(LANGUAGES) + turn
                for producer, write in writers(nodes, language, number).items():
                    # Heavy files: two languages of three.
                    if producer in HEAVY and (at + HEAVY.index(producer)) % len(LANGUAGES) == turn:
                        continue
                    target = HERE / half / f"{layout}-{language}-{producer}.pdf"
                    wanted = args.only in target.name and not (args.missing and target.exists())
                    if wanted and not args.lines:
                        write(target)
                        print(f"{target.stat().st_size / 1024:6.1f} kB  {half}/{target.name}")


def writers(nodes: list, language: str, number: int) -> dict:
    def turn(ways: list[str], step: int = 0) -> str:
        return ways[(number + step) % len(ways)]

    floats = web.html(nodes, language, ["float", "float_block"][number % 2], "float", ["float", "float_right"][number % 2])
    flexed = web.html(nodes, language, turn(ROWS, 2), turn(ASIDES, 1), turn(COLUMNS, 2))
    printed = web.html(nodes, language, turn(ROWS), turn(ASIDES, 2), turn(COLUMNS))
    return {
        "weasyprint_float": lambda target: web.weasyprint(floats, target),
        "weasyprint": lambda target: web.weasyprint(flexed, target),
        "chromium": lambda target: web.chromium(printed, target),
        "typst": lambda target: typeset.typst(typeset.source(nodes, language, number % 2 == 0), target),
        "reportlab": lambda target: canvas.reportlab(nodes, language, turn(ORDERS), target),
        "libreoffice": lambda target: office.libreoffice(nodes, language, ["table", "tabs"][number % 2], target),
    }


if __name__ == "__main__":
    main()
