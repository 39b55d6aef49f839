// Loads candidates ahead, so that stepping through a list shows each at once.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useOrganizationId } from "@/entities/session/session";
import { resumeQuery } from "./components/resume/resumeQuery";
import { marksQuery } from "./ownMarks";
import { candidateQuery, resumeSource } from "./queries";

/** Stepping faster than this loads nothing ahead. */
const PREFETCH_DELAY_MS = 150;

interface Options {
  /** The shown candidate, loaded already; null while it is not. */
  shownId: string | null;
  /** The candidates to load, the likeliest first. */
  ids: readonly string[];
  /** Whether a candidate's resume is shown with it. */
  withResumes: boolean;
}

export function usePrefetchCandidates({ shownId, ids, withResumes }: Options): void {
  const client = useQueryClient();
  const organization_id = useOrganizationId();
  const wanted = ids.join(" ");
  useEffect(() => {
    if (shownId === null || wanted === "") return;
    let isCancelled = false;
    const load = async (id: string) => {
      // A failure is shown when the candidate is opened.
      const detail = await client.ensureQueryData(candidateQuery(organization_id, id)).catch(() => null);
      if (detail?.ai_eval) await client.prefetchQuery(marksQuery(organization_id, id));
      if (!withResumes || !detail?.resume_id) return;
      await client.prefetchQuery(resumeQuery(resumeSource(organization_id, id)));
    };
    // In sequence and the shown candidate first, so that its resume has the connection to itself.
    const loadAll = async () => {
      for (const id of [shownId, ...wanted.split(" ")]) if (!isCancelled) await load(id);
    };
    const timer = setTimeout(() => void loadAll(), PREFETCH_DELAY_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [client, organization_id, shownId, wanted, withResumes]);
}
