// /inbox: what candidates replied, what bounced, emails that need a person, and what programs sent.
import { Segmented, Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useHasInbox, useInbox, useMarkMessage, useReceivedMessage, useUnreadMessages } from "@/entities/email/inbox";
import { useFormats } from "@/i18n/format";
import type { InboundKind, InboundMessage } from "@/lib/api/types";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { useErrorText } from "@/ui/errorText";
import { useHotkeys } from "@/ui/keyboard/hotkeys";
import type { Focus } from "@/ui/lists/useVirtualRows";
import { VirtualList } from "@/ui/lists/VirtualList";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { useActionToast } from "@/ui/useActionToast";
import { ViewTabs } from "@/ui/ViewTabs";
import styles from "../components/Inbox.module.css";
import { useKindNames } from "../components/labels";
import { isAnswerable, MessageReader } from "../components/MessageReader";
import { MessageRow } from "../components/MessageRow";
import { beside, KINDS, type OpenedView, paramsOf, viewOf } from "../logic/view";

/** Estimated row height. */
const ROW_PX = 84;

const idOf = ({ id }: InboundMessage) => id;
const focusable = (id: string) => `[data-message="${id}"]`;

export function InboxRoute() {
  const { t } = useTranslation("inbox");
  const formats = useFormats();
  const toast = useActionToast();
  const errorText = useErrorText();
  const kindNames = useKindNames();
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  const list = useInbox(view);
  const unread = useUnreadMessages(useHasInbox()).data;
  const mark = useMarkMessage();
  const [current, setCurrent] = useState<string | null>(null);
  const [focus, setFocus] = useState<Focus | null>(null);
  const [answeringId, setAnsweringId] = useState<string | null>(null);

  const { items } = list;
  const listed = items.find(({ id }) => id === view.id);
  const single = useReceivedMessage(list.query.data && !listed ? view.id : null);
  const opened = listed ?? (view.id && single.data?.id === view.id ? single.data : undefined);
  const show = (change: Partial<OpenedView>) => setParams(paramsOf({ ...view, ...change }), { replace: true });
  const open = (id: string | null) => {
    if (id) setCurrent(id);
    show({ id });
  };
  const step = (by: -1 | 1) => {
    const next = beside(items, view.id ?? current, by);
    if (!next) return;
    setCurrent(next.id);
    setFocus((former) => ({ id: next.id, request: (former?.request ?? 0) + 1 }));
    if (view.id) show({ id: next.id });
  };
  const failed = (error: Error) => toast({ key: "inbox-mark", type: "error", text: errorText(error) });
  const done = (message: InboundMessage) => {
    const { id, done_at, kind } = message;
    const next = listed ? (beside(items, id, 1) ?? beside(items, id, -1)) : undefined;
    const isDone = !done_at;
    mark.mutate(
      { id, is_done: isDone },
      {
        onSuccess: () => {
          const text = !isDone ? t("done.back") : kind === "held" ? t("done.binned") : t("done.done");
          const undo = () => mark.mutate({ id, is_done: !isDone }, { onError: failed });
          toast({ key: "inbox-mark", text, undo });
        },
        onError: failed,
      },
    );
    if (view.id === id) open(next?.id ?? null);
  };
  const markUnread = (message: InboundMessage) => {
    mark.mutate({ id: message.id, is_read: false }, { onError: failed });
    open(null);
  };
  const chosen = opened ?? items.find(({ id }) => id === current);
  useHotkeys([
    { keys: "ArrowDown", label: t("keys.next"), run: () => step(1) },
    { keys: "ArrowUp", label: t("keys.previous"), run: () => step(-1) },
    // As in the other lists.
    { keys: "j", label: t("keys.next"), run: () => step(1) },
    { keys: "k", label: t("keys.previous"), run: () => step(-1) },
    { keys: "Enter", label: t("keys.open"), run: () => chosen && open(chosen.id), enabled: chosen !== undefined },
    {
      keys: "r",
      label: t("keys.answer"),
      run: () => {
        if (!chosen) return;
        open(chosen.id);
        setAnsweringId(chosen.id);
      },
      enabled: chosen !== undefined && isAnswerable(chosen),
    },
    { keys: "e", label: t("keys.done"), run: () => chosen && done(chosen), enabled: chosen !== undefined },
    { keys: "u", label: t("keys.unread"), run: () => chosen && markUnread(chosen), enabled: chosen !== undefined },
  ]);
  // Without a list there is nothing to choose.
  const hasNothing = list.query.data !== undefined && items.length === 0 && !view.id;
  const empty: Record<InboundKind, { text: string; hint: string }> = {
    reply: { text: t("empty.reply"), hint: t("empty.reply_hint") },
    bounce: { text: t("empty.bounce"), hint: t("empty.bounce_hint") },
    held: { text: t("empty.held"), hint: t("empty.held_hint") },
    automatic: { text: t("empty.automatic"), hint: t("empty.automatic_hint") },
  };
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <Segmented<"open" | "done">
            aria-label={t("show.label")}
            value={view.isDone ? "done" : "open"}
            onChange={(shown) => show({ isDone: shown === "done", id: null })}
            options={[
              { value: "open", label: t("show.open") },
              { value: "done", label: t("show.done") },
            ]}
          />
        }
      />
      <ViewTabs<InboundKind>
        className={styles.tabs ?? ""}
        value={view.kind}
        onChange={(kind) => show({ kind, id: null })}
        options={KINDS.map((kind) => {
          const count = unread?.[kind] ?? 0;
          return { value: kind, label: count > 0 ? `${kindNames[kind]} ${formats.number(count)}` : kindNames[kind] };
        })}
      />
      <div className={styles.panes} data-fills-screen data-open={opened !== undefined} data-empty={hasNothing}>
        <div className={styles.list}>
          <QueryView query={list.query} skeleton={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
            {() =>
              items.length === 0 ? (
                view.isDone ? (
                  <EmptyState text={t("empty.done")} />
                ) : (
                  <EmptyState {...empty[view.kind]} />
                )
              ) : (
                <VirtualList
                  items={items}
                  idOf={idOf}
                  estimate={ROW_PX}
                  label={kindNames[view.kind]}
                  className={styles.rows}
                  isBusy={list.isFormer}
                  focus={focus}
                  focusable={focusable}
                  onEnd={list.loadMore}
                >
                  {(message) => <MessageRow message={message} isOpen={message.id === opened?.id} onOpen={open} />}
                </VirtualList>
              )
            }
          </QueryView>
        </div>
        <div className={styles.pane} hidden={hasNothing}>
          {opened ? (
            <MessageReader
              message={opened}
              isAnswering={answeringId === opened.id}
              onAnswer={(isAnswering) => setAnsweringId(isAnswering ? opened.id : null)}
              onDone={() => done(opened)}
              onUnread={() => markUnread(opened)}
              onBack={() => open(null)}
            />
          ) : view.id && single.isFetched ? (
            <EmptyState text={t("missing.text")} hint={t("missing.hint")} />
          ) : (
            <p className={styles.none}>{t("choose")}</p>
          )}
        </div>
      </div>
    </>
  );
}
