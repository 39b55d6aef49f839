// The current registration step.

export const STEPS = ["account", "verification", "organization"] as const;
export type Step = (typeof STEPS)[number];

export interface RegistrationState {
  signedIn: boolean;
  /** The confirmation email was sent. */
  mailSent: boolean;
  /** The user went back from the organization step. */
  wentBack: boolean;
}

/** Signing in, here or by the email link in another tab, leads to the organization step. */
export function registrationStep({ signedIn, mailSent, wentBack }: RegistrationState): Step {
  if (signedIn) return wentBack ? "account" : "organization";
  return mailSent ? "verification" : "account";
}
