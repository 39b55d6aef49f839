// Changed recommendation levels after a re-evaluation. No one is moved automatically.
import { MoveRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ScoreText } from "@/entities/application/components/ScoreText";
import { useLevelName } from "@/entities/application/level";
import { useStageName } from "@/entities/application/stages";
import { PersonLink } from "@/entities/person/components/PersonLink";
import { useFormats } from "@/i18n/format";
import type { BatchLevelChange } from "@/lib/api/types";
import { QueryView } from "@/ui/states/QueryView";
import { useLevelChanges } from "../api/results";
import styles from "./LevelChanges.module.css";

export function LevelChanges({ batchId }: { batchId: string }) {
  const { t } = useTranslation("evaluate");
  const formats = useFormats();
  const changes = useLevelChanges(batchId, true);
  return (
    <section className={styles.changes} aria-label={t("changes.title")}>
      <QueryView query={changes} skeleton={null}>
        {({ items, total }) => (
          <>
            <h2 className={styles.title}>
              {total === 0 ? t("changes.none") : t("changes.some", { count: total, number: formats.number(total) })}
            </h2>
            {total > 0 ? <p className={styles.hint}>{t("changes.hint")}</p> : null}
            <ul>
              {items.map((change) => (
                <Change key={change.application_id} change={change} />
              ))}
            </ul>
            {total > items.length ? (
              <p className={styles.hint}>{t("changes.more", { count: total - items.length })}</p>
            ) : null}
          </>
        )}
      </QueryView>
    </section>
  );
}

function Change({ change }: { change: BatchLevelChange }) {
  const { t } = useTranslation("evaluate");
  const levelName = useLevelName();
  const stageName = useStageName();
  const { application_id, person_id, name, status, before, after } = change;
  const isUp = after.score > before.score;
  return (
    <li className={styles.change} data-up={isUp}>
      <span className={styles.who}>
        <PersonLink personId={person_id} applicationId={application_id}>
          {name ?? t("changes.nameless")}
        </PersonLink>
        <span className={styles.stage}>{stageName(status)}</span>
      </span>
      <span className={styles.judged}>
        {levelName(before.level)} <ScoreText score={before.score} />{" "}
        <span className={styles.rank}>{t("changes.rank", { rank: before.rank })}</span>
      </span>
      <MoveRight size={16} role="img" aria-label={isUp ? t("changes.up") : t("changes.down")} />
      <span className={styles.judged} data-now="true">
        {levelName(after.level)} <ScoreText score={after.score} />{" "}
        <span className={styles.rank}>{t("changes.rank", { rank: after.rank })}</span>
      </span>
    </li>
  );
}
