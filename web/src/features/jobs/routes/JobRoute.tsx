// /jobs/new and /jobs/{id}: the job's form, next to its rubric.
import { Skeleton } from "antd";
import { useParams } from "react-router";
import { useJob } from "@/entities/job/queries";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { QueryView } from "@/ui/states/QueryView";
import { JobEditor } from "../components/JobEditor";

export function JobRoute() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const copied = params.get("copy");
  if (id !== undefined) return <SavedJob key={id} id={id} />;
  return copied ? <CopiedJob key={copied} id={copied} /> : <JobEditor key="new" job={null} />;
}

function SavedJob({ id }: { id: string }) {
  const job = useJob(id);
  return (
    <QueryView query={job} skeleton={<Skeleton active paragraph={{ rows: 10 }} />}>
      {(saved) => <JobEditor job={saved} />}
    </QueryView>
  );
}

function CopiedJob({ id }: { id: string }) {
  const job = useJob(id);
  return (
    <QueryView query={job} skeleton={<Skeleton active paragraph={{ rows: 10 }} />}>
      {(template) => <JobEditor job={null} template={template} />}
    </QueryView>
  );
}
