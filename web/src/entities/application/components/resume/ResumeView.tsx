// Resume viewer for every file type, with download and the quotation's search result.

import { useQuery } from "@tanstack/react-query";
import { Button, Skeleton } from "antd";
import { Download, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Flag } from "@/lib/api/types";
import { lazyPart } from "@/ui/late/lazyPart";
import { QueryView } from "@/ui/states/QueryView";
import { MAX_SHOWN } from "./kind";
import styles from "./ResumeView.module.css";
import { type ResumeSource, resumeQuery } from "./resumeQuery";

/** 1 fits the available width. */
const ZOOMS: readonly number[] = [1, 1.25, 1.5, 2, 2.5];
const FIT = 1;

const PdfView = lazyPart(() => import("./PdfView"));
const DocxView = lazyPart(() => import("./DocxView"));
const RecognizedText = lazyPart(async () => ({ default: (await import("./RecognizedText")).RecognizedText }));

interface Props {
  source: ResumeSource;
  /** Quotation to highlight and scroll to. */
  quote: string | null;
  /** The evaluation's flags, which say whether text was recognised in pictures. */
  flags: readonly Flag[] | undefined;
}

export function ResumeView({ source, quote, flags }: Props) {
  const { t } = useTranslation("evaluation");
  const file = useQuery(resumeQuery(source));
  const [located, setLocated] = useState<{ quote: string; found: boolean } | null>(null);
  const [zoom, setZoom] = useState(FIT);
  const zoomBy = (step: 1 | -1) => setZoom((now) => ZOOMS[ZOOMS.indexOf(now) + step] ?? now);
  const [failedKey, setFailedKey] = useState<string | null>(null);
  const onLocated = useCallback((found: boolean) => quote && setLocated({ quote, found }), [quote]);
  const onFailed = useCallback(() => setFailedKey(source.key), [source.key]);
  const data = file.data?.data;
  const url = useMemo(() => (data ? URL.createObjectURL(data) : undefined), [data]);
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );

  const [inText, setInText] = useState<{ quote: string; found: boolean } | null>(null);
  const onFoundInText = useCallback((found: boolean) => quote && setInText({ quote, found }), [quote]);
  const isRecognized = flags?.some(({ kind }) => kind === "recognized_text") ?? false;
  const isInText = isRecognized && inText?.quote === quote && inText.found;
  const missed = located !== null && located.quote === quote && !located.found && !isInText;
  return (
    <section className={styles.view} aria-label={t("resume.title")}>
      <header className={styles.head}>
        <span className={styles.name} title={source.fileName}>
          {source.fileName}
        </span>
        <span className={styles.zoom}>
          <Button
            type="text"
            size="small"
            icon={<ZoomOut size={15} aria-hidden="true" />}
            aria-label={t("resume.zoom_out")}
            title={t("resume.zoom_out")}
            disabled={zoom === FIT}
            onClick={() => zoomBy(-1)}
          />
          <Button type="text" size="small" disabled={zoom === FIT} onClick={() => setZoom(FIT)}>
            {t("resume.fit_width")}
          </Button>
          <Button
            type="text"
            size="small"
            icon={<ZoomIn size={15} aria-hidden="true" />}
            aria-label={t("resume.zoom_in")}
            title={t("resume.zoom_in")}
            disabled={zoom === ZOOMS.at(-1)}
            onClick={() => zoomBy(1)}
          />
        </span>
        <a className={styles.download} href={url} download={lastPart(source.fileName)} aria-disabled={!url}>
          <Download size={15} aria-hidden="true" /> {t("resume.download")}
        </a>
      </header>
      <p className={styles.missed} role="status" data-on={missed}>
        {missed ? t("resume.quote_missed") : null}
      </p>
      <div className={styles.panes} data-beside={isRecognized}>
        <QueryView query={file} skeleton={<ResumeSkeleton />}>
          {({ data: bytes, kind }) =>
            failedKey === source.key ? (
              <p className={styles.note}>{t("resume.failed")}</p>
            ) : bytes.size > MAX_SHOWN ? (
              <p className={styles.note}>{t("resume.too_large")}</p>
            ) : kind === "pdf" ? (
              <Sheet zoom={zoom}>
                <PdfView data={bytes} quote={quote} onLocated={onLocated} onFailed={onFailed} />
              </Sheet>
            ) : kind === "docx" ? (
              <Sheet zoom={zoom}>
                <DocxView data={bytes} quote={quote} onLocated={onLocated} onFailed={onFailed} />
              </Sheet>
            ) : kind === "picture" && url ? (
              <Sheet zoom={zoom}>
                <img className={styles.picture} src={url} alt={t("resume.title")} onError={onFailed} />
              </Sheet>
            ) : (
              <p className={styles.note}>{kind === "doc" ? t("resume.legacy_doc") : t("resume.unknown_kind")}</p>
            )
          }
        </QueryView>
        {isRecognized ? (
          <Suspense>
            <RecognizedText source={source} quote={quote} onLocated={onFoundInText} />
          </Suspense>
        ) : null}
      </div>
    </section>
  );
}

/** Fills the width; when zoomed, it scrolls horizontally. */
function Sheet({ zoom, children }: { zoom: number; children: ReactNode }) {
  return (
    <div className={styles.sheet}>
      <div style={{ width: `${zoom * 100}%` }}>
        <Suspense fallback={<ResumeSkeleton />}>{children}</Suspense>
      </div>
    </div>
  );
}

function ResumeSkeleton() {
  return (
    <div className={styles.waiting} aria-hidden="true">
      <Skeleton active title={{ width: "40%" }} paragraph={{ rows: 12 }} />
    </div>
  );
}

function lastPart(name: string): string {
  return name.split(/[/\\]/).at(-1) ?? name;
}
