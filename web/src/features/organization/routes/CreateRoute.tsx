// /organization/create and /organization/setup: what a new organization is made of; the creator becomes its owner.
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { useMemberships, useMembershipsChanged } from "@/api/memberships";
import { rememberOrganization } from "@/api/session";
import { useSignOut } from "@/api/signOut";
import type { OrganizationInput } from "@/api/types";
import { Mark } from "@/ui/Mark";
import { OrganizationForm } from "@/ui/organization/OrganizationForm";
import { PlainButton, PlainLink } from "@/ui/plain/PlainButton";
import { usePageTitle } from "@/ui/usePageTitle";
import styles from "./CreateRoute.module.css";

export function CreateRoute() {
  const { t } = useTranslation(["organization", "shell"]);
  usePageTitle(t("create.title"));
  const navigate = useNavigate();
  const changed = useMembershipsChanged();
  const signOut = useSignOut();
  const elsewhere = (useMemberships().data?.items.length ?? 0) > 0;
  const create = useMutation({
    mutationFn: async (body: OrganizationInput) => (await api.POST("/api/organizations", { body })).data,
    onSuccess: async (organization) => {
      if (organization) rememberOrganization(organization.id);
      await changed();
      await navigate("/welcome");
    },
  });

  return (
    <main className={styles.page}>
      <Mark size={40} />
      <h1 className={styles.title}>{t("create.title")}</h1>
      <p className={styles.text}>{t("create.text")}</p>
      <div className={styles.form}>
        <OrganizationForm
          onCreate={create.mutateAsync}
          busy={create.isPending}
          error={create.error}
          back={
            elsewhere ? (
              <PlainLink wide to="/welcome">
                {t("create.back")}
              </PlainLink>
            ) : (
              <PlainButton wide busy={signOut.isPending} onClick={() => signOut.mutate()}>
                {t("shell:account.sign_out")}
              </PlainButton>
            )
          }
        />
      </div>
    </main>
  );
}
