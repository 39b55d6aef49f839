"""One resume: its YAML source as the blocks every renderer draws, as ground-truth text, and as its label."""

from dataclasses import dataclass, field
from pathlib import Path

import yaml

from . import dates

LEVELS = ["high_school", "associate", "bachelor", "master", "doctorate"]
DOCX_WRITERS = {"docx", "libreoffice-docx"}


@dataclass
class Block:
    """A piece of the page: `name`, `headline`, `contact`, `heading`, `head`, `bullet`, `para` or `table`.

    `rows` holds lines of cells: a head's left and right part, a table's rows, the contact's items.
    `side` blocks belong in the narrow column where the look has one.
    """

    kind: str
    rows: list[list[str]]
    side: bool = False

    @property
    def text(self) -> str:
        return self.rows[0][0]


@dataclass
class Resume:
    """A source file, read and checked."""

    stem: str
    source: dict
    blocks: list[Block] = field(default_factory=list)

    @property
    def writer(self) -> str:
        return self.source["with"]

    @property
    def look(self) -> dict:
        return {"style": "plain", "accent": "#1f3a5f", "font": "sans", **self.source.get("look", {})}

    @property
    def language(self) -> str:
        return self.source["language"]

    @property
    def hidden(self) -> str | None:
        """Text that is in the file and not to be seen."""
        return self.source.get("hidden")

    @property
    def stacks_contact(self) -> bool:
        """Whether the contact's items stand below one another instead of in one line."""
        style = self.look["style"]
        return style in {"sidebar", "boxes"} or (self.writer == "docx" and style == "plain")

    @property
    def file(self) -> str:
        return f"{self.stem}.{'docx' if self.writer in DOCX_WRITERS else 'pdf'}"

    def ordered(self) -> list[Block]:
        """Reading order: a sidebar, standing left, comes before the main column."""
        if self.look["style"] in {"sidebar", "boxes"}:
            return [b for b in self.blocks if b.side] + [b for b in self.blocks if not b.side]
        return self.blocks

    def text(self) -> str:
        """What a perfect extraction reads; bullet signs are decoration and left out."""
        lines = []
        for block in self.ordered():
            if block.kind == "heading":
                lines.append("")
            if block.kind == "contact" and not self.stacks_contact:
                lines.append(" | ".join(row[0] for row in block.rows))
            else:
                lines.extend("  ".join(cell for cell in row if cell) for row in block.rows)
        return "\n".join(lines).strip() + "\n"

    def label(self) -> dict:
        """The entry of labels.json."""
        src, jobs, studies = self.source, [], []
        for section in src["sections"]:
            jobs += section.get("jobs", [])
            studies += section.get("edu", [])
        employments = []
        for job in jobs:
            company, position, start, end = job["work"]
            start, end = dates.widened(start, end, job.get("dates", src["dates"]))
            employments.append((company, position, start, end))
        employments.sort(key=lambda e: (dates.index(dates.TODAY) + 1 if e[3] == dates.NOW else dates.index(e[3]),
                                        dates.index(e[2])), reverse=True)
        education = [dict(zip(("school", "degree", "level", "major"), study[:4])) for study in studies]
        education.sort(key=lambda e: LEVELS.index(e["level"]), reverse=True)
        latest = employments[0] if employments else (None, None, None, None)
        label = {
            "file": f"resumes/{self.file}",
            "grade": src["grade"],
            "why": src["why"],
            "profile": {
                "name": src["name"],
                "email": src["email"],
                "phone": src["phone"],
                "current_company": latest[0],
                "current_position": latest[1],
                "total_years_of_experience": dates.union_years([(e[2], e[3]) for e in employments]),
                "education": education,
                "work_experiences": [
                    {
                        "company_name": company,
                        "position_title": position,
                        "start_date": start,
                        "end_date": None if end == dates.NOW else end,
                        "is_current": end == dates.NOW,
                    }
                    for company, position, start, end in employments
                ],
            },
        }
        if self.hidden:
            label["hidden_text"] = [self.hidden]
        return label


def read(path: Path) -> Resume:
    """Reads and checks one source; a label that its own text does not bear out is an error."""
    source = yaml.safe_load(path.read_text(encoding="utf-8"))
    resume = Resume(path.stem, source, _blocks(source))
    _check(resume)
    return resume


def _blocks(src: dict) -> list[Block]:
    fill = {"name": src["name"], "email": src["email"] or ""}
    blocks = [Block("name", [[src.get("title", src["name"])]], side=True)]
    if "headline" in src:
        blocks.append(Block("headline", [[src["headline"]]], side=True))
    if src.get("contact"):
        blocks.append(Block("contact", [[item.format(**fill)] for item in src["contact"]], side=True))
    for section in src["sections"]:
        side = section.get("side", False)
        if "h" in section:
            blocks.append(Block("heading", [[section["h"]]], side))
        if "kv" in section:
            rows = [[str(cell).format(**fill) for cell in row] for row in section["kv"]]
            blocks.append(Block("table", rows, side))
        blocks += [Block("para", [[line]], side) for line in section.get("p", [])]
        for job in section.get("jobs", []):
            company, position, start, end = job["work"]
            when = dates.shown(start, end, job.get("dates", src["dates"]))
            blocks.append(_head(src["job"], side, company=company, position=position, when=when))
            blocks += [Block("para", [[line]], side) for line in job.get("p", [])]
            blocks += [Block("bullet", [[line]], side) for line in job.get("do", [])]
        for school, degree, _level, major, when in section.get("edu", []):
            blocks.append(_head(src["edu"], side, school=school, degree=degree, major=major, when=when))
        blocks += [Block("bullet", [[line]], side) for line in section.get("b", [])]
        if "t" in section:
            blocks.append(Block("table", [[str(cell) for cell in row] for row in section["t"]], side))
    return blocks


def _head(template: str, side: bool, **values: str | None) -> Block:
    """Lines of an entry's head: `||` sends what follows to the right margin."""
    values = {key: value or "" for key, value in values.items()}
    rows = [[cell.strip() for cell in line.format(**values).split("||")] for line in template.strip().split("\n")]
    return Block("head", [row for row in rows if any(row)], side)


def _check(resume: Resume) -> None:
    text, label = resume.text(), resume.label()
    profile = label["profile"]
    claims = [profile["name"], profile["email"]]
    claims += [job[key] for job in profile["work_experiences"] for key in ("company_name", "position_title")]
    claims += [study[key] for study in profile["education"] for key in ("school", "degree", "major")]
    for claim in filter(None, claims):
        if claim not in text:
            raise ValueError(f"{resume.stem}: the text lacks {claim!r}")
    digits = "".join(c for c in text if c.isdigit())
    if profile["phone"] and profile["phone"][-8:] not in digits:
        raise ValueError(f"{resume.stem}: the text lacks the phone number")
    if label["grade"] not in range(4) or not label["why"]:
        raise ValueError(f"{resume.stem}: grade 0–3 and a reason")
