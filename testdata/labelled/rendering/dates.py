"""Months of employments: how resumes write them, and how long they add up to."""

EN = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
EN_LONG = "January February March April May June July August September October November December".split()
ID = "Jan Feb Mar Apr Mei Jun Jul Agt Sep Okt Nov Des".split()
ID_LONG = "Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember".split()

# The month every current employment is counted up to.
TODAY = "2026-11"
NOW = "now"

STYLES = {
    "dot": lambda y, m: f"{y}.{m:02}",
    "slash": lambda y, m: f"{y}/{m:02}",
    "slash-short": lambda y, m: f"{y}/{m}",
    "iso": lambda y, m: f"{y}-{m:02}",
    "zh": lambda y, m: f"{y}年{m}月",
    "zh-padded": lambda y, m: f"{y}年{m:02}月",
    "month-year": lambda y, m: f"{m:02}/{y}",
    "dash-year": lambda y, m: f"{m:02}-{y}",
    "id-day": lambda y, m: f"1 {ID_LONG[m - 1]} {y}",
    "en": lambda y, m: f"{EN[m - 1]} {y}",
    "en-apostrophe": lambda y, m: f"{EN[m - 1]}'{y % 100:02}",
    "en-long": lambda y, m: f"{EN_LONG[m - 1]} {y}",
    "id": lambda y, m: f"{ID[m - 1]} {y}",
    "id-long": lambda y, m: f"{ID_LONG[m - 1]} {y}",
    "year": lambda y, _: str(y),
}


def parts(month: str) -> tuple[int, int]:
    """`2019-07` as (2019, 7)."""
    year, number = month.split("-")
    return int(year), int(number)


def padded(month: str) -> str:
    """`2019-7` as `2019-07`."""
    return "{}-{:02}".format(*parts(month))


def index(month: str) -> int:
    """Months since year 0, for arithmetic."""
    year, number = parts(month)
    return year * 12 + number - 1


def shown(start: str, end: str, style: dict) -> str:
    """A period the way this applicant writes periods; `end` may be `now`."""
    write = STYLES[style["style"]]
    last = style["now"] if end == NOW else write(*parts(end))
    return f"{write(*parts(start))}{style.get('sep', ' – ')}{last}"


def widened(start: str, end: str, style: dict) -> tuple[str, str]:
    """What a reader can know of the period: written in years alone it lasts from January to December."""
    if style["style"] == "year":
        return f"{start[:4]}-01", end if end == NOW else f"{end[:4]}-12"
    return padded(start), end if end == NOW else padded(end)


def union_years(periods: list[tuple[str, str]]) -> float | None:
    """The distinct months of all periods, both ends included, in years with one decimal."""
    months = {
        month
        for start, end in periods
        for month in range(index(start), index(TODAY if end == NOW else end) + 1)
    }
    # Half a tenth rounds up, as Rust's f64::round does.
    return int(len(months) / 12 * 10 + 0.5) / 10 if months else None
