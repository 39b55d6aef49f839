// /organization: profile, plan usage, and links to the organization's pages.
import { ChevronRight, KeyRound, Settings2, UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useIndustryOptions, usePlanName, useSizeOptions } from "@/entities/organization/options";
import { toProfile, useUsage } from "@/entities/organization/queries";
import { switchOrganization } from "@/entities/session/leaveOrganization";
import { useCanOpenRoute } from "@/entities/session/memberships";
import { useCurrentOrganization } from "@/entities/session/session";
import { useBytes } from "@/i18n/bytes";
import { href } from "@/lib/routes/href";
import { LinkButton } from "@/ui/LinkButton";
import { PageHeader } from "@/ui/PageHeader";
import { StageTag } from "@/ui/StageTag";
import { LeaveOrganization } from "../components/LeaveOrganization";
import { OrganizationLogo } from "../components/OrganizationLogo";
import { PlanUsage } from "../components/PlanUsage";
import { usePermissionLabels } from "../logic/permissionLabels";
import styles from "./OrganizationRoute.module.css";

export function OrganizationRoute() {
  const { t } = useTranslation("organization");
  const { membership, memberships } = useCurrentOrganization();
  const labels = usePermissionLabels();
  const { role } = membership;
  const canManage = useCanOpenRoute("organizationSettings");
  const canSeeMembers = useCanOpenRoute("organizationMembers");
  const others = memberships.filter((other) => other.id !== membership.id);
  return (
    <div className={styles.page}>
      <PageHeader
        title={t("title")}
        actions={<LinkButton to={href("organizationCreate")}>{t("hub.create_another")}</LinkButton>}
      />
      <Identity />
      <div className={styles.columns}>
        <nav aria-label={t("hub.pages")}>
          {canSeeMembers || canManage ? null : <p className={styles.soft}>{t("hub.nothing_to_manage")}</p>}
          <ul className={styles.links}>
            {canSeeMembers ? (
              <Entry
                to={href("organizationMembers")}
                icon={<UsersRound size={18} aria-hidden="true" />}
                title={t("members.title")}
                text={t("hub.members_note")}
              />
            ) : null}
            {canManage ? (
              <>
                <Entry
                  to={href("organizationPermissions")}
                  icon={<KeyRound size={18} aria-hidden="true" />}
                  title={t("permissions.title")}
                  text={t("hub.permissions_note")}
                />
                <Entry
                  to={href("organizationSettings")}
                  icon={<Settings2 size={18} aria-hidden="true" />}
                  title={t("settings.title")}
                  text={t("hub.settings_note")}
                />
              </>
            ) : null}
          </ul>
        </nav>
        <aside className={styles.side}>
          <Plan />
          <section>
            <h2 className={styles.heading}>{t("hub.my_role")}</h2>
            <p>
              <strong>{labels.role(role)}</strong>
            </p>
            <p className={styles.soft}>{labels.roleNote(role)}</p>
            <LeaveOrganization />
          </section>
        </aside>
      </div>
      {others.length > 0 ? (
        <section className={styles.others} aria-labelledby="others">
          <h2 className={styles.heading} id="others">
            {t("hub.others")}
          </h2>
          <ul>
            {others.map((other) => (
              <li key={other.id}>
                <button type="button" className={styles.other} onClick={() => void switchOrganization(other)}>
                  <OrganizationLogo organization={other.organization} size={32} />
                  <span className={styles.otherName}>{other.organization.name}</span>
                  <span className={styles.soft}>{labels.role(other.role)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

function Identity() {
  const { t } = useTranslation("organization");
  const { organization } = useCurrentOrganization().membership;
  const profile = toProfile(organization);
  const industry = useIndustryOptions().find(({ value }) => value === profile.industry)?.label ?? profile.industry;
  const size = useSizeOptions().find(({ value }) => value === profile.employee_count)?.label;
  const facts = [organization.slug, industry, size].filter(Boolean);
  const safeWebsite = /^https?:\/\//i.test(profile.website);
  return (
    <section className={styles.identity} aria-label={t("hub.identity")}>
      <OrganizationLogo organization={organization} size={64} />
      <div className={styles.about}>
        <h2 className={styles.name}>{organization.name}</h2>
        <p className={styles.soft}>
          {facts.join(" · ")}
          {safeWebsite ? (
            <>
              {" · "}
              <a href={profile.website} target="_blank" rel="noreferrer">
                {profile.website.replace(/^https?:\/\//i, "").replace(/\/$/, "")}
              </a>
            </>
          ) : null}
        </p>
        {profile.description ? <p className={styles.description}>{profile.description}</p> : null}
      </div>
    </section>
  );
}

function Plan() {
  const { t } = useTranslation("organization");
  const planName = usePlanName();
  const { organization } = useCurrentOrganization().membership;
  const usage = useUsage();
  const bytes = useBytes();
  return (
    <section className={styles.plan}>
      <h2 className={styles.heading}>
        {t("hub.plan")}
        <StageTag tone="good">{planName(organization.subscription_tier)}</StageTag>
      </h2>
      {organization.requested_plan ? (
        <p className={styles.soft}>{t("hub.plan_requested", { plan: planName(organization.requested_plan) })}</p>
      ) : null}
      <PlanUsage
        label={t("usage.members")}
        used={usage.data?.members.used}
        limit={organization.max_users}
        isLoading={usage.isLoading}
      />
      <PlanUsage
        label={t("usage.jobs")}
        used={usage.data?.jobs.used}
        limit={organization.max_jobs}
        isLoading={usage.isLoading}
      />
      {usage.data ? (
        <PlanUsage
          label={t("usage.storage")}
          used={usage.data.stored_bytes.used}
          limit={usage.data.stored_bytes.limit}
          format={bytes}
        />
      ) : null}
    </section>
  );
}

function Entry(props: { to: string; icon: ReactNode; title: string; text: string }) {
  return (
    <li>
      <Link to={props.to} className={styles.entry}>
        {props.icon}
        <span className={styles.words}>
          <strong>{props.title}</strong>
          <span>{props.text}</span>
        </span>
        <ChevronRight size={18} aria-hidden="true" />
      </Link>
    </li>
  );
}
