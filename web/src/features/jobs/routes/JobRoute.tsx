// /jobs/new and /jobs/{id}: the job as it is written, and beside it the rubric as it is understood.
import { Skeleton } from "antd";
import { useParams } from "react-router";
import { useJob } from "@/entities/job/queries";
import { ErrorState } from "@/ui/states/ErrorState";
import { JobEditor } from "../components/JobEditor";

export function JobRoute() {
  const { id } = useParams();
  return id === undefined ? <JobEditor key="new" job={null} /> : <SavedJob key={id} id={id} />;
}

function SavedJob({ id }: { id: string }) {
  const job = useJob(id);
  if (job.data) return <JobEditor job={job.data} />;
  if (job.error) return <ErrorState error={job.error} retry={() => void job.refetch()} />;
  return <Skeleton active paragraph={{ rows: 10 }} />;
}
