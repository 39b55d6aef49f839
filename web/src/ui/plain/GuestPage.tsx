// The frame of pages for people without an account: the brand and the language above, a reading column below.
import type { ReactNode } from "react";
import { usePageTitle } from "../usePageTitle";
import styles from "./GuestPage.module.css";
import { PlainTop } from "./PlainTop";

export function GuestPage(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  usePageTitle(props.title);
  return (
    <div className={styles.page}>
      <PlainTop />
      <main className={styles.main}>
        <h1 className={styles.title}>{props.title}</h1>
        {props.lead ? <p className={styles.lead}>{props.lead}</p> : null}
        {props.children}
      </main>
    </div>
  );
}
