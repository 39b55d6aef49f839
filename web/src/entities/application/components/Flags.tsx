// Warnings about the score.
import { TriangleAlert } from "lucide-react";
import type { Flag } from "@/lib/api/types";
import { useFlagLabels } from "../flags";
import styles from "./Evaluation.module.css";

export function Flags({ flags }: { flags: readonly Flag[] }) {
  const labels = useFlagLabels();
  if (flags.length === 0) return null;
  return (
    <ul className={styles.flags}>
      {flags.map((flag) => (
        <li key={`${flag.kind}\n${flag.quote ?? ""}`} className={styles.flag}>
          <TriangleAlert size={16} aria-hidden="true" />
          <div>
            <p>{labels[flag.kind]}</p>
            {flag.quote ? <blockquote className={styles.flagQuote}>{flag.quote}</blockquote> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
