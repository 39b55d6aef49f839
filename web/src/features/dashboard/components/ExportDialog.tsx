// Asks for a file of the figures, and lists those that were made.
import { App, Button, Form, Modal, Segmented, Select, Skeleton } from "antd";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import type { Export } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { QueryView } from "@/ui/states/QueryView";
import { type ExportFormat, useExports, useOrderExport } from "../api/exports";
import styles from "./ExportDialog.module.css";

interface Props {
  /** Which figures. */
  filter: { from: string; to: string; job_id?: string };
  onClose: () => void;
}

export function ExportDialog({ filter, onClose }: Props) {
  const { t, i18n } = useTranslation("dashboard");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const mayExport = useCan("dashboard:export");
  const [format, setFormat] = useState<ExportFormat>("xlsx");
  const [language, setLanguage] = useState(i18n.language as Language);
  const order = useOrderExport();
  const { list, working } = useExports();
  const start = () =>
    order.mutate({ format, language, ...filter }, { onError: (error) => message.error(errorText(error)) });
  return (
    <Modal open title={t("export.title")} footer={null} onCancel={onClose}>
      {mayExport ? (
        <Form layout="vertical" onFinish={start}>
          <Form.Item label={t("export.format")}>
            <Segmented<ExportFormat>
              value={format}
              onChange={setFormat}
              options={[
                { value: "xlsx", label: "Excel" },
                { value: "pdf", label: "PDF" },
              ]}
            />
          </Form.Item>
          <Form.Item label={t("export.language")} htmlFor="export-language">
            <Select
              id="export-language"
              value={language}
              onChange={setLanguage}
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={order.isPending || working}>
            {working ? t("export.working") : t("export.start")}
          </Button>
        </Form>
      ) : null}
      <h3 className={styles.title}>{t("export.earlier")}</h3>
      <QueryView query={list} skeleton={<Skeleton active paragraph={{ rows: 2 }} />}>
        {(page) =>
          page.items.length === 0 ? (
            <p className={styles.note}>{t("export.none")}</p>
          ) : (
            <ul className={styles.list}>
              {page.items.map((item) => (
                <ExportRow key={item.id} item={item} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <p className={styles.note}>{t("export.kept")}</p>
    </Modal>
  );
}

function ExportRow({ item }: { item: Export }) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  // The last day that counts, not the midnight after it.
  const lastDay = new Date(Date.parse(item.to) - 1).toISOString();
  const name = `${format.date(item.from)} – ${format.date(lastDay)}`;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.name}>
          {item.format === "xlsx" ? "Excel" : "PDF"} · {name}
        </span>
        <span className={styles.note}>
          {[
            item.job_title ?? t("all_jobs"),
            LANGUAGE_NAMES[item.language],
            item.created_by_name,
            format.dateTime(item.created_at),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </div>
      <Button
        href={item.file_url}
        icon={<Download size={16} aria-hidden="true" />}
        aria-label={t("export.download", { name })}
      />
    </li>
  );
}
