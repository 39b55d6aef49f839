// Writing a job. Nothing written is lost by accident: leaving with unsaved changes asks first.
import { Alert, App, Button, Dropdown, Form, Input } from "antd";
import { ArrowLeft, Ellipsis } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { type JobText, statusOf, textOf, useSaveJob } from "@/entities/job/queries";
import { Can } from "@/entities/session/components/Can";
import { useCan, useCanOpenPage } from "@/entities/session/memberships";
import type { Job } from "@/lib/api/types";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { PermissionLostNotice } from "@/ui/forms/PermissionLostNotice";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import { LinkButton } from "@/ui/LinkButton";
import { PageHeader } from "@/ui/PageHeader";
import { StageTag } from "@/ui/StageTag";
import styles from "./JobEditor.module.css";
import { RubricPanel } from "./RubricPanel";
import { useMoves } from "./useMoves";

const EMPTY: JobText = {
  title: "",
  core_requirement: "",
  jd: "",
  ai_evaluation_criteria: "",
  company_name: "",
  recruiter_name: "",
};

function isSame(a: JobText, b: JobText): boolean {
  return (Object.keys(EMPTY) as (keyof JobText)[]).every((key) => (a[key] ?? "") === (b[key] ?? ""));
}

export function JobEditor({ job }: { job: Job | null }) {
  const { t } = useTranslation("jobs");
  const navigate = useNavigate();
  const { message } = App.useApp();
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const moves = useMoves();
  const [form] = Form.useForm<JobText>();
  const saved = job ? textOf(job) : EMPTY;
  const [text, setText] = useState(saved);
  const save = useSaveJob(job?.id ?? null);
  const needed = job ? "jobs:edit" : "jobs:create";
  const writes = useCan(needed);
  const evaluates = useCanOpenPage("evaluate");
  const dirty = !isSame(text, saved);
  const guard = useUnsavedGuard(dirty);

  const submit = (values: JobText) =>
    save.mutate(values, {
      onSuccess: (answer) => {
        message.success(t("saved"));
        if (job || !answer) return;
        guard.release();
        void navigate(`/jobs/${answer.id}`, { replace: true });
      },
      onError: (error) => {
        const refused = fieldErrors(error);
        form.setFields(
          (Object.keys(EMPTY) as (keyof JobText)[])
            .filter((name) => refused[name])
            .map((name) => ({ name, errors: [refused[name] ?? ""] })),
        );
      },
    });

  return (
    <>
      <Link to="/jobs" className={styles.back}>
        <ArrowLeft size={15} aria-hidden="true" />
        {t("title")}
      </Link>
      <PageHeader
        title={job ? job.title : t("new")}
        context={job ? <Status job={job} /> : null}
        actions={
          <>
            {job && statusOf(job) === "active" && evaluates ? (
              <LinkButton to={`/evaluate?job_id=${job.id}`}>{t("evaluate")}</LinkButton>
            ) : null}
            <Can permission={needed} fallback="disable">
              <Button type="primary" loading={save.isPending} disabled={job !== null && !dirty} onClick={form.submit}>
                {job ? t("save") : t("create")}
              </Button>
            </Can>
            {job && moves(job).length > 0 ? (
              <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items: moves(job) }}>
                <Button icon={<Ellipsis size={18} aria-hidden="true" />} aria-label={t("more", { title: job.title })} />
              </Dropdown>
            ) : null}
          </>
        }
      />
      {!writes && dirty ? (
        <PermissionLostNotice
          fields={[
            { label: t("field.title"), value: text.title },
            { label: t("field.core"), value: text.core_requirement },
            { label: t("field.criteria"), value: text.ai_evaluation_criteria },
            { label: t("field.jd"), value: text.jd },
            { label: t("field.company"), value: text.company_name },
            { label: t("field.recruiter"), value: text.recruiter_name },
          ]}
        />
      ) : save.error ? (
        <Alert className={styles.alert ?? ""} type="error" title={errorText(save.error)} showIcon />
      ) : null}
      <div className={styles.columns}>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          variant={writes ? "outlined" : "filled"}
          initialValues={saved}
          scrollToFirstError={{ focus: true }}
          onValuesChange={(_, values) => setText({ ...EMPTY, ...values })}
          onFinish={(values) => submit({ ...EMPTY, ...values })}
        >
          <Form.Item
            name="title"
            label={t("field.title")}
            rules={[{ required: true, whitespace: true, message: t("field.title_required") }]}
          >
            <Input
              readOnly={!writes}
              size="large"
              autoFocus={!job}
              maxLength={200}
              placeholder={t("field.title_placeholder")}
            />
          </Form.Item>
          <Form.Item name="core_requirement" label={t("field.core")} tooltip={t("field.core_hint")}>
            <Input.TextArea
              readOnly={!writes}
              autoSize={{ minRows: 2, maxRows: 8 }}
              placeholder={t("field.core_placeholder")}
            />
          </Form.Item>
          <Form.Item name="ai_evaluation_criteria" label={t("field.criteria")} tooltip={t("field.criteria_hint")}>
            <Input.TextArea
              readOnly={!writes}
              autoSize={{ minRows: 4, maxRows: 16 }}
              placeholder={t("field.criteria_placeholder")}
            />
          </Form.Item>
          <Form.Item
            name="jd"
            label={t("field.jd")}
            rules={[{ required: true, whitespace: true, message: t("field.jd_required") }]}
          >
            <Input.TextArea
              readOnly={!writes}
              autoSize={{ minRows: 8, maxRows: 28 }}
              placeholder={t("field.jd_placeholder")}
            />
          </Form.Item>
          <div className={styles.pair}>
            <Form.Item name="company_name" label={t("field.company")}>
              <Input readOnly={!writes} maxLength={200} />
            </Form.Item>
            <Form.Item name="recruiter_name" label={t("field.recruiter")} tooltip={t("field.recruiter_hint")}>
              <Input readOnly={!writes} maxLength={200} />
            </Form.Item>
          </div>
        </Form>
        <RubricPanel text={text} savedId={job && !dirty ? job.id : null} />
      </div>
      <UnsavedDialog guard={guard} />
    </>
  );
}

function Status({ job }: { job: Job }) {
  const { t } = useTranslation("jobs");
  switch (statusOf(job)) {
    case "active":
      return <StageTag tone="good">{t("status.active")}</StageTag>;
    case "inactive":
      return <StageTag>{t("status.inactive")}</StageTag>;
    case "archived":
      return <StageTag>{t("status.archived")}</StageTag>;
  }
}
