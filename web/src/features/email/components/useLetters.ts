// The letters of the cockpit: what the user writes, merged with drafts and queued emails from the server.
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from "react";
import { canBeSent, recipientOf } from "@/entities/email/model";
import { useFetchLatestEmail, useOpenEmails } from "@/entities/email/queries";
import type { Application, Email, EmailType } from "@/lib/api/types";
import {
  emptyLetter,
  type LetterFacts,
  type Letters,
  lettersNoLongerQueued,
  withDrafts,
  withFacts,
  withLatest,
  withQueued,
} from "../logic/letters";

export type SetLetters = Dispatch<SetStateAction<Letters>>;

export function useLetters(
  type: EmailType,
  candidates: readonly Application[],
): {
  letters: Letters;
  setLetters: SetLetters;
  /** Whether drafts and queued emails of the server are among them. */
  isLoaded: boolean;
  /** Treats addresses that the server refused as missing. */
  refuseAddresses: (addresses: readonly string[]) => void;
} {
  const [refusedAddresses, setRefusedAddresses] = useState<ReadonlySet<string>>(new Set());
  const facts = candidates.map((one): LetterFacts => {
    const to = recipientOf(one.person);
    const isRefused = to !== null && refusedAddresses.has(to);
    return { applicationId: one.id, to: isRefused ? null : to, isAllowed: canBeSent(type, one) };
  });
  const [written, setLetters] = useState<Letters>(
    () =>
      new Map(
        facts.map(({ applicationId, to, isAllowed }) => [applicationId, emptyLetter(applicationId, to, isAllowed)]),
      ),
  );
  const letters = withFacts(written, facts);

  const ids = candidates.map(({ id }) => id);
  const jobIds = [...new Set(candidates.map(({ job_id }) => job_id))];
  const drafts = useOpenEmails(jobIds, ids, type, "draft");
  useEffect(() => {
    if (drafts.data) setLetters((former) => withDrafts(former, drafts.data));
  }, [drafts.data]);
  const queued = useOpenEmails(jobIds, ids, type, "queued");
  const fetchLatest = useFetchLatestEmail();
  const applyQueued = useEffectEvent((emails: readonly Email[]) => {
    for (const { applicationId } of lettersNoLongerQueued(letters, emails)) {
      // A failed request is repeated on the next poll.
      fetchLatest(applicationId, type).then(
        (latest) => setLetters((former) => withLatest(former, applicationId, latest)),
        () => {},
      );
    }
    setLetters((former) => withQueued(former, emails));
  });
  useEffect(() => {
    // Messages may wait beside each other.
    if (queued.data && type !== "message") applyQueued(queued.data);
  }, [queued.data, type]);

  return {
    letters,
    setLetters,
    isLoaded: drafts.isSuccess && queued.isSuccess,
    refuseAddresses: (addresses) => setRefusedAddresses((former) => new Set([...former, ...addresses])),
  };
}
