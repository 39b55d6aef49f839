// /tenant-test: my organizations, and the server's answer for one I do not belong to.
import { useQuery } from "@tanstack/react-query";
import { Button, Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { JOBS } from "@/entities/job/queries";
import { useCurrentOrganization } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
import { PageHeader } from "@/ui/PageHeader";
import { QueryView } from "@/ui/states/QueryView";
import styles from "./Internal.module.css";

interface ForeignAnswer {
  organization_id: string;
  status: number;
  code: string;
}

/** Requests the jobs of an organization I do not belong to. */
async function fetchForeignJobs(): Promise<ForeignAnswer> {
  const organization_id = crypto.randomUUID();
  try {
    await api.GET(JOBS, { params: { path: { organization_id } } });
    return { organization_id, status: 200, code: "" };
  } catch (error) {
    if (error instanceof ApiProblem) return { organization_id, status: error.status, code: error.code };
    throw error;
  }
}

export function TenantTestRoute() {
  const { t } = useTranslation(["devtools", "shell"]);
  const { memberships, membership } = useCurrentOrganization();
  const answer = useQuery({ queryKey: ["tenant-test"], queryFn: fetchForeignJobs, gcTime: 0 });
  return (
    <>
      <PageHeader title={t("tenants.title")} />
      <h2 className={styles.subtitle}>{t("tenants.mine")}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("tenants.organization")}</th>
            <th scope="col">{t("tenants.id")}</th>
            <th scope="col">{t("tenants.role")}</th>
          </tr>
        </thead>
        <tbody>
          {memberships.map(({ id, organization, role }) => (
            <tr key={id} aria-current={id === membership.id}>
              <th scope="row">{organization.name}</th>
              <td>
                <code>{organization.id}</code>
              </td>
              <td>{t(`shell:role.${role}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2 className={styles.subtitle}>{t("tenants.elsewhere")}</h2>
      <p className={styles.lead}>{t("tenants.elsewhere_lead")}</p>
      <QueryView query={answer} skeleton={<Skeleton active paragraph={{ rows: 2 }} />}>
        {({ organization_id, status, code }) => (
          <p role="status">
            <code>{organization_id}</code> → {status} <code>{code}</code>{" "}
            <strong>{status === 404 ? t("tenants.held") : t("tenants.broken")}</strong>
          </p>
        )}
      </QueryView>
      <div className={styles.again}>
        <Button loading={answer.isFetching} onClick={() => void answer.refetch()}>
          {t("tenants.again")}
        </Button>
      </div>
    </>
  );
}
