// Assigns jobs to a member: all open and closed jobs, with search.
import { Alert, App, Button, Modal, Skeleton } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAllJobs, useAssignJobs, useMemberJobs } from "@/entities/member/queries";
import type { Job, Member } from "@/lib/api/types";
import { type SetChanges, setChanges, withChanges } from "@/lib/setChanges";
import { useErrorText } from "@/ui/errorText";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import { VirtualList } from "@/ui/lists/VirtualList";
import { SearchBox } from "@/ui/SearchBox";
import { StageTag } from "@/ui/StageTag";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import styles from "./AssignJobs.module.css";

/** Estimated row height. */
const ROW_PX = 38;

const idOf = (job: Job) => job.id;

export function AssignJobs(props: { member: Member; onClose: () => void }) {
  const { t } = useTranslation("organization");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { member, onClose } = props;
  const name = member.full_name || member.email;
  const jobs = useAllJobs();
  const assigned = useMemberJobs(member.id);
  const assign = useAssignJobs(member.id);
  const [changes, edit] = useState<SetChanges<string> | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const guard = useUnsavedGuard(changes !== null && (changes.added.size > 0 || changes.removed.size > 0));
  const now = new Set(assigned.data?.job_ids ?? []);
  const ticked = changes ? withChanges(now, changes) : now;
  const both = {
    data: jobs.data && assigned.data ? jobs.data : undefined,
    error: jobs.error ?? assigned.error,
    refetch: () => Promise.all([jobs.refetch(), assigned.refetch()]),
  };
  const save = async () => {
    if (!changes) return;
    setSaving(true);
    setError(null);
    try {
      // The whole list is sent, so keep what others assigned in the meantime.
      const current = (await assigned.refetch({ throwOnError: true })).data?.job_ids;
      const wanted = withChanges(new Set(current), changes);
      await assign.mutateAsync([...wanted]);
      message.success(t("assign.saved", { name, count: wanted.size }));
      onClose();
    } catch (problem) {
      setError(problem);
    } finally {
      setSaving(false);
    }
  };

  return (
    <Modal
      open
      title={t("assign.title", { name })}
      okText={t("save")}
      okButtonProps={{ disabled: changes === null, loading: isSaving }}
      cancelText={t("cancel")}
      onOk={() => void save()}
      onCancel={() => guard.confirm(onClose)}
      width={520}
    >
      <p className={styles.text}>{t("assign.text")}</p>
      {error ? <Alert type="error" role="alert" title={errorText(error)} /> : null}
      <QueryView query={both} skeleton={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
        {(all) => (
          <JobList
            label={t("assign.title", { name })}
            jobs={all}
            ticked={ticked}
            onChange={(next) => edit(setChanges(now, next))}
          />
        )}
      </QueryView>
      <UnsavedDialog guard={guard} />
    </Modal>
  );
}

interface ListProps {
  label: string;
  jobs: readonly Job[];
  ticked: ReadonlySet<string>;
  onChange: (ticked: ReadonlySet<string>) => void;
}

function JobList({ label, jobs, ticked, onChange }: ListProps) {
  const { t } = useTranslation("organization");
  const [search, setSearch] = useState("");
  const searchBox = useRef(null);
  if (jobs.length === 0) return <EmptyState text={t("assign.none")} />;
  const wanted = search.toLowerCase();
  const shown = jobs.filter(({ title, company_name }) =>
    `${title} ${company_name ?? ""}`.toLowerCase().includes(wanted),
  );
  const tick = (ids: readonly string[], on: boolean) => {
    const next = new Set(ticked);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  const all = shown.length > 0 && shown.every(({ id }) => ticked.has(id));
  return (
    <>
      <SearchBox ref={searchBox} label={t("assign.search")} value={search} onChange={setSearch} />
      <div className={styles.meta}>
        <span role="status">{t("assign.count", { count: ticked.size })}</span>
        <Button
          size="small"
          type="text"
          disabled={shown.length === 0}
          onClick={() =>
            tick(
              shown.map(({ id }) => id),
              !all,
            )
          }
        >
          {all ? t("assign.untick_all") : t("assign.tick_all")}
        </Button>
      </div>
      {shown.length === 0 ? (
        <div className={styles.list}>
          <p className={styles.nothing}>{t("nothing_found")}</p>
        </div>
      ) : (
        <VirtualList items={shown} idOf={idOf} estimate={ROW_PX} label={label} className={styles.list}>
          {(job) => (
            <label className={styles.job}>
              <input
                type="checkbox"
                checked={ticked.has(job.id)}
                onChange={(event) => tick([job.id], event.target.checked)}
              />
              <span className={styles.title}>{job.title}</span>
              {job.is_active ? null : <StageTag>{t("assign.closed")}</StageTag>}
            </label>
          )}
        </VirtualList>
      )}
    </>
  );
}
