// Runs the timeout check: moves invitations without an answer in time, and reports how many.
import type { Dispatch, SetStateAction } from "react";
import { useTranslation } from "react-i18next";
import { useOrganizationId } from "@/entities/session/session";
import { loadPart } from "@/lib/loadPart";
import { useUnmountSignal } from "@/lib/useUnmountSignal";
import { useErrorText } from "@/ui/errorText";
import type { Message } from "@/ui/MessageModal";
import type { TimeoutResult } from "../logic/timeoutCheck";

const FOUND_SECONDS = 5;
const NONE_SECONDS = 3;
const FAILED_SECONDS = 5;

export function useTimeoutCheck(
  job_id: string,
  setMessage: Dispatch<SetStateAction<Message | null>>,
  refresh: () => Promise<unknown>,
) {
  const { t } = useTranslation("pipeline");
  const errorText = useErrorText();
  const organization_id = useOrganizationId();
  const signal = useUnmountSignal();
  const title = t("timeout.title");
  const textOf = ({
    updated_count,
    job,
    online_timeout_count,
    onsite_timeout_count,
    warnings_count,
  }: TimeoutResult) => {
    const found = updated_count > 0;
    const all = found
      ? t("timeout.found", { count: updated_count, online: online_timeout_count, onsite: onsite_timeout_count })
      : t("timeout.none");
    const here = found && job ? t("timeout.here", { count: job.updated_count }) : null;
    const outcome = here ? t("timeout.and_soon", { outcome: all, soon: here }) : all;
    return warnings_count > 0
      ? t("timeout.and_soon", { outcome, soon: t("timeout.soon", { count: warnings_count }) })
      : outcome;
  };
  return async () => {
    const progress: Message = { type: "progress", title, text: t("timeout.progress"), closable: true };
    setMessage(progress);
    // Once it is closed, the task tray shows how the check ended.
    const showResult = (result: Message) => setMessage((shown) => (shown === progress ? result : shown));
    try {
      const { checkTimeouts } = await loadPart(() => import("../logic/timeoutCheck"));
      const result = await checkTimeouts({ organization_id, job_id, signal: signal(), refresh });
      const seconds = result.updated_count > 0 ? FOUND_SECONDS : NONE_SECONDS;
      showResult({ type: "success", title, closable: true, text: textOf(result), seconds });
    } catch (error) {
      const text = t("failed.why", { failed: t("timeout.failed"), why: errorText(error) });
      showResult({ type: "error", title, text, closable: true, seconds: FAILED_SECONDS });
    }
  };
}
