// Uploads in progress, with cancel.
import { Button } from "antd";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Upload, uploads } from "@/entities/batch/uploads";
import { useBytes } from "@/i18n/bytes";
import { useErrorText } from "@/ui/errorText";
import type { DroppedFile } from "../logic/files";
import { type QueuedUpload, uploadQueue, uploadSpeed } from "../logic/uploadQueue";
import { FileChooseButton } from "./DropZone";
import styles from "./UploadPanel.module.css";

/** Window of the speed measurement. */
const WINDOW_MS = 5_000;

interface Props {
  uploads: readonly Upload[];
  waiting: readonly QueuedUpload[];
  /** Uploads other files. */
  onChoose: (dropped: readonly DroppedFile[]) => void;
}

/** The server's statuses for a file that it will not take at another try either. */
const OF_THE_FILE: readonly number[] = [400, 413, 415, 422];

export function UploadPanel(props: Props) {
  return (
    <ul className={styles.panel}>
      {props.uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} onChoose={props.onChoose} />
      ))}
      {props.waiting.map((waiting) => (
        <QueuedUploadRow key={`${waiting.file.name} ${waiting.file.lastModified}`} waiting={waiting} />
      ))}
    </ul>
  );
}

function UploadRow({ upload, onChoose }: { upload: Upload; onChoose: Props["onChoose"] }) {
  const { t } = useTranslation("evaluate");
  const errorText = useErrorText();
  const bytes = useBytes();
  const pace = useUploadSpeed(upload.sent);
  const failed = upload.state === "failed";
  const percent = upload.file.size > 0 ? (upload.sent / upload.file.size) * 100 : 0;
  const whole = upload.sent >= upload.file.size;
  return (
    <li>
      <div className={styles.line}>
        <span className={styles.name}>{upload.file.name}</span>
        {failed ? null : (
          <span className={styles.state}>
            {whole
              ? t("upload.securing")
              : t("upload.progress", { sent: bytes(upload.sent), total: bytes(upload.file.size) })}
            {!whole && pace ? ` · ${t("upload.speed", { speed: bytes(pace) })}` : null}
          </span>
        )}
        <Button
          type="text"
          size="small"
          icon={<X size={15} aria-hidden="true" />}
          aria-label={failed ? t("upload.dismiss") : t("upload.cancel")}
          onClick={() => uploads.dismiss(upload.id)}
        />
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t("upload.label", { name: upload.file.name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(percent)}
        data-failed={failed}
        data-whole={whole && !failed}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      {failed ? (
        <p className={styles.problem} role="alert">
          {errorText(upload.problem)}{" "}
          {OF_THE_FILE.includes(upload.problem?.status ?? 0) ? (
            <FileChooseButton
              onChoose={(dropped) => {
                uploads.dismiss(upload.id);
                onChoose(dropped);
              }}
            >
              {t("upload.other")}
            </FileChooseButton>
          ) : (
            <Button type="link" size="small" onClick={() => uploads.retry(upload.id)}>
              {t("upload.again")}
            </Button>
          )}
        </p>
      ) : (
        <p className={styles.note}>{t("upload.note")}</p>
      )}
    </li>
  );
}

function QueuedUploadRow({ waiting }: { waiting: QueuedUpload }) {
  const { t } = useTranslation("evaluate");
  return (
    <li>
      <div className={styles.line}>
        <span className={styles.name}>{waiting.file.name}</span>
        <span className={styles.state}>{t("upload.waiting")}</span>
        <Button
          type="text"
          size="small"
          icon={<X size={15} aria-hidden="true" />}
          aria-label={t("upload.cancel")}
          onClick={() => uploadQueue.remove(waiting.file)}
        />
      </div>
    </li>
  );
}

function useUploadSpeed(sent: number): number | null {
  const readings = useRef<{ at: number; sent: number }[]>([]);
  const [pace, setPace] = useState<number | null>(null);
  useEffect(() => {
    const at = performance.now();
    readings.current = [...readings.current.filter((reading) => at - reading.at < WINDOW_MS), { at, sent }];
    setPace(uploadSpeed(readings.current));
  }, [sent]);
  return pace;
}
