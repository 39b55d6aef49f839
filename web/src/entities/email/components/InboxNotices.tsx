// Keeps what is unread in the inbox for the menu and the cards, and announces replies that arrive while the app is open.
import { App, Button } from "antd";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { href } from "@/lib/routes/href";
import { useHasInbox, useUnreadMessages } from "../inbox";
import { inboxUnread, NOTHING_UNREAD } from "../inboxUnread";

const KEY = "inbox";
const SECONDS = 6;

export function InboxNotices() {
  const { t } = useTranslation("inbox");
  const { message } = App.useApp();
  const navigate = useNavigate();
  const hasInbox = useHasInbox();
  const { data: unread } = useUnreadMessages(hasInbox);
  const former = useRef<number | null>(null);
  const announce = useEffectEvent((count: number) => {
    const open = () => {
      message.destroy(KEY);
      void navigate(href("inbox"));
    };
    const content = (
      <>
        {t("notice.replies", { count })}
        <Button type="link" size="small" onClick={open}>
          {t("notice.open")}
        </Button>
      </>
    );
    void message.open({ key: KEY, type: "info", duration: SECONDS, content });
  });
  useEffect(() => {
    if (!hasInbox || !unread) {
      inboxUnread.set(NOTHING_UNREAD);
      return;
    }
    const { reply, bounce, held, application_ids } = unread;
    inboxUnread.set({ count: reply + bounce + held, replied: new Set(application_ids) });
    if (former.current !== null && reply > former.current) announce(reply - former.current);
    former.current = reply;
  }, [hasInbox, unread]);
  return null;
}
