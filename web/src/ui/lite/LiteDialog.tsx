// The browser's native modal dialog, with focus trap, Escape and focus restoration.
import { type ReactNode, useEffect, useId, useRef } from "react";
import styles from "./Lite.module.css";

export function LiteDialog(props: { open: boolean; title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (props.open && element && !element.open) element.showModal();
    if (!props.open && element?.open) element.close();
  }, [props.open]);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={props.onClose}>
      <h2 className={styles.dialogTitle} id={id}>
        {props.title}
      </h2>
      {props.open ? props.children : null}
    </dialog>
  );
}

export function LiteDialogActions(props: { children: ReactNode }) {
  return <div className={styles.dialogActions}>{props.children}</div>;
}
