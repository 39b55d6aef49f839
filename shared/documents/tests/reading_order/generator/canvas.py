"""The pages drawn line by line on ReportLab's canvas, in an order that is not the one they are read in."""

from pathlib import Path

WIDTH, HEIGHT, MARGIN = 595.0, 842.0, 46.0
SIZES = {"name": 20.0, "title": 12.0, "heading": 12.5}


class Page:
    """Collects what is drawn, so that the order of drawing can be chosen."""

    def __init__(self, language: str) -> None:
        self.font, self.strong = ("STSong-Light", "STSong-Light") if language == "zh" else ("Helvetica", "Helvetica-Bold")
        self.chinese = language == "zh"
        # Kind, x, y, font, size, text.
        self.marks: list[tuple[str, float, float, str, float, str]] = []

    def width(self, text: str, font: str, size: float) -> float:
        from reportlab.pdfbase.pdfmetrics import stringWidth

        return stringWidth(text, font, size)

    def wrapped(self, text: str, font: str, size: float, room: float) -> list[str]:
        words = list(text) if self.chinese and not text.isascii() else [w + " " for w in text.split(" ")]
        lines = [""]
        for word in words:
            full = self.width((lines[-1] + word).rstrip(), font, size) > room
            # No line begins with a mark of punctuation.
            if full and lines[-1] and word not in "，。、；：）":
                lines.append("")
            lines[-1] += word
        return [line.rstrip() for line in lines]

    def text(self, kind: str, text: str, x: float, y: float, room: float) -> float:
        size = SIZES.get(kind, 10.0)
        font = self.strong if kind in ("name", "heading", "strong") else self.font
        y -= 8.0 if kind == "heading" else 0.0
        for line in self.wrapped(text, font, size, room):
            y -= size * 1.4
            self.marks.append((kind, x, y, font, size, line))
        return y

    def lay(self, nodes: list, x: float, y: float, room: float) -> float:
        for node in nodes:
            match node:
                case ("items", items):
                    for item in items:
                        self.marks.append(("bullet", x, y - 14.0, self.font, 10.0, "•"))
                        y = self.text("item", item, x + 12.0, y, room - 12.0)
                case ("row", left, right):
                    self.marks.append(
                        ("right", x + room - self.width(right, self.font, 10.0), y - 14.0, self.font, 10.0, right))
                    y = self.text("strong", left, x, y, room)
                case ("aside_dates", dates, children):
                    self.marks.append(("right", x, y - 14.0, self.font, 10.0, dates))
                    y = self.lay(children, x + 120.0, y, room - 120.0)
                case ("cells", rows):
                    for row in rows:
                        for at, cell in enumerate(row):
                            self.marks.append(("cell", x + at * room / len(row), y - 14.0, self.font, 10.0, cell))
                        y -= 16.0
                case ("columns", share, left, right):
                    gap = 20.0
                    first = room * share - gap / 2
                    y = min(self.lay(left, x, y, first), self.lay(right, x + first + gap, y, room - first - gap))
                case (kind, text):
                    y = self.text(kind, text, x, y, room)
        return y


def reportlab(nodes: list, language: str, order: str, target: Path) -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfgen.canvas import Canvas

    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    page = Page(language)
    page.lay(nodes, MARGIN, HEIGHT - MARGIN, WIDTH - 2 * MARGIN)
    marks = list(page.marks)
    match order:
        case "dates_first":
            marks.sort(key=lambda mark: mark[0] != "right")
        case "dates_last":
            marks.sort(key=lambda mark: mark[0] in ("right", "bullet"))
        case "headings_first":
            marks.sort(key=lambda mark: mark[0] not in ("heading", "name"))
        case "right_first":
            marks.sort(key=lambda mark: -mark[1])
    canvas = Canvas(str(target), pagesize=(WIDTH, HEIGHT), invariant=1)
    for _, x, y, font, size, text in marks:
        canvas.setFont(font, size)
        canvas.drawString(x, y, text)
    canvas.save()
