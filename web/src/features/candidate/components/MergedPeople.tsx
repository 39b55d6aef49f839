// Who was merged into the person, each with a way to undo it.
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useMerging } from "@/entities/person/merging";
import { useCanEditPeople, useMerges } from "@/entities/person/queries";
import { useFormats } from "@/i18n/format";
import styles from "./MergedPeople.module.css";

export function MergedPeople({ personId }: { personId: string }) {
  const { t } = useTranslation(["candidate", "review"]);
  const formats = useFormats();
  const canEdit = useCanEditPeople();
  const merges = useMerges(personId).data?.items ?? [];
  const { undo, isPending } = useMerging(personId);
  if (merges.length === 0) return null;
  return (
    <section aria-label={t("merges.title")}>
      <h2 className={styles.title}>{t("merges.title")}</h2>
      <ul>
        {merges.map((merge) => {
          const name = merge.name ?? t("nameless");
          const date = formats.date(merge.created_at);
          const by = merge.merged_by ?? t("review:history.person");
          return (
            <li key={merge.id} className={styles.merge}>
              <span className={styles.who}>
                <span>{name}</span>
                <span className={styles.by}>{t("merges.by", { date, name: by })}</span>
              </span>
              {canEdit ? (
                <Button
                  size="small"
                  disabled={isPending}
                  aria-label={t("merges.undo_of", { name })}
                  onClick={() => void undo(merge)}
                >
                  {t("merges.undo")}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
