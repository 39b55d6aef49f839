// A checkbox with a label, which may contain links, and an error message.
import { type ReactNode, useId } from "react";
import styles from "./Lite.module.css";

interface Props {
  name: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  error?: string | undefined;
  children: ReactNode;
}

export function LiteCheck({ name, checked, onChecked, error, children }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onChecked(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {error === undefined ? null : (
        <span className={styles.error} id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
