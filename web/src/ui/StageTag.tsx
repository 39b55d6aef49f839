// A small label for a state, with few colours.
import type { ReactNode } from "react";
import styles from "./StageTag.module.css";

export type Tone = "good" | "neutral" | "attention" | "bad";

export function StageTag(props: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={props.tone ?? "neutral"}>
      {props.children}
    </span>
  );
}
