// Tools of the opened letter: state of saving, generating or withdrawing it, and the previous and next letter.
import { Button } from "antd";
import { ChevronDown, ChevronUp, Sparkles, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EditScheduledButton } from "@/entities/email/components/EditScheduledButton";
import type { Email } from "@/lib/api/types";
import styles from "./EmailCockpit.module.css";
import type { Saving } from "./useSavedDrafts";

interface Props {
  name: string;
  saving: Saving;
  /** The scheduled email, which can be edited or withdrawn; null for a draft. */
  scheduled: Email | null;
  isWithdrawing: boolean;
  onWithdraw: (emailId: string) => void;
  canGenerate: boolean;
  onGenerate: () => void;
  isFirst: boolean;
  isLast: boolean;
  onStep: (by: 1 | -1) => void;
}

export function LetterTools({ name, saving, scheduled, ...props }: Props) {
  const { t } = useTranslation("email");
  return (
    <div className={styles.tools}>
      <h2 className={styles.name}>{name}</h2>
      <span className={styles.saving} role="status">
        {saving === "saving" ? t("saving") : saving === "saved" ? t("saved") : null}
        {saving === "failed" ? t("save_failed") : null}
      </span>
      {scheduled ? (
        <>
          <EditScheduledButton email={scheduled} />
          <Button
            size="small"
            icon={<Undo2 size={14} aria-hidden="true" />}
            loading={props.isWithdrawing}
            onClick={() => props.onWithdraw(scheduled.id)}
          >
            {t("history.withdraw")}
          </Button>
        </>
      ) : (
        <Button
          size="small"
          icon={<Sparkles size={14} aria-hidden="true" />}
          disabled={!props.canGenerate}
          onClick={props.onGenerate}
        >
          {t("write.one")}
        </Button>
      )}
      <Button
        size="small"
        icon={<ChevronUp size={14} aria-hidden="true" />}
        aria-label={t("keys.previous")}
        disabled={props.isFirst}
        onClick={() => props.onStep(-1)}
      />
      <Button
        size="small"
        icon={<ChevronDown size={14} aria-hidden="true" />}
        aria-label={t("keys.next")}
        disabled={props.isLast}
        onClick={() => props.onStep(1)}
      />
    </div>
  );
}
