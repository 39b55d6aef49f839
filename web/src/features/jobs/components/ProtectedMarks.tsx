// Underlines in a text area what a job may not ask for.
import { useLayoutEffect, useRef } from "react";
import type { ProtectedPhrase } from "@/lib/api/types";
import { alignLayer } from "./PhraseMark";
import styles from "./PhraseMark.module.css";

interface Props {
  /** Id of the text area. */
  areaId: string;
  text: string;
  /** In the order of the text. */
  phrases: readonly ProtectedPhrase[];
}

export function ProtectedMarks({ areaId, text, phrases }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const area = document.getElementById(areaId);
    const own = layer.current;
    if (!(area instanceof HTMLTextAreaElement) || !own || !text) return;
    const follow = () => {
      alignLayer(own, area);
      own.scrollTop = area.scrollTop;
    };
    follow();
    area.addEventListener("scroll", follow);
    return () => area.removeEventListener("scroll", follow);
  }, [areaId, text]);
  let at = 0;
  const pieces = phrases.flatMap(({ source: { start, end } }) => {
    const from = Math.max(at, start);
    const piece = { start: from, before: text.slice(at, from), marked: text.slice(from, end) };
    at = Math.max(at, end);
    return piece.marked ? [piece] : [];
  });
  return (
    <div ref={layer} className={styles.layer} aria-hidden="true">
      {pieces.map(({ start, before, marked }) => (
        <span key={start}>
          {before}
          <mark className={styles.protected}>{marked}</mark>
        </span>
      ))}
      {text.slice(at)}
    </div>
  );
}
