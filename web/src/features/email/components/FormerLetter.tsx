// The text that a generated one replaced, to compare them and to take it again.
import { Button } from "antd";
import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { LetterText } from "../logic/letters";
import styles from "./FormerLetter.module.css";

interface Props {
  former: LetterText;
  /** The number of all rewritten letters, if there are others, and how they are restored. */
  all?: { count: number; onRestore: () => void } | undefined;
  onRestore: () => void;
  onKeep: () => void;
}

export function FormerLetter({ former, all, onRestore, onKeep }: Props) {
  const { t } = useTranslation("compose");
  return (
    <section className={styles.former} aria-label={t("former.title")}>
      <div className={styles.head}>
        <h3 className={styles.title}>{t("former.title")}</h3>
        <Button size="small" icon={<Undo2 size={14} aria-hidden="true" />} onClick={onRestore}>
          {t("former.restore")}
        </Button>
        {all ? (
          <Button size="small" onClick={all.onRestore}>
            {t("former.restore_all", { count: all.count })}
          </Button>
        ) : null}
        <Button size="small" type="text" onClick={onKeep}>
          {t("former.keep")}
        </Button>
      </div>
      <p className={styles.subject}>{former.subject}</p>
      <p className={styles.body}>{former.body}</p>
    </section>
  );
}
