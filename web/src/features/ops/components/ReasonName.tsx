// Why a task failed in words, with the code that logs and metrics use.
import { useReasonName } from "@/entities/task/reason";
import styles from "./ReasonName.module.css";

export function ReasonName({ reason }: { reason: string }) {
  const name = useReasonName()(reason);
  return (
    <>
      {name}
      {name === reason ? null : <span className={styles.code}>{reason}</span>}
    </>
  );
}
