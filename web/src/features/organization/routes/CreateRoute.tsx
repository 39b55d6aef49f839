// /organization/create and /organization/setup: creates an organization; the creator becomes its owner.
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { OrganizationForm } from "@/entities/organization/components/OrganizationForm";
import { useCreateOrganization } from "@/entities/organization/queries";
import { useMemberships } from "@/entities/session/memberships";
import { useSignOut } from "@/entities/session/signOut";
import { href } from "@/lib/routes/href";
import { LiteButton, LiteLink } from "@/ui/lite/LiteButton";
import { LitePage } from "@/ui/lite/LitePage";

export function CreateRoute() {
  const { t } = useTranslation(["organization", "shell"]);
  const navigate = useNavigate();
  const signOut = useSignOut();
  const elsewhere = (useMemberships().data?.items.length ?? 0) > 0;
  const create = useCreateOrganization();

  return (
    <LitePage title={t("create.title")} text={t("create.text")}>
      <OrganizationForm
        onCreate={(organization) =>
          create.mutateAsync(organization, { onSuccess: () => void navigate(href("pipeline")) })
        }
        busy={create.isPending}
        error={create.error}
        back={
          elsewhere ? (
            <LiteLink block to={href("welcome")}>
              {t("create.back")}
            </LiteLink>
          ) : (
            <LiteButton block busy={signOut.isPending} onClick={() => signOut.mutate()}>
              {t("shell:account.sign_out")}
            </LiteButton>
          )
        }
      />
    </LitePage>
  );
}
