// Result of a finished batch: a segment per recommendation level, which filters the list.
import { useTranslation } from "react-i18next";
import { useLevelName } from "@/entities/application/level";
import { levelKey } from "@/entities/application/stages";
import { useFormats } from "@/i18n/format";
import type { RecommendationLevel } from "@/lib/api/types";
import { useBatchLevels } from "../api/results";
import styles from "./ResultSegments.module.css";

interface Props {
  batchId: string;
  value: RecommendationLevel | null;
  onChange: (level: RecommendationLevel | null) => void;
}

export function ResultSegments({ batchId, value, onChange }: Props) {
  const { t } = useTranslation("evaluate");
  const formats = useFormats();
  const levelName = useLevelName();
  const levels = useBatchLevels(batchId, true).data?.items.filter(({ count }) => count > 0) ?? [];
  if (levels.length === 0) return null;
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{t("result.label")}</legend>
      {levels.map(({ level, count }) => (
        <button
          key={level}
          type="button"
          className={styles.segment}
          data-level={levelKey(level)}
          style={{ flexGrow: count }}
          aria-pressed={value === level}
          onClick={() => onChange(value === level ? null : level)}
        >
          <span className={styles.name}>{levelName(level)}</span>
          <span className={styles.count}>{formats.number(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}
