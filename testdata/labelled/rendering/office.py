"""LibreOffice, as PDF exporter and as DOCX writer; it starts from the document python-docx made."""

import subprocess
import tempfile
from pathlib import Path

from . import word
from .model import Resume


def pdf(resume: Resume, target: Path) -> None:
    """Exports to PDF."""
    _convert(resume, target, "pdf:writer_pdf_Export")


def docx(resume: Resume, target: Path) -> None:
    """Opens and saves again, by way of ODT, so that the file is LibreOffice's own."""
    _convert(resume, target, "odt", "docx:MS Word 2007 XML")


def _convert(resume: Resume, target: Path, *formats: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        current = Path(folder, f"{target.stem}.docx")
        word.docx(resume, current)
        for i, to in enumerate(formats):
            out = Path(folder, str(i))
            subprocess.run(
                ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless",
                 "--convert-to", to, "--outdir", str(out), str(current)],
                check=True, capture_output=True, timeout=180,
            )
            current = out / f"{target.stem}.{to.split(':')[0]}"
        target.write_bytes(current.read_bytes())
