// What happens in a job, in a line: evaluations in progress, who waits to be added, and since when the oldest waits.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { JobFigures } from "@/lib/api/types";

interface Props {
  figures: JobFigures;
  /** The page that lists the job, of whose candidates the oldest is named. */
  page: "aiReview" | "pipeline";
  company: string;
}

export function JobFacts({ figures, page, company }: Props) {
  const { t } = useTranslation("jobs");
  const format = useFormats();
  const { evaluated, resumes, attention, waiting } = figures;
  const since = page === "aiReview" ? figures.review_since : figures.pipeline_since;
  const facts = [
    company,
    evaluated + attention < resumes ? t("open.evaluated", { evaluated, resumes }) : "",
    waiting > 0 ? t("open.waiting", { count: waiting }) : "",
    since ? t("open.since", { time: format.ago(since) }) : "",
  ];
  return facts.filter(Boolean).join(" · ");
}
