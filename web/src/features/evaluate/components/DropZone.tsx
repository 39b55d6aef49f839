// Upload by drag and drop or file dialog: ZIPs, folders and single resumes.
import { App, Button, Spin } from "antd";
import { FolderUp } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLoadCanAssess } from "@/entities/job/rubric";
import { Can } from "@/entities/session/components/Can";
import { useCan } from "@/entities/session/memberships";
import {
  type DroppedFile,
  fromFileList,
  MAX_ZIP,
  packsOf,
  RESUME_TYPES,
  readDroppedFiles,
  sortFiles,
} from "../logic/files";
import { packZip } from "../logic/packZip";
import { uploadQueue } from "../logic/uploadQueue";
import styles from "./DropZone.module.css";

export interface UploadTarget {
  organizationId: string;
  jobId: string;
  jobTitle: string;
}

/** Sorts dropped files, packs single ones into a ZIP, and reports unusable ones. */
export function useFileIntake(target: UploadTarget | null): {
  addFiles: (dropped: readonly DroppedFile[]) => void;
  packing: number;
} {
  const { t } = useTranslation("evaluate");
  const { message, modal } = App.useApp();
  const [packing, setPacking] = useState(0);
  const loadCanAssess = useLoadCanAssess();
  /** Whether to go on: an upload for a job without criteria assesses no resume. */
  const confirm = async (jobId: string) =>
    (await loadCanAssess(jobId)) !== false ||
    modal.confirm({
      title: t("no_criteria.title"),
      content: t("no_criteria.text"),
      okText: t("no_criteria.confirm"),
      cancelText: t("no_criteria.cancel"),
    });

  const addFiles = async (dropped: readonly DroppedFile[]) => {
    if (!target) {
      message.warning(t("drop.job_first"));
      return;
    }
    const { zips, loose, tooLarge, others } = sortFiles(dropped);
    for (const { name, size } of tooLarge) {
      message.error(size > MAX_ZIP ? t("drop.too_large", { name }) : t("drop.resume_too_large", { name }));
    }
    if (others.length > 0 && zips.length + loose.length === 0) {
      message.warning(t("drop.nothing_usable"));
    } else if (others.length > 0) {
      message.info(t("drop.left_out", { count: others.length, name: others[0] }));
    }
    if (zips.length + loose.length === 0 || !(await confirm(target.jobId))) return;
    const files = [...zips];
    if (loose.length > 0) {
      setPacking(loose.length);
      try {
        for (const pack of packsOf(loose))
          files.push(await packZip(pack, t("drop.packed_name", { count: pack.length })));
      } catch {
        message.error(t("drop.pack_failed"));
      } finally {
        setPacking(0);
      }
    }
    uploadQueue.add(files.map((file) => ({ ...target, file })));
  };
  return { addFiles: (dropped) => void addFiles(dropped), packing };
}

/** Drop target around its children, with an overlay while dragging. */
export function DropArea(props: { onDrop: (dropped: readonly DroppedFile[]) => void; children: ReactNode }) {
  const { t } = useTranslation("evaluate");
  const depth = useRef(0);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const canUpload = useCan("evaluate:execute");
  const withFiles = (event: DragEvent) => canUpload && event.dataTransfer.types.includes("Files");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has a keyboard twin, the button that opens the file dialog
    <div
      className={styles.area}
      onDragEnter={(event) => {
        if (!withFiles(event)) return;
        event.preventDefault();
        depth.current += 1;
        setDraggedOver(true);
      }}
      onDragOver={(event) => {
        if (withFiles(event)) event.preventDefault();
      }}
      onDragLeave={() => {
        depth.current = Math.max(0, depth.current - 1);
        if (depth.current === 0) setDraggedOver(false);
      }}
      onDrop={(event) => {
        if (!withFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setDraggedOver(false);
        readDroppedFiles(event.dataTransfer).then(props.onDrop, () => undefined);
      }}
    >
      {props.children}
      {isDraggedOver ? (
        <div className={styles.over} aria-hidden="true">
          <FolderUp size={28} strokeWidth={1.5} />
          {t("drop.release")}
        </div>
      ) : null}
    </div>
  );
}

/** The file dialog's button. */
export function FileChooseButton(props: {
  onChoose: (dropped: readonly DroppedFile[]) => void;
  primary?: boolean;
  disabled?: boolean;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={`.zip,${RESUME_TYPES}`}
        onChange={(event) => {
          props.onChoose(fromFileList(event.target.files ?? []));
          event.target.value = "";
        }}
      />
      <Button
        type={props.primary ? "primary" : "default"}
        disabled={props.disabled === true}
        onClick={() => input.current?.click()}
      >
        {props.children}
      </Button>
    </>
  );
}

export function DropZone(props: { onChoose: (dropped: readonly DroppedFile[]) => void; packing: number }) {
  const { t } = useTranslation("evaluate");
  return (
    <div className={styles.zone}>
      {props.packing > 0 ? (
        <>
          <Spin />
          <p className={styles.title} role="status">
            {t("drop.packing", { count: props.packing })}
          </p>
        </>
      ) : (
        <>
          <DropZoneIllustration />
          <p className={styles.title}>{t("drop.title")}</p>
          <p className={styles.hint}>{t("drop.hint")}</p>
          <Can permission="evaluate:execute" fallback="disable">
            <FileChooseButton primary onChoose={props.onChoose}>
              {t("drop.choose")}
            </FileChooseButton>
          </Can>
        </>
      )}
    </div>
  );
}

/** Illustration of the empty drop zone. */
function DropZoneIllustration() {
  return (
    <svg className={styles.sheets} width="112" height="72" viewBox="0 0 112 72" aria-hidden="true">
      <g transform="rotate(-9 34 44)">
        <rect x="14" y="14" width="42" height="54" rx="4" />
      </g>
      <g transform="rotate(8 78 44)">
        <rect x="56" y="14" width="42" height="54" rx="4" />
      </g>
      <rect x="34" y="6" width="44" height="58" rx="4" />
      <path d="M42 18h18M42 26h28M42 33h24" />
      <g className={styles.dots}>
        <circle cx="44.5" cy="52" r="2.6" />
        <circle cx="53" cy="52" r="2.6" />
        <circle cx="61.5" cy="52" r="2.6" data-open="true" />
        <circle cx="70" cy="52" r="2.6" data-open="true" />
      </g>
    </svg>
  );
}
