// Last registration step: creates the organization.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { OrganizationForm } from "@/entities/organization/components/OrganizationForm";
import { MyInvitations } from "@/entities/session/components/MyInvitations";
import { storeCurrentOrganization } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import type { OrganizationInput } from "@/lib/api/types";
import { PlainButton } from "@/ui/plain/PlainButton";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { RegistrationSteps } from "./RegistrationSteps";

export function OrganizationStep(props: { onBack: () => void }) {
  const { t } = useTranslation("auth");
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: async (body: OrganizationInput) => (await api.POST("/api/organizations", { body })).data,
    onSuccess: async (organization) => {
      if (organization) storeCurrentOrganization(organization.id);
      await client.invalidateQueries({ queryKey: ["get", "/api/me/organizations"] });
    },
  });
  return (
    <AuthLayout title={t("register.organization_title")} wide>
      <RegistrationSteps at="organization" />
      <p className={styles.text}>{t("register.organization_text")}</p>
      <MyInvitations />
      <OrganizationForm
        onCreate={create.mutateAsync}
        busy={create.isPending}
        error={create.error}
        back={<PlainButton onClick={props.onBack}>{t("register.back")}</PlainButton>}
      />
    </AuthLayout>
  );
}
