// Opens the dialog for editing a scheduled email.

import { Button } from "antd";
import { CalendarClock } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Email } from "@/lib/api/types";
import { lazyPart } from "@/ui/late/lazyPart";

const ScheduledEmailDialog = lazyPart(
  async () => ({
    default: (await import("./ScheduledEmailDialog")).ScheduledEmailDialog,
  }),
  "overlay",
);

export function EditScheduledButton({ email }: { email: Email }) {
  const { t } = useTranslation("email");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<CalendarClock size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t("scheduled.edit")}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ScheduledEmailDialog email={email} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
