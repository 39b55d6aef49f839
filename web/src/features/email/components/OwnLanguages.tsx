// Finds the language of each candidate: that of the last email to them, else that of their job.
import { useEffect } from "react";
import { useCandidateLanguages } from "@/entities/email/candidateLanguages";
import type { Application, EmailLanguage } from "@/lib/api/types";

interface Props {
  candidates: readonly Application[];
  onFound: (languages: ReadonlyMap<string, EmailLanguage>) => void;
}

export function OwnLanguages({ candidates, onFound }: Props) {
  const known = useCandidateLanguages([...new Set(candidates.map(({ job_id }) => job_id))]).data;
  useEffect(() => {
    if (!known) return;
    const found = candidates.flatMap(({ id, job_id }) => {
      const language = known.emails[id] ?? known.jobs[job_id];
      return language ? [[id, language] as const] : [];
    });
    onFound(new Map(found));
  }, [known, candidates, onFound]);
  return null;
}
