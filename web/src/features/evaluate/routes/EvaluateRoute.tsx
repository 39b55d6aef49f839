// /evaluate: upload resumes for a job, follow the batch, add to the pipeline; without a job, choose one to drop on.
import { Skeleton } from "antd";
import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ModelOffer } from "@/entities/ai/components/ModelOffer";
import { useBatch, useBatches, useInvalidateBatches } from "@/entities/batch/queries";
import { useUploads } from "@/entities/batch/uploads";
import { JobSelector } from "@/entities/job/components/JobSelector";
import { useActiveJobs, useOptionalJob } from "@/entities/job/queries";
import { useJobId } from "@/entities/job/selection";
import { Can } from "@/entities/session/components/Can";
import { useCan, useIsUnassigned } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { href } from "@/lib/routes/href";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { LinkButton } from "@/ui/LinkButton";
import { lazyPart } from "@/ui/late/lazyPart";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { BatchSelector } from "../components/BatchSelector";
import { DropArea, DropZone, FileChooseButton, useFileIntake } from "../components/DropZone";
import { JobDropList } from "../components/JobDropList";
import { Queue } from "../components/Queue";
import { UploadPanel } from "../components/UploadPanel";
import { useQueuedUploads } from "../logic/uploadQueue";
import styles from "./EvaluateRoute.module.css";

const NoCriteriaNotice = lazyPart(async () => ({
  default: (await import("../components/NoCriteriaNotice")).NoCriteriaNotice,
}));

export function EvaluateRoute() {
  const { t } = useTranslation("evaluate");
  const organizationId = useOrganizationId();
  const [jobId] = useJobId();
  const [params, setParams] = useSearchParams();
  const active = useActiveJobs();
  const batches = useBatches(jobId);
  const batchId = params.get("batch_id") ?? batches.data?.items[0]?.id ?? null;
  const batch = useBatch(batchId);
  const mine = useUploads().filter((upload) => upload.jobId === jobId && upload.state !== "done");
  const waiting = useQueuedUploads().filter((file) => file.jobId === jobId);
  const show = (id: string) => setParams({ job_id: jobId ?? "", batch_id: id });
  useShowFinishedUpload(jobId, (id) => setParams({ job_id: jobId ?? "", batch_id: id }, { replace: true }));

  const jobTitle = useOptionalJob(jobId).data?.title ?? "";
  const intake = useFileIntake(jobId ? { organizationId, jobId, jobTitle } : null);
  const sending = mine.length + waiting.length > 0;

  const header = (
    <PageHeader
      title={t("title")}
      context={
        <>
          <JobSelector />
          {jobId && batchId && batches.data && batches.data.total > 1 ? (
            <BatchSelector
              jobId={jobId}
              latest={batches.data.items}
              value={batchId}
              chosen={batch.data}
              onChange={show}
            />
          ) : null}
        </>
      }
      actions={
        batchId && jobId ? (
          <Can permission="evaluate:execute" fallback="disable">
            <FileChooseButton onChoose={intake.addFiles}>{t("drop.another")}</FileChooseButton>
          </Can>
        ) : undefined
      }
    />
  );

  if (!jobId) {
    return (
      <>
        {header}
        <QueryView query={active} skeleton={<BatchSkeleton />}>
          {({ total }) => (total > 0 ? <JobDropList /> : <NoOpenJobs />)}
        </QueryView>
      </>
    );
  }

  return (
    <>
      {header}
      <DropArea onDrop={intake.addFiles}>
        <div className={styles.stage}>
          <Suspense>
            <NoCriteriaNotice jobId={jobId} />
          </Suspense>
          {sending || (intake.packing > 0 && batchId) ? (
            <div className={styles.sending}>
              <UploadPanel uploads={mine} waiting={waiting} onChoose={intake.addFiles} />
            </div>
          ) : null}
          {batchId ? (
            <QueryView query={batch} skeleton={<BatchSkeleton />}>
              {(data) => <Queue key={batchId} batch={data} isFirst={batches.data?.total === 1} />}
            </QueryView>
          ) : (
            <QueryView query={batches} skeleton={<BatchSkeleton />}>
              {() =>
                sending ? null : (
                  <>
                    <DropZone onChoose={intake.addFiles} packing={intake.packing} />
                    <ModelOffer />
                  </>
                )
              }
            </QueryView>
          )}
        </div>
      </DropArea>
    </>
  );
}

function NoOpenJobs() {
  const { t } = useTranslation(["evaluate", "common"]);
  const canCreate = useCan("jobs:create");
  const isUnassigned = useIsUnassigned();
  return (
    <EmptyState
      text={isUnassigned ? t("common:unassigned.text") : t("empty.no_jobs")}
      hint={isUnassigned ? t("common:unassigned.hint") : t("empty.no_jobs_hint")}
      action={
        canCreate ? (
          <LinkButton type="primary" to={href("jobNew")}>
            {t("empty.create_job")}
          </LinkButton>
        ) : undefined
      }
    />
  );
}

function useShowFinishedUpload(jobId: string | null, show: (batchId: string) => void): void {
  const changed = useInvalidateBatches();
  const arrived = useUploads().find((upload) => upload.jobId === jobId && upload.state === "done")?.batch?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each batch that arrives
  useEffect(() => {
    if (!arrived) return;
    show(arrived);
    void changed();
  }, [arrived]);
}

function BatchSkeleton() {
  return (
    <div className={styles.waiting} aria-hidden="true">
      <Skeleton active title={{ width: 240 }} paragraph={{ rows: 2 }} />
    </div>
  );
}
