// The way on from a page that leads nowhere: to the start for whoever is signed in, else to signing in.
import { useTranslation } from "react-i18next";
import { useSession } from "@/entities/session/session";
import { href } from "@/lib/routes/href";
import { PlainLink } from "@/ui/plain/PlainButton";

export function WayOn(props: { primary?: boolean }) {
  const { t } = useTranslation("auth");
  const session = useSession();
  return (
    <PlainLink primary={props.primary === true} to={session.data ? href("welcome") : href("login")}>
      {session.data ? t("invitation.to_start") : t("verify.to_login")}
    </PlainLink>
  );
}
