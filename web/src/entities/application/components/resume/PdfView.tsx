// Renders a PDF: one canvas and one selectable text layer per page, with a quotation highlighted.
import {
  GlobalWorkerOptions,
  getDocument,
  type PageViewport,
  type PDFDocumentLoadingTask,
  type PDFPageProxy,
  TextLayer,
} from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import type { TextContent } from "pdfjs-dist/types/src/display/api";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./PdfView.module.css";
import { fold, locate, type Range } from "./quote";
import { centre } from "./scroll";

GlobalWorkerOptions.workerSrc = workerUrl;
const RESOURCES = `${import.meta.env.BASE_URL}assets/pdfjs`;
/** Sharp on dense screens without huge canvases. */
const MAX_DENSITY = 2;
/** Pages within this distance of the viewport are rendered ahead. */
const AHEAD = "800px 0px";

interface Sheet {
  page: PDFPageProxy;
  viewport: PageViewport;
  content: TextContent;
  /** The text layer's spans, in order. */
  pieces: string[];
}

interface Props {
  data: Blob;
  quote: string | null;
  /** Reports whether the quotation was found; called for each new quotation. */
  onLocated: (found: boolean) => void;
  onFailed: (error: unknown) => void;
}

export default function PdfView({ data, quote, onLocated, onFailed }: Props) {
  const [sheets, setSheets] = useState<Sheet[] | null>(null);
  const [width, setWidth] = useState(0);
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let task: PDFDocumentLoadingTask | null = null;
    let left = false;
    setSheets(null);
    const open = async () => {
      task = getDocument({
        data: new Uint8Array(await data.arrayBuffer()),
        cMapUrl: `${RESOURCES}/cmaps/`,
        cMapPacked: true,
        standardFontDataUrl: `${RESOURCES}/standard_fonts/`,
        wasmUrl: `${RESOURCES}/wasm/`,
        enableXfa: false,
      });
      const document = await task.promise;
      const pages = await Promise.all(
        Array.from({ length: document.numPages }, (_, at) => readSheet(document.getPage(at + 1))),
      );
      if (!left) setSheets(pages);
    };
    open().catch((error: unknown) => {
      if (!left) onFailed(error);
    });
    return () => {
      left = true;
      void task?.destroy();
    };
  }, [data, onFailed]);

  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const folded = useMemo(() => (sheets ? fold(sheets.flatMap((sheet) => sheet.pieces)) : null), [sheets]);
  const ranges = useMemo(() => (folded && quote ? locate(folded, quote) : []), [folded, quote]);
  useEffect(() => {
    if (folded && quote) onLocated(ranges.length > 0);
  }, [folded, quote, ranges, onLocated]);

  let first = 0;
  return (
    <div ref={root} className={styles.pages}>
      {sheets && width > 0
        ? sheets.map((sheet, at) => {
            const from = first;
            first += sheet.pieces.length;
            const own = ranges
              .filter((range) => range.piece >= from && range.piece < from + sheet.pieces.length)
              .map((range) => ({ ...range, piece: range.piece - from }));
            const leads = own.length > 0 && (ranges[0]?.piece ?? -1) - from === own[0]?.piece;
            return (
              <Page
                key={sheet.page.pageNumber}
                sheet={sheet}
                width={width}
                ranges={own}
                leads={leads}
                number={at + 1}
              />
            );
          })
        : null}
    </div>
  );
}

async function readSheet(pending: Promise<PDFPageProxy>): Promise<Sheet> {
  const page = await pending;
  const content = await page.getTextContent();
  const pieces = content.items.flatMap((item) => ("str" in item ? [item.str] : []));
  return { page, viewport: page.getViewport({ scale: 1 }), content, pieces };
}

interface PageProps {
  sheet: Sheet;
  width: number;
  ranges: readonly Range[];
  /** Whether the quotation starts here, so that this page is scrolled to. */
  leads: boolean;
  number: number;
}

function Page({ sheet, width, ranges, leads, number }: PageProps) {
  const { t } = useTranslation("evaluation");
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [spans, setSpans] = useState<HTMLElement[] | null>(null);
  const scale = width / sheet.viewport.width;
  const height = sheet.viewport.height * scale;

  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const wanted = near || ranges.length > 0;
  useEffect(() => {
    const target = canvas.current;
    if (!wanted || !target) return;
    const density = Math.min(window.devicePixelRatio || 1, MAX_DENSITY);
    const viewport = sheet.page.getViewport({ scale: scale * density });
    // Rendered off-screen and then swapped in, so that resizing does not flicker.
    const fresh = document.createElement("canvas");
    fresh.width = Math.floor(viewport.width);
    fresh.height = Math.floor(viewport.height);
    const task = sheet.page.render({ canvas: fresh, viewport });
    task.promise.then(
      () => {
        target.width = fresh.width;
        target.height = fresh.height;
        target.getContext("2d")?.drawImage(fresh, 0, 0);
      },
      () => undefined,
    );
    return () => task.cancel();
  }, [wanted, sheet, scale]);

  useEffect(() => {
    const container = layer.current;
    if (!wanted || !container) return;
    const text = new TextLayer({ textContentSource: sheet.content, container, viewport: sheet.viewport });
    let left = false;
    text.render().then(
      () => {
        if (!left) setSpans(text.textDivs);
      },
      () => undefined,
    );
    return () => {
      left = true;
      text.cancel();
      container.replaceChildren();
      setSpans(null);
    };
  }, [wanted, sheet]);

  useEffect(() => {
    if (!spans || ranges.length === 0) return;
    const marks = ranges.flatMap((range) => mark(spans[range.piece], range));
    if (leads && marks[0]) centre(marks[0]);
    return () => {
      for (const { piece } of ranges) {
        const span = spans[piece];
        if (span) span.textContent = sheet.pieces[piece] ?? "";
      }
    };
  }, [spans, ranges, leads, sheet]);

  return (
    <section
      ref={holder}
      className={styles.page}
      style={{ width, height, ["--total-scale-factor" as string]: scale }}
      aria-label={t("resume.page", { number })}
    >
      <canvas ref={canvas} className={styles.canvas} />
      <div ref={layer} className={styles.text} />
    </section>
  );
}

/** Highlights a part of a span's text. */
function mark(span: HTMLElement | undefined, range: Range): HTMLElement[] {
  const text = span?.textContent ?? "";
  if (!span || text === "") return [];
  const element = document.createElement("mark");
  element.textContent = text.slice(range.start, range.end);
  span.replaceChildren(text.slice(0, range.start), element, text.slice(range.end));
  return [element];
}
