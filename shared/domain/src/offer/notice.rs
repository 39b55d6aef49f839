//! Who is notified of an offer's progress, and what a member has to do about offers.

use super::OfferAction;
use crate::ids::UserId;
use crate::wire_enum;

wire_enum! {
    /// What a member has to do about an offer.
    pub enum OfferDuty {
        /// Approve it or return it.
        Approve => "approve",
        /// Change it, because it was returned.
        Revise => "revise",
        /// Send it, because it was approved.
        Send => "send",
        /// Ask the candidate, because the time to answer ends soon.
        FollowUp => "follow_up",
        /// Begin the onboarding, because it was accepted.
        Onboard => "onboard",
        /// Decide what becomes of the candidate who declined it.
        DecideDeclined => "decide_declined",
        /// Decide what becomes of the candidate who did not answer it.
        DecideExpired => "decide_expired",
    }
}

/// A member who can be notified of an offer.
#[derive(Debug, Clone, Copy)]
pub struct OfferMember {
    /// Their account.
    pub user_id: UserId,
    /// Whether they may approve it.
    pub can_approve: bool,
    /// Whether they may send it.
    pub can_send: bool,
    /// Whether its job is assigned to them.
    pub is_assigned: bool,
}

/// The members to be notified of an action by one of them, the candidate or the clock: of a submitted offer those who
/// may approve it, except its authors; of others its authors. Where no author is a member any more, those who may send
/// it: the ones its job is assigned to, if any.
#[must_use]
pub fn notified(
    action: OfferAction,
    members: &[OfferMember],
    authors: &[UserId],
    actor: Option<UserId>,
) -> Vec<UserId> {
    use OfferAction as A;
    let is_author = |member: &OfferMember| authors.contains(&member.user_id);
    let of = |concerns: &dyn Fn(&OfferMember) -> bool| -> Vec<UserId> {
        members.iter().filter(|member| concerns(member)).map(|member| member.user_id).collect()
    };
    let mut notified = match action {
        A::Submit => of(&|member: &OfferMember| member.can_approve && !is_author(member)),
        A::Approve | A::Return | A::Accept | A::Decline | A::Expire => {
            let assigned_sender = |member: &OfferMember| member.can_send && member.is_assigned;
            if members.iter().any(is_author) {
                of(&is_author)
            } else if members.iter().any(assigned_sender) {
                of(&assigned_sender)
            } else {
                of(&|member: &OfferMember| member.can_send)
            }
        }
        A::Create | A::Edit | A::Send | A::Withdraw | A::View => Vec::new(),
    };
    notified.retain(|user| actor != Some(*user));
    notified
}

impl OfferAction {
    /// Whether members are notified of it.
    #[must_use]
    pub const fn is_announced(self) -> bool {
        matches!(self, Self::Submit | Self::Approve | Self::Return | Self::Accept | Self::Decline | Self::Expire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(can_approve: bool, can_send: bool, is_assigned: bool) -> OfferMember {
        OfferMember { user_id: UserId::new(), can_approve, can_send, is_assigned }
    }

    #[test]
    fn approvers_other_than_the_authors_are_notified_of_a_submission() {
        let (author, approver, sender) =
            (member(true, true, true), member(true, true, false), member(false, true, true));
        let members = [author, approver, sender];
        let submitted = notified(OfferAction::Submit, &members, &[author.user_id], Some(author.user_id));
        assert_eq!(submitted, [approver.user_id]);
        assert_eq!(notified(OfferAction::Submit, &[author], &[author.user_id], Some(author.user_id)), []);
    }

    #[test]
    fn authors_are_notified_of_what_others_do() {
        let (author, approver) = (member(false, true, true), member(true, true, false));
        let members = [author, approver];
        for action in OfferAction::ALL.iter().filter(|action| action.is_announced() && **action != OfferAction::Submit)
        {
            let of = |actor| notified(*action, &members, &[author.user_id], actor);
            assert_eq!(of(Some(approver.user_id)), [author.user_id], "{action}");
            assert_eq!(of(Some(author.user_id)), [], "{action}: their own");
        }
        for action in OfferAction::ALL.iter().filter(|action| !action.is_announced()) {
            assert_eq!(notified(*action, &members, &[author.user_id], None), [], "{action}");
        }
    }

    #[test]
    fn senders_take_the_place_of_authors_who_left() {
        let (assigned, other) = (member(false, true, true), member(true, true, false));
        let viewer = member(false, false, true);
        let of = |members: &[OfferMember]| notified(OfferAction::Accept, members, &[UserId::new()], None);
        assert_eq!(of(&[assigned, other, viewer]), [assigned.user_id]);
        assert_eq!(of(&[other, viewer]), [other.user_id], "where the job is assigned to nobody who may send");
    }
}
