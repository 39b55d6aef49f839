// Field validation of the auth forms: a message, or undefined.
import { useTranslation } from "react-i18next";
import { isEmail, isLongEnough } from "../logic/fieldRules";

export function useFieldRules() {
  const { t } = useTranslation("auth");
  return {
    required: (text: string) => (text.trim() === "" ? t("required") : undefined),
    email: (text: string) => {
      if (text.trim() === "") return t("required");
      return isEmail(text) ? undefined : t("email_invalid");
    },
    newPassword: (text: string) => {
      if (text === "") return t("required");
      return isLongEnough(text) ? undefined : t("register.password_short");
    },
  };
}
