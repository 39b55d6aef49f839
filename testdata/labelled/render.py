#!/usr/bin/env python3
"""Writes labelled sets: text and labels from the sources, then the files in the kinds applicants send.

    ./render.py                     everything
    ./render.py --text              only text/ and labels.json
    ./render.py --only 03           only the files whose path contains "03"
    ./render.py --root ../profiles  another folder of sets
"""

import argparse
import json
from pathlib import Path

from rendering import laid_out, model

HERE = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", action="store_true", help="write text and labels, render nothing")
    parser.add_argument("--only", default="", help="render only files whose path contains this")
    parser.add_argument("--root", type=Path, default=HERE, help="the folder of the sets")
    args = parser.parse_args()
    for folder in sorted(path.parent for path in args.root.glob("*/source")):
        if not (folder / "job.json").exists():
            write_profiles(folder)
            continue
        resumes = [read(path) for path in sorted(folder.glob("source/*.*"))]
        write_truth(folder, {resume.stem: (resume.text(), resume.label()) for resume in resumes})
        if not args.text:
            render(folder, [r for r in resumes if args.only in f"{folder.name}/{r.file}"])


def read(path: Path) -> model.Resume:
    """A source of either kind: built from data, or laid out by its applicant."""
    return laid_out.read(path) if path.suffix == ".txt" else model.read(path)


def write_profiles(folder: Path) -> None:
    """A set without a job: texts as an extractor gave them, and no files."""
    write_truth(folder, {path.stem: laid_out.read_plain(path) for path in sorted(folder.glob("source/*.txt"))})


def write_truth(folder: Path, resumes: dict[str, tuple[str, dict]]) -> None:
    """text/*.txt and labels.json of one set."""
    (folder / "text").mkdir(exist_ok=True)
    for stem, (text, _) in resumes.items():
        (folder / "text" / f"{stem}.txt").write_text(text, encoding="utf-8")
    labels = json.dumps([label for _, label in resumes.values()], ensure_ascii=False, indent=2)
    (folder / "labels.json").write_text(labels + "\n", encoding="utf-8")


def render(folder: Path, resumes: list[model.Resume]) -> None:
    """resumes/* of one job."""
    # Imported here so that text and labels need nothing but PyYAML.
    from rendering import writers

    (folder / "resumes").mkdir(exist_ok=True)
    for resume in resumes:
        target = folder / "resumes" / resume.file
        writers.write(resume, target)
        print(f"{folder.name}/resumes/{target.name}  {resume.writer}  {target.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
