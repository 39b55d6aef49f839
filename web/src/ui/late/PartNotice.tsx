// Stands for a part that could not be loaded: offline, replaced by a new version, or for another reason.
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsOffline } from "@/lib/connection";
import { hasNewVersion } from "@/lib/loadPart";
import styles from "./Late.module.css";

/** Where the notice stands. A part that loads in the background waits for the network without one. */
export type PartPlace = "inline" | "overlay" | "background";

export function PartNotice({ place, onRetry }: { place: PartPlace; onRetry: () => void }) {
  const { t } = useTranslation();
  const isOffline = useIsOffline();
  const [wasOffline] = useState(isOffline);
  const [isReplaced, setReplaced] = useState(false);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (isOffline) return;
    if (wasOffline) {
      retry();
      return;
    }
    let isCurrent = true;
    void hasNewVersion().then((isNew) => isCurrent && setReplaced(isNew));
    return () => {
      isCurrent = false;
    };
  }, [isOffline, wasOffline]);
  if (isOffline && place === "background") return null;
  return (
    <div className={styles.part} data-place={place} role="alert">
      <span>{isOffline ? t("late.offline") : isReplaced ? t("late.new_version") : t("late.failed")}</span>
      {isReplaced ? (
        <button type="button" className={styles.action} onClick={() => window.location.reload()}>
          {t("late.reload")}
        </button>
      ) : (
        <button type="button" className={styles.action} onClick={onRetry}>
          {t("action.retry")}
        </button>
      )}
    </div>
  );
}
