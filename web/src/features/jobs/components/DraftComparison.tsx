// A draft next to the previous text, with differing lines highlighted.
import { Button, Modal } from "antd";
import { useTranslation } from "react-i18next";
import { compareLines, type Line } from "../logic/lines";
import styles from "./DraftButton.module.css";

interface Props {
  label: string;
  former: string;
  drafted: string;
  onFormer: () => void;
  onDrafted: () => void;
  onClose: () => void;
}

export function DraftComparison({ label, former, drafted, onFormer, onDrafted, onClose }: Props) {
  const { t } = useTranslation("jobs");
  const lines = compareLines(former, drafted);
  return (
    <Modal
      open
      title={label}
      width={960}
      onCancel={onClose}
      footer={[
        <Button key="former" onClick={onFormer}>
          {t("draft.use_former")}
        </Button>,
        <Button key="drafted" type="primary" onClick={onDrafted}>
          {t("draft.use_new")}
        </Button>,
      ]}
    >
      <div className={styles.sides}>
        <Side title={t("draft.before")} lines={lines.former} />
        <Side title={t("draft.after")} lines={lines.drafted} />
      </div>
    </Modal>
  );
}

function Side({ title, lines }: { title: string; lines: Line[] }) {
  return (
    <section className={styles.side}>
      <h3>{title}</h3>
      <pre className={styles.text}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike in every word
          <span key={at} className={line.isShared ? undefined : styles.changed}>
            {`${line.text}\n`}
          </span>
        ))}
      </pre>
    </section>
  );
}
