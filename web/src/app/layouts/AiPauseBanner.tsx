// Says on every page that the organization's AI work is paused, to those who can see to it.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";
import { href } from "@/lib/routes/href";
import styles from "./AiPauseBanner.module.css";

/** A pause comes from failing work, which may go on for hours without anybody looking. */
const LOOK_MS = 60_000;

export function AiPauseBanner() {
  const { t } = useTranslation("shell");
  const organization_id = useOrganizationId();
  const enabled = useCan("settings:edit");
  const settings = query.useQuery(
    "get",
    "/api/organizations/{organization_id}/settings/ai",
    { params: { path: { organization_id } } },
    { enabled, refetchInterval: LOOK_MS },
  );
  if (!enabled || !settings.data?.paused) return null;
  return (
    <p className={styles.banner} role="status">
      {t("ai_paused.text")} <Link to={href("settings", { tab: "ai" })}>{t("ai_paused.open")}</Link>
    </p>
  );
}
