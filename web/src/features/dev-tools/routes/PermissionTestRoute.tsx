// /permission-test: my permissions by page and action, and the three ways a control reacts to a missing one.
import { Button } from "antd";
import { Check, Minus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ACTIONS_OF, PAGES } from "@/entities/member/roles.gen";
import { useCurrentOrganization } from "@/entities/session/session";
import { PageHeader } from "@/ui/PageHeader";
import styles from "./Internal.module.css";

export function PermissionTestRoute() {
  const { t } = useTranslation(["devtools", "organization", "shell"]);
  const { membership } = useCurrentOrganization();
  const { pages, permissions, role, organization } = membership;
  const given: ReadonlySet<string> = new Set(permissions);
  const resources = Object.entries(ACTIONS_OF) as [keyof typeof ACTIONS_OF, readonly string[]][];
  return (
    <>
      <PageHeader title={t("permissions.title")} />
      <p className={styles.lead}>
        {t("permissions.lead", { role: t(`shell:role.${role}`), organization: organization.name })}
      </p>
      <h2 className={styles.subtitle}>{t("permissions.pages")}</h2>
      <ul className={styles.grants}>
        {PAGES.map((page) => (
          <Grant key={page} code={page} isGiven={pages.includes(page)} />
        ))}
      </ul>
      <h2 className={styles.subtitle}>{t("permissions.actions")}</h2>
      {resources.map(([resource, actions]) => (
        <section key={resource} className={styles.resource}>
          <h3>{t(`organization:resource.${resource}`)}</h3>
          <ul className={styles.grants}>
            {actions.map((action) => (
              <Grant key={action} code={`${resource}:${action}`} isGiven={given.has(`${resource}:${action}`)} />
            ))}
          </ul>
        </section>
      ))}
      <h2 className={styles.subtitle}>{t("permissions.reactions")}</h2>
      <p className={styles.lead}>{t("permissions.reactions_lead")}</p>
      <Reactions canEdit={permissions.includes("organization:manage")} />
    </>
  );
}

function Grant({ code, isGiven }: { code: string; isGiven: boolean }) {
  const { t } = useTranslation("devtools");
  return (
    <li data-given={isGiven}>
      {isGiven ? <Check size={14} aria-hidden="true" /> : <Minus size={14} aria-hidden="true" />}
      <code>{code}</code>
      <span className="visually-hidden">{isGiven ? t("permissions.given") : t("permissions.not_given")}</span>
    </li>
  );
}

/** One button hidden, disabled or removed without `organization:manage`. */
function Reactions({ canEdit }: { canEdit: boolean }) {
  const { t } = useTranslation("devtools");
  return (
    <dl className={styles.reactions}>
      <div>
        <dt>{t("permissions.hide")}</dt>
        <dd>
          <Button style={canEdit ? {} : { visibility: "hidden" }}>{t("permissions.example")}</Button>
        </dd>
      </div>
      <div>
        <dt>{t("permissions.disable")}</dt>
        <dd>
          <Button disabled={!canEdit}>{t("permissions.example")}</Button>
        </dd>
      </div>
      <div>
        <dt>{t("permissions.remove")}</dt>
        <dd>{canEdit ? <Button>{t("permissions.example")}</Button> : null}</dd>
      </div>
    </dl>
  );
}
