// /batch-email: select recipients, then write and send the emails.
import { Skeleton } from "antd";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCandidatesByIds } from "@/entities/application/candidatesByIds";
import { idsIn, idsParam } from "@/entities/application/selectionLinks";
import { EMAIL_TYPES } from "@/entities/email/model";
import { useJobId } from "@/entities/job/selection";
import { useCurrentOrganization } from "@/entities/session/session";
import type { EmailType } from "@/lib/api/types";
import { hasPreviousPage } from "@/lib/routes/previousPage";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { UnsavedScope } from "@/ui/forms/UnsavedScope";
import { lazyPart } from "@/ui/late/lazyPart";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { EmailCockpit } from "../components/EmailCockpit";

const RecipientPicker = lazyPart(async () => ({
  default: (await import("../components/RecipientPicker")).RecipientPicker,
}));

export function BatchEmailRoute() {
  const [jobId] = useJobId();
  const [params, setParams] = useSearchParams();
  const type = EMAIL_TYPES.find((known) => known === params.get("type")) ?? "online_invitation";
  const userId = useCurrentOrganization().session.user.id;
  const navigate = useNavigate();
  const ids = idsIn(userId, params.get("ids"));

  const show = (change: { type?: EmailType; ids?: readonly string[] }) =>
    setParams((former) => {
      const next = new URLSearchParams(former);
      if (change.type) next.set("type", change.type);
      if (change.ids) {
        if (change.ids.length > 0) next.set("ids", idsParam(userId, change.ids));
        else next.delete("ids");
      }
      return next;
    });
  // To the page it was opened from; a link from elsewhere has none.
  const back = () => (hasPreviousPage() ? void navigate(-1) : show({ ids: [] }));
  if (ids.length === 0) {
    return (
      <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
        <RecipientPicker
          key={jobId}
          jobId={jobId}
          type={type}
          onType={(next) => show({ type: next })}
          onWrite={(chosen) => show({ ids: chosen })}
        />
      </Suspense>
    );
  }
  return (
    <UnsavedScope params={["type", "ids"]}>
      <Cockpit key={`${type} ${ids.join()}`} type={type} ids={ids} jobId={jobId} onBack={back} />
    </UnsavedScope>
  );
}

function Cockpit(props: { type: EmailType; ids: readonly string[]; jobId: string | null; onBack: () => void }) {
  const { t } = useTranslation("email");
  const candidates = useCandidatesByIds(props.ids, props.jobId);
  return (
    <QueryView query={candidates} skeleton={<Skeleton active paragraph={{ rows: 10 }} />}>
      {(found) =>
        found.length === 0 ? (
          <EmptyState text={t("pick.gone")} />
        ) : (
          <EmailCockpit
            type={props.type}
            candidates={found}
            onRefresh={() => void candidates.refetch()}
            onBack={props.onBack}
          />
        )
      }
    </QueryView>
  );
}
