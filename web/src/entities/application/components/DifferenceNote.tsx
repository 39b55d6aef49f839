// Why a score can't be compared with the job's latest evaluations.
import { History } from "lucide-react";
import { type Differences, useDifferenceText } from "../differences";
import styles from "./Evaluation.module.css";

export function DifferenceNote({ differences }: { differences: Differences }) {
  const text = useDifferenceText()(differences);
  if (!text) return null;
  return (
    <div className={`${styles.flags} ${styles.flag}`}>
      <History size={16} aria-hidden="true" />
      <div>
        <p>
          {text.what}. {text.why}
        </p>
      </div>
    </div>
  );
}
