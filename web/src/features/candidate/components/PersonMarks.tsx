// The marks of a person: kept for the talent pool, or blacklisted.
import { App, Button } from "antd";
import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCanEditPeople, useSavePerson } from "@/entities/person/queries";
import { useOrganizationId } from "@/entities/session/session";
import type { PersonDetail } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { StageTag } from "@/ui/StageTag";
import styles from "./PersonMarks.module.css";

export function PersonMarks({ person }: { person: PersonDetail }) {
  const { t } = useTranslation("candidate");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const organization_id = useOrganizationId();
  const save = useSavePerson();
  const canEdit = useCanEditPeople();
  const isStarred = person.is_in_talent_pool;
  return (
    <>
      {person.blacklisted ? (
        <span title={person.blacklist_reason}>
          <StageTag tone="bad">{t("blacklisted")}</StageTag>
        </span>
      ) : null}
      <Button
        className={styles.star ?? ""}
        icon={<Star size={15} data-on={isStarred} aria-hidden="true" />}
        disabled={!canEdit}
        loading={save.isPending}
        aria-pressed={isStarred}
        onClick={() =>
          save.mutate(
            {
              params: { path: { organization_id, person_id: person.id } },
              body: { is_in_talent_pool: !isStarred },
            },
            { onError: (error) => message.error(errorText(error)) },
          )
        }
      >
        {isStarred ? t("star.on") : t("star.off")}
      </Button>
    </>
  );
}
