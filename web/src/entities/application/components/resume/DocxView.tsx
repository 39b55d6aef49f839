// Renders a Word file in a frame without scripts, with a quotation highlighted.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./DocxView.module.css";
import { docxDocument } from "./docx";
import { fold, locate } from "./quote";
import { centre } from "./scroll";

interface Props {
  data: Blob;
  quote: string | null;
  /** Reports whether the quotation was found; called for each new quotation. */
  onLocated: (found: boolean) => void;
  onFailed: (error: unknown) => void;
}

export default function DocxView({ data, quote, onLocated, onFailed }: Props) {
  const { t } = useTranslation("evaluation");
  const frame = useRef<HTMLIFrameElement>(null);
  const [html, setHtml] = useState<string | null>(null);
  const [shown, setShown] = useState(0);

  useEffect(() => {
    let left = false;
    setHtml(null);
    docxDocument(data).then(
      (text) => {
        if (!left) setHtml(text);
      },
      (error: unknown) => {
        if (!left) onFailed(error);
      },
    );
    return () => {
      left = true;
    };
  }, [data, onFailed]);

  /** Fits the page's width to the frame, and the frame's height to the pages. */
  const fitFrame = useCallback(() => {
    const element = frame.current;
    const inner = element?.contentDocument;
    const page = inner?.querySelector<HTMLElement>("section.docx");
    if (!element || !inner?.body || !page) return;
    inner.body.style.zoom = "1";
    const scale = element.clientWidth / Math.max(page.offsetWidth, 1);
    inner.body.style.zoom = String(scale);
    element.style.height = `${Math.ceil(inner.body.getBoundingClientRect().height)}px`;
  }, []);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fitFrame();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [fitFrame]);

  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (!shown || !inner?.body || !quote) return;
    const marks = markQuote(inner, quote);
    onLocated(marks.length > 0);
    // The frame's container scrolls, not the frame.
    if (frame.current && marks[0]) centre(frame.current, marks[0].getBoundingClientRect().top);
    return () => {
      for (const mark of marks) {
        const parent = mark.parentNode;
        mark.replaceWith(...mark.childNodes);
        parent?.normalize();
      }
    };
  }, [shown, quote, onLocated]);

  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={t("resume.document")}
      sandbox="allow-same-origin"
      srcDoc={html ?? ""}
      onLoad={() => {
        if (html === null) return;
        fitFrame();
        setShown((count) => count + 1);
      }}
    />
  );
}

function markQuote(inner: Document, quote: string): HTMLElement[] {
  const walker = inner.createTreeWalker(inner.body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
  const ranges = locate(fold(nodes.map((node) => node.data)), quote);
  // From the end, so that splitting a node keeps the earlier ranges valid.
  return ranges
    .toReversed()
    .map(({ piece, start, end }) => {
      const node = nodes[piece];
      if (!node) return null;
      const middle = start > 0 ? node.splitText(start) : node;
      if (end - start < middle.length) middle.splitText(end - start);
      const mark = inner.createElement("mark");
      middle.replaceWith(mark);
      mark.append(middle);
      return mark;
    })
    .filter((mark) => mark !== null)
    .toReversed();
}
