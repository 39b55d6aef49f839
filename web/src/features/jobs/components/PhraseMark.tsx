// Highlights the phrase a criterion is based on, over its text area.
import { useLayoutEffect, useRef } from "react";
import styles from "./PhraseMark.module.css";

/** Styles the layer must share with the text area, so that lines break at the same places. */
const SHARED = [
  "fontFamily",
  "fontSize",
  "fontWeight",
  "letterSpacing",
  "lineHeight",
  "paddingTop",
  "paddingRight",
  "paddingBottom",
  "paddingLeft",
  "borderTopWidth",
  "borderLeftWidth",
  "tabSize",
] as const;

interface Props {
  /** Id of the text area. */
  areaId: string;
  text: string;
  start: number;
  end: number;
}

export function PhraseMark({ areaId, text, start, end }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const area = document.getElementById(areaId);
    if (!(area instanceof HTMLTextAreaElement) || !layer.current || !mark.current || !text) return;
    alignLayer(layer.current, area);
    const { offsetTop, offsetHeight } = mark.current;
    const isSeen = offsetTop >= area.scrollTop && offsetTop + offsetHeight <= area.scrollTop + area.clientHeight;
    if (!isSeen || start === end) area.scrollTop = Math.max(0, offsetTop - area.clientHeight / 3);
    layer.current.scrollTop = area.scrollTop;
  }, [areaId, text, start, end]);
  return (
    <div ref={layer} className={styles.layer} aria-hidden="true">
      {text.slice(0, start)}
      <mark ref={mark} className={styles.mark}>
        {text.slice(start, end)}
      </mark>
      {text.slice(end)}
    </div>
  );
}

/** Lays a layer over a text area, so that its words lie over the same words. */
export function alignLayer(layer: HTMLElement, area: HTMLTextAreaElement) {
  const style = getComputedStyle(area);
  for (const name of SHARED) layer.style[name] = style[name];
  // A scroll bar narrows the lines.
  layer.style.width = `${area.clientWidth + Number.parseFloat(style.borderLeftWidth || "0")}px`;
}

/** Scrolls to a phrase in its text area and selects it. */
export function selectPhrase(areaId: string, start: number, end: number) {
  const area = document.getElementById(areaId);
  if (!(area instanceof HTMLTextAreaElement)) return;
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, end);
  area.scrollIntoView({ block: "center" });
}
