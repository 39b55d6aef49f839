#!/usr/bin/env python3
"""Checks that every rendered file holds its ground-truth text, by readers that are not ours: pdftotext, and the
paragraphs of a DOCX's parts. Exits with 1 and names the files that do not.

    ./verify.py             the sets beside this script
    ./verify.py ../holdout  another folder of sets
"""

import json
import re
import subprocess
import sys
import unicodedata
import zipfile
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).parent
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
# Character pairs, so that the order of columns does not matter, only what is there; line ends cost a pair or two.
ENOUGH = 0.98
BULLETS = re.compile(r"^[\s•◦▪‣·\-\uf0b7]+", re.MULTILINE)


def main() -> int:
    failures = 0
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for text in sorted(root.glob("*/text/*.txt")):
        files = list((text.parents[1] / "resumes").glob(f"{text.stem}.*"))
        truth = text.read_text(encoding="utf-8") + hidden(text)
        share = found(truth, read(files[0])) if len(files) == 1 else 0.0
        if share < ENOUGH:
            failures += 1
            print(f"{text.relative_to(root)}: {share:.3f} of the text found in {[f.name for f in files]}")
    print(f"{failures} files lack text")
    return 1 if failures else 0


def hidden(text: Path) -> str:
    """What the file holds unseen, which the ground truth leaves out."""
    labels = json.loads((text.parents[1] / "labels.json").read_text(encoding="utf-8"))
    return "".join(h for label in labels if Path(label["file"]).stem == text.stem for h in label.get("hidden_text", []))


def found(truth: str, text: str) -> float:
    """The share of the truth's character pairs, white space aside, that the text has too."""
    wanted, have = pairs(truth), pairs(text)
    return sum((wanted & have).values()) / sum(wanted.values())


def pairs(text: str) -> Counter:
    flat = "".join(unicodedata.normalize("NFKC", BULLETS.sub("", text)).split())
    return Counter(zip(flat, flat[1:]))


def read(path: Path) -> str:
    if path.suffix == ".pdf":
        return subprocess.run(["pdftotext", "-raw", path, "-"], check=True, capture_output=True).stdout.decode()
    with zipfile.ZipFile(path) as archive:
        parts = [n for n in archive.namelist() if re.fullmatch(r"word/(header\d*|document)\.xml", n)]
        return "\n".join(line for n in sorted(parts, reverse=True) for line in paragraphs(archive.read(n)))


def paragraphs(xml: bytes) -> list[str]:
    root = ElementTree.fromstring(xml)
    for parent in list(root.iter()):
        for child in [c for c in parent if c.tag == FALLBACK]:
            parent.remove(child)
    return ["".join(t.text or "" for t in p.iter(f"{WORD}t")) for p in root.iter(f"{WORD}p")]


if __name__ == "__main__":
    sys.exit(main())
