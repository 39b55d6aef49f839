// Beside a level: its score can't be compared with the job's latest evaluations, which the mark's text explains.
import { Tooltip } from "antd";
import { History } from "lucide-react";
import { type Differences, useDifferenceText } from "../differences";
import styles from "./Evaluation.module.css";

interface Props {
  differences: Differences;
  /** Where the mark is inside a button, which is focused instead. */
  isInButton?: boolean;
}

export function DifferenceMark({ differences, isInButton = false }: Props) {
  const text = useDifferenceText()(differences);
  if (!text) return null;
  const label = `${text.what}. ${text.why}`;
  return (
    <Tooltip title={label} trigger={["hover", "focus"]}>
      <span className={styles.flagMark} role="img" aria-label={label} {...(isInButton ? {} : { tabIndex: 0 })}>
        <History size={14} aria-hidden="true" />
      </span>
    </Tooltip>
  );
}
