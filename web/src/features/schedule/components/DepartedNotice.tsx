// Interviewers who have left, for those who schedule interviews, with an offer to hand their interviews over.
import { Alert, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DutyList } from "@/entities/interview/components/DutyList";
import { HandOver } from "@/entities/interview/components/HandOver";
import { useDepartedDuties } from "@/entities/interview/duties";
import type { InterviewDuties } from "@/lib/api/types";
import styles from "./DepartedNotice.module.css";

export function DepartedNotice() {
  const { t } = useTranslation("interview");
  const departed = useDepartedDuties().data?.items ?? [];
  const [opened, setOpened] = useState<InterviewDuties | null>(null);
  const close = () => setOpened(null);
  if (departed.length === 0) return null;
  return (
    <div className={styles.notices}>
      {departed.map((duties) => (
        <Alert
          key={duties.user_id}
          type="warning"
          showIcon
          title={t("handover.departed", { name: duties.name })}
          description={<DutyList duties={duties} />}
          action={
            <Button
              size="small"
              aria-label={t("handover.action_name", { name: duties.name })}
              onClick={() => setOpened(duties)}
            >
              {t("handover.action")}
            </Button>
          }
        />
      ))}
      {opened ? (
        <HandOver
          duties={opened}
          title={t("handover.title")}
          okText={t("handover.action")}
          onClose={close}
          onDone={close}
        />
      ) : null}
    </div>
  );
}
