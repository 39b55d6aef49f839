// A person's own marks on an evaluation's criteria, beside the AI's verdicts.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { EvaluationMark, EvaluationMarks, MarkInput, Verdict } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";

const MARKS = "/api/organizations/{organization_id}/applications/{application_id}/marks";

/** The most characters of a reason. */
export const MAX_MARK_REASON = 200;

export interface OwnMarks {
  canMark: boolean;
  /** The evaluation that is marked. */
  evaluationId: string | null;
  /** False until the marks are known; they can be given only then. */
  isReady: boolean;
  /** The score with one's own verdicts in place of the AI's. */
  score: number | null;
  /** How many marks of others are hidden until one's own are given. */
  concealed: number;
  /** One's own mark on the criterion at this index of the evaluation. */
  ownAt: (criterion: number) => EvaluationMark | undefined;
  othersAt: (criterion: number) => EvaluationMark[];
  /** Marks on criteria that only earlier evaluations have. */
  earlier: EvaluationMark[];
  /** Gives the verdict; the same verdict again withdraws it. */
  toggle: (criterion: number, verdict: Verdict) => void;
  giveReason: (criterion: number, reason: string) => void;
}

type Change = { criterion: number } & ({ verdict: Verdict; reason: string } | { verdict: null });

/** The marks as they will be after a change, so that a press is seen at once. */
export function changed(marks: EvaluationMarks, change: Change): EvaluationMarks {
  const others = marks.own.filter(({ criterion }) => criterion !== change.criterion);
  if (change.verdict === null) return { ...marks, own: others };
  const { criterion, verdict, reason } = change;
  const given: EvaluationMark = {
    criterion,
    verdict,
    reason,
    text: "",
    judged: verdict,
    is_earlier: false,
    user_id: "",
    marked_at: "",
  };
  return { ...marks, own: [...others, given] };
}

/** The query of an application's marks, to load them ahead. */
export function marksQuery(organization_id: string, application_id: string) {
  return query.queryOptions("get", MARKS, { params: { path: { organization_id, application_id } } });
}

/** The marks on an application's evaluation; null without one, and if they can't be loaded. */
export function useOwnMarks(applicationId: string | null): OwnMarks | null {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  const { t } = useTranslation("evaluation");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const params = { path: { organization_id, application_id: applicationId ?? "" } };
  const canReview = useCan("ai-review:review");
  const canInterview = useCan("schedule:review");
  const loading = marksQuery(organization_id, applicationId ?? "");
  const { queryKey } = loading;
  const marks = useQuery({ ...loading, enabled: applicationId !== null });
  const mutationKey = ["mark", applicationId];
  const change = useMutation({
    mutationKey,
    mutationFn: async (wanted: Change) => {
      const evaluation_id = marks.data?.evaluation_id ?? "";
      const { criterion } = wanted;
      if (wanted.verdict === null) {
        await api.DELETE(MARKS, { params: { ...params, query: { evaluation_id, criterion } } });
      } else {
        const body: MarkInput = { evaluation_id, criterion, verdict: wanted.verdict, reason: wanted.reason };
        await api.PUT(MARKS, { params, body });
      }
    },
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<EvaluationMarks>(queryKey, (known) => known && changed(known, wanted));
    },
    onError: (error) => void message.error(t("own.failed", { why: errorText(error) })),
    // An answer would undo later presses that are still under way.
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? client.invalidateQueries({ queryKey }) : undefined),
  });
  const { data } = marks;
  if (applicationId === null || (marks.error && !data)) return null;
  const ownAt = (at: number) => data?.own.find(({ criterion }) => criterion === at);
  return {
    canMark: data?.can_mark ?? (canReview || canInterview),
    evaluationId: data?.evaluation_id ?? null,
    isReady: Boolean(data?.evaluation_id),
    score: data?.own_score ?? null,
    concealed: data?.concealed ?? 0,
    ownAt,
    othersAt: (at) => data?.others.filter(({ criterion }) => criterion === at) ?? [],
    earlier: [...(data?.own ?? []), ...(data?.others ?? [])].filter(({ criterion }) => (criterion ?? null) === null),
    toggle: (criterion, verdict) =>
      change.mutate(
        ownAt(criterion)?.verdict === verdict ? { criterion, verdict: null } : { criterion, verdict, reason: "" },
      ),
    giveReason: (criterion, reason) => {
      const own = ownAt(criterion);
      if (own && own.reason !== reason.trim())
        change.mutate({ criterion, verdict: own.verdict, reason: reason.trim() });
    },
  };
}
