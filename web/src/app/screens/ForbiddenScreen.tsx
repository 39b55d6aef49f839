// A page the person's role does not include.
import { useTranslation } from "react-i18next";
import { PlainLink } from "@/ui/plain/PlainButton";
import { FullPage } from "./FullPage";

export function ForbiddenScreen() {
  const { t } = useTranslation("shell");
  return (
    <FullPage
      code="403"
      title={t("forbidden.title")}
      text={t("forbidden.text")}
      actions={
        <PlainLink primary to="/">
          {t("forbidden.home")}
        </PlainLink>
      }
    />
  );
}
