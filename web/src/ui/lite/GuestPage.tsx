// Layout of pages for guests: header and reading column.
import type { ReactNode } from "react";
import { usePageTitle } from "../usePageTitle";
import styles from "./GuestPage.module.css";
import { type Host, LiteHeader } from "./LiteHeader";

interface Props {
  title: string;
  lead?: ReactNode;
  /** The employer whose page it is. */
  host?: Host;
  children?: ReactNode;
}

export function GuestPage(props: Props) {
  usePageTitle(props.title);
  return (
    <div className={styles.page}>
      <LiteHeader {...(props.host ? { host: props.host } : {})} />
      <main className={styles.main}>
        <h1 className={styles.title}>{props.title}</h1>
        {props.lead ? <p className={styles.lead}>{props.lead}</p> : null}
        {props.children}
      </main>
    </div>
  );
}
