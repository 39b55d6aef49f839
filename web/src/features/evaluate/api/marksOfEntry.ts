// One's own marks on an entry's evaluation, once it is the evaluation of a candidate in the pipeline.
import { type OwnMarks, useOwnMarks } from "@/entities/application/ownMarks";
import type { BatchTaskDetail } from "@/lib/api/types";

export function useMarksOfEntry({ application_id, evaluation_id }: BatchTaskDetail): OwnMarks | null {
  const marks = useOwnMarks(application_id ?? null);
  // A candidate who was evaluated again has another evaluation than the entry.
  return marks && marks.evaluationId === evaluation_id ? marks : null;
}
