"""Which program writes which file."""

from pathlib import Path

from . import canvas, office, page, typeset, word
from .model import Resume

WRITERS = {
    "chromium": page.chromium,
    "weasyprint": page.weasyprint,
    "libreoffice": office.pdf,
    "libreoffice-docx": office.docx,
    "docx": word.docx,
    "typst": typeset.pdf,
    "reportlab-stsong": canvas.stsong,
    "reportlab-ttf": canvas.truetype,
}


def write(resume: Resume, target: Path) -> None:
    """Writes the file by the program its source names."""
    WRITERS[resume.writer](resume, target)
