// The line that says that the network is gone.
import { useTranslation } from "react-i18next";
import { useIsOffline } from "@/lib/connection";
import styles from "./Late.module.css";

export function OfflineLine() {
  const { t } = useTranslation();
  if (!useIsOffline()) return null;
  return (
    <p role="alert" className={styles.offline}>
      {t("late.offline_line")}
    </p>
  );
}
