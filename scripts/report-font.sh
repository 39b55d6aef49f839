#!/usr/bin/env bash
# Makes shared/reports/fonts/report.otf: Noto Sans SC reduced to Latin and the Chinese of GB 2312. Needs npm, Python and fonttools
# (pip install fonttools). Run it only to change which characters reports can draw.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$PWD/shared/reports/fonts
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm pack --silent @embedpdf/fonts-sc@1.0.0
tar xzf embedpdf-fonts-sc-*.tgz
python3 - <<'PYTHON'
chars = set("–—‘’“”…•·←↑→↓−×÷≥≤％￥¥€〇")
for high in range(0xA1, 0xFF):
    for low in range(0xA1, 0xFF):
        try:
            chars.add(bytes([high, low]).decode("gb2312"))
        except UnicodeDecodeError:
            pass
chars |= {chr(code) for code in range(0x20, 0x7F)} | {chr(code) for code in range(0xA0, 0x180)}
chars |= set("嫕玥喆堃燚犇骉昇淼垚翀晟晞昕暄煊焜煜熠璟琦玮珺珏琰瑀瑄璇璐璨")
open("chars.txt", "w").write("".join(sorted(chars)))
PYTHON
python3 -m fontTools.subset package/fonts/NotoSansHans-Regular.otf --text-file=chars.txt --layout-features='' \
    --no-hinting --desubroutinize --output-file=subset.otf
TARGET=$target/report.otf python3 - <<'PYTHON'
import os
from fontTools.ttLib import TTFont

font = TTFont("subset.otf")
names = {1: "Bole Report", 3: "Bole Report Regular", 4: "Bole Report", 6: "BoleReport-Regular", 16: "Bole Report", 17: "Regular"}
for record in font["name"].names:
    if record.nameID in names:
        record.string = names[record.nameID]
cff = font["CFF "].cff
cff.fontNames = ["BoleReport-Regular"]
cff.topDictIndex[0].FullName = cff.topDictIndex[0].FamilyName = "Bole Report"
font.save(os.environ["TARGET"])
PYTHON
cp package/LICENSE "$target/OFL.txt"
