// The one-time token of an email link.

const TOKEN_TYPES = ["signup", "invite", "magiclink", "recovery", "email", "email_change"] as const;

export interface Token {
  type: (typeof TOKEN_TYPES)[number];
  token_hash: string;
}

/** The token in the URL, if complete. */
export function parseToken(params: URLSearchParams, fallback?: Token["type"]): Token | null {
  const token_hash = params.get("token_hash");
  const type = TOKEN_TYPES.find((known) => known === params.get("type")) ?? fallback;
  return token_hash && type ? { type, token_hash } : null;
}
