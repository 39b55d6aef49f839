// What sign-in and registration ask of their fields: a message when something is wrong, else undefined.
import { useTranslation } from "react-i18next";
import { isEmail, isLongEnough } from "../logic/rules";

export function useRules() {
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
