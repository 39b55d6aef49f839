"""Small fonts of the pages' characters alone, without hints, so that the printed files stay small."""

import json
import tempfile
from functools import cache
from pathlib import Path

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

from people import PEOPLE

LATIN = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
LATIN_BOLD = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
HAN = ("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", "Noto Sans CJK SC")
HAN_BOLD = ("/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc", "Noto Sans CJK SC")


@cache
def folder() -> Path:
    """A folder of the fonts "Page Latin" and "Page Han", regular and bold."""
    made = Path(tempfile.mkdtemp(prefix="reading-order-fonts-"))
    for name, source, bold in [("Page Latin", LATIN, False), ("Page Latin", LATIN_BOLD, True),
                               ("Page Han", HAN, False), ("Page Han", HAN_BOLD, True)]:
        font = opened(source)
        options = subset.Options(hinting=False, desubroutinize=True, notdef_outline=True, name_IDs=["*"],
                                 layout_features=["kern", "liga"])
        cut = subset.Subsetter(options)
        cut.populate(text=json.dumps(PEOPLE, ensure_ascii=False) + "•-‐ ()：|" + "".join(map(chr, range(32, 127))))
        cut.subset(font)
        style = "Bold" if bold else "Regular"
        names = font["name"]
        names.names = []
        for number, text in [(1, name), (2, style), (4, f"{name} {style}"), (6, f"{name.replace(' ', '')}-{style}")]:
            names.setName(text, number, 3, 1, 0x409)
        if "CFF " in font:
            to_true_type(font)
        font.save(made / f"{name.replace(' ', '')}-{style}.ttf")
    return made


def to_true_type(font: TTFont) -> None:
    """Cubic outlines made quadratic: Chromium embeds a font with cubic ones nearly whole."""
    glyphs = {}
    order = font.getGlyphOrder()
    drawn = font.getGlyphSet()
    for name in order:
        pen = TTGlyphPen(drawn)
        drawn[name].draw(Cu2QuPen(pen, 1.0, reverse_direction=True))
        glyphs[name] = pen.glyph()
    for tag in ("CFF ", "VORG"):
        if tag in font:
            del font[tag]
    font["loca"] = newTable("loca")
    font["glyf"] = newTable("glyf")
    font["glyf"].glyphOrder = order
    font["glyf"].glyphs = glyphs
    most = font["maxp"]
    most.tableVersion = 0x00010000
    for field in ("maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs",
                  "maxStackElements", "maxSizeOfInstructions", "maxComponentElements", "maxPoints", "maxContours",
                  "maxCompositePoints", "maxCompositeContours", "maxComponentDepth"):
        setattr(most, field, 1 if field == "maxZones" else 0)
    font["post"].formatType = 3.0
    font.sfntVersion = "\000\001\000\000"


def opened(source) -> TTFont:
    if isinstance(source, str):
        return TTFont(source)
    path, family = source
    for number in range(32):
        font = TTFont(path, fontNumber=number)
        if font["name"].getDebugName(1) == family:
            return font
    raise LookupError(family)


def faces() -> str:
    """The fonts as CSS."""
    return "\n".join(
        f'@font-face {{ font-family: "{name}"; font-weight: {weight}; src: url("{path.as_uri()}") }}'
        for name in ["Page Latin", "Page Han"]
        for style, weight in [("Regular", 400), ("Bold", 700)]
        for path in folder().glob(f"{name.replace(' ', '')}-{style}.*")
    )
