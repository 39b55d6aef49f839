// Finds the emails of a job's candidates that go out later, and says so of each.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import { useOutgoingEmails } from "../queries";
import { useCanWriteEmails } from "../service";
import { useEmailTypeLabels } from "../typeLabels";

/** What is said of a candidate's next email, by application. */
export type ScheduledTexts = ReadonlyMap<string, string>;

/** Emails that only have their time to undo are not scheduled. */
const SOON_MS = 60_000;

export function ScheduledEmails({ jobId, onFound }: { jobId: string; onFound: (texts: ScheduledTexts) => void }) {
  const { t } = useTranslation(["compose", "email"]);
  const names = useEmailTypeLabels();
  const formats = useFormats();
  const emails = useOutgoingEmails(jobId, useCanWriteEmails()).data;
  const later = (emails ?? []).flatMap(({ application_id, type, send_at }) => {
    if (!send_at || Date.parse(send_at) - Date.now() <= SOON_MS) return [];
    return [[application_id, t("scheduled", { type: names[type], when: formats.dateTime(send_at) })] as const];
  });
  // The earliest of a candidate's emails counts.
  const found = JSON.stringify(later.toReversed());
  const former = useRef("[]");
  useEffect(() => {
    if (former.current === found) return;
    former.current = found;
    onFound(new Map(JSON.parse(found) as [string, string][]));
  }, [found, onFound]);
  return null;
}
