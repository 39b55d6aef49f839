// Dialogs for rejecting candidates and for inviting against the AI's recommendation.
import { Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EliminateDialog, OverruleReason } from "@/entities/application/components/EliminateDialog";
import { isAgainstRecommendation } from "@/entities/application/decisions";
import { Recipients } from "@/entities/email/components/Recipients";
import type { Decisions } from "./useDecisions";

const NO_APPLICATIONS: [] = [];

export function DecisionDialogs({ decisions }: { decisions: Decisions }) {
  const { t } = useTranslation("review");
  const { asking, busy } = decisions;
  const [reason, setReason] = useState("");
  const overruled = (kind: "invite" | "reject") =>
    asking?.kind === kind
      ? asking.items.filter((item) => isAgainstRecommendation(kind, item)).map(({ person }) => person)
      : NO_APPLICATIONS;
  return (
    <>
      <EliminateDialog
        people={asking?.kind === "reject" ? asking.items.map(({ person }) => person) : NO_APPLICATIONS}
        canWrite={decisions.canWrite}
        overruled={overruled("reject")}
        recipients={asking?.kind === "reject" ? <Recipients people={asking.items.map(({ person }) => person)} /> : null}
        busy={busy}
        onCancel={decisions.cancel}
        onConfirm={decisions.confirm}
      />
      <Modal
        open={asking?.kind === "invite"}
        width={440}
        title={t("overrule.title")}
        okText={t("decide.invite")}
        okButtonProps={{ disabled: reason.trim() === "", loading: busy }}
        onOk={() => decisions.confirm({ sendEmail: false, reason: reason.trim() })}
        onCancel={decisions.cancel}
        afterClose={() => setReason("")}
      >
        <OverruleReason recommended="reject" people={overruled("invite")} value={reason} onChange={setReason} />
      </Modal>
    </>
  );
}
