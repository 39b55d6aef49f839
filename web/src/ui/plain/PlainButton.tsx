// A button, and a link that looks like one, for pages that come before the component library.
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link } from "react-router";
import styles from "./Plain.module.css";

interface Look {
  primary?: boolean;
  wide?: boolean;
}

export function PlainButton({
  primary = false,
  wide = false,
  busy = false,
  type = "button",
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Look & { busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-kind={primary ? "primary" : "default"}
      data-wide={wide}
      disabled={busy || rest.disabled}
      aria-busy={busy}
    />
  );
}

/** A link within the app, or to a file that is downloaded. */
export function PlainLink(props: Look & { children: ReactNode } & ({ to: string } | { file: string })) {
  const look = {
    className: styles.button,
    "data-kind": props.primary ? "primary" : "default",
    "data-wide": props.wide === true,
  };
  return "file" in props ? (
    <a {...look} href={props.file} download>
      {props.children}
    </a>
  ) : (
    <Link {...look} to={props.to}>
      {props.children}
    </Link>
  );
}
