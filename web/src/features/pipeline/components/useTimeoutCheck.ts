// Runs the timeout check: moves invitations without an answer in time, and reports how many.
import type { Dispatch, SetStateAction } from "react";
import { useTranslation } from "react-i18next";
import { useOrganizationId } from "@/entities/session/session";
import { loadPart } from "@/lib/loadPart";
import { useUnmountSignal } from "@/lib/useUnmountSignal";
import { useErrorText } from "@/ui/errorText";
import type { Message } from "@/ui/MessageModal";

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
  return async () => {
    const progress: Message = { type: "progress", title, text: t("timeout.progress"), closable: true };
    setMessage(progress);
    // Once it is closed, the task tray shows how the check ended.
    const showResult = (result: Message) => setMessage((shown) => (shown === progress ? result : shown));
    try {
      const { checkTimeouts } = await loadPart(() => import("../logic/timeoutCheck"));
      const found = await checkTimeouts({ organization_id, job_id, signal: signal(), refresh, t });
      showResult({ type: "success", title, closable: true, ...found });
    } catch (error) {
      const text = t("failed.why", { failed: t("timeout.failed"), why: errorText(error) });
      showResult({ type: "error", title, text, closable: true, seconds: FAILED_SECONDS });
    }
  };
}
