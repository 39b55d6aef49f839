// Confirms leaving a page with unsaved changes, within the app and when closing the tab.
import { Modal } from "antd";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { registerUnsaved } from "./unsavedStore";

export interface UnsavedGuard {
  asking: boolean;
  leave: () => void;
  stay: () => void;
  /** Allows the next navigation, after saving. */
  release: () => void;
}

/** All guards of unsaved changes. The router supports only one blocker, so each answers for all. */
const unsavedGuards = new Set<{ current: boolean }>();

function isAnythingUnsaved(): boolean {
  return [...unsavedGuards].some((released) => !released.current);
}

export function useUnsavedGuard(dirty: boolean): UnsavedGuard {
  const released = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isAnythingUnsaved(),
  );
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    const unregister = registerUnsaved();
    unsavedGuards.add(released);
    return () => {
      window.removeEventListener("beforeunload", warn);
      unsavedGuards.delete(released);
      unregister();
    };
  }, [dirty]);
  return {
    asking: blocker.state === "blocked",
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
    release: () => {
      released.current = true;
    },
  };
}

/** The confirmation dialog. */
export function UnsavedDialog({ guard }: { guard: UnsavedGuard }) {
  const { t } = useTranslation();
  return (
    <Modal
      open={guard.asking}
      title={t("leave.title")}
      okText={t("leave.leave")}
      okButtonProps={{ danger: true }}
      cancelText={t("leave.stay")}
      onOk={guard.leave}
      onCancel={guard.stay}
      width={420}
    >
      {t("leave.text")}
    </Modal>
  );
}
