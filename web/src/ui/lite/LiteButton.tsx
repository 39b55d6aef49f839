// Button and link button for pages without the component library.
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "react-router";
import styles from "./Lite.module.css";

interface LiteButtonStyle {
  primary?: boolean;
  block?: boolean;
}

export function LiteButton({
  primary = false,
  block = false,
  busy = false,
  type = "button",
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & LiteButtonStyle & { busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-kind={primary ? "primary" : "default"}
      data-block={block}
      disabled={busy || rest.disabled}
      aria-busy={busy}
    />
  );
}

/** A link within the app, or to a download. */
export function LiteLink(props: LiteButtonStyle & { children: ReactNode } & ({ to: string } | { file: string })) {
  const attributes = {
    className: styles.button,
    "data-kind": props.primary ? "primary" : "default",
    "data-block": props.block === true,
  };
  return "file" in props ? (
    <a {...attributes} href={props.file} download>
      {props.children}
    </a>
  ) : (
    <Link {...attributes} to={props.to}>
      {props.children}
    </Link>
  );
}
