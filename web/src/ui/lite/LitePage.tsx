// Stand-alone page outside the shell: logo, heading, text, actions.
import type { ReactNode } from "react";
import { BrandMark } from "../BrandMark";
import { usePageTitle } from "../usePageTitle";
import styles from "./LitePage.module.css";

export function LitePage(props: { title: string; text: ReactNode; children: ReactNode }) {
  usePageTitle(props.title);
  return (
    <main className={styles.page}>
      <div>
        <BrandMark size={40} />
        <h1 className={styles.title}>{props.title}</h1>
        <p className={styles.text}>{props.text}</p>
        {props.children}
      </div>
    </main>
  );
}

export function LitePageActions(props: { children: ReactNode }) {
  return <div className={styles.actions}>{props.children}</div>;
}
