//! All error codes returned to clients. The web app has a message per code and language, checked by a test. Codes are
//! added here and never changed.

use bole_domain::wire_enum;

wire_enum! {
    /// A stable dotted string. `field.*` codes only appear in `errors`.
    pub enum Code {
        /// The body is not valid JSON.
        RequestMalformed => "request.malformed",
        /// Some fields are invalid: see `errors`.
        RequestInvalid => "request.invalid",
        /// The path contains an invalid id.
        RequestPathInvalid => "request.path_invalid",
        /// The route does not accept this media type.
        RequestUnsupportedMediaType => "request.unsupported_media_type",
        /// The body is too large for this route.
        RequestTooLarge => "request.too_large",
        /// A change requested by another site, or without an Origin.
        RequestCrossOrigin => "request.cross_origin",
        /// The Host header names another host.
        RequestHostRefused => "request.host_refused",
        /// No such route.
        RequestNotFound => "request.not_found",
        /// The route does not support this method.
        RequestMethodNotAllowed => "request.method_not_allowed",
        /// The key was used for a different request.
        RequestIdempotencyKeyReused => "request.idempotency_key_reused",
        /// The first request with this key is still in progress.
        RequestInFlight => "request.in_flight",
        /// The row changed since it was read.
        RequestStale => "request.stale",
        /// Too many requests; see Retry-After.
        RequestTooMany => "request.too_many",
        /// The base URL of an AI provider is invalid, not https, or private.
        AiBaseUrlRefused => "ai.base_url_refused",
        /// The stored key is another provider's: this one needs its own.
        AiKeyOfOtherProvider => "ai.key_of_other_provider",
        /// The server has no key to seal an organization's AI key with.
        AiNoServerKey => "ai.no_server_key",
        /// A budget needs the model's prices, which are not known.
        AiPriceRequired => "ai.price_required",
        /// A parameter of requests that cannot be set.
        AiParameterReserved => "ai.parameter_reserved",
        /// The organization's provider has no batch interface, so that nothing is cheaper later.
        AiBatchPricesUnavailable => "ai.batch_prices_unavailable",
        /// An internal error; the log has details under the request id.
        ServerInternal => "server.internal",
        /// A dependency of the server does not respond.
        ServerUnavailable => "server.unavailable",

        /// No session, or an expired one.
        AuthUnauthenticated => "auth.unauthenticated",
        /// Unknown account or wrong password.
        AuthInvalidCredentials => "auth.invalid_credentials",
        /// The address is not confirmed.
        AuthEmailNotConfirmed => "auth.email_not_confirmed",
        /// Accounts are only created by invitation.
        AuthRegistrationClosed => "auth.registration_closed",
        /// The link was used, has expired, or is invalid.
        AuthTokenInvalid => "auth.token_invalid",
        /// Another user is signed in in this browser: sign out first.
        AuthOtherSession => "auth.other_session",
        /// Another account has the new address.
        AuthEmailTaken => "auth.email_taken",
        /// Too many failed sign-ins; see Retry-After.
        AuthTooManyAttempts => "auth.too_many_attempts",

        /// The password is easy to guess.
        AuthPasswordCommon => "auth.password_common",
        /// The session is too old to change the password without the current one.
        AuthReauthenticationNeeded => "auth.reauthentication_needed",
        AuthCurrentPasswordWrong => "auth.current_password_wrong",
        /// The user has no such session.
        AuthSessionNotFound => "auth.session_not_found",

        /// The user lacks the permission.
        PermissionDenied => "permission.denied",
        /// Only operators of the installation may.
        OperatorRequired => "operator.required",
        /// The user has no such organization.
        OrganizationNotFound => "organization.not_found",
        /// A slug is made of a–z, 0–9 and hyphens, at most 63.
        OrganizationSlugInvalid => "organization.slug_invalid",
        OrganizationSlugTaken => "organization.slug_taken",
        /// A slug cannot be changed.
        OrganizationSlugImmutable => "organization.slug_immutable",
        /// Organizations are only created by operators, or by users who registered while registration was open.
        OrganizationCreationClosed => "organization.creation_closed",
        OrganizationPlanUnknown => "organization.plan_unknown",
        /// The user owns the maximum number of organizations.
        OrganizationLimitReached => "organization.limit_reached",
        /// The plan allows no more members.
        OrganizationUserLimitReached => "organization.user_limit_reached",
        /// The file is not a supported image, or too large.
        OrganizationLogoInvalid => "organization.logo_invalid",

        /// No such member in this organization.
        MemberNotFound => "member.not_found",
        /// The member was deactivated or has left.
        MemberInactive => "member.inactive",
        /// A role above the caller's own.
        MemberRoleAboveOwn => "member.role_above_own",
        /// The organization needs at least one owner.
        MemberLastOwner => "member.last_owner",
        /// The permissions of owners and admins cannot be changed.
        RoleFixed => "role.fixed",
        /// The permission is reserved for owners and admins.
        RolePermissionReserved => "role.permission_reserved",
        /// No such resource, action or page.
        RolePermissionUnknown => "role.permission_unknown",
        /// A permission the inviting member lacks.
        InvitationPermissionAboveOwn => "invitation.permission_above_own",

        /// Invalid invitation link.
        InvitationInvalid => "invitation.invalid",
        /// No such invitation in this organization.
        InvitationNotFound => "invitation.not_found",
        InvitationExpired => "invitation.expired",
        InvitationAlreadyAccepted => "invitation.already_accepted",
        InvitationDeclined => "invitation.declined",
        /// The address has an open invitation: resend that one.
        InvitationAlreadyPending => "invitation.already_pending",
        /// The address belongs to a member.
        InvitationAlreadyMember => "invitation.already_member",
        /// The invited address has an account: sign in with it first.
        SessionRequired => "session.required",
        /// The invitation is for another address than the signed-in user's.
        InvitationOtherAddress => "invitation.other_address",

        /// No such job in this organization.
        JobNotFound => "job.not_found",
        /// The plan allows no more jobs.
        JobLimitReached => "job.limit_reached",
        /// The job is active and has candidates: deactivate it first.
        JobActiveWithCandidates => "job.active_with_candidates",
        /// Another job uses this submission address.
        JobSubmissionEmailTaken => "job.submission_email_taken",
        /// No such location in this organization.
        JobLocationUnknown => "job.location_unknown",
        /// No such interview link in this organization.
        JobLocationNotFound => "interview_location.not_found",
        /// The link of an online interview must start with http:// or https://.
        JobLocationLinkInvalid => "interview_location.link_invalid",
        /// The job is archived: restore it first.
        JobArchived => "job.archived",

        /// No such prompt visible to the caller.
        PromptNotFound => "prompt.not_found",
        /// Built-in prompts cannot be changed.
        PromptBuiltIn => "prompt.built_in",
        /// The maximum number of prompts is reached.
        PromptLimitReached => "prompt.limit_reached",
        /// The text contains an unknown variable.
        PromptVariableUnknown => "prompt.variable_unknown",
        /// The caller has no such view.
        SavedViewNotFound => "saved_view.not_found",
        /// The maximum number of views for the screen is reached.
        SavedViewLimitReached => "saved_view.limit_reached",
        /// No such setting.
        SettingNotFound => "setting.not_found",
        /// A saved password is not sent to another host or port, or over weaker encryption.
        SettingPasswordNeeded => "setting.password_needed",
        /// A model is required: set an API key first.
        AiKeyRequired => "ai.key_required",

        /// The path names no job.
        BatchJobRequired => "batch.job_required",
        /// The form has no field `file`.
        BatchFileRequired => "batch.file_required",
        /// The upload is not a ZIP.
        BatchNotAZip => "batch.not_a_zip",
        /// The ZIP is larger than allowed.
        BatchTooLarge => "batch.too_large",
        /// The plan allows no more uploads today.
        BatchQuotaReached => "batch.quota_reached",
        /// Other uploads of the organization take the rest of what it may upload at a time.
        BatchUploadsInProgress => "batch.uploads_in_progress",
        /// The organization's storage is full.
        StorageFull => "storage.full",
        /// The upload was interrupted.
        BatchUploadBroken => "batch.upload_broken",
        BatchUploadTooSlow => "batch.upload_too_slow",
        /// No such batch in this organization.
        BatchNotFound => "batch.not_found",
        /// No such entry in this organization.
        BatchTaskNotFound => "batch_task.not_found",
        /// Only failed evaluations can be retried.
        BatchTaskNotRetryable => "batch_task.not_retryable",
        /// Only the file of a failed entry of an upload or an email can be replaced.
        BatchTaskNotReplaceable => "batch_task.not_replaceable",
        /// The file is no document that can be read.
        BatchTaskNotADocument => "batch_task.not_a_document",
        /// The entry never became a file.
        BatchTaskNoFile => "batch_task.no_file",
        /// No such email in this organization.
        EmailNotFound => "email.not_found",
        /// An email of this type to this candidate is already queued.
        EmailAlreadyQueued => "email.already_queued",
        /// Only drafts can be edited.
        EmailNotDraft => "email.not_draft",
        /// Only queued emails can be withdrawn.
        EmailNotQueued => "email.not_queued",
        /// Only failed or waiting emails can be retried.
        EmailNotRetryable => "email.not_retryable",
        /// Only emails in an unknown state can be resolved.
        EmailNotUnknown => "email.not_unknown",
        /// Invalid recipient address.
        EmailRecipientInvalid => "email.recipient_invalid",
        /// This type of email leads to another state.
        EmailTargetDiffers => "email.target_differs",
        /// The organization sends no more emails today.
        EmailQuotaReached => "email.quota_reached",
        /// No such task in this organization.
        TaskNotFound => "task.not_found",
        /// Only failed tasks whose payload still exists can be retried.
        TaskNotRetryable => "task.not_retryable",
        /// Another task for the same work is not over.
        TaskAlreadyQueued => "task.already_queued",
        /// The task has already ended.
        TaskOver => "task.over",
        /// No such application in this organization.
        ApplicationNotFound => "application.not_found",
        /// The move is not allowed from the application's state.
        ApplicationMoveNotAllowed => "application.move_not_allowed",
        /// The AI's recommendation is overridden without a reason.
        ApplicationReasonRequired => "application.reason_required",
        /// The stage has no such sub-status.
        ApplicationStateInvalid => "application.state_invalid",
        /// No such person in this organization.
        PersonNotFound => "person.not_found",
        /// Another person has the address.
        PersonEmailTaken => "person.email_taken",
        /// Of two people to merge, one is blacklisted.
        PersonMergeBlacklisted => "person.merge_blacklisted",
        /// No such offer, or its link has ended.
        OfferNotFound => "offer.not_found",
        /// The candidate has an open offer.
        OfferExists => "offer.exists",
        /// The offer's status does not allow this.
        OfferNotAllowed => "offer.not_allowed",
        /// Someone other than the author must approve it.
        OfferOwnApproval => "offer.own_approval",
        /// The offer's letter says other than its terms.
        OfferLetterDiffers => "offer.letter_differs",
        /// No such item of an onboarding checklist.
        OnboardingItemNotFound => "onboarding_item.not_found",
        OfferExpired => "offer.expired",
        /// No such planned interview in this organization.
        ScheduleNotFound => "schedule.not_found",
        /// The interviewer has another interview at that time.
        ScheduleDoubleBooking => "schedule.double_booking",
        /// The interview has no linked candidate.
        ScheduleNotLinked => "schedule.not_linked",
        /// The interview is linked to another candidate.
        ScheduleAlreadyLinked => "schedule.already_linked",
        /// No such booking link, or it has expired.
        BookingNotFound => "booking.not_found",
        /// The slot is taken or no longer offered.
        BookingSlotTaken => "booking.slot_taken",
        /// The candidate has moved on, or the interview took place.
        BookingClosed => "booking.closed",
        /// The webhook signature is invalid.
        HookSignatureInvalid => "hook.signature_invalid",
        /// The webhook message was signed too long ago, or in the future.
        HookTooOld => "hook.too_old",
        /// No such interview in this organization.
        InterviewSessionNotFound => "interview_session.not_found",
        /// There is no draft.
        InterviewDraftNotFound => "interview_draft.not_found",
        /// No such resume in this organization.
        ResumeNotFound => "resume.not_found",
        /// The file no longer exists in storage.
        FileMissing => "file.missing",

        /// Required, and missing or empty.
        FieldRequired => "field.required",
        FieldTooShort => "field.too_short",
        FieldTooLong => "field.too_long",
        /// Wrong type or format.
        FieldInvalid => "field.invalid",
        /// Not an email address.
        FieldEmailInvalid => "field.email_invalid",
        /// Not a phone number.
        FieldPhoneInvalid => "field.phone_invalid",
        /// Not an allowed value.
        FieldUnknownValue => "field.unknown_value",
        /// Not a complete web address.
        FieldLinkInvalid => "field.link_invalid",
        /// A time that is over.
        FieldDatePast => "field.date_past",
        FieldEndBeforeStart => "field.end_before_start",
        /// A component of a salary without its amount.
        FieldAmountRequired => "field.amount_required",
    }
}

impl Code {
    /// Whether the code is specific, unlike the general `field.*` codes.
    #[must_use]
    pub fn is_specific(self) -> bool {
        !self.as_str().starts_with("field.")
    }
}
