// Error state of a failed query, with retry unless what was asked for no longer exists or is not allowed.
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ApiProblem, isNotFound } from "@/lib/api/problem";
import { useErrorText } from "../errorText";
import styles from "./States.module.css";

export function ErrorState(props: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const isForbidden = props.error instanceof ApiProblem && props.error.status === 403;
  return (
    <div className={styles.state} role="alert">
      <p className={styles.text}>{errorText(props.error)}</p>
      {props.retry && !isForbidden && !isNotFound(props.error) ? (
        <div className={styles.action}>
          <Button onClick={props.retry}>{t("action.retry")}</Button>
        </div>
      ) : null}
    </div>
  );
}
