// Evaluations of a job: how many, how many wait for a decision, and a bar of the levels.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLevelName } from "@/entities/application/level";
import { levelKey } from "@/entities/application/stages";
import type { JobFigures } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import rows from "@/ui/tables/RowTable.module.css";
import styles from "./JobEvaluations.module.css";

interface Props {
  figures: JobFigures;
  /** Whether my role may open the evaluations. */
  linked: boolean;
}

export function JobEvaluations({ figures, linked }: Props) {
  const { t } = useTranslation("jobs");
  const { id, evaluated, waiting, attention } = figures;
  const to = href("evaluate", { job_id: id });
  const notes = [
    { key: "waiting", count: waiting, text: t("list.waiting", { count: waiting }) },
    { key: "attention", count: attention, text: t("list.attention", { count: attention }) },
  ].filter(({ count }) => count > 0);
  return (
    <>
      <span>{t("list.evaluated", { count: evaluated })}</span>
      {notes.map(({ key, text }) => (
        <span key={key} className={rows.below} data-note={key}>
          {linked ? <Link to={to}>{text}</Link> : text}
        </span>
      ))}
      <Levels levels={figures.levels} />
    </>
  );
}

function Levels({ levels }: { levels: JobFigures["levels"] }) {
  const { t } = useTranslation("jobs");
  const levelName = useLevelName();
  const total = levels.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const words = levels
    .map(({ level, count }) => t("list.level", { level: levelName(level), number: count }))
    .join(" · ");
  return (
    <span className={styles.levels} role="img" aria-label={`${t("list.levels")}: ${words}`} title={words}>
      {levels.map(({ level, count }) => (
        <span key={level} data-level={levelKey(level)} style={{ width: `${(count / total) * 100}%` }} />
      ))}
    </span>
  );
}
