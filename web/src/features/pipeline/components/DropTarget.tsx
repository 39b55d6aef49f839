// The part of a lane that changes while cards are dragged; what is inside is not rendered again.
import { type ReactNode, useCallback, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { Drop } from "@/entities/application/boardLogic";
import type { Stage } from "@/lib/api/types";
import { useDragSpace } from "./dragSpace";
import styles from "./Lane.module.css";

interface Props {
  stage: Stage;
  label: string;
  head: ReactNode;
  children: ReactNode;
}

export function DropTarget({ stage, label, head, children }: Props) {
  "use memo";
  const space = useDragSpace();
  const drop = useSyncExternalStore(space.subscribe, () => space.dropOn(stage));
  const isOver = useSyncExternalStore(space.subscribe, () => space.isOver(stage));
  const place = useCallback((node: HTMLElement) => space.lanes.put(stage, node), [space, stage]);
  return (
    <section ref={place} className={styles.lane} aria-label={label} data-drop={drop} data-over={isOver}>
      {head}
      {drop && drop !== "same" ? <DropHint drop={drop} /> : null}
      {children}
    </section>
  );
}

function DropHint({ drop }: { drop: Drop }) {
  const { t } = useTranslation("pipeline");
  return (
    <p className={styles.hint} aria-hidden="true">
      {drop === "allowed" ? t("drag.here") : t("drag.not_here")}
    </p>
  );
}
