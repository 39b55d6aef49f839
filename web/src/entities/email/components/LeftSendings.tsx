// After a page is left: that its emails are about to be sent, with undo until then, and what came of it.
import { App } from "antd";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { isTaskCancelled } from "@/entities/task/tasks";
import { useErrorText } from "@/ui/errorText";
import { useActionToast } from "@/ui/useActionToast";
import { composition } from "../composition";
import { leftSendings, type Sending, settleSending, useSendingOwner } from "../leftSendings";
import { useCancelSending, useFollowSending } from "../queries";
import { useSentReport } from "../sentReport";

export function LeftSendings() {
  const sendings = useSyncExternalStore(leftSendings.subscribe, leftSendings.get);
  return sendings.map((sending) => <LeftSending key={sending.task.id} sending={sending} />);
}

function LeftSending({ sending }: { sending: Sending }) {
  const { t } = useTranslation("email");
  const { message } = App.useApp();
  const toast = useActionToast();
  const errorText = useErrorText();
  const reportSent = useSentReport();
  const cancel = useCancelSending();
  const follow = useFollowSending();
  const owner = useSendingOwner();
  const { task, at, ids } = sending;
  const key = `sending-${task.id}`;
  const undo = () =>
    cancel.mutate(task.id, {
      onSuccess: (cancelled) => {
        // Emails sent before a cancellation are part of the result, which is still to come.
        if (!isTaskCancelled(cancelled)) return;
        message.success(t("send.undone"));
        settleSending(owner, sending);
        if (sending.reopens) composition.set(sending.reopens);
      },
      onError: (error) => message.error(`${t("send.too_late")} ${errorText(error)}`),
    });
  const watch = useEffectEvent((signal: AbortSignal) => {
    const left = at.getTime() - Date.now();
    const text = t("send.soon", { count: ids.length });
    if (left > 0) toast({ key, type: "info", text, seconds: Math.ceil(left / 1000), undo });
    follow(task, at, signal).then(
      (results) => {
        message.destroy(key);
        reportSent(results);
        settleSending(owner, sending);
      },
      // A failure stays in the task list.
      () => {
        if (!signal.aborted) settleSending(owner, sending);
      },
    );
  });
  useEffect(() => {
    const left = new AbortController();
    watch(left.signal);
    return () => left.abort();
  }, []);
  return null;
}
