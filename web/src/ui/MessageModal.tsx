// A modal message: progress, success, error or warning. Only closable if its sender allows it.
import { Button, Modal, Spin } from "antd";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import styles from "./MessageModal.module.css";
import { ProgressBar } from "./ProgressBar";

export interface Message {
  type: "progress" | "success" | "error" | "warning";
  title: string;
  text: string;
  current?: number;
  total?: number;
  /** Without it, the user cannot close the message. */
  closable?: boolean;
  /** Closes automatically after this many seconds. */
  seconds?: number;
}

const ICONS = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert };

export function MessageModal({ message, onClose }: { message: Message | null; onClose: () => void }) {
  const { t } = useTranslation();
  const seconds = message?.seconds;
  useEffect(() => {
    if (!message || seconds === undefined) return;
    const timer = setTimeout(onClose, seconds * 1000);
    return () => clearTimeout(timer);
  }, [message, seconds, onClose]);
  const closable = message?.closable === true;
  const Icon = message && message.type !== "progress" ? ICONS[message.type] : null;
  return (
    <Modal
      open={message !== null}
      closable={closable}
      mask={{ closable }}
      keyboard={closable}
      onCancel={onClose}
      width={440}
      title={message?.title}
      footer={
        closable ? (
          <Button type={message?.type === "progress" ? "default" : "primary"} onClick={onClose}>
            {message?.type === "progress" ? t("panel.close") : t("action.ok")}
          </Button>
        ) : null
      }
    >
      {message ? (
        <div className={styles.body} data-type={message.type} role={message.type === "error" ? "alert" : "status"}>
          {Icon ? <Icon size={20} aria-hidden="true" /> : <Spin />}
          <p>{message.text}</p>
          {message.total ? (
            <div className={styles.bar}>
              <ProgressBar percent={Math.round(((message.current ?? 0) / message.total) * 100)} showInfo={false} />
              <span>{t("message.progress", { current: message.current ?? 0, total: message.total })}</span>
            </div>
          ) : null}
        </div>
      ) : null}
    </Modal>
  );
}
