// The scale of a career timeline, in per cent.
import type { Timeline, WorkExperience } from "@/lib/api/types";

export interface Bar {
  experience: WorkExperience;
  /** Null if the resume gives no dates. */
  span: Span | null;
  months: number | null;
}

/** Left edge and width, in per cent of the scale. */
export interface Span {
  left: number;
  width: number;
}

export interface Scale {
  bars: Bar[];
  gaps: (Span & { start: string; end: string; months: number })[];
  overlaps: (Span & { start: string; end: string; months: number })[];
  years: { year: number; left: number }[];
}

/** Months since year 0; null unless `YYYY-MM`. */
export function monthIndex(month: string | null | undefined): number | null {
  const match = /^(\d{4})-(\d{2})$/.exec(month ?? "");
  return match ? Number(match[1]) * 12 + Number(match[2]) - 1 : null;
}

/** The most labelled years, so that labels do not overlap. */
const MAX_TICKS = 7;

/** Places employments on one scale, which ends this month if one is ongoing. Null without dated employments. */
export function timelineScale(
  experiences: readonly WorkExperience[],
  timeline: Timeline | null,
  today: Date,
): Scale | null {
  const now = today.getFullYear() * 12 + today.getMonth();
  const dated = experiences.map((experience) => {
    const start = monthIndex(experience.start_date);
    const end = experience.is_current ? now : monthIndex(experience.end_date);
    return start === null || end === null || end < start ? null : { start, end };
  });
  const known = dated.filter((period) => period !== null);
  if (known.length === 0) return null;
  const first = Math.min(...known.map((period) => period.start));
  const last = Math.max(...known.map((period) => period.end));
  const length = last - first + 1;
  const span = (start: number, end: number): Span => ({
    left: ((start - first) / length) * 100,
    width: ((end - start + 1) / length) * 100,
  });
  const stretches = (list: Timeline["gaps"]) =>
    list.flatMap(({ start, end, months }) => {
      const from = monthIndex(start);
      const until = monthIndex(end);
      return from === null || until === null ? [] : [{ ...span(from, until), start, end, months }];
    });
  return {
    bars: experiences.map((experience, at) => {
      const period = dated[at];
      return period
        ? { experience, span: span(period.start, period.end), months: period.end - period.start + 1 }
        : { experience, span: null, months: null };
    }),
    gaps: stretches(timeline?.gaps ?? []),
    overlaps: stretches(timeline?.overlaps ?? []),
    years: ticks(first, last, length),
  };
}

function ticks(first: number, last: number, length: number): Scale["years"] {
  const from = Math.ceil(first / 12);
  const until = Math.floor(last / 12);
  const step = Math.max(1, Math.ceil((until - from + 1) / MAX_TICKS));
  const years: Scale["years"] = [];
  for (let year = from; year <= until; year += step) years.push({ year, left: ((year * 12 - first) / length) * 100 });
  return years;
}
