// Error state of a failed query, with retry.
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useErrorText } from "../errorText";
import styles from "./States.module.css";

export function ErrorState(props: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <div className={styles.state} role="alert">
      <p className={styles.text}>{errorText(props.error)}</p>
      {props.retry ? (
        <div className={styles.action}>
          <Button onClick={props.retry}>{t("action.retry")}</Button>
        </div>
      ) : null}
    </div>
  );
}
