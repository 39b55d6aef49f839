// Says that the accuracy of the judge in use was never checked, with a link for those who can check it.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "@/entities/session/memberships";
import { href } from "@/lib/routes/href";
import { useAiState } from "../state";
import styles from "./notices.module.css";

export function UncheckedNotice() {
  const { t } = useTranslation("evaluation");
  const canEdit = useCan("settings:edit");
  if (useAiState(true).data?.is_judge_measured !== false) return null;
  return (
    <p className={styles.notice}>
      {t("accuracy.unchecked")}{" "}
      {canEdit ? <Link to={href("settings", { tab: "ai" })}>{t("accuracy.check")}</Link> : null}
    </p>
  );
}
