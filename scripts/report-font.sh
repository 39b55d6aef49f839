#!/usr/bin/env bash
# Makes the two fonts of PDF reports and letters in shared/reports/fonts, compressed: latin.ttf.lzma, of Noto Sans, with the
# Latin, Greek and Cyrillic letters; and han.otf.lzma, of Noto Sans SC, with every other character it has, so all Chinese
# of GB 18030 and Big5 (those in common use and nearly all others). Their outlines are rounded to a grid that is finer than print
# at the sizes of a report. Needs npm, Python and fonttools (pip install fonttools). Run it only to change which characters
# reports can draw.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$PWD/shared/reports/fonts
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm pack --silent @embedpdf/fonts-sc@1.0.0 @expo-google-fonts/noto-sans@0.4.2
mkdir han latin
tar xzf embedpdf-fonts-sc-*.tgz -C han
tar xzf expo-google-fonts-noto-sans-*.tgz -C latin
TARGET=$target python3 - <<'PYTHON'
import io, lzma, os
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

UNITS = 200
HAN = "han/package/fonts/NotoSansHans-Regular.otf"
LATIN = "latin/package/400Regular/NotoSans_400Regular.ttf"
letters = {*range(0x20, 0x7F), *range(0xA0, 0x530), *range(0x1E00, 0x2070), *range(0x20A0, 0x20D0), *range(0x2100, 0x2150)}


def write(source, characters, family, file):
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.desubroutinize = True
    # Drawn for characters that no font has.
    options.notdef_outline = True
    options.name_IDs = [1, 2, 3, 4, 6]
    options.drop_tables += ["BASE", "VORG", "vhea", "vmtx", "GPOS", "GSUB", "GDEF", "STAT", "gasp", "DSIG"]
    font = subset.load_font(source, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    scale_upem(font, UNITS)
    plain = family.replace(" ", "")
    names = {1: family, 3: f"{family} Regular", 4: family, 6: f"{plain}-Regular"}
    for record in font["name"].names:
        record.string = names.get(record.nameID, record.toUnicode())
    if "CFF " in font:
        cff = font["CFF "].cff
        cff.fontNames = [f"{plain}-Regular"]
        cff.topDictIndex[0].FullName = cff.topDictIndex[0].FamilyName = family
    made = io.BytesIO()
    font.save(made)
    filters = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 8 << 20}]
    packed = lzma.compress(made.getvalue(), format=lzma.FORMAT_ALONE, filters=filters)
    with open(os.path.join(os.environ["TARGET"], file), "wb") as out:
        out.write(packed)
    print(file, len(font.getBestCmap()), "characters,", len(made.getvalue()), "bytes,", len(packed), "compressed")


write(LATIN, letters, "Bole Report Latin", "latin.ttf.lzma")
han = set(TTFont(HAN).getBestCmap()) - {*range(0xA0, 0x530)}
write(HAN, han, "Bole Report", "han.otf.lzma")
PYTHON
cp han/package/LICENSE "$target/OFL.txt"
