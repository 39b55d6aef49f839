// Generated from the table of moves in shared/domain/src/stage/table.rs; its test writes and checks this file.

export type Stage =
  | "AI评审"
  | "线上面试"
  | "线下面试"
  | "Offer阶段"
  | "入职阶段"
  | "归档";

export type SubStatus =
  | "AI推荐建联"
  | "AI推荐淘汰"
  | "待发线上面试邀请"
  | "已发线上面试邀请"
  | "超5天未预约线上面试"
  | "已预约线上面试"
  | "已完成面试"
  | "缺席面试"
  | "待发线下面试邀请"
  | "已发线下面试邀请"
  | "超5天未预约线下面试"
  | "已预约线下面试"
  | "待发Offer意向"
  | "Offer待制作和审批"
  | "Offer已发送"
  | "Offer已查看"
  | "Offer已接受"
  | "Offer被拒绝"
  | "待入职"
  | "已入职"
  | "放弃入职"
  | "已发拒信淘汰"
  | "已淘汰";

export type MoveKind =
  | "drag"
  | "mark_passed"
  | "eliminate"
  | "archive"
  | "restore"
  | "recall"
  | "blacklist"
  | "set_by_hand"
  | "take_back"
  | "send_online_invitation"
  | "send_onsite_invitation"
  | "send_offer_intent"
  | "send_offer"
  | "send_rejection"
  | "time_out"
  | "book"
  | "cancel_booking"
  | "complete_interview"
  | "mark_no_show"
  | "prepare_offer"
  | "view_offer"
  | "accept_offer"
  | "decline_offer"
  | "withdraw_offer"
  | "begin_onboarding"
  | "onboard"
  | "give_up_onboarding";

/** Stage and sub-status. */
export type State =
  | "AI评审/AI推荐建联"
  | "AI评审/AI推荐淘汰"
  | "线上面试/待发线上面试邀请"
  | "线上面试/已发线上面试邀请"
  | "线上面试/超5天未预约线上面试"
  | "线上面试/已预约线上面试"
  | "线上面试/已完成面试"
  | "线上面试/缺席面试"
  | "线下面试/待发线下面试邀请"
  | "线下面试/已发线下面试邀请"
  | "线下面试/超5天未预约线下面试"
  | "线下面试/已预约线下面试"
  | "线下面试/已完成面试"
  | "线下面试/缺席面试"
  | "线下面试/待发Offer意向"
  | "Offer阶段/待发Offer意向"
  | "Offer阶段/Offer待制作和审批"
  | "Offer阶段/Offer已发送"
  | "Offer阶段/Offer已查看"
  | "Offer阶段/Offer已接受"
  | "Offer阶段/Offer被拒绝"
  | "入职阶段/待入职"
  | "入职阶段/已入职"
  | "入职阶段/放弃入职"
  | "归档/已发拒信淘汰"
  | "归档/已淘汰";

export interface MoveRule {
  readonly move: MoveKind;
  readonly from: readonly State[];
  /** Whether the application is archived where it starts. */
  readonly archived: boolean;
  /** Where it leads; absent where stage and sub-status stay. */
  readonly to?: State;
  readonly permission: string;
  /** Goes against the AI's recommendation, which takes a reason. */
  readonly overrulesAi: boolean;
}

export const MOVES: readonly MoveRule[] = [
  { move: "drag", from: ["线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/已完成面试", "线上面试/缺席面试"], archived: false, to: "线下面试/待发线下面试邀请", permission: "pipeline:move", overrulesAi: false },
  { move: "mark_passed", from: ["线上面试/已完成面试", "线下面试/已完成面试"], archived: false, to: "线下面试/待发Offer意向", permission: "pipeline:move", overrulesAi: false },
  { move: "eliminate", from: ["AI评审/AI推荐建联"], archived: false, to: "归档/已发拒信淘汰", permission: "ai-review:move", overrulesAi: true },
  { move: "eliminate", from: ["AI评审/AI推荐淘汰"], archived: false, to: "归档/已发拒信淘汰", permission: "ai-review:move", overrulesAi: false },
  { move: "eliminate", from: ["线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/已完成面试", "线上面试/缺席面试", "线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/已完成面试", "线下面试/缺席面试", "线下面试/待发Offer意向"], archived: false, to: "归档/已发拒信淘汰", permission: "pipeline:move", overrulesAi: false },
  { move: "eliminate", from: ["Offer阶段/待发Offer意向", "Offer阶段/Offer待制作和审批", "Offer阶段/Offer已发送", "Offer阶段/Offer已查看", "Offer阶段/Offer已接受", "Offer阶段/Offer被拒绝", "入职阶段/待入职", "入职阶段/已入职", "入职阶段/放弃入职"], archived: false, to: "归档/已发拒信淘汰", permission: "offer-workbench:move", overrulesAi: false },
  { move: "archive", from: ["AI评审/AI推荐建联", "AI评审/AI推荐淘汰"], archived: false, permission: "ai-review:archive", overrulesAi: false },
  { move: "archive", from: ["线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/已完成面试", "线上面试/缺席面试", "线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/已完成面试", "线下面试/缺席面试", "线下面试/待发Offer意向", "Offer阶段/待发Offer意向", "Offer阶段/Offer待制作和审批", "Offer阶段/Offer已发送", "Offer阶段/Offer已查看", "Offer阶段/Offer已接受", "Offer阶段/Offer被拒绝", "入职阶段/待入职", "入职阶段/已入职", "入职阶段/放弃入职"], archived: false, permission: "pipeline:archive", overrulesAi: false },
  { move: "restore", from: ["AI评审/AI推荐建联", "AI评审/AI推荐淘汰", "线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/已完成面试", "线上面试/缺席面试", "线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/已完成面试", "线下面试/缺席面试", "线下面试/待发Offer意向", "Offer阶段/待发Offer意向", "Offer阶段/Offer待制作和审批", "Offer阶段/Offer已发送", "Offer阶段/Offer已查看", "Offer阶段/Offer已接受", "Offer阶段/Offer被拒绝", "入职阶段/待入职", "入职阶段/已入职", "入职阶段/放弃入职"], archived: true, permission: "talent-pool:archive", overrulesAi: false },
  { move: "recall", from: ["AI评审/AI推荐建联", "AI评审/AI推荐淘汰", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/已完成面试", "线上面试/缺席面试", "线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/已完成面试", "线下面试/缺席面试", "线下面试/待发Offer意向", "Offer阶段/待发Offer意向", "Offer阶段/Offer待制作和审批", "Offer阶段/Offer已发送", "Offer阶段/Offer已查看", "Offer阶段/Offer已接受", "Offer阶段/Offer被拒绝", "入职阶段/待入职", "入职阶段/已入职", "入职阶段/放弃入职", "归档/已发拒信淘汰", "归档/已淘汰"], archived: true, to: "线上面试/待发线上面试邀请", permission: "talent-pool:move", overrulesAi: false },
  { move: "recall", from: ["线上面试/待发线上面试邀请"], archived: true, permission: "talent-pool:move", overrulesAi: false },
  { move: "blacklist", from: ["AI评审/AI推荐建联", "AI评审/AI推荐淘汰", "线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/已完成面试", "线上面试/缺席面试", "线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/已完成面试", "线下面试/缺席面试", "线下面试/待发Offer意向", "Offer阶段/待发Offer意向", "Offer阶段/Offer待制作和审批", "Offer阶段/Offer已发送", "Offer阶段/Offer已查看", "Offer阶段/Offer已接受", "Offer阶段/Offer被拒绝", "入职阶段/待入职", "入职阶段/已入职", "入职阶段/放弃入职", "归档/已发拒信淘汰"], archived: false, to: "归档/已淘汰", permission: "talent-pool:edit", overrulesAi: false },
  { move: "blacklist", from: ["AI评审/AI推荐建联", "AI评审/AI推荐淘汰", "线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/已完成面试", "线上面试/缺席面试", "线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/已完成面试", "线下面试/缺席面试", "线下面试/待发Offer意向", "Offer阶段/待发Offer意向", "Offer阶段/Offer待制作和审批", "Offer阶段/Offer已发送", "Offer阶段/Offer已查看", "Offer阶段/Offer已接受", "Offer阶段/Offer被拒绝", "入职阶段/待入职", "入职阶段/已入职", "入职阶段/放弃入职", "归档/已发拒信淘汰"], archived: true, to: "归档/已淘汰", permission: "talent-pool:edit", overrulesAi: false },
  { move: "set_by_hand", from: ["AI评审/AI推荐建联"], archived: false, to: "线上面试/待发线上面试邀请", permission: "ai-review:move", overrulesAi: false },
  { move: "set_by_hand", from: ["AI评审/AI推荐淘汰"], archived: false, to: "线上面试/待发线上面试邀请", permission: "ai-review:move", overrulesAi: true },
  { move: "set_by_hand", from: ["线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已完成面试", "线上面试/缺席面试"], archived: false, to: "线上面试/已预约线上面试", permission: "pipeline:edit", overrulesAi: false },
  { move: "set_by_hand", from: ["线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/缺席面试"], archived: false, to: "线上面试/已完成面试", permission: "pipeline:edit", overrulesAi: false },
  { move: "set_by_hand", from: ["线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/已完成面试"], archived: false, to: "线上面试/缺席面试", permission: "pipeline:edit", overrulesAi: false },
  { move: "set_by_hand", from: ["线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/已完成面试", "线上面试/缺席面试"], archived: false, to: "线上面试/待发线上面试邀请", permission: "pipeline:edit", overrulesAi: false },
  { move: "set_by_hand", from: ["线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已完成面试", "线下面试/缺席面试", "线下面试/待发Offer意向"], archived: false, to: "线下面试/已预约线下面试", permission: "pipeline:edit", overrulesAi: false },
  { move: "set_by_hand", from: ["线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/缺席面试", "线下面试/待发Offer意向"], archived: false, to: "线下面试/已完成面试", permission: "pipeline:edit", overrulesAi: false },
  { move: "set_by_hand", from: ["线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/已完成面试", "线下面试/待发Offer意向"], archived: false, to: "线下面试/缺席面试", permission: "pipeline:edit", overrulesAi: false },
  { move: "set_by_hand", from: ["线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/已完成面试", "线下面试/缺席面试", "线下面试/待发Offer意向"], archived: false, to: "线下面试/待发线下面试邀请", permission: "pipeline:edit", overrulesAi: false },
  { move: "take_back", from: ["线下面试/待发线下面试邀请"], archived: false, to: "线上面试/待发线上面试邀请", permission: "pipeline:move", overrulesAi: false },
  { move: "take_back", from: ["线下面试/待发线下面试邀请"], archived: false, to: "线上面试/已发线上面试邀请", permission: "pipeline:move", overrulesAi: false },
  { move: "take_back", from: ["线下面试/待发线下面试邀请"], archived: false, to: "线上面试/超5天未预约线上面试", permission: "pipeline:move", overrulesAi: false },
  { move: "take_back", from: ["线下面试/待发线下面试邀请"], archived: false, to: "线上面试/已预约线上面试", permission: "pipeline:move", overrulesAi: false },
  { move: "take_back", from: ["线下面试/待发线下面试邀请", "线下面试/待发Offer意向"], archived: false, to: "线上面试/已完成面试", permission: "pipeline:move", overrulesAi: false },
  { move: "take_back", from: ["线下面试/待发线下面试邀请"], archived: false, to: "线上面试/缺席面试", permission: "pipeline:move", overrulesAi: false },
  { move: "take_back", from: ["线下面试/待发Offer意向"], archived: false, to: "线下面试/已完成面试", permission: "pipeline:move", overrulesAi: false },
  { move: "send_online_invitation", from: ["AI评审/AI推荐建联"], archived: false, to: "线上面试/已发线上面试邀请", permission: "ai-review:email", overrulesAi: false },
  { move: "send_online_invitation", from: ["AI评审/AI推荐淘汰"], archived: false, to: "线上面试/已发线上面试邀请", permission: "ai-review:email", overrulesAi: true },
  { move: "send_online_invitation", from: ["线上面试/待发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/已完成面试", "线上面试/缺席面试"], archived: false, to: "线上面试/已发线上面试邀请", permission: "pipeline:email", overrulesAi: false },
  { move: "send_online_invitation", from: ["线上面试/已发线上面试邀请"], archived: false, permission: "pipeline:email", overrulesAi: false },
  { move: "send_onsite_invitation", from: ["线上面试/已完成面试", "线下面试/待发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/已完成面试", "线下面试/缺席面试"], archived: false, to: "线下面试/已发线下面试邀请", permission: "pipeline:email", overrulesAi: false },
  { move: "send_onsite_invitation", from: ["线下面试/已发线下面试邀请"], archived: false, permission: "pipeline:email", overrulesAi: false },
  { move: "send_offer_intent", from: ["线上面试/已完成面试", "线下面试/已完成面试"], archived: false, to: "线下面试/待发Offer意向", permission: "pipeline:email", overrulesAi: false },
  { move: "send_offer_intent", from: ["线下面试/待发Offer意向", "Offer阶段/待发Offer意向"], archived: false, permission: "pipeline:email", overrulesAi: false },
  { move: "send_offer", from: ["Offer阶段/Offer待制作和审批"], archived: false, to: "Offer阶段/Offer已发送", permission: "offer-workbench:send", overrulesAi: false },
  { move: "send_rejection", from: ["AI评审/AI推荐建联"], archived: false, to: "归档/已发拒信淘汰", permission: "ai-review:email", overrulesAi: true },
  { move: "send_rejection", from: ["AI评审/AI推荐建联", "AI评审/AI推荐淘汰", "线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/已完成面试", "线上面试/缺席面试", "线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/已完成面试", "线下面试/缺席面试", "线下面试/待发Offer意向", "Offer阶段/待发Offer意向", "Offer阶段/Offer待制作和审批", "Offer阶段/Offer已发送", "Offer阶段/Offer已查看", "Offer阶段/Offer已接受", "Offer阶段/Offer被拒绝", "入职阶段/待入职", "入职阶段/已入职", "入职阶段/放弃入职"], archived: true, to: "归档/已发拒信淘汰", permission: "talent-pool:email", overrulesAi: false },
  { move: "send_rejection", from: ["AI评审/AI推荐淘汰"], archived: false, to: "归档/已发拒信淘汰", permission: "ai-review:email", overrulesAi: false },
  { move: "send_rejection", from: ["线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/已完成面试", "线上面试/缺席面试", "线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/已完成面试", "线下面试/缺席面试", "线下面试/待发Offer意向", "Offer阶段/待发Offer意向", "Offer阶段/Offer待制作和审批", "Offer阶段/Offer已发送", "Offer阶段/Offer已查看", "Offer阶段/Offer已接受", "Offer阶段/Offer被拒绝", "入职阶段/待入职", "入职阶段/已入职", "入职阶段/放弃入职"], archived: false, to: "归档/已发拒信淘汰", permission: "pipeline:email", overrulesAi: false },
  { move: "time_out", from: ["线上面试/已发线上面试邀请"], archived: false, to: "线上面试/超5天未预约线上面试", permission: "pipeline:edit", overrulesAi: false },
  { move: "time_out", from: ["线下面试/已发线下面试邀请"], archived: false, to: "线下面试/超5天未预约线下面试", permission: "pipeline:edit", overrulesAi: false },
  { move: "book", from: ["线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已完成面试", "线上面试/缺席面试"], archived: false, to: "线上面试/已预约线上面试", permission: "schedule:create", overrulesAi: false },
  { move: "book", from: ["线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已完成面试", "线下面试/缺席面试", "线下面试/待发Offer意向"], archived: false, to: "线下面试/已预约线下面试", permission: "schedule:create", overrulesAi: false },
  { move: "cancel_booking", from: ["线上面试/已预约线上面试"], archived: false, to: "线上面试/已发线上面试邀请", permission: "schedule:edit", overrulesAi: false },
  { move: "cancel_booking", from: ["线下面试/已预约线下面试"], archived: false, to: "线下面试/已发线下面试邀请", permission: "schedule:edit", overrulesAi: false },
  { move: "complete_interview", from: ["线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/缺席面试"], archived: false, to: "线上面试/已完成面试", permission: "schedule:edit", overrulesAi: false },
  { move: "complete_interview", from: ["线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/缺席面试"], archived: false, to: "线下面试/已完成面试", permission: "schedule:edit", overrulesAi: false },
  { move: "mark_no_show", from: ["线上面试/待发线上面试邀请", "线上面试/已发线上面试邀请", "线上面试/超5天未预约线上面试", "线上面试/已预约线上面试", "线上面试/已完成面试"], archived: false, to: "线上面试/缺席面试", permission: "schedule:edit", overrulesAi: false },
  { move: "mark_no_show", from: ["线下面试/待发线下面试邀请", "线下面试/已发线下面试邀请", "线下面试/超5天未预约线下面试", "线下面试/已预约线下面试", "线下面试/已完成面试"], archived: false, to: "线下面试/缺席面试", permission: "schedule:edit", overrulesAi: false },
  { move: "prepare_offer", from: ["线下面试/待发Offer意向", "Offer阶段/待发Offer意向", "Offer阶段/Offer已发送", "Offer阶段/Offer已查看", "Offer阶段/Offer被拒绝"], archived: false, to: "Offer阶段/Offer待制作和审批", permission: "offer-workbench:move", overrulesAi: false },
  { move: "view_offer", from: ["Offer阶段/Offer已发送"], archived: false, to: "Offer阶段/Offer已查看", permission: "offer-workbench:edit", overrulesAi: false },
  { move: "accept_offer", from: ["Offer阶段/Offer已发送", "Offer阶段/Offer已查看"], archived: false, to: "Offer阶段/Offer已接受", permission: "offer-workbench:edit", overrulesAi: false },
  { move: "decline_offer", from: ["Offer阶段/Offer已发送", "Offer阶段/Offer已查看"], archived: false, to: "Offer阶段/Offer被拒绝", permission: "offer-workbench:edit", overrulesAi: false },
  { move: "withdraw_offer", from: ["Offer阶段/Offer已发送", "Offer阶段/Offer已查看", "Offer阶段/Offer已接受"], archived: false, to: "Offer阶段/Offer待制作和审批", permission: "offer-workbench:move", overrulesAi: false },
  { move: "begin_onboarding", from: ["Offer阶段/Offer已接受"], archived: false, to: "入职阶段/待入职", permission: "offer-workbench:move", overrulesAi: false },
  { move: "onboard", from: ["入职阶段/待入职"], archived: false, to: "入职阶段/已入职", permission: "offer-workbench:move", overrulesAi: false },
  { move: "give_up_onboarding", from: ["入职阶段/待入职"], archived: false, to: "入职阶段/放弃入职", permission: "offer-workbench:move", overrulesAi: false },
];
