// /pipeline: the candidates of a job by interview stage, moved by users.
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { JobSelector } from "@/entities/job/components/JobSelector";
import { useJobId } from "@/entities/job/selection";
import { lazyPart } from "@/ui/late/lazyPart";
import { PageHeader } from "@/ui/PageHeader";
import { Pipeline } from "../components/Pipeline";

const Introduction = lazyPart(async () => ({ default: (await import("../components/Introduction")).Introduction }));

export function PipelineRoute() {
  const { t } = useTranslation("pipeline");
  const [jobId] = useJobId();
  if (jobId) return <Pipeline key={jobId} jobId={jobId} />;
  return (
    <>
      <PageHeader title={t("title")} context={<JobSelector />} />
      <Suspense>
        <Introduction />
      </Suspense>
    </>
  );
}
