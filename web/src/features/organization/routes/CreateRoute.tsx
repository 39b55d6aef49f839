// /organization/create and /organization/setup: creates an organization; the creator becomes its owner.
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { OrganizationForm } from "@/entities/organization/components/OrganizationForm";
import { useInvalidateMemberships, useMemberships } from "@/entities/session/memberships";
import { storeCurrentOrganization } from "@/entities/session/session";
import { useSignOut } from "@/entities/session/signOut";
import { api } from "@/lib/api/client";
import type { OrganizationInput } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { PlainButton, PlainLink } from "@/ui/plain/PlainButton";
import { PlainPage } from "@/ui/plain/PlainPage";

export function CreateRoute() {
  const { t } = useTranslation(["organization", "shell"]);
  const navigate = useNavigate();
  const changed = useInvalidateMemberships();
  const signOut = useSignOut();
  const elsewhere = (useMemberships().data?.items.length ?? 0) > 0;
  const create = useMutation({
    mutationFn: async (body: OrganizationInput) => (await api.POST("/api/organizations", { body })).data,
    onSuccess: async (organization) => {
      if (organization) storeCurrentOrganization(organization.id);
      await changed();
      await navigate(href("pipeline"));
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
            <PlainLink block to={href("welcome")}>
              {t("create.back")}
            </PlainLink>
          ) : (
            <PlainButton block busy={signOut.isPending} onClick={() => signOut.mutate()}>
              {t("shell:account.sign_out")}
            </PlainButton>
          )
        }
      />
    </PlainPage>
  );
}
