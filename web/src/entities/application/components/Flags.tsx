// Warnings about the score.
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Flag } from "@/lib/api/types";
import styles from "./Evaluation.module.css";

export function Flags({ flags }: { flags: readonly Flag[] }) {
  const { t } = useTranslation("evaluation");
  if (flags.length === 0) return null;
  const words: Record<Flag["kind"], string> = {
    prompt_injection: t("flag.prompt_injection"),
    keyword_stuffing: t("flag.keyword_stuffing"),
    employment_gap: t("flag.employment_gap"),
    employment_overlap: t("flag.employment_overlap"),
    part_time_overlap: t("flag.part_time_overlap"),
    thin_resume: t("flag.thin_resume"),
    reading_differs: t("flag.reading_differs"),
  };
  return (
    <ul className={styles.flags}>
      {flags.map((flag) => (
        <li key={`${flag.kind}\n${flag.quote ?? ""}`} className={styles.flag}>
          <TriangleAlert size={16} aria-hidden="true" />
          <div>
            <p>{words[flag.kind]}</p>
            {flag.quote ? <blockquote className={styles.flagQuote}>{flag.quote}</blockquote> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
