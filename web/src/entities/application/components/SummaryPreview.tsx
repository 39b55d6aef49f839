// The beginning of an evaluation's summary; a click shows it in full, with translation.

import { Popover, Skeleton } from "antd";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { focusInside } from "@/ui/focusInside";
import { lazyPart } from "@/ui/late/lazyPart";
import styles from "./SummaryPreview.module.css";

// Loads the full summary when it is first shown.
const WholeSummary = lazyPart(async () => ({ default: (await import("./WholeSummary")).WholeSummary }));

interface Props {
  applicationId: string;
  /** The summary, possibly cut off. */
  text: string;
}

export function SummaryPreview({ applicationId, text }: Props) {
  const { t } = useTranslation("review");
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      content={<Whole applicationId={applicationId} onClose={close} />}
    >
      <button
        ref={opener}
        type="button"
        className={styles.preview}
        title={t("summary.open")}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        {text}
      </button>
    </Popover>
  );
}

function Whole({ applicationId, onClose }: { applicationId: string; onClose: () => void }) {
  const { t } = useTranslation("review");
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Only then is the popup in the page.
    const frame = requestAnimationFrame(() => focusInside(dialog.current));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div
      ref={dialog}
      className={styles.whole}
      role="dialog"
      aria-label={t("summary.title")}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 3 }} />}>
        <WholeSummary applicationId={applicationId} />
      </Suspense>
    </div>
  );
}
