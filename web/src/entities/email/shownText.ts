// Texts of stored emails as people see them.
/** A link to an offer as stored texts have it: its secret is known to the candidate alone. */
const OFFER_LINK = /\S*\/offer\/\{\{offer_token\}\}/g;

/** The text of an email with words in place of a candidate's private link. */
export function shownText(body: string, privateLink: string): string {
  return body.replace(OFFER_LINK, () => privateLink);
}
