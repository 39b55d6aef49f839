// A candidate's name, linked to the AI review, the pipeline or the candidate page, depending on their state.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { STAGE } from "@/entities/application/stages";
import { PersonLink } from "@/entities/person/components/PersonLink";
import { useCanOpenPage } from "@/entities/session/memberships";
import type { Stage } from "@/lib/api/types";
import { href } from "@/lib/routes/href";

interface Props {
  candidate: { application_id: string; person_id: string; job_id: string; status: Stage; is_archived?: boolean };
  children: ReactNode;
}

export function CandidateLink({ candidate, children }: Props) {
  const { application_id, person_id, job_id, status, is_archived = false } = candidate;
  const canOpenReview = useCanOpenPage("ai-review");
  const canOpenPipeline = useCanOpenPage("pipeline");
  const target = { job_id, id: application_id };
  const isOut = is_archived || status === STAGE.archived;
  if (!isOut && status === STAGE.aiReview && canOpenReview)
    return <Link to={href("aiReview", target)}>{children}</Link>;
  if (!isOut && status !== STAGE.aiReview && canOpenPipeline)
    return <Link to={href("pipeline", target)}>{children}</Link>;
  return (
    <PersonLink personId={person_id} applicationId={application_id}>
      {children}
    </PersonLink>
  );
}
