// Layout of pages for guests: header and reading column.
import type { ReactNode } from "react";
import { usePageTitle } from "../usePageTitle";
import styles from "./GuestPage.module.css";
import { LiteHeader } from "./LiteHeader";

export function GuestPage(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  usePageTitle(props.title);
  return (
    <div className={styles.page}>
      <LiteHeader />
      <main className={styles.main}>
        <h1 className={styles.title}>{props.title}</h1>
        {props.lead ? <p className={styles.lead}>{props.lead}</p> : null}
        {props.children}
      </main>
    </div>
  );
}
