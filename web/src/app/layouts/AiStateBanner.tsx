// Banner for paused AI work or a nearly spent budget, shown to everyone affected, with a link for those who can
// change it.
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAiState } from "@/entities/ai/state";
import { useCurrentMembership } from "@/entities/session/session";
import type { AiState, Permission } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import styles from "./AiStateBanner.module.css";

/** Permissions of members whose work uses a model. */
const CONCERNED: readonly Permission[] = [
  "settings:edit",
  "evaluate:view",
  "jobs:execute",
  "ai-review:view",
  "pipeline:email",
];

type Notice = "paused" | "spent" | "warning";

function noticeOf(state: AiState): Notice | null {
  if (state.paused) return "paused";
  return state.budget_state === "spent" || state.budget_state === "warning" ? state.budget_state : null;
}

export function AiStateBanner() {
  const { t } = useTranslation("shell");
  const { permissions } = useCurrentMembership();
  const state = useAiState(CONCERNED.some((permission) => permissions.includes(permission))).data;
  const [dismissed, setDismissed] = useState<Notice | null>(null);
  const notice = state ? noticeOf(state) : null;
  if (!state || notice === null || notice === dismissed) return null;
  const texts: Record<Notice, string> = {
    paused: t("ai_state.paused"),
    spent: t("ai_state.spent"),
    warning: t("ai_state.warning"),
  };
  const sees = permissions.includes("settings:edit");
  return (
    <p className={styles.banner} role="status">
      <span>
        {texts[notice]} {notice !== "warning" && state.fallback_to_built_in ? `${t("ai_state.fallback")} ` : null}
        {sees ? <Link to={href("settings", { tab: "ai" })}>{t("ai_state.open")}</Link> : t("ai_state.ask")}
      </span>
      {notice === "warning" ? (
        <button
          type="button"
          className={styles.dismiss}
          aria-label={t("ai_state.dismiss")}
          onClick={() => setDismissed(notice)}
        >
          <X size={16} aria-hidden="true" />
        </button>
      ) : null}
    </p>
  );
}
