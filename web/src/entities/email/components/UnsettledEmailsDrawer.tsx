// Failed or uncertain emails with their actions.
import { useTranslation } from "react-i18next";
import { LazyDrawer } from "@/ui/LazyDrawer";
import { EmptyState } from "@/ui/states/EmptyState";
import { useUnsettledEmails } from "../queries";
import { useCanWriteEmails } from "../service";
import styles from "./CandidateEmails.module.css";
import { EmailEntry } from "./EmailEntry";

interface Props {
  open: boolean;
  /** Only these of them, such as those of one request. */
  only?: readonly string[];
  onClose: () => void;
}

export function UnsettledEmailsDrawer({ open, only, onClose }: Props) {
  const { t } = useTranslation("email");
  const emails = useUnsettledEmails(useCanWriteEmails()).data;
  const shown = emails?.items.filter(({ id }) => !only || only.includes(id));
  return (
    <LazyDrawer open={open} onClose={onClose} placement="right" size="min(92vw, 520px)" title={t("unsettled.drawer")}>
      {shown?.length === 0 ? <EmptyState text={t("unsettled.none")} /> : null}
      <ul className={styles.list}>
        {shown?.map((email) => (
          <EmailEntry key={email.id} email={email} showsCandidate canDismiss />
        ))}
      </ul>
    </LazyDrawer>
  );
}
