// Notice for fields changed by someone else: shows both values and lets the user choose.
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import styles from "./ConflictNotice.module.css";

export interface FieldConflict {
  field: string;
  label: string;
  mine: string;
  theirs: string;
}

interface Props {
  conflicts: readonly FieldConflict[];
  onResolve: (field: string, choice: "mine" | "theirs") => void;
}

export function ConflictNotice({ conflicts, onResolve }: Props) {
  const { t } = useTranslation();
  if (conflicts.length === 0) return null;
  return (
    <Alert
      type="warning"
      role="alert"
      showIcon
      title={t("conflict.title")}
      description={conflicts.map(({ field, label, mine, theirs }) => (
        <section key={field} className={styles.field} aria-label={label}>
          <h3 className={styles.label}>{label}</h3>
          {(["mine", "theirs"] as const).map((choice) => (
            <div key={choice} className={styles.side}>
              <p className={styles.whose}>{choice === "mine" ? t("conflict.mine") : t("conflict.theirs")}</p>
              <p className={styles.text}>{(choice === "mine" ? mine : theirs) || t("conflict.empty")}</p>
              <Button size="small" onClick={() => onResolve(field, choice)}>
                {choice === "mine" ? t("conflict.keep_mine") : t("conflict.use_theirs")}
              </Button>
            </div>
          ))}
        </section>
      ))}
    />
  );
}
