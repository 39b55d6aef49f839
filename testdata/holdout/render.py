#!/usr/bin/env python3
"""Writes the held-out sets: text and labels from the sources, then the files, by the labelled sets' renderers.

    ./render.py                 everything
    ./render.py --text          only text/ and labels.json
    ./render.py --job zh-       only the jobs whose folder name contains this
    ./render.py --verify        only check that the files hold their text
"""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import yaml

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "labelled"))

from rendering import dates, model  # noqa: E402
import verify  # noqa: E402


@dataclass
class HeldOut(model.Resume):
    """A source whose text is written out as the applicant laid it out, with the label in front of it."""

    def label(self) -> dict:
        src = self.source
        works = sorted(src["work"], key=lambda w: (dates.index("9999-12" if w[3] == dates.NOW else w[3]),
                                                   dates.index(w[2])), reverse=True)
        latest = works[0] if works else (None, None)
        label = {
            "file": f"resumes/{self.file}",
            "grade": src["grade"],
            "why": src["why"],
            "profile": {
                **{key: src[key] for key in ("name", "email", "phone")},
                "current_company": latest[0],
                "current_position": latest[1],
                "total_years_of_experience": dates.union_years([(w[2], w[3]) for w in works]),
                "education": [dict(zip(("school", "degree", "level", "major"), study)) for study in src["edu"]],
                "work_experiences": [
                    {
                        "company_name": company,
                        "position_title": position,
                        "start_date": start,
                        "end_date": None if end == dates.NOW else end,
                        "is_current": end == dates.NOW,
                    }
                    for company, position, start, end in works
                ],
            },
        }
        if self.hidden:
            label["hidden_text"] = [self.hidden]
        return label


def read(path: Path) -> HeldOut:
    """A source: the label in YAML, a line of three dashes, the resume."""
    head, body = path.read_text(encoding="utf-8").split("\n---\n", 1)
    source = yaml.safe_load(head)
    resume = HeldOut(path.stem, source, blocks(body.strip().splitlines()))
    text = resume.text()
    said = [source["name"], source["email"]]
    said += [part for study in source["edu"] for i, part in enumerate(study) if i != 2]
    said += [part for work in source["work"] for part in work[:2]]
    missing = [part for part in said if part and part.lower() not in text.lower()]
    digits = "".join(c for c in text if c.isdigit())
    if source["phone"] and source["phone"][-8:] not in digits:
        missing.append(source["phone"])
    if missing:
        raise SystemExit(f"{path}: labelled, but not in the text: {missing}")
    return resume


def blocks(lines: list[str]) -> list[model.Block]:
    """`# heading`, `#< heading of the narrow column`, `- bullet`, `| a | b |` a table's row, `left || right` the first
    line of an entry, `@ a | b` the contact, `! headline`; the first line is the name, the rest are paragraphs."""
    out, side = [model.Block("name", [[lines[0]]], side=True)], True
    for line in filter(None, (line.rstrip() for line in lines[1:])):
        mark, _, rest = line.partition(" ")
        if mark in ("#", "#<"):
            side = mark == "#<"
            out.append(model.Block("heading", [[rest]], side))
        elif mark == "@":
            out.append(model.Block("contact", [[item.strip()] for item in rest.split(" | ")], side))
        elif mark == "!":
            out.append(model.Block("headline", [[rest]], side))
        elif mark == "-":
            out.append(model.Block("bullet", [[rest]], side))
        elif mark == "|":
            row = [cell.strip() for cell in line.strip("| ").split(" | ")]
            if out[-1].kind == "table":
                out[-1].rows.append(row)
            else:
                out.append(model.Block("table", [row], side))
        elif "||" in line:
            out.append(model.Block("head", [[cell.strip() for cell in line.split("||") if cell.strip()]], side))
        else:
            out.append(model.Block("para", [[line]], side))
    return out


def write_truth(folder: Path, resumes: list[HeldOut]) -> None:
    """text/*.txt and labels.json of one job."""
    (folder / "text").mkdir(exist_ok=True)
    for resume in resumes:
        (folder / "text" / f"{resume.stem}.txt").write_text(resume.text(), encoding="utf-8")
    labels = json.dumps([resume.label() for resume in resumes], ensure_ascii=False, indent=2)
    (folder / "labels.json").write_text(labels + "\n", encoding="utf-8")


def render(folder: Path, resumes: list[HeldOut]) -> None:
    """resumes/* of one job."""
    from rendering import writers

    (folder / "resumes").mkdir(exist_ok=True)
    for resume in resumes:
        writers.write(resume, folder / "resumes" / resume.file)


def lacking(folder: Path, resumes: list[HeldOut]) -> int:
    """How many files of a job lack some of their text, each named."""
    count = 0
    for resume in resumes:
        share = verify.found(resume.text() + (resume.hidden or ""), verify.read(folder / "resumes" / resume.file))
        if share < verify.ENOUGH:
            count += 1
            print(f"{folder.name}/{resume.file}: {share:.3f} of the text found")
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", action="store_true", help="write text and labels, render nothing")
    parser.add_argument("--verify", action="store_true", help="write nothing, check the files")
    parser.add_argument("--job", default="", help="only the jobs whose folder name contains this")
    args = parser.parse_args()
    failures = 0
    for folder in sorted(path.parent for path in HERE.glob("*/job.json") if args.job in path.parent.name):
        resumes = [read(path) for path in sorted(folder.glob("source/*.txt"))]
        if not args.verify:
            write_truth(folder, resumes)
        if not (args.text or args.verify):
            render(folder, resumes)
        if not args.text:
            failures += lacking(folder, resumes)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
