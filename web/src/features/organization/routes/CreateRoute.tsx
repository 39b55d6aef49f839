// /organization/create and /organization/setup: what a new organization is made of; the creator becomes its owner.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { rememberOrganization } from "@/api/session";
import type { OrganizationInput } from "@/api/types";
import { Mark } from "@/ui/Mark";
import { OrganizationForm } from "@/ui/organization/OrganizationForm";
import { usePageTitle } from "@/ui/usePageTitle";
import styles from "./CreateRoute.module.css";

export function CreateRoute() {
  const { t } = useTranslation("organization");
  usePageTitle(t("create.title"));
  const navigate = useNavigate();
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: async (body: OrganizationInput) => (await api.POST("/api/organizations", { body })).data,
    onSuccess: async (organization) => {
      if (organization) rememberOrganization(organization.id);
      await client.invalidateQueries({ queryKey: ["get", "/api/me/organizations"] });
      await navigate("/welcome");
    },
  });

  return (
    <main className={styles.page}>
      <Mark size={40} />
      <h1 className={styles.title}>{t("create.title")}</h1>
      <p className={styles.text}>{t("create.text")}</p>
      <div className={styles.form}>
        <OrganizationForm onCreate={create.mutateAsync} busy={create.isPending} error={create.error} />
      </div>
    </main>
  );
}
