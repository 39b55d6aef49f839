// Creates an export of the figures, and lists existing ones.
import { App, Button, Checkbox, Form, Modal, Segmented, Select, Skeleton } from "antd";
import { Download, RotateCw } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/session/memberships";
import { useDaysIn, useFormats } from "@/i18n/format";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import type { Export } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { QueryView } from "@/ui/states/QueryView";
import { type ExportFormat, type ExportOrder, useExports, useOrderExport } from "../api/exports";
import styles from "./ExportDialog.module.css";

interface Props {
  /** Filter of the exported figures. */
  filter: { from: string; to: string; job_id?: string };
  onClose: () => void;
}

export function ExportDialog({ filter, onClose }: Props) {
  const { t, i18n } = useTranslation("dashboard");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const canExport = useCan("dashboard:export");
  const [format, setFormat] = useState<ExportFormat>("xlsx");
  const [language, setLanguage] = useState(i18n.language as Language);
  const canNameCandidates = useCan("pipeline:view");
  const [names, setNames] = useState(false);
  const order = useOrderExport();
  const { list, working } = useExports();
  const make = (what: ExportOrder) => order.mutate(what, { onError: (error) => message.error(errorText(error)) });
  const start = () => make({ format, language, names: names && canNameCandidates, ...filter });
  const again = canExport
    ? ({ format, language, from, to, job_id, has_names }: Export) =>
        make({ format, language, from, to, names: has_names, ...(job_id ? { job_id } : {}) })
    : null;
  return (
    <Modal open title={t("export.title")} footer={null} onCancel={onClose}>
      {canExport ? (
        <Form layout="vertical" onFinish={start}>
          <Form.Item label={t("export.format")}>
            <Segmented<ExportFormat>
              aria-label={t("export.format")}
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
          {canNameCandidates ? (
            <Form.Item>
              <Checkbox checked={names} onChange={(event) => setNames(event.target.checked)}>
                {t("export.names")}
              </Checkbox>
            </Form.Item>
          ) : null}
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
                <ExportRow key={item.id} item={item} again={again} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <p className={styles.note}>{t("export.kept")}</p>
    </Modal>
  );
}

function ExportRow({ item, again }: { item: Export; again: ((item: Export) => void) | null }) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const day = useDaysIn(item.time_zone);
  // Show the last day of the period, not the exclusive end.
  const lastDay = new Date(Date.parse(item.to) - 1).toISOString();
  const name = `${day(item.from)} – ${day(lastDay)}`;
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
            item.has_names ? t("export.has_names") : null,
            item.created_by_name,
            format.dateTime(item.created_at),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </div>
      {again ? (
        <Button
          icon={<RotateCw size={16} aria-hidden="true" />}
          aria-label={t("export.again", { name })}
          title={t("export.again", { name })}
          onClick={() => again(item)}
        />
      ) : null}
      <Button
        href={item.file_url}
        icon={<Download size={16} aria-hidden="true" />}
        aria-label={t("export.download", { name })}
      />
    </li>
  );
}
