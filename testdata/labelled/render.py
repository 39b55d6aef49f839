#!/usr/bin/env python3
"""Writes the labelled sets: text and labels from the sources, then the files in the kinds applicants send.

    ./render.py                 everything
    ./render.py --text          only text/ and labels.json
    ./render.py --only 03       only the files whose name contains "03"
"""

import argparse
import json
from pathlib import Path

from rendering import model

HERE = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", action="store_true", help="write text and labels, render nothing")
    parser.add_argument("--only", default="", help="render only files whose path contains this")
    args = parser.parse_args()
    for folder in sorted(path.parent for path in HERE.glob("*/job.json")):
        resumes = [model.read(path) for path in sorted(folder.glob("source/*.yaml"))]
        write_truth(folder, resumes)
        if not args.text:
            render(folder, [r for r in resumes if args.only in f"{folder.name}/{r.file}"])


def write_truth(folder: Path, resumes: list[model.Resume]) -> None:
    """text/*.txt and labels.json of one job."""
    (folder / "text").mkdir(exist_ok=True)
    for resume in resumes:
        (folder / "text" / f"{resume.stem}.txt").write_text(resume.text(), encoding="utf-8")
    labels = json.dumps([resume.label() for resume in resumes], ensure_ascii=False, indent=2)
    (folder / "labels.json").write_text(labels + "\n", encoding="utf-8")


def render(folder: Path, resumes: list[model.Resume]) -> None:
    """resumes/* of one job."""
    # Imported here so that text and labels need nothing but PyYAML.
    from rendering import writers

    (folder / "resumes").mkdir(exist_ok=True)
    for resume in resumes:
        target = folder / "resumes" / resume.file
        writers.write(resume, target)
        print(f"{target.relative_to(HERE)}  {resume.writer}  {target.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
