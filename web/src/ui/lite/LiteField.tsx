// A labelled input with an error message; passwords can be revealed.
import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Lite.module.css";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  label: string;
  value: string;
  onValue: (value: string) => void;
  error?: string | undefined;
  /** Shown below the field unless there is an error. */
  hint?: string;
  /** Prefix shown inside the field. */
  lead?: string;
}

export function LiteField({ label, value, onValue, error, hint, lead, type = "text", ...rest }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [shown, setShown] = useState(false);
  const secret = type === "password";
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.control}>
        {lead ? (
          <span className={styles.lead} aria-hidden="true">
            {lead}
          </span>
        ) : null}
        <input
          {...rest}
          id={id}
          className={styles.input}
          type={secret && shown ? "text" : type}
          value={value}
          data-reveal={secret}
          data-lead={lead !== undefined}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          onChange={(event) => onValue(event.target.value)}
        />
        {secret ? (
          <button
            type="button"
            className={styles.reveal}
            aria-label={t("password.show")}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={17} aria-hidden="true" /> : <Eye size={17} aria-hidden="true" />}
          </button>
        ) : null}
      </span>
      {note === undefined ? null : (
        <span className={error === undefined ? styles.hint : styles.error} id={`${id}-note`}>
          {note}
        </span>
      )}
    </div>
  );
}
