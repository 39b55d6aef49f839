// Elapsed time of the interview.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Cockpit.module.css";

const SECOND_MS = 1_000;

export function Timer({ since }: { since: string }) {
  const { t } = useTranslation("interview");
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / SECOND_MS));
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const clock = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  return (
    <span className={styles.timer} role="timer" aria-label={t("timer")}>
      {hours > 0 ? `${hours}:${clock}` : clock}
    </span>
  );
}
