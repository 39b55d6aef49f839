// Notice for losing the permission to save: the input stays on the page and can be copied.
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCopy } from "../useCopy";
import styles from "./PermissionLostNotice.module.css";

interface Field {
  label: string;
  value: string;
}

/** The non-empty fields with their labels. */
export function asText(fields: readonly Field[]): string {
  return fields
    .filter(({ value }) => value.trim() !== "")
    .map(({ label, value }) => `${label}\n${value.trim()}`)
    .join("\n\n");
}

/** Why what was typed can't be saved, and what can be done. */
export interface KeptReason {
  title: string;
  text: string;
}

interface Props {
  /** Without them nothing can be copied. */
  fields?: readonly Field[];
  /** By default the lost permission. */
  reason?: KeptReason | undefined;
}

export function PermissionLostNotice({ fields, reason }: Props) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <Alert
      className={styles.kept ?? ""}
      type="warning"
      role="alert"
      showIcon
      title={reason?.title ?? t("kept.title")}
      description={
        fields ? (
          <>
            <p>{reason?.text ?? t("kept.text")}</p>
            {/* Not by the form that it may be in. */}
            <Button
              className={styles.copy ?? ""}
              disabled={false}
              onClick={() => void copy(asText(fields), t("kept.copied"))}
            >
              {t("kept.copy")}
            </Button>
          </>
        ) : (
          t("kept.text_changes")
        )
      }
    />
  );
}
