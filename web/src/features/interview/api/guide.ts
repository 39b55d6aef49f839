// The questions of an interview: the job's, and those left open by the resume.
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";
import type { CriterionResult, InterviewGuide } from "@/lib/api/types";
import type { SectionSnapshot } from "../logic/draft";

export function useInterviewGuide(application_id: string) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", "/api/organizations/{organization_id}/interview-guides/{application_id}", {
    params: { path: { organization_id, application_id } },
  });
}

/** The sections to ask; questions left open by the resume come last, one per criterion. */
export function sectionsOf(
  guide: InterviewGuide,
  criteria: readonly CriterionResult[],
  titles: { untitled: string; open: string },
): SectionSnapshot[] {
  const sections = guide.sections.map(({ title, note, questions }, section) => ({
    title: title || titles.untitled,
    note,
    questions: questions.map((text, at) => ({ key: `${section}.${at}`, text })),
  }));
  const open = criteria.flatMap(({ criterion, question, verdict }, at) =>
    question && (verdict === "unknown" || verdict === "partly") ? [{ key: `c.${at}`, text: question, criterion }] : [],
  );
  return open.length > 0 ? [...sections, { title: titles.open, note: "", questions: open }] : sections;
}
