// What was read in the criteria before a person has confirmed it: how much, and the lines that were not read.
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import type { CriteriaReading } from "@/entities/job/criteria";
import { unread } from "../logic/confirm";
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

/** The lines that no criterion was read from; a click goes there. */
export function UnreadLines({ reading }: { reading: CriteriaReading }) {
  const { t } = useTranslation("jobs");
  const lines = unread(reading);
  if (lines.length === 0) return null;
  return (
    <div className={styles.note}>
      <p>{t("criteria.not_read")}</p>
      <ul>
        {lines.map(({ words, source }) => (
          <li key={`${source.field} ${source.start}`}>
            <button
              type="button"
              className={styles.line}
              onClick={() => selectPhrase(`job-${source.field}`, source.start, source.end)}
            >
              {words}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
