// Which of the three steps of registering somebody is at.

export const STEPS = ["account", "verification", "organization"] as const;
export type Step = (typeof STEPS)[number];

export interface Whereabouts {
  signedIn: boolean;
  /** An account was made, and the mail that confirms its address is on its way. */
  mailSent: boolean;
  /** The organization's step was left for the one before. */
  wentBack: boolean;
}

/** Signing in, here or by the mail's link in another tab, is what leads to the organization. */
export function stepOf({ signedIn, mailSent, wentBack }: Whereabouts): Step {
  if (signedIn) return wentBack ? "account" : "organization";
  return mailSent ? "verification" : "account";
}
