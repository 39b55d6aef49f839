// Stages, sub-statuses and recommendation levels: the Chinese wire values and their display names.
import { useTranslation } from "react-i18next";
import type { Application, ArchiveReason, RecommendationLevel, Stage, SubStatus } from "@/lib/api/types";

export const STAGE = {
  aiReview: "AI评审",
  online: "线上面试",
  onsite: "线下面试",
  offer: "Offer阶段",
  onboarding: "入职阶段",
  archived: "归档",
} as const satisfies Record<string, Stage>;

export const SUB_STATUS = {
  recommendContact: "AI推荐建联",
  recommendReject: "AI推荐淘汰",
  onlineInvitationPending: "待发线上面试邀请",
  onlineInvitationSent: "已发线上面试邀请",
  onlineInvitationExpired: "超5天未预约线上面试",
  onlineScheduled: "已预约线上面试",
  interviewCompleted: "已完成面试",
  noShow: "缺席面试",
  onsiteInvitationPending: "待发线下面试邀请",
  onsiteInvitationSent: "已发线下面试邀请",
  onsiteInvitationExpired: "超5天未预约线下面试",
  onsiteScheduled: "已预约线下面试",
  offerIntentPending: "待发Offer意向",
  offerPreparing: "Offer待制作和审批",
  offerSent: "Offer已发送",
  offerViewed: "Offer已查看",
  offerAccepted: "Offer已接受",
  offerDeclined: "Offer被拒绝",
  onboardingPending: "待入职",
  onboarded: "已入职",
  onboardingGivenUp: "放弃入职",
  rejectionSent: "已发拒信淘汰",
  eliminated: "已淘汰",
} as const satisfies Record<string, SubStatus>;

export const LEVEL = {
  strong: "强烈推荐",
  recommended: "推荐",
  average: "一般",
  notRecommended: "不推荐",
  toBeEvaluated: "待评估",
} as const satisfies Record<string, RecommendationLevel>;

/** The archive reason for the talent pool. */
export const ARCHIVED_TO_POOL = "人才库" as const satisfies ArchiveReason;

/** A level's name in ASCII, for style sheets. */
export function levelKey(level: RecommendationLevel | null | undefined): string {
  const found = Object.entries(LEVEL).find(([, value]) => value === level)?.[0];
  return found === "notRecommended" ? "not_recommended" : (found ?? "none");
}

/** The sub-statuses of each stage, in pipeline order. */
export const SUB_STATUSES_OF = {
  [STAGE.aiReview]: [SUB_STATUS.recommendContact, SUB_STATUS.recommendReject],
  [STAGE.online]: [
    SUB_STATUS.onlineInvitationPending,
    SUB_STATUS.onlineInvitationSent,
    SUB_STATUS.onlineInvitationExpired,
    SUB_STATUS.onlineScheduled,
    SUB_STATUS.interviewCompleted,
    SUB_STATUS.noShow,
  ],
  [STAGE.onsite]: [
    SUB_STATUS.onsiteInvitationPending,
    SUB_STATUS.onsiteInvitationSent,
    SUB_STATUS.onsiteInvitationExpired,
    SUB_STATUS.onsiteScheduled,
    SUB_STATUS.interviewCompleted,
    SUB_STATUS.noShow,
    SUB_STATUS.offerIntentPending,
  ],
  [STAGE.offer]: [
    SUB_STATUS.offerIntentPending,
    SUB_STATUS.offerPreparing,
    SUB_STATUS.offerSent,
    SUB_STATUS.offerViewed,
    SUB_STATUS.offerAccepted,
    SUB_STATUS.offerDeclined,
  ],
  [STAGE.onboarding]: [SUB_STATUS.onboardingPending, SUB_STATUS.onboarded, SUB_STATUS.onboardingGivenUp],
  [STAGE.archived]: [SUB_STATUS.rejectionSent, SUB_STATUS.eliminated],
} as const satisfies Record<Stage, readonly SubStatus[]>;

export function useStageName(): (stage: Stage) => string {
  const { t } = useTranslation("review");
  const names: Record<Stage, string> = {
    AI评审: t("stage.ai_review"),
    线上面试: t("stage.online_interview"),
    线下面试: t("stage.onsite_interview"),
    Offer阶段: t("stage.offer"),
    入职阶段: t("stage.onboarding"),
    归档: t("stage.archived"),
  };
  return (stage) => names[stage];
}

const CONTACTED: readonly RecommendationLevel[] = [LEVEL.strong, LEVEL.recommended];
const REJECTED: readonly RecommendationLevel[] = [LEVEL.average, LEVEL.notRecommended];

/** Whether the AI's recommendation is of an earlier evaluation than the level: only people move candidates. */
export function isByEarlierEvaluation(status: SubStatus, level: RecommendationLevel | null | undefined): boolean {
  if (!level) return false;
  if (status === SUB_STATUS.recommendContact) return REJECTED.includes(level);
  // Without an evaluation the AI recommends no rejection.
  return status === SUB_STATUS.recommendReject && (CONTACTED.includes(level) || level === LEVEL.toBeEvaluated);
}

/** A sub-status' name beside a level, which says if it is of an earlier evaluation. */
function useSubStatusBesideLevel(): (status: SubStatus, level: RecommendationLevel | null | undefined) => string {
  const { t } = useTranslation("review");
  const name = useSubStatusName();
  return (status, level) =>
    isByEarlierEvaluation(status, level) ? t("sub.by_earlier", { status: name(status) }) : name(status);
}

export function useSubStatusName(): (status: SubStatus) => string {
  const { t } = useTranslation("review");
  const names: Record<SubStatus, string> = {
    AI推荐建联: t("sub.recommend_contact"),
    AI推荐淘汰: t("sub.recommend_reject"),
    待发线上面试邀请: t("sub.online_invitation_pending"),
    已发线上面试邀请: t("sub.online_invitation_sent"),
    超5天未预约线上面试: t("sub.online_invitation_expired"),
    已预约线上面试: t("sub.online_scheduled"),
    已完成面试: t("sub.interview_completed"),
    缺席面试: t("sub.no_show"),
    待发线下面试邀请: t("sub.onsite_invitation_pending"),
    已发线下面试邀请: t("sub.onsite_invitation_sent"),
    超5天未预约线下面试: t("sub.onsite_invitation_expired"),
    已预约线下面试: t("sub.onsite_scheduled"),
    待发Offer意向: t("sub.offer_intent_pending"),
    Offer待制作和审批: t("sub.offer_preparing"),
    Offer已发送: t("sub.offer_sent"),
    Offer已查看: t("sub.offer_viewed"),
    Offer已接受: t("sub.offer_accepted"),
    Offer被拒绝: t("sub.offer_declined"),
    待入职: t("sub.onboarding_pending"),
    已入职: t("sub.onboarded"),
    放弃入职: t("sub.onboarding_given_up"),
    已发拒信淘汰: t("sub.rejection_sent"),
    已淘汰: t("sub.eliminated"),
  };
  return (status) => names[status];
}

/** The sub-status of an application in words, which also say that an offer intent went out. */
export function useApplicationStateName(): (
  application: Pick<Application, "sub_status" | "intent_sent_at">,
  level?: RecommendationLevel | null,
) => string {
  const { t } = useTranslation("review");
  const subStatusName = useSubStatusBesideLevel();
  return ({ sub_status, intent_sent_at }, level) =>
    sub_status === SUB_STATUS.offerIntentPending && intent_sent_at
      ? t("sub.offer_intent_sent")
      : subStatusName(sub_status, level);
}
