// A labelled input with its message; a password can be shown.
import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Plain.module.css";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  label: string;
  value: string;
  onValue: (value: string) => void;
  error?: string | undefined;
}

export function PlainField({ label, value, onValue, error, type = "text", ...rest }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [shown, setShown] = useState(false);
  const secret = type === "password";
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.control}>
        <input
          {...rest}
          id={id}
          className={styles.input}
          type={secret && shown ? "text" : type}
          value={value}
          data-reveal={secret}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
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
      {error === undefined ? null : (
        <span className={styles.error} id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
