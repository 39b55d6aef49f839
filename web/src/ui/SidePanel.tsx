// A panel next to a list, which stays usable: j and k move on and the panel follows. On a phone it is a full-height
// sheet.

import { X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
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

/** Dialogs and menus above the panel, and buttons with an open menu. */
const ABOVE = '[role="dialog"], [role="menu"], [aria-haspopup="menu"][aria-expanded="true"]';

export function SidePanel({ title, onClose, wide = false, children }: Props) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const leave = useEffectEvent(onClose);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (phone) return;
    const close = (event: KeyboardEvent) => {
      // In a dialog or menu above the panel, Escape is about that.
      const isAbove = event.target instanceof Element && event.target.closest(ABOVE) !== null;
      // While composing, Escape is about the input method.
      if (event.key === "Escape" && !event.defaultPrevented && !event.isComposing && !isAbove) leave();
    };
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [phone]);
  // A panel that closes gives the focus in it back to what had it before, such as the card that was opened.
  useLayoutEffect(() => {
    const inner = panel.current;
    if (!inner) return;
    let outside = document.activeElement;
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && !inner.contains(target)) outside = target;
    };
    document.addEventListener("focusin", onFocus);
    return () => {
      document.removeEventListener("focusin", onFocus);
      if (inner.contains(document.activeElement) && outside instanceof HTMLElement && outside.isConnected) {
        outside.focus({ preventScroll: true });
      }
    };
  }, []);

  if (phone) {
    return (
      <BottomSheet open title={title} onClose={onClose}>
        {children}
      </BottomSheet>
    );
  }
  return (
    <aside ref={panel} className={styles.panel} data-side-panel={wide ? "wide" : "narrow"} aria-label={title}>
      <div className={styles.corner}>
        <button
          type="button"
          className={styles.close}
          aria-label={t("panel.close")}
          title={t("panel.close")}
          onClick={onClose}
        >
          <X size={18} aria-hidden="true" />
        </button>
      </div>
      {children}
    </aside>
  );
}
