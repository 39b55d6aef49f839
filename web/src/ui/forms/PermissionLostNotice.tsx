// What was typed before the permission to save it went: it stays on the page, and this says so and how to take it along.
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCopy } from "../useCopy";
import styles from "./PermissionLostNotice.module.css";

interface Field {
  label: string;
  value: string;
}

/** The fields that say something, each under its label. */
export function asText(fields: readonly Field[]): string {
  return fields
    .filter(({ value }) => value.trim() !== "")
    .map(({ label, value }) => `${label}\n${value.trim()}`)
    .join("\n\n");
}

/** Without `fields` there is nothing that could be copied. */
export function PermissionLostNotice({ fields }: { fields?: readonly Field[] }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <Alert
      className={styles.kept ?? ""}
      type="warning"
      role="alert"
      showIcon
      title={t("kept.title")}
      description={
        fields ? (
          <>
            <p>{t("kept.text")}</p>
            <Button className={styles.copy ?? ""} onClick={() => void copy(asText(fields), t("kept.copied"))}>
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
