// The job's talent pool next to the board: who was archived, when and why, and how to restore them.
import { Button, Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ELIMINATED, useArchiveReasonName } from "@/entities/application/archive";
import type { BoardCard } from "@/entities/application/boardLogic";
import { RecallDialog } from "@/entities/application/components/RecallDialog";
import { SummaryPreview } from "@/entities/application/components/SummaryPreview";
import { levelKey, useStageName, useSubStatusName } from "@/entities/application/stages";
import { DEFAULT_POOL_VIEW, useTalentPool } from "@/entities/application/talentPool";
import { PersonLink } from "@/entities/person/components/PersonLink";
import { useCan, useCanOpenRoute } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { TalentPoolEntry } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { SidePanel } from "@/ui/SidePanel";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import styles from "./PoolPanel.module.css";

interface Props {
  jobId: string;
  canRecall: boolean;
  onRecall: (card: BoardCard) => void;
  onRestore: (card: BoardCard) => void;
  onClose: () => void;
}

function cardOf(entry: TalentPoolEntry): BoardCard {
  const { id, version, person, status, sub_status, level, score, summary, archived_at } = entry;
  return {
    id,
    version,
    person,
    status,
    sub_status,
    sub_status_since: archived_at,
    level: level ?? null,
    score: score ?? null,
    strip: [],
    summary: summary ?? null,
    starred: person.starred,
    flags: [],
  };
}

export function PoolPanel({ jobId, canRecall, onRecall, onRestore, onClose }: Props) {
  const { t } = useTranslation("pipeline");
  const formats = useFormats();
  const reasonName = useArchiveReasonName();
  const canOpenPool = useCanOpenRoute("talentPool");
  const canRestore = useCan("talent-pool:archive");
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const [asked, setAsked] = useState<TalentPoolEntry | null>(null);
  const placeOf = ({ status, sub_status }: TalentPoolEntry) => `${stageName(status)} · ${subStatusName(sub_status)}`;
  const pool = useTalentPool({ ...DEFAULT_POOL_VIEW, jobId });
  return (
    <SidePanel title={t("pool.open")} onClose={onClose}>
      <h2 className={styles.title}>{t("pool.open")}</h2>
      {pool.error && !pool.data ? <p className={styles.tip}>{t("pool.tip")}</p> : null}
      <QueryView query={pool} skeleton={<Skeleton active />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState text={t("pool.empty")} />
          ) : (
            <>
              <ul className={styles.list}>
                {items.map((entry) => {
                  const name = entry.person.name ?? t("card.nameless");
                  return (
                    <li key={entry.id} className={styles.entry} data-level={levelKey(entry.level)}>
                      <div className={styles.head}>
                        <PersonLink personId={entry.person.id} applicationId={entry.id}>
                          {name}
                        </PersonLink>
                        <span className={styles.actions}>
                          {canRestore && entry.archive_reason !== ELIMINATED ? (
                            <Button
                              size="small"
                              aria-label={t("pool.restore_person", { name, place: placeOf(entry) })}
                              title={placeOf(entry)}
                              onClick={() => onRestore(cardOf(entry))}
                            >
                              {t("pool.restore")}
                            </Button>
                          ) : null}
                          {canRecall && entry.archive_reason !== ELIMINATED ? (
                            <Button
                              size="small"
                              aria-label={t("pool.recall_person", { name })}
                              onClick={() => setAsked(entry)}
                            >
                              {t("pool.recall")}
                            </Button>
                          ) : null}
                        </span>
                      </div>
                      <p className={styles.facts}>
                        <span>{reasonName(entry.archive_reason)}</span>
                        <span>{t("pool.archived", { date: formats.date(entry.archived_at) })}</span>
                      </p>
                      <p className={styles.summary}>
                        {entry.summary ? (
                          <SummaryPreview applicationId={entry.id} text={entry.summary} />
                        ) : (
                          t("pool.no_summary")
                        )}
                      </p>
                    </li>
                  );
                })}
              </ul>
              {total > items.length ? (
                <p className={styles.more}>
                  {t("pool.shown", { shown: items.length, total })}{" "}
                  {canOpenPool ? <Link to={href("talentPool", { job_id: jobId })}>{t("pool.all")}</Link> : null}
                </p>
              ) : null}
            </>
          )
        }
      </QueryView>
      <RecallDialog
        people={asked ? [{ ...asked, name: asked.person.name }] : []}
        busy={false}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked) onRecall(cardOf(asked));
          setAsked(null);
        }}
      />
    </SidePanel>
  );
}
