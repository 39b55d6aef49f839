// Stages and sub-statuses in the person's language; the wire speaks Chinese.
import { useTranslation } from "react-i18next";
import type { Stage, SubStatus } from "@/lib/api/types";

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
