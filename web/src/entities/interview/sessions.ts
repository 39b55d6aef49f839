// Conducted interviews of an application, and their ratings.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import type { InterviewSession, InterviewSessionInput, Verdict } from "@/lib/api/types";

const SESSIONS = "/api/organizations/{organization_id}/interview-sessions";

export function useInterviewSessions(application_id: string) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", SESSIONS, organization_id, application_id],
    queryFn: async ({ signal }) => {
      const items: InterviewSession[] = [];
      for (;;) {
        const query = { application_id, offset: items.length };
        const { data } = await api.GET(SESSIONS, { params: { path: { organization_id }, query }, signal });
        items.push(...(data?.items ?? []));
        if (!data || data.items.length === 0 || items.length >= data.total) return { items };
      }
    },
  });
}

/** Saves an interview as the next round. */
export function useSaveSession() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: InterviewSessionInput) =>
      (await api.POST(SESSIONS, { params: { path: { organization_id } }, body })).data as InterviewSession,
    onSuccess: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => /\/(interview-|applications|board|lanes)/.test(String(queryKey[1])),
      }),
  });
}

/** Key of the interviewer's verdicts within the notes by question. */
export const VERDICTS_KEY = "verdicts";

const VERDICTS: readonly Verdict[] = ["met", "partly", "not", "unknown"];

/** The interviewer's verdicts on the criteria. */
export function verdictsOf(session: { notes_by_question: object }): { criterion: string; verdict: Verdict }[] {
  const given = (session.notes_by_question as Record<string, unknown>)[VERDICTS_KEY];
  if (typeof given !== "object" || given === null) return [];
  return Object.entries(given).flatMap(([criterion, value]) => {
    const verdict = VERDICTS.find((known) => known === value);
    return verdict ? [{ criterion, verdict }] : [];
  });
}

export interface RecordedAnswer {
  key: string;
  section: string;
  question: string;
  note: string;
  mark: number | null;
}

/** Answered questions of a record, in the order asked. */
export function answersOf(session: { question_snapshot: object; notes_by_question: object }): RecordedAnswer[] {
  const notes = session.notes_by_question as Record<string, unknown>;
  const sections = (session.question_snapshot as { sections?: unknown }).sections;
  const asked = Array.isArray(sections)
    ? (sections as { title?: string; questions?: { key: string; text: string }[] }[]).flatMap(({ title, questions }) =>
        (questions ?? []).map(({ key, text }) => ({ key, section: title ?? "", question: text })),
      )
    : [];
  const known = new Set(asked.map(({ key }) => key));
  const others = Object.keys(notes)
    .filter((key) => key !== VERDICTS_KEY && !known.has(key))
    .map((key) => ({ key, section: "", question: key }));
  return [...asked, ...others].flatMap((question) => {
    const answer = notes[question.key];
    const note = typeof answer === "string" ? answer : String((answer as { note?: string } | undefined)?.note ?? "");
    const mark = (answer as { mark?: unknown } | undefined)?.mark;
    const given = typeof mark === "number" ? mark : null;
    return note === "" && given === null ? [] : [{ ...question, note, mark: given }];
  });
}

export interface MarkSummary {
  count: number;
  mean: number;
  lowest: number;
  highest: number;
}

/** Summary of the ratings of one or several records; null without any. */
export function summarizeMarks(answers: readonly Pick<RecordedAnswer, "mark">[]): MarkSummary | null {
  const marks = answers.flatMap(({ mark }) => (mark === null ? [] : [mark]));
  if (marks.length === 0) return null;
  return {
    count: marks.length,
    mean: marks.reduce((sum, mark) => sum + mark, 0) / marks.length,
    lowest: Math.min(...marks),
    highest: Math.max(...marks),
  };
}
