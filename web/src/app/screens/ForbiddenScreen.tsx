// 403 page: the page, the current role, and where to go instead.
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import type { Role } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { hasPreviousPage } from "@/lib/routes/previousPage";
import { KitButton, KitLink } from "@/ui/kit/Kit";
import { FullPage } from "./FullPage";

/** Navigation state from the guard; absent when opened by address. */
type Denied = { organization: string; role: Role } | null;

export function ForbiddenScreen({ isGuest = false }: { isGuest?: boolean }) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const denied = useLocation().state as Denied;
  return (
    <FullPage
      code="403"
      title={t("forbidden.title")}
      text={
        denied
          ? t("forbidden.where", { organization: denied.organization, role: t(`role.${denied.role}`) })
          : t("forbidden.text")
      }
      actions={
        <>
          <KitLink primary to={isGuest ? href("login") : href("welcome")}>
            {isGuest ? t("forbidden.sign_in") : t("forbidden.home")}
          </KitLink>
          {hasPreviousPage() ? <KitButton onClick={() => void navigate(-1)}>{t("error.back")}</KitButton> : null}
        </>
      }
    />
  );
}
