//! Every error code a client may see. The web app has one message per code and language, checked by a test, so a code
//! is added here and never changed.

use bole_domain::wire_enum;

wire_enum! {
    /// Stable, dotted: what happened, for programs. `field.*` codes stand only inside `errors`.
    pub enum Code {
        /// The body is not JSON, or cut short.
        RequestMalformed => "request.malformed",
        /// The request was understood, and some of its fields are refused: see `errors`.
        RequestInvalid => "request.invalid",
        /// The path holds something that is no id.
        RequestPathInvalid => "request.path_invalid",
        /// The body is of a type this route does not take.
        RequestUnsupportedMediaType => "request.unsupported_media_type",
        /// The body is larger than this route takes.
        RequestTooLarge => "request.too_large",
        /// A change asked for by another site, or without saying by which.
        RequestCrossOrigin => "request.cross_origin",
        /// The Host header names another machine.
        RequestHostRefused => "request.host_refused",
        /// No such route.
        RequestNotFound => "request.not_found",
        /// The route exists, with other methods.
        RequestMethodNotAllowed => "request.method_not_allowed",
        /// The key was used for another request before.
        RequestIdempotencyKeyReused => "request.idempotency_key_reused",
        /// The first request with this key is not finished.
        RequestInFlight => "request.in_flight",
        /// The row changed since it was read.
        RequestStale => "request.stale",
        /// Too many requests; see Retry-After.
        RequestTooMany => "request.too_many",
        /// The base URL of an AI provider is none, not https, or private.
        AiBaseUrlRefused => "ai.base_url_refused",
        /// The server has no key to seal an organization's AI key with.
        AiNoServerKey => "ai.no_server_key",
        /// Bole failed; the log has the rest under the request's id.
        ServerInternal => "server.internal",
        /// Something Bole depends on does not answer.
        ServerUnavailable => "server.unavailable",

        /// No session, or one that ended.
        AuthUnauthenticated => "auth.unauthenticated",
        /// No such account, or another password.
        AuthInvalidCredentials => "auth.invalid_credentials",
        /// The address was never confirmed.
        AuthEmailNotConfirmed => "auth.email_not_confirmed",
        /// Accounts are made by invitation only.
        AuthRegistrationClosed => "auth.registration_closed",
        /// The link was used, has expired, or never was.
        AuthTokenInvalid => "auth.token_invalid",
        /// Somebody else is signed in in this browser: sign out first.
        AuthOtherSession => "auth.other_session",
        /// Too many failed sign-ins; see Retry-After.
        AuthTooManyAttempts => "auth.too_many_attempts",

        /// A password that is among the first ones tried.
        AuthPasswordCommon => "auth.password_common",
        /// The session is too old to change the password by itself: say the current one.
        AuthReauthenticationNeeded => "auth.reauthentication_needed",
        /// That is not the current password.
        AuthCurrentPasswordWrong => "auth.current_password_wrong",
        /// No such session of one's own.
        AuthSessionNotFound => "auth.session_not_found",

        /// Known, and not allowed.
        PermissionDenied => "permission.denied",
        /// No such organization among the caller's.
        OrganizationNotFound => "organization.not_found",
        /// A slug is made of a–z, 0–9 and hyphens, at most 63.
        OrganizationSlugInvalid => "organization.slug_invalid",
        /// Another organization has the slug.
        OrganizationSlugTaken => "organization.slug_taken",
        /// A slug never changes.
        OrganizationSlugImmutable => "organization.slug_immutable",
        /// Organizations are made by operators, or by whoever registered before registration was closed.
        OrganizationCreationClosed => "organization.creation_closed",
        /// No such plan.
        OrganizationPlanUnknown => "organization.plan_unknown",
        /// Nobody owns more organizations.
        OrganizationLimitReached => "organization.limit_reached",
        /// The plan allows no more members.
        OrganizationUserLimitReached => "organization.user_limit_reached",
        /// The file is no picture of a kind we show, or too large a one.
        OrganizationLogoInvalid => "organization.logo_invalid",

        /// No such member in this organization.
        MemberNotFound => "member.not_found",
        /// Nobody reaches above their own role.
        MemberRoleAboveOwn => "member.role_above_own",
        /// An organization keeps an owner.
        MemberLastOwner => "member.last_owner",
        /// What owners and admins may do is not for changing.
        RoleFixed => "role.fixed",
        /// The permission stays with owners and admins.
        RolePermissionReserved => "role.permission_reserved",
        /// No such resource, action or page.
        RolePermissionUnknown => "role.permission_unknown",
        /// A permission that the inviting person lacks.
        InvitationPermissionAboveOwn => "invitation.permission_above_own",

        /// The link leads to no invitation.
        InvitationInvalid => "invitation.invalid",
        /// No such invitation in this organization.
        InvitationNotFound => "invitation.not_found",
        /// Nobody answered it in time.
        InvitationExpired => "invitation.expired",
        /// It was accepted before.
        InvitationAlreadyAccepted => "invitation.already_accepted",
        /// It was declined.
        InvitationDeclined => "invitation.declined",
        /// The address has an open invitation: send that one again.
        InvitationAlreadyPending => "invitation.already_pending",
        /// The address belongs to a member.
        InvitationAlreadyMember => "invitation.already_member",
        /// The invited address has an account: sign in with it first.
        SessionRequired => "session.required",
        /// It is for another address than the one signed in with.
        InvitationOtherAddress => "invitation.other_address",

        /// No such job in this organization.
        JobNotFound => "job.not_found",
        /// The plan allows no more jobs.
        JobLimitReached => "job.limit_reached",
        /// The job is active and has candidates: deactivate it first.
        JobActiveWithCandidates => "job.active_with_candidates",
        /// Another job receives mail at this address.
        JobSubmissionEmailTaken => "job.submission_email_taken",
        /// No such location in this organization.
        JobLocationUnknown => "job.location_unknown",
        /// No such interview link in this organization.
        JobLocationNotFound => "interview_location.not_found",
        /// An online interview's link begins with http:// or https://.
        JobLocationLinkInvalid => "interview_location.link_invalid",
        /// The job is archived: restore it first.
        JobArchived => "job.archived",

        /// No such prompt that the caller sees.
        PromptNotFound => "prompt.not_found",
        /// A built-in prompt stays as it is.
        PromptBuiltIn => "prompt.built_in",
        /// No more prompts are kept.
        PromptLimitReached => "prompt.limit_reached",
        /// The text names a variable that nothing fills in.
        PromptVariableUnknown => "prompt.variable_unknown",
        /// No such view of the caller's own.
        SavedViewNotFound => "saved_view.not_found",
        /// No more views of the screen are kept.
        SavedViewLimitReached => "saved_view.limit_reached",
        /// No such setting.
        SettingNotFound => "setting.not_found",
        /// Only a model does this: set an API key first.
        AiKeyRequired => "ai.key_required",

        /// The path names no job.
        BatchJobRequired => "batch.job_required",
        /// The form has no field `file`.
        BatchFileRequired => "batch.file_required",
        /// The upload is something other than a ZIP.
        BatchNotAZip => "batch.not_a_zip",
        /// The ZIP is larger than allowed.
        BatchTooLarge => "batch.too_large",
        /// The plan allows no more uploads today.
        BatchQuotaReached => "batch.quota_reached",
        /// The organization's storage is full.
        StorageFull => "storage.full",
        /// The upload broke off half way.
        BatchUploadBroken => "batch.upload_broken",
        /// No such batch in this organization.
        BatchNotFound => "batch.not_found",
        /// No such entry in this organization.
        BatchTaskNotFound => "batch_task.not_found",
        /// Only a failed evaluation can be tried again.
        BatchTaskNotRetryable => "batch_task.not_retryable",
        /// The entry never became a file.
        BatchTaskNoFile => "batch_task.no_file",
        /// No such email in this organization.
        EmailNotFound => "email.not_found",
        /// An email of this type to this candidate is about to be sent.
        EmailAlreadyQueued => "email.already_queued",
        /// Only a draft can be changed.
        EmailNotDraft => "email.not_draft",
        /// Only an email that waits to be sent can be taken back.
        EmailNotQueued => "email.not_queued",
        /// Only an email that failed or waits can be sent again.
        EmailNotRetryable => "email.not_retryable",
        /// Only an email of which it is not known whether it arrived can be resolved.
        EmailNotUnknown => "email.not_unknown",
        /// No address that mail can go to.
        EmailRecipientInvalid => "email.recipient_invalid",
        /// The type of the email leads elsewhere.
        EmailTargetDiffers => "email.target_differs",
        /// No such task in this organization.
        TaskNotFound => "task.not_found",
        /// Only a task that failed, and whose input is still known, can be tried again.
        TaskNotRetryable => "task.not_retryable",
        /// The task is over already.
        TaskOver => "task.over",
        /// No such application in this organization.
        ApplicationNotFound => "application.not_found",
        /// From where the application is, this move is not allowed.
        ApplicationMoveNotAllowed => "application.move_not_allowed",
        /// It goes against the AI's recommendation: say why.
        ApplicationReasonRequired => "application.reason_required",
        /// The stage has no such sub-status.
        ApplicationStateInvalid => "application.state_invalid",
        /// No such person in this organization.
        PersonNotFound => "person.not_found",
        /// Another person has the address.
        PersonEmailTaken => "person.email_taken",
        /// No such offer, or its link has ended.
        OfferNotFound => "offer.not_found",
        /// The candidate has an open offer.
        OfferExists => "offer.exists",
        /// The offer does not stand where this may be done.
        OfferNotAllowed => "offer.not_allowed",
        /// Somebody other than its author has to approve it.
        OfferOwnApproval => "offer.own_approval",
        /// No such item of an onboarding checklist.
        OnboardingItemNotFound => "onboarding_item.not_found",
        /// Its time to be answered is over.
        OfferExpired => "offer.expired",
        /// No such planned interview in this organization.
        ScheduleNotFound => "schedule.not_found",
        /// The interviewer has another interview then.
        ScheduleDoubleBooking => "schedule.double_booking",
        /// The interview has no candidate yet.
        ScheduleNotLinked => "schedule.not_linked",
        /// The interview is another candidate's.
        ScheduleAlreadyLinked => "schedule.already_linked",
        /// No such booking link, or it has expired.
        BookingNotFound => "booking.not_found",
        /// The time is taken, or no longer offered.
        BookingSlotTaken => "booking.slot_taken",
        /// The candidate went on, or the interview took place.
        BookingClosed => "booking.closed",
        /// The message to a webhook is not signed with its secret.
        HookSignatureInvalid => "hook.signature_invalid",
        /// The message to a webhook was signed too long ago, or in the future.
        HookTooOld => "hook.too_old",
        /// No such conducted interview in this organization.
        InterviewSessionNotFound => "interview_session.not_found",
        /// Nothing was typed and kept.
        InterviewDraftNotFound => "interview_draft.not_found",
        /// No such resume in this organization.
        ResumeNotFound => "resume.not_found",
        /// The file is gone from storage.
        FileMissing => "file.missing",

        /// Required, and missing or empty.
        FieldRequired => "field.required",
        /// Shorter than allowed.
        FieldTooShort => "field.too_short",
        /// Longer than allowed.
        FieldTooLong => "field.too_long",
        /// Not of the right type or form.
        FieldInvalid => "field.invalid",
        /// Not an email address.
        FieldEmailInvalid => "field.email_invalid",
        /// Not a telephone number.
        FieldPhoneInvalid => "field.phone_invalid",
        /// Not one of the values allowed.
        FieldUnknownValue => "field.unknown_value",
    }
}

impl Code {
    /// Whether the code says something of its own, rather than what is wrong with a field in general.
    #[must_use]
    pub fn is_specific(self) -> bool {
        !self.as_str().starts_with("field.")
    }
}
