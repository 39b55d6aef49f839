// Selects recipients and email type when the page is opened without a selection.
import { Button, Checkbox, Select, Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { useJobCandidates } from "@/entities/application/queries";
import { useSubStatusName } from "@/entities/application/stages";
import { canBeSent, EMAIL_TYPES, recipientOf } from "@/entities/email/model";
import { JobSelector } from "@/entities/job/components/JobSelector";
import type { Application, EmailType } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { LinkButton } from "@/ui/LinkButton";
import { EMPTY_SELECTION, select } from "@/ui/lists/selection";
import { useKeptSelection } from "@/ui/lists/useKeptSelection";
import { VirtualList } from "@/ui/lists/VirtualList";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import styles from "./RecipientPicker.module.css";
import { useEmailLabels } from "./useEmailLabels";

/** Estimated row height. */
const ROW_PX = 41;

interface Props {
  jobId: string | null;
  type: EmailType;
  onType: (type: EmailType) => void;
  onWrite: (applicationIds: readonly string[]) => void;
}

export function RecipientPicker({ jobId, type, onType, onWrite }: Props) {
  const { t } = useTranslation(["email", "compose"]);
  const { types } = useEmailLabels();
  const candidates = useJobCandidates(jobId);
  const [selection, setSelection] = useKeptSelection();
  const canGet = (row: Application) => canBeSent(type, row);
  const possible = candidates.data?.filter(canGet) ?? [];
  const ids = possible.filter(({ id }) => selection.ids.has(id)).map(({ id }) => id);
  const all = possible.length > 0 && ids.length === possible.length;

  const order = possible.map(({ id }) => id);
  const toggle = (id: string, range: boolean) => setSelection((former) => select(former, id, order, range));
  return (
    <div className={styles.page}>
      <PageHeader
        title={t("title")}
        context={
          <>
            <JobSelector />
            <Select
              className={styles.type}
              aria-label={t("type.label")}
              value={type}
              onChange={onType}
              options={EMAIL_TYPES.map((value) => ({ value, label: types[value] }))}
            />
          </>
        }
        actions={
          <>
            <LinkButton to={href("scheduledEmails")}>{t("compose:title")}</LinkButton>
            <Button type="primary" disabled={ids.length === 0} onClick={() => onWrite(ids)}>
              {ids.length > 0 ? t("pick.write", { count: ids.length }) : t("pick.none")}
            </Button>
          </>
        }
      />
      {jobId === null ? (
        <EmptyState text={t("pick.no_job")} />
      ) : (
        <QueryView query={candidates} skeleton={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState text={t("pick.nobody")} />
            ) : (
              <>
                <div className={styles.all}>
                  <Checkbox
                    checked={all}
                    disabled={possible.length === 0}
                    indeterminate={ids.length > 0 && !all}
                    onChange={() => setSelection(all ? EMPTY_SELECTION : { ids: new Set(order), anchor: null })}
                  >
                    {t("pick.all", { count: possible.length })}
                  </Checkbox>
                </div>
                <VirtualList
                  items={[...possible, ...rows.filter((row) => !canGet(row))]}
                  idOf={({ id }) => id}
                  estimate={ROW_PX}
                  label={t("candidates")}
                  className={styles.list}
                >
                  {(row) => (
                    <PickRow
                      row={row}
                      isPossible={canGet(row)}
                      checked={canGet(row) && selection.ids.has(row.id)}
                      onToggle={(range) => toggle(row.id, range)}
                    />
                  )}
                </VirtualList>
              </>
            )
          }
        </QueryView>
      )}
    </div>
  );
}

function PickRow(props: {
  row: Application;
  isPossible: boolean;
  checked: boolean;
  onToggle: (range: boolean) => void;
}) {
  const { t } = useTranslation("email");
  const subStatusName = useSubStatusName();
  const { person, sub_status } = props.row;
  return (
    <div className={styles.row}>
      <Checkbox
        checked={props.checked}
        disabled={!props.isPossible}
        onChange={({ nativeEvent }) => props.onToggle(nativeEvent.shiftKey)}
      >
        {person.name ?? t("unnamed")}
      </Checkbox>
      <span className={styles.soft}>{subStatusName(sub_status)}</span>
      <span className={styles.address}>
        {props.isPossible ? (recipientOf(person) ?? t("no_address")) : t("not_allowed")}
      </span>
    </div>
  );
}
