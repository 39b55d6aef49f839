// What was read in the criteria before a person has confirmed it: how much, and the lines that were not read.
import { Button } from "antd";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { CriteriaReading } from "@/entities/job/criteria";
import type { Phrase } from "@/lib/api/types";
import { type UnreadLine, unread } from "../logic/confirm";
import styles from "./CriteriaCheck.module.css";
import { selectPhrase } from "./PhraseMark";

interface Props {
  reading: CriteriaReading;
  /** Null while the job is not saved as it is on screen. */
  onConfirm: (() => void) | null;
}

export function CriteriaCheck({ reading, onConfirm }: Props) {
  const { t } = useTranslation("jobs");
  const count = reading.criteria.criteria.length;
  return (
    <section className={styles.check} aria-label={t("criteria.check")}>
      <p>{t("criteria.read", { count })}</p>
      <UnreadLines reading={reading} />
      {onConfirm ? (
        <Button size="small" type="primary" onClick={onConfirm}>
          {t("criteria.check")}
        </Button>
      ) : (
        <p className={styles.note}>{t("criteria.save_first")}</p>
      )}
    </section>
  );
}

interface UnreadLinesProps {
  reading: CriteriaReading;
  /** The phrases that are criteria by now. */
  added?: readonly Phrase[];
  /** Makes a line a criterion. */
  onAdd?: (line: UnreadLine) => void;
}

/** The lines that no criterion was read from; a click goes there. */
export function UnreadLines({ reading, added = [], onAdd }: UnreadLinesProps) {
  const { t } = useTranslation("jobs");
  const lines = unread(reading, added);
  if (lines.length === 0) return null;
  return (
    <div className={styles.note}>
      <p>{t("criteria.not_read")}</p>
      <ul>
        {lines.map((line) => (
          <li key={`${line.source.field} ${line.source.start}`} className={styles.unread}>
            <button
              type="button"
              className={styles.line}
              onClick={() => selectPhrase(`job-${line.source.field}`, line.source.start, line.source.end)}
            >
              {line.words}
            </button>
            {onAdd ? (
              <Button
                size="small"
                type="text"
                icon={<Plus size={14} aria-hidden="true" />}
                aria-label={t("criteria.add_line", { line: line.words })}
                onClick={() => onAdd(line)}
              >
                {t("criteria.add")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
