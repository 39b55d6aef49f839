"""The pages as trees, laid out by no one yet, and the lines a person reads on them.

A node is a tuple: ("name"|"title"|"heading"|"para"|"strong", text), ("items", [text]), ("row", left, right),
("aside_dates", dates, [node]), ("cells", [[cell]]), ("columns", share, [node], [node]).
"""

JOINT = "  "


def lines(nodes: list) -> list[str]:
    """What is read, in order: a paragraph or an item is one line, what stands side by side on a line is one line."""
    out = []
    for node in nodes:
        match node:
            case ("items", items):
                out += [f"• {item}" for item in items]
            case ("row", left, right):
                out.append(left + JOINT + right)
            case ("aside_dates", dates, children):
                first, *rest = lines(children)
                out += [dates + JOINT + first, *rest]
            case ("cells", rows):
                out += [JOINT.join(row) for row in rows]
            case ("columns", _, left, right):
                out += lines(left) + lines(right)
            case (_, text):
                out.append(text)
    return out


def head(p: dict) -> list:
    return [("name", p["name"]), ("title", p["title"])]


def contact_line(p: dict) -> list:
    return [("para", " | ".join(p["contact"]))]


def contact_stack(p: dict) -> list:
    return [("heading", p["headings"]["contact"]), *[("para", line) for line in p["contact"]]]


def summary(p: dict) -> list:
    return [("heading", p["headings"]["summary"]), ("para", p["summary"])]


def listed(p: dict, key: str) -> list:
    return [("heading", p["headings"][key]), ("items", p[key])]


def stacked(p: dict, key: str) -> list:
    return [("heading", p["headings"][key]), *[("para", line) for line in p[key]]]


def work(p: dict, bracket: bool = False, place: bool = False, employer_first: bool = True) -> list:
    """Employments with the dates at the right margin of their first line."""
    out = [("heading", p["headings"]["work"])]
    for company, title, where, dates, items in p["jobs"]:
        first, second = (company, title) if employer_first else (title, company)
        out.append(("row", first, f"({dates})" if bracket else dates))
        out.append(("row", second, where) if place else ("strong", second))
        out.append(("items", items))
    return out


def work_dates_left(p: dict, place: bool = False) -> list:
    out = [("heading", p["headings"]["work"])]
    for company, title, where, dates, items in p["jobs"]:
        names = ("row", company, where) if place else ("strong", company)
        out.append(("aside_dates", dates, [names, ("para", title), ("items", items)]))
    return out


def schools(p: dict, bracket: bool = False) -> list:
    out = [("heading", p["headings"]["education"])]
    for school, degree, dates in p["schools"]:
        out += [("row", school, f"({dates})" if bracket else dates), ("para", degree)]
    return out


def schools_dates_left(p: dict) -> list:
    rows = [("aside_dates", dates, [("strong", school), ("para", degree)]) for school, degree, dates in p["schools"]]
    return [("heading", p["headings"]["education"]), *rows]


def certificates(p: dict) -> list:
    return [("heading", p["headings"]["certificates"]), *[("row", name, year) for name, year in p["certificates"]]]


def personal(p: dict) -> list:
    """Two pairs of label and value a line, as forms have them."""
    pairs = [f"{label}{'：' if p['name'].startswith('闻') else ': '}{value}" for label, value in p["personal"]]
    return [("heading", p["headings"]["personal"]), ("cells", [pairs[:2], pairs[2:]])]


def levels(p: dict) -> list:
    return [("heading", p["headings"]["skills"]), ("cells", [list(p["columns"]), *[list(row) for row in p["levels"]]])]


# Those the reader was developed with.
TUNED = {
    "dates_right": lambda p: head(p) + contact_line(p) + summary(p) + work(p) + schools(p) + listed(p, "skills"),
    "dates_left": lambda p: head(p) + contact_line(p) + work_dates_left(p) + schools_dates_left(p) + listed(p, "skills"),
    "sidebar_left": lambda p: [("columns", 0.32,
                                head(p) + contact_stack(p) + listed(p, "skills") + stacked(p, "languages"),
                                summary(p) + work(p) + schools(p))],
    "sidebar_right": lambda p: head(p) + [("columns", 0.6,
                                           work(p) + schools(p),
                                           contact_stack(p) + stacked(p, "skills") + certificates(p))],
    "form": lambda p: head(p) + personal(p) + work(p, place=True, employer_first=False) + schools(p) + levels(p),
}

# Those it was not: written before the reader, and only measured.
HELD_OUT = {
    "brackets": lambda p: head(p) + contact_line(p) + summary(p) + work(p, bracket=True, place=True) +
    schools(p, bracket=True) + certificates(p) + stacked(p, "languages"),
    "sidebar_dates_left": lambda p: [("columns", 0.3,
                                      contact_stack(p) + stacked(p, "skills") + listed(p, "languages") + certificates(p),
                                      head(p) + summary(p) + work_dates_left(p) + schools_dates_left(p))],
    "halves": lambda p: head(p) + contact_line(p) + summary(p) + work(p, employer_first=False) +
    [("columns", 0.5, schools(p), listed(p, "skills"))] + levels(p),
    "dates_left_places_right": lambda p: head(p) + contact_line(p) + personal(p) + work_dates_left(p, place=True) +
    [("columns", 0.5, stacked(p, "skills"), stacked(p, "languages"))] + schools_dates_left(p),
}
