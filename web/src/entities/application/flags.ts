// What a flag of an evaluation says, and which ones cards show.
import { useTranslation } from "react-i18next";
import type { Flag } from "@/lib/api/types";

/** What a person has to look into. The other flags describe ordinary resumes: the panel shows them. */
const NEEDS_LOOK: ReadonlySet<Flag["kind"]> = new Set([
  "prompt_injection",
  "keyword_stuffing",
  "employment_overlap",
  "reading_differs",
  "unread_pages",
  "cut_resume",
  "no_criteria",
]);

export function needsLook({ kind }: Pick<Flag, "kind">): boolean {
  return NEEDS_LOOK.has(kind);
}

export function useFlagLabels(): Record<Flag["kind"], string> {
  const { t } = useTranslation("evaluation");
  return {
    prompt_injection: t("flag.prompt_injection"),
    keyword_stuffing: t("flag.keyword_stuffing"),
    employment_gap: t("flag.employment_gap"),
    employment_overlap: t("flag.employment_overlap"),
    part_time_overlap: t("flag.part_time_overlap"),
    thin_resume: t("flag.thin_resume"),
    reading_differs: t("flag.reading_differs"),
    unread_pages: t("flag.unread_pages"),
    recognized_text: t("flag.recognized_text"),
    no_criteria: t("flag.no_criteria"),
    cut_resume: t("flag.cut_resume"),
  };
}
