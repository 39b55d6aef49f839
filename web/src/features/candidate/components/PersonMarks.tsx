// The marks of a person: kept for the talent pool, or blacklisted; each set and removed.
import { App, Button } from "antd";
import { Star } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMarkPerson } from "@/entities/application/talentPool";
import { BlacklistDialog } from "@/entities/person/components/BlacklistDialog";
import { UnblacklistDialog } from "@/entities/person/components/UnblacklistDialog";
import { useCanEditPeople, useSavePerson } from "@/entities/person/queries";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import type { PersonDetail } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { StageTag } from "@/ui/StageTag";
import styles from "./PersonMarks.module.css";

export function PersonMarks({ person }: { person: PersonDetail }) {
  const { t } = useTranslation(["candidate", "review"]);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const organization_id = useOrganizationId();
  const save = useSavePerson();
  const canEdit = useCanEditPeople();
  const mark = useMarkPerson();
  const canBlacklist = useCan("talent-pool:edit");
  const [asking, setAsking] = useState<"blacklist" | "take_back" | null>(null);
  const blacklist = (change: { blacklisted: boolean; reason?: string }) => {
    setAsking(null);
    mark.mutate({ personId: person.id, ...change }, { onError: (error) => message.error(errorText(error)) });
  };
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
      {canBlacklist ? (
        <Button
          danger={!person.blacklisted}
          disabled={mark.isPending}
          onClick={() => setAsking(person.blacklisted ? "take_back" : "blacklist")}
        >
          {person.blacklisted ? t("review:blacklist.take_back") : t("review:blacklist.confirm")}
        </Button>
      ) : null}
      <BlacklistDialog
        person={asking === "blacklist" ? person : null}
        onClose={() => setAsking(null)}
        onConfirm={(reason) => blacklist({ blacklisted: true, reason })}
      />
      <UnblacklistDialog
        person={asking === "take_back" ? person : null}
        onClose={() => setAsking(null)}
        onConfirm={() => blacklist({ blacklisted: false })}
      />
    </>
  );
}
