// The three steps of the work and where it stands, as one quiet line.
import { useTranslation } from "react-i18next";
import styles from "./Steps.module.css";

export type Step = 1 | 2 | 3;

export function Steps({ current }: { current: Step }) {
  const { t } = useTranslation("evaluate");
  const names = [t("step.upload"), t("step.evaluate"), t("step.promote")];
  return (
    <ol className={styles.steps} aria-label={t("step.label")}>
      {names.map((name, at) => (
        <li key={name} aria-current={at + 1 === current ? "step" : undefined} data-past={at + 1 < current}>
          <span className={styles.number} aria-hidden="true">
            {at + 1}
          </span>
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ol>
  );
}
