// The text that was recognised in a scan, beside its picture, with a quotation highlighted.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { QueryView } from "@/ui/states/QueryView";
import { fold, locate, type Range } from "./quote";
import styles from "./RecognizedText.module.css";
import { type ResumeSource, recognizedTextQuery } from "./resumeQuery";
import { centre } from "./scroll";

interface Props {
  source: ResumeSource;
  quote: string | null;
  /** Reports whether the quotation was found; called for each new quotation. */
  onLocated: (found: boolean) => void;
}

export function RecognizedText({ source, quote, onLocated }: Props) {
  const { t } = useTranslation("scan");
  const text = useQuery(recognizedTextQuery(source));
  return (
    <section className={styles.pane} aria-label={t("title")}>
      <h3 className={styles.title}>{t("title")}</h3>
      <QueryView query={text} skeleton={null}>
        {(recognized) => (
          <>
            <p className={styles.note}>
              {t("note", { count: recognized.pages.length, numbers: recognized.pages.join(", ") })}
            </p>
            <Lines text={recognized.text} quote={quote} onLocated={onLocated} />
          </>
        )}
      </QueryView>
    </section>
  );
}

function Lines({ text, quote, onLocated }: { text: string } & Pick<Props, "quote" | "onLocated">) {
  const lines = useMemo(() => text.split("\n"), [text]);
  const folded = useMemo(() => fold(lines), [lines]);
  const ranges = useMemo(() => (quote ? locate(folded, quote) : []), [folded, quote]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!quote) return;
    onLocated(ranges.length > 0);
    const first = root.current?.querySelector("mark");
    if (first) centre(first);
  }, [quote, ranges, onLocated]);
  return (
    <div ref={root} className={styles.text}>
      {lines.map((line, at) => {
        const range = ranges.find(({ piece }) => piece === at);
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that does not change
        return <p key={at}>{range ? <Marked line={line} range={range} /> : line}</p>;
      })}
    </div>
  );
}

function Marked({ line, range }: { line: string; range: Range }) {
  return (
    <>
      {line.slice(0, range.start)}
      <mark>{line.slice(range.start, range.end)}</mark>
      {line.slice(range.end)}
    </>
  );
}
