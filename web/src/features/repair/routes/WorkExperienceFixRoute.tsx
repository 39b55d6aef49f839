// /work-experience-fix: employments with missing, reversed or overlapping dates, edited in place.
import { Alert, App, Button, Checkbox, Input, Pagination, Segmented, Skeleton, Tag } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { PersonLink } from "@/entities/person/components/PersonLink";
import { useCanEditPeople } from "@/entities/person/queries";
import { useFormats } from "@/i18n/format";
import type { EmploymentInput, EmploymentProblem, EmploymentView } from "@/lib/api/types";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { useErrorText } from "@/ui/errorText";
import { FormNotices } from "@/ui/forms/FormNotices";
import { UnsavedScope } from "@/ui/forms/UnsavedScope";
import { useServerForm } from "@/ui/forms/useServerForm";
import { useLastPage } from "@/ui/lists/useLastPage";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { PAGE_SIZE, useCorrectEmployment, useEmployments } from "../api/repair";
import styles from "../components/Repair.module.css";

const PROBLEMS: readonly EmploymentProblem[] = ["missing", "reversed", "overlapping"];
const ANY = "any";
const SKELETON = <Skeleton active paragraph={{ rows: 8 }} />;

function useProblemName(): (problem: EmploymentProblem) => string {
  const { t } = useTranslation("repair");
  const names: Record<EmploymentProblem, string> = {
    missing: t("problem.missing"),
    reversed: t("problem.reversed"),
    overlapping: t("problem.overlapping"),
  };
  return (problem) => names[problem];
}

export function WorkExperienceFixRoute() {
  const { t } = useTranslation("repair");
  const problemName = useProblemName();
  const [params, setParams] = useSearchParams();
  const problem = PROBLEMS.find((name) => name === params.get("problem")) ?? null;
  const page = Math.max(1, Number(params.get("page")) || 1);
  const employments = useEmployments(problem, page);
  const show = (next: { problem?: string; page?: number }) => {
    const search = new URLSearchParams();
    const chosen = next.problem ?? problem ?? ANY;
    if (chosen !== ANY) search.set("problem", chosen);
    if (next.page && next.page > 1) search.set("page", String(next.page));
    setParams(search, { replace: true });
  };
  const isLeavingPage = useLastPage({
    query: employments,
    page,
    pageSize: PAGE_SIZE,
    onPage: (last) => show({ page: last }),
  });
  return (
    <>
      <PageHeader title={t("employments.title")} />
      <p className={styles.note}>{t("employments.note")}</p>
      <div className={styles.choices}>
        <Segmented
          aria-label={t("employments.problem")}
          value={problem ?? ANY}
          onChange={(value) => show({ problem: value })}
          options={[
            { value: ANY, label: t("problem.any") },
            ...PROBLEMS.map((value) => ({ value, label: problemName(value) })),
          ]}
        />
      </div>
      <QueryView query={employments} skeleton={SKELETON}>
        {(data) =>
          isLeavingPage ? (
            SKELETON
          ) : data.items.length === 0 ? (
            <EmptyState text={t("employments.none")} />
          ) : (
            <>
              <ul className={styles.list}>
                <UnsavedScope params={["problem", "page"]}>
                  {data.items.map((item) => (
                    <EmploymentRow key={item.id} item={item} />
                  ))}
                </UnsavedScope>
              </ul>
              <Pagination
                className={styles.pages ?? ""}
                current={page}
                pageSize={PAGE_SIZE}
                total={data.total}
                showSizeChanger={false}
                hideOnSinglePage
                onChange={(next) => show({ page: next })}
              />
            </>
          )
        }
      </QueryView>
    </>
  );
}

/** What the API accepts besides nothing. */
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

interface EmploymentText {
  company: string;
  position: string;
  /** `YYYY-MM`, or empty. */
  start: string;
  end: string;
  isCurrent: boolean;
}

function asSaved(item: EmploymentView) {
  const saved: EmploymentText = {
    company: item.company_name ?? "",
    position: item.position_title ?? "",
    start: item.start_date ?? "",
    end: item.end_date ?? "",
    isCurrent: item.is_current,
  };
  return { saved, version: item.version };
}

/** The whole list is sent; entries left out are deleted. */
function inputOf({ company, position, start, end, isCurrent }: EmploymentText): Omit<EmploymentInput, "version"> {
  return {
    company_name: company.trim() || null,
    position_title: position.trim() || null,
    start_date: start || null,
    end_date: isCurrent ? null : end || null,
    is_current: isCurrent,
  };
}

function EmploymentRow({ item }: { item: EmploymentView }) {
  const { t } = useTranslation(["repair", "common"]);
  const { message } = App.useApp();
  const format = useFormats();
  const errorText = useErrorText();
  const problemName = useProblemName();
  const correct = useCorrectEmployment();
  const id = useId();
  const canSave = useCanEditPeople();
  const editor = useServerForm<EmploymentText>({
    ...asSaved(item),
    canSave,
    save: async (_changes, version, value) => {
      const answer = await correct.mutateAsync({ id: item.id, body: { version: Number(version), ...inputOf(value) } });
      return answer ? asSaved(answer) : { saved: value, version };
    },
  });
  const { company, position, start, end, isCurrent } = editor.value;
  const labels: Record<keyof EmploymentText, string> = {
    company: t("employments.company"),
    position: t("employments.position"),
    start: t("employments.start"),
    end: t("employments.end"),
    isCurrent: t("employments.current"),
  };
  const inWords = (value: string | boolean, field: keyof EmploymentText) => {
    if (typeof value === "string") return field === "start" || field === "end" ? format.month(value) : value;
    return value ? t("common:conflict.on") : t("common:conflict.off");
  };
  const [isTried, setTried] = useState(false);
  const wrong = { start: start !== "" && !MONTH.test(start), end: !isCurrent && end !== "" && !MONTH.test(end) };
  const refused = { start: editor.fieldErrors["start_date"], end: editor.fieldErrors["end_date"] };
  const complaintOf = (field: keyof typeof wrong) =>
    isTried && wrong[field] ? t("employments.month") : (refused[field] ?? null);
  const complaints = { start: complaintOf("start"), end: complaintOf("end") };
  const save = async () => {
    setTried(true);
    if (wrong.start || wrong.end) return;
    if (await editor.submit()) message.success(t("employments.saved"));
  };
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <PersonLink personId={item.person_id}>{item.person_name ?? t("unnamed")}</PersonLink>
        {item.problems.map((problem) => (
          <Tag key={problem} color="warning">
            {problemName(problem)}
          </Tag>
        ))}
        {item.edited_at ? (
          <span className={styles.soft}>
            {t("employments.edited", { name: item.edited_by_name ?? "", when: format.ago(item.edited_at) })}
          </span>
        ) : null}
      </div>
      {editor.error && !refused.start && !refused.end ? (
        <Alert type="error" showIcon role="alert" title={errorText(editor.error)} />
      ) : null}
      <FormNotices form={editor} labels={labels} inWords={inWords} />
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className={styles.field}>
          <label htmlFor={`${id}-company`}>{t("employments.company")}</label>
          <Input
            id={`${id}-company`}
            readOnly={!canSave}
            value={company}
            maxLength={200}
            onChange={(event) => editor.edit({ company: event.target.value })}
          />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}-position`}>{t("employments.position")}</label>
          <Input
            id={`${id}-position`}
            readOnly={!canSave}
            value={position}
            maxLength={200}
            onChange={(event) => editor.edit({ position: event.target.value })}
          />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}-start`}>{t("employments.start")}</label>
          <Input
            id={`${id}-start`}
            readOnly={!canSave}
            value={start}
            placeholder="2020-01"
            aria-invalid={complaints.start !== null}
            aria-describedby={`${id}-start-error`}
            status={complaints.start ? "error" : ""}
            onChange={(event) => editor.edit({ start: event.target.value })}
          />
          <FieldError id={`${id}-start-error`} text={complaints.start} />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}-end`}>{t("employments.end")}</label>
          <Input
            id={`${id}-end`}
            readOnly={!canSave}
            value={isCurrent ? "" : end}
            placeholder="2022-06"
            aria-invalid={complaints.end !== null}
            aria-describedby={`${id}-end-error`}
            status={complaints.end ? "error" : ""}
            disabled={isCurrent}
            onChange={(event) => editor.edit({ end: event.target.value })}
          />
          <FieldError id={`${id}-end-error`} text={complaints.end} />
        </div>
        <Checkbox
          disabled={!canSave}
          checked={isCurrent}
          onChange={(event) => editor.edit({ isCurrent: event.target.checked })}
        >
          {t("employments.current")}
        </Checkbox>
        <Button htmlType="submit" loading={editor.isSaving} disabled={!canSave}>
          {t("employments.save")}
        </Button>
      </form>
    </li>
  );
}

function FieldError({ id, text }: { id: string; text: string | null }) {
  return text ? (
    <span id={id} className={styles.refused} role="alert">
      {text}
    </span>
  ) : null;
}
