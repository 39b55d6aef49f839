"""A source that holds the resume as its applicant laid it out: the label in YAML, a line of three dashes, the text."""

import unicodedata
from dataclasses import dataclass
from pathlib import Path

import yaml

from . import dates, model


@dataclass
class LaidOut(model.Resume):
    """A resume of a job: marked up, so that the renderers can draw it."""

    def label(self) -> dict:
        label = {
            "file": f"resumes/{self.file}",
            "grade": self.source["grade"],
            "why": self.source["why"],
            "profile": profile(self.source),
        }
        if self.hidden:
            label["hidden_text"] = [self.hidden]
        return label


def read(path: Path) -> LaidOut:
    """Reads and checks a resume of a job."""
    source, body = split(path)
    resume = LaidOut(path.stem, source, blocks(body.strip().splitlines()))
    check(path, source, resume.text())
    return resume


def read_plain(path: Path) -> tuple[str, dict]:
    """Text, word for word as an extractor gave it, and label of a resume without a job."""
    source, body = split(path)
    check(path, source, body)
    return body, {"file": f"text/{path.name}", "profile": profile(source)}


def split(path: Path) -> tuple[dict, str]:
    """The label and what follows it."""
    head, body = path.read_text(encoding="utf-8").split("\n---\n", 1)
    return yaml.safe_load(head), body


def profile(src: dict) -> dict:
    """The profile of a label, as labels.json holds it."""
    works = sorted(
        src["work"] or [],
        key=lambda w: (dates.index("9999-12" if w[3] == dates.NOW else w[3]), dates.index(w[2])),
        reverse=True,
    )
    latest = works[0] if works else (None, None)
    return {
        **{key: src[key] for key in ("name", "email", "phone")},
        "current_company": latest[0],
        "current_position": latest[1],
        "total_years_of_experience": dates.union_years([(w[2], w[3]) for w in works]),
        "education": [dict(zip(("school", "degree", "level", "major"), study)) for study in src["edu"] or []],
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
    }


def check(path: Path, source: dict, text: str) -> None:
    """A label whose words its own text lacks is an error; a word may be wrapped over two lines, a cell over several."""
    flat = bare(text)
    lacks = lambda part: bare(part) not in flat and not all(bare(word) in flat for word in part.replace('-', ' ').split())
    said = [source["name"], source["email"]]
    said += [part for study in source["edu"] or [] for i, part in enumerate(study) if i != 2]
    said += [part for work in source["work"] or [] for part in work[:2]]
    missing = [part for part in said if part and lacks(part)]
    digits = "".join(c for c in flat if c.isdigit())
    if source["phone"] and source["phone"][-8:] not in digits:
        missing.append(source["phone"])
    if missing:
        raise SystemExit(f"{path}: labelled, but not in the text: {missing}")


def bare(text: str) -> str:
    """Without white space and letter case, every character in its usual width."""
    return "".join(unicodedata.normalize("NFKC", text).lower().split())


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
