// 404 page.
import { useTranslation } from "react-i18next";
import { href } from "@/lib/routes/href";
import { KitLink } from "@/ui/kit/Kit";
import { FullPage } from "./FullPage";

export function NotFoundScreen() {
  const { t } = useTranslation("shell");
  return (
    <FullPage
      code="404"
      title={t("not_found.title")}
      text={t("not_found.text")}
      actions={
        <KitLink primary to={href("welcome")}>
          {t("not_found.home")}
        </KitLink>
      }
    />
  );
}
