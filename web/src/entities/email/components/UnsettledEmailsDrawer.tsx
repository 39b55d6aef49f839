// Emails that failed or may not have arrived, with what can be done about each.
import { useTranslation } from "react-i18next";
import { LazyDrawer } from "@/ui/LazyDrawer";
import { useUnsettledEmails } from "../queries";
import { useCanWriteEmails } from "../service";
import styles from "./CandidateEmails.module.css";
import { EmailEntry } from "./EmailEntry";

export function UnsettledEmailsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation("email");
  const emails = useUnsettledEmails(useCanWriteEmails()).data;
  return (
    <LazyDrawer
      open={open}
      onClose={onClose}
      placement="right"
      size="min(92vw, 520px)"
      title={t("unsettled.title", { count: emails?.total ?? 0 })}
    >
      <ul className={styles.list}>
        {emails?.items.map((email) => (
          <EmailEntry key={email.id} email={email} showsCandidate />
        ))}
      </ul>
    </LazyDrawer>
  );
}
