// Where no model is set: what the built-in engine doesn't see, and where to connect a model.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "@/entities/session/memberships";
import { href } from "@/lib/routes/href";
import { useAiState } from "../state";
import styles from "./notices.module.css";

export function ModelOffer() {
  const { t } = useTranslation("evaluation");
  const canEdit = useCan("settings:edit");
  if (useAiState(true).data?.has_model !== false) return null;
  return (
    <p className={styles.notice}>
      {t("model_offer.text")}{" "}
      {canEdit ? <Link to={href("settings", { tab: "ai" })}>{t("model_offer.connect")}</Link> : null}
    </p>
  );
}
