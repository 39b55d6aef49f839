// Before an upload: without criteria, resumes can't be assessed.
import { Alert } from "antd";
import { useTranslation } from "react-i18next";
import { useCanAssess } from "@/entities/job/rubric";
import { useCan } from "@/entities/session/memberships";
import { href } from "@/lib/routes/href";
import { LinkButton } from "@/ui/LinkButton";
import styles from "./Queue.module.css";

export function NoCriteriaNotice({ jobId }: { jobId: string }) {
  const { t } = useTranslation("evaluate");
  const canEdit = useCan("jobs:edit");
  if (useCanAssess(jobId) !== false) return null;
  return (
    <Alert
      className={styles.notice ?? ""}
      type="warning"
      showIcon
      role="status"
      title={t("no_criteria.title")}
      description={t("no_criteria.text")}
      action={
        canEdit ? (
          <LinkButton size="small" to={href("job", { id: jobId })}>
            {t("no_criteria.write")}
          </LinkButton>
        ) : null
      }
    />
  );
}
