// Tasks until the first day, each with a due date and an owner.
import { App, Button, Checkbox, Input, Select, Skeleton } from "antd";
import dayjs from "dayjs";
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useInterviewers } from "@/entities/interview/interviewers";
import { type ItemChanges, useAddItems, useOnboardingItems, useUpdateItem } from "@/entities/offer/onboarding";
import type { OnboardingItem } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { DateField } from "@/ui/forms/DateField";
import { QueryView } from "@/ui/states/QueryView";
import styles from "./OnboardingList.module.css";

interface Props {
  applicationId: string;
  canEdit: boolean;
}

export function OnboardingList({ applicationId, canEdit }: Props) {
  const { t } = useTranslation("offers");
  const items = useOnboardingItems(applicationId);
  return (
    <section className={styles.list} aria-label={t("checklist.title")}>
      <h3>{t("checklist.title")}</h3>
      <QueryView query={items} skeleton={<Skeleton active title={false} paragraph={{ rows: 3 }} />}>
        {(data) => <Items applicationId={applicationId} items={data.items} canEdit={canEdit} />}
      </QueryView>
    </section>
  );
}

function Items({ applicationId, items, canEdit }: Props & { items: readonly OnboardingItem[] }) {
  const { t } = useTranslation("offers");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const add = useAddItems(applicationId);
  const [title, setTitle] = useState("");
  const fail = (error: unknown) => void message.error(errorText(error), 5);
  const addOne = () => {
    if (title.trim() === "") return;
    add.mutate([title.trim()], { onSuccess: () => setTitle(""), onError: fail });
  };
  const usual = [
    t("checklist.usual.contract"),
    t("checklist.usual.documents"),
    t("checklist.usual.equipment"),
    t("checklist.usual.accounts"),
    t("checklist.usual.welcome"),
  ];
  const done = items.filter(({ done_at }) => done_at).length;
  return (
    <>
      {items.length > 0 ? <p className={styles.count}>{t("checklist.done", { done, total: items.length })}</p> : null}
      <ul>
        {items.map((item) => (
          <Row key={item.id} item={item} canEdit={canEdit} onError={fail} />
        ))}
      </ul>
      {canEdit ? (
        <>
          {items.length === 0 ? (
            <Button loading={add.isPending} onClick={() => add.mutate(usual, { onError: fail })}>
              {t("checklist.add_usual")}
            </Button>
          ) : null}
          <div className={styles.add}>
            <Input
              aria-label={t("checklist.new")}
              placeholder={t("checklist.new")}
              maxLength={200}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
              onPressEnter={addOne}
            />
            <Button loading={add.isPending} disabled={title.trim() === ""} onClick={addOne}>
              {t("checklist.add")}
            </Button>
          </div>
        </>
      ) : null}
    </>
  );
}

interface RowProps {
  item: OnboardingItem;
  canEdit: boolean;
  onError: (error: unknown) => void;
}

function Row({ item, canEdit, onError }: RowProps) {
  const { t } = useTranslation("offers");
  const interviewers = useInterviewers();
  const { change, remove } = useUpdateItem();
  const edit = (changes: ItemChanges) => change.mutate({ item, changes }, { onError });
  const isLate = !item.done_at && item.due_date != null && dayjs(item.due_date).endOf("day").isBefore(dayjs());
  return (
    <li className={styles.row} data-done={item.done_at != null}>
      <Checkbox
        checked={item.done_at != null}
        disabled={!canEdit}
        onChange={(event) => edit({ done: event.target.checked })}
      >
        {item.title}
      </Checkbox>
      <span className={styles.controls}>
        <span className={styles.date}>
          <DateField
            size="small"
            readOnly={!canEdit}
            placeholder={t("checklist.due")}
            label={t("checklist.due_of", { title: item.title })}
            status={isLate ? "warning" : ""}
            value={item.due_date ?? ""}
            onChange={(day) => edit({ due_date: day || null })}
          />
        </span>
        <Select<string>
          size="small"
          className={styles.owner ?? ""}
          disabled={!canEdit}
          allowClear
          placeholder={t("checklist.owner")}
          aria-label={t("checklist.owner_of", { title: item.title })}
          value={item.owner_id ?? null}
          onChange={(owner) => edit({ owner_id: owner ?? null })}
          options={interviewers.map(({ user_id, label }) => ({ value: user_id, label }))}
        />
        {canEdit ? (
          <Button
            type="text"
            size="small"
            aria-label={t("checklist.remove", { title: item.title })}
            icon={<X size={14} aria-hidden="true" />}
            onClick={() => remove.mutate(item.id, { onError })}
          />
        ) : null}
      </span>
    </li>
  );
}
