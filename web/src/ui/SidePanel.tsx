// A panel next to a list, which stays usable: j and k move on and the panel follows. On a phone it is a full-height
// sheet.

import { X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { BottomSheet } from "./BottomSheet";
import styles from "./SidePanel.module.css";
import { useIsPhone } from "./theme/appearance";

interface Props {
  title: string;
  onClose: () => void;
  /** Whether it has two columns on wide windows. */
  wide?: boolean;
  children: ReactNode;
}

export function SidePanel({ title, onClose, wide = false, children }: Props) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    if (phone) return;
    const close = (event: KeyboardEvent) => {
      // In a dialog above the panel, Escape is about the dialog.
      const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      // While composing, Escape is about the input method.
      if (event.key === "Escape" && !event.defaultPrevented && !event.isComposing && !isInDialog) leave();
    };
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [phone]);

  if (phone) {
    return (
      <BottomSheet open title={title} onClose={onClose}>
        {children}
      </BottomSheet>
    );
  }
  return (
    <aside className={styles.panel} data-side-panel={wide ? "wide" : "narrow"} aria-label={title}>
      <button
        type="button"
        className={styles.close}
        aria-label={t("panel.close")}
        title={t("panel.close")}
        onClick={onClose}
      >
        <X size={18} aria-hidden="true" />
      </button>
      {children}
    </aside>
  );
}
