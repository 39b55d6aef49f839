// A labelled native select; its first, empty option means no choice.
import { useId } from "react";
import styles from "./Lite.module.css";

interface Props {
  label: string;
  name: string;
  value: string;
  onValue: (value: string) => void;
  placeholder: string;
  options: readonly { value: string; label: string }[];
  error?: string | undefined;
}

export function LiteSelect({ label, name, value, onValue, placeholder, options, error }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        className={styles.input}
        value={value}
        data-empty={value === ""}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => onValue(event.target.value)}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error === undefined ? null : (
        <span className={styles.error} id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
