// The flags of an evaluation as one mark of a row or card, which names them.
import { CircleAlert } from "lucide-react";
import type { Flag } from "@/lib/api/types";
import { useFlagLabels } from "../flags";
import styles from "./Evaluation.module.css";

export function FlagMark({ flags }: { flags: readonly Pick<Flag, "kind">[] }) {
  const labels = useFlagLabels();
  if (flags.length === 0) return null;
  const kinds = [...new Set(flags.map(({ kind }) => kind))];
  const label = kinds.map((kind) => labels[kind]).join("\n");
  return (
    <span className={styles.flagMark} role="img" aria-label={label} title={label}>
      <CircleAlert size={14} aria-hidden="true" />
    </span>
  );
}
