// Link home for signed-in users, else to sign-in.
import { useTranslation } from "react-i18next";
import { useSession } from "@/entities/session/session";
import { href } from "@/lib/routes/href";
import { LiteLink } from "@/ui/lite/LiteButton";

export function FallbackLink(props: { primary?: boolean }) {
  const { t } = useTranslation("auth");
  const session = useSession();
  return (
    <LiteLink primary={props.primary === true} to={session.data ? href("welcome") : href("login")}>
      {session.data ? t("invitation.to_start") : t("verify.to_login")}
    </LiteLink>
  );
}
