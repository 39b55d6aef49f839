// The table of the talent pool.
import { Button, Checkbox, Dropdown } from "antd";
import { Ellipsis, Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ELIMINATED, useArchiveReasonName } from "@/entities/application/archive";
import { ScoreText } from "@/entities/application/components/ScoreText";
import { SummaryPreview } from "@/entities/application/components/SummaryPreview";
import { useLevelName } from "@/entities/application/level";
import { levelKey, useStageName, useSubStatusName } from "@/entities/application/stages";
import { useCanMove } from "@/entities/application/useCanMove";
import { PersonLink } from "@/entities/person/components/PersonLink";
import { useCan } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { TalentPoolEntry } from "@/lib/api/types";
import { StageTag } from "@/ui/StageTag";
import { RowTable } from "@/ui/tables/RowTable";
import rows from "@/ui/tables/RowTable.module.css";
import styles from "./PoolTable.module.css";
import type { PoolActions } from "./usePoolActions";

interface Props {
  entries: readonly TalentPoolEntry[];
  selected: ReadonlySet<string>;
  /** Selects or deselects one; with a range, all from the last one to it. */
  onSelect: (id: string, range: boolean) => void;
  actions: PoolActions;
}

export function PoolTable({ entries, selected, onSelect, actions }: Props) {
  const { t } = useTranslation(["talent-pool", "review"]);
  const formats = useFormats();
  const reasonName = useArchiveReasonName();
  const levelName = useLevelName();
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const canMove = useCanMove();
  const canMark = useCan("talent-pool:edit");
  return (
    <RowTable
      label={t("title")}
      heads={[
        { label: t("column.candidate") },
        { label: t("column.job") },
        { label: t("column.score"), number: true },
        { label: t("column.reason") },
        { label: t("column.archived") },
      ]}
      actions={t("column.actions")}
    >
      {entries.map((entry) => {
        const { id, person } = entry;
        const name = person.name ?? t("nameless");
        const isFinal = entry.archive_reason === ELIMINATED;
        const more = [
          ...(!isFinal && canMove("restore", entry, true)
            ? [
                {
                  key: "restore",
                  label: t("action.restore_to", {
                    place: `${stageName(entry.status)} · ${subStatusName(entry.sub_status)}`,
                  }),
                  onClick: () => actions.restore([entry]),
                },
              ]
            : []),
          ...(canMark && !person.blacklisted
            ? [
                {
                  key: "blacklist",
                  danger: true,
                  label: t("action.blacklist"),
                  onClick: () => actions.openBlacklist(entry),
                },
              ]
            : []),
          ...(canMark && person.blacklisted
            ? [
                {
                  key: "unblacklist",
                  label: t("review:blacklist.take_back"),
                  onClick: () => actions.openUnblacklist(entry),
                },
              ]
            : []),
        ];
        return (
          <tr key={id} className={styles.row} data-selected={selected.has(id)} data-level={levelKey(entry.level)}>
            <td className={`${rows.lead} ${styles.lead}`}>
              <span className={styles.who}>
                <Checkbox
                  checked={selected.has(id)}
                  disabled={isFinal}
                  aria-label={t("select", { name })}
                  onChange={({ nativeEvent }) => onSelect(id, nativeEvent.shiftKey)}
                />
                <Button
                  type="text"
                  size="small"
                  disabled={!canMark}
                  className={styles.star ?? ""}
                  aria-pressed={person.starred}
                  aria-label={t("action.star", { name })}
                  icon={<Star size={15} data-on={person.starred} aria-hidden="true" />}
                  onClick={() => actions.star([entry])}
                />
                <PersonLink personId={person.id} applicationId={id}>
                  {name}
                </PersonLink>
                {person.blacklisted ? <StageTag tone="bad">{t("blacklisted")}</StageTag> : null}
              </span>
              <span className={`${rows.below} ${styles.about}`}>
                {[person.current_position, person.current_company].filter(Boolean).join(" · ")}
              </span>
              {entry.summary ? (
                <span className={`${styles.summary} ${styles.about}`}>
                  <SummaryPreview applicationId={id} text={entry.summary} />
                </span>
              ) : null}
            </td>
            <td data-label={t("column.job")}>{entry.job_title}</td>
            <td className={`${rows.number} ${styles.score}`} data-label={t("column.score")}>
              <ScoreText score={entry.score} />
              {entry.level ? <span className={rows.below}>{levelName(entry.level)}</span> : null}
            </td>
            <td data-label={t("column.reason")}>{reasonName(entry.archive_reason)}</td>
            <td className={styles.date} data-label={t("column.archived")}>
              {formats.date(entry.archived_at)}
            </td>
            <td className={rows.actions}>
              {isFinal ? (
                <span className={rows.below}>{t("final")}</span>
              ) : canMove("recall", entry, true) ? (
                <Button size="small" onClick={() => actions.openRecall([entry])}>
                  {t("action.recall")}
                </Button>
              ) : null}
              {more.length > 0 ? (
                <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items: more }}>
                  <Button
                    type="text"
                    size="small"
                    icon={<Ellipsis size={16} aria-hidden="true" />}
                    aria-label={t("more", { name })}
                  />
                </Dropdown>
              ) : null}
            </td>
          </tr>
        );
      })}
    </RowTable>
  );
}
