// /organization/create and /organization/setup: what a new organization is made of; the creator becomes its owner.
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "@/api/client";
import { useMemberships, useMembershipsChanged } from "@/api/memberships";
import { rememberOrganization } from "@/api/session";
import { useSignOut } from "@/api/signOut";
import type { OrganizationInput } from "@/api/types";
import { OrganizationForm } from "@/ui/organization/OrganizationForm";
import { PlainButton, PlainLink } from "@/ui/plain/PlainButton";
import { PlainPage } from "@/ui/plain/PlainPage";

export function CreateRoute() {
  const { t } = useTranslation(["organization", "shell"]);
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
    <PlainPage title={t("create.title")} text={t("create.text")}>
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
    </PlainPage>
  );
}
