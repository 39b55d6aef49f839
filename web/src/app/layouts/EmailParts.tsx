// What emails show over every page: the composer, undo after a page was left, and new replies.
import { Suspense, useEffect, useSyncExternalStore } from "react";
import { composition } from "@/entities/email/composition";
import { leftSendings, restoreSendings, useSendingOwner } from "@/entities/email/leftSendings";
import { useCanWriteEmails } from "@/entities/email/service";
import { loadTexts } from "@/i18n/i18n";
import { lazyPart } from "@/ui/late/lazyPart";

const loadComposer = async () => {
  const [module] = await Promise.all([
    import("@/features/email/components/EmailComposer"),
    loadTexts("compose", "email"),
  ]);
  return { default: module.EmailComposer };
};
const EmailComposer = lazyPart(loadComposer, "overlay");
const InboxNotices = lazyPart(async () => {
  const [module] = await Promise.all([import("@/entities/email/components/InboxNotices"), loadTexts("inbox")]);
  return { default: module.InboxNotices };
}, "background");
const LeftSendings = lazyPart(
  async () => ({ default: (await import("@/entities/email/components/LeftSendings")).LeftSendings }),
  "overlay",
);

export function EmailParts() {
  const owner = useSendingOwner();
  const canWrite = useCanWriteEmails();
  const hasLeft = useSyncExternalStore(leftSendings.subscribe, () => leftSendings.get().length > 0);
  const open = useSyncExternalStore(composition.subscribe, composition.get);
  useEffect(() => {
    restoreSendings(owner);
    // What the former account or organization had open.
    return () => composition.set(null);
  }, [owner]);
  useEffect(() => {
    // Where browsers don't tell when they are idle, the composer loads when it is first opened.
    if (canWrite) globalThis.requestIdleCallback?.(() => void loadComposer().catch(() => {}));
  }, [canWrite]);
  return (
    <>
      <Suspense>
        <InboxNotices />
      </Suspense>
      {hasLeft ? (
        <Suspense>
          <LeftSendings />
        </Suspense>
      ) : null}
      {open ? (
        <Suspense>
          <EmailComposer
            key={`${open.applicationId} ${open.type}`}
            composition={open}
            onClose={() => composition.set(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
