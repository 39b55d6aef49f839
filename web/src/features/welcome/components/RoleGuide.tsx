// For roles outside the three steps: the role's purpose and pages, and who to ask for more.
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCurrentOrganization } from "@/entities/session/session";
import { routeOfPage } from "@/lib/routes/access";
import { href } from "@/lib/routes/href";
import { ROUTES } from "@/lib/routes/manifest";
import { StageTag } from "@/ui/StageTag";
import { pagesFor, type RolePage } from "../logic/pages";
import styles from "./RoleGuide.module.css";

export function RoleGuide() {
  const { t } = useTranslation(["welcome", "shell"]);
  const { membership } = useCurrentOrganization();
  const pages = pagesFor(membership);
  return (
    <div className={styles.guide}>
      <section aria-labelledby="role">
        <h2 id="role">{t("role.title", { role: t(`shell:role.${membership.role}`) })}</h2>
        <p className={styles.note}>{t(`shell:role_note.${membership.role}`)}</p>
        {pages.length > 0 ? (
          <ul className={styles.pages}>
            {pages.map((page) => (
              <Entry key={page} page={page} />
            ))}
          </ul>
        ) : (
          <p className={styles.none}>{t("role.no_pages")}</p>
        )}
      </section>
      <section className={styles.more} aria-labelledby="role-more">
        <h2 id="role-more">{t("role.more")}</h2>
        <p className={styles.note}>{t("role.more_text")}</p>
        <Link to={href("organization")} className={styles.link}>
          {t("role.organization")}
          <ChevronRight size={15} aria-hidden="true" />
        </Link>
        <Link to={href("account")} className={styles.link}>
          {t("role.account")}
          <ChevronRight size={15} aria-hidden="true" />
        </Link>
      </section>
    </div>
  );
}

function Entry({ page }: { page: RolePage }) {
  const { t } = useTranslation("welcome");
  const shown: Record<RolePage, { title: string; text: string }> = {
    evaluate: { title: t("page.evaluate"), text: t("page.evaluate_text") },
    pipeline: { title: t("page.pipeline"), text: t("page.pipeline_text") },
    schedule: { title: t("page.schedule"), text: t("page.schedule_text") },
    "batch-email": { title: t("page.inbox"), text: t("page.inbox_text") },
    dashboard: { title: t("page.dashboard"), text: t("page.dashboard_text") },
    "talent-pool": { title: t("page.talent_pool"), text: t("page.talent_pool_text") },
    "offer-workbench": { title: t("page.offers"), text: t("page.offers_text") },
  };
  const { title, text } = shown[page];
  const route = routeOfPage(page);
  return (
    <li>
      <div>
        {route ? <Link to={ROUTES[route].path}>{title}</Link> : <strong>{title}</strong>}
        <p>{text}</p>
      </div>
      {route ? null : <StageTag>{t("role.soon")}</StageTag>}
    </li>
  );
}
