// Error state of a failed query, with retry unless what was asked for no longer exists or is not allowed.
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ApiProblem, isNotFound } from "@/lib/api/problem";
import { useErrorText } from "../errorText";
import styles from "./States.module.css";

interface Props {
  error: unknown;
  /** What failed, where the error alone doesn't say it. */
  title?: string;
  retry?: () => void;
}

export function ErrorState(props: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const isForbidden = props.error instanceof ApiProblem && props.error.status === 403;
  return (
    <div className={styles.state} role="alert">
      {props.title ? <p className={styles.text}>{props.title}</p> : null}
      <p className={props.title ? styles.hint : styles.text}>{errorText(props.error)}</p>
      {props.retry && !isForbidden && !isNotFound(props.error) ? (
        <div className={styles.action}>
          <Button onClick={props.retry}>{t("action.retry")}</Button>
        </div>
      ) : null}
    </div>
  );
}
