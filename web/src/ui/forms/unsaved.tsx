// Confirms discarding unsaved changes: when leaving a page, closing the tab, or closing what a form is in.
import { Modal } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Location, useBlocker } from "react-router";
import { useScopeParams } from "./UnsavedScope";
import { registerUnsaved } from "./unsavedStore";

export interface UnsavedGuard {
  asking: boolean;
  leave: () => void;
  stay: () => void;
  /** Allows the next navigation, after saving. */
  release: () => void;
  /** Asks again, after a release, while there are unsaved changes. */
  hold: () => void;
  /** Continues at once, or with unsaved changes only after they may be discarded: for what closes the form. */
  confirm: (then: () => void) => void;
}

interface Holder {
  isReleased: boolean;
  params: readonly string[];
}

/** All guards of unsaved changes. The router supports only one blocker, so each answers for all. */
const holders = new Set<Holder>();

/** Whether a navigation would unmount a form with unsaved changes. */
function wouldDiscard(from: Location, to: Location): boolean {
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return [...holders].some(
    ({ isReleased, params }) =>
      !isReleased && (from.pathname !== to.pathname || params.some((name) => before.get(name) !== after.get(name))),
  );
}

export function useUnsavedGuard(dirty: boolean): UnsavedGuard {
  const params = useScopeParams();
  const holder = useRef<Holder>({ isReleased: false, params });
  const [closing, setClosing] = useState<{ then: () => void } | null>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => wouldDiscard(currentLocation, nextLocation));
  useEffect(() => {
    holder.current.params = params;
  }, [params]);
  useEffect(() => {
    if (!dirty) return;
    const held = holder.current;
    held.isReleased = false;
    const warn = (event: BeforeUnloadEvent) => {
      if (!held.isReleased) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    const unregister = registerUnsaved();
    holders.add(held);
    return () => {
      window.removeEventListener("beforeunload", warn);
      holders.delete(held);
      unregister();
    };
  }, [dirty]);
  return {
    asking: closing !== null || blocker.state === "blocked",
    leave: () => {
      if (!closing) return blocker.proceed?.();
      setClosing(null);
      holder.current.isReleased = true;
      closing.then();
    },
    stay: () => {
      setClosing(null);
      blocker.reset?.();
    },
    release: () => {
      holder.current.isReleased = true;
    },
    hold: () => {
      holder.current.isReleased = false;
    },
    confirm: (then) => {
      if (dirty && !holder.current.isReleased) setClosing({ then });
      else then();
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
      width={440}
    >
      {t("leave.text")}
    </Modal>
  );
}
