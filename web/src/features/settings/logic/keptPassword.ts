// Whether the saved password of a mail server is kept after a change of the server.

type Security = "plain" | "starttls" | "tls";

interface Destination {
  host: string;
  port: number | null;
  security: Security;
}

const STRENGTH: Record<Security, number> = { plain: 0, starttls: 1, tls: 2 };

/** The API asks for it again for another host or port, and for weaker encryption. */
export function keepsPassword(saved: Destination, edited: Destination): boolean {
  return (
    saved.host === edited.host.trim() &&
    saved.port === edited.port &&
    STRENGTH[edited.security] >= STRENGTH[saved.security]
  );
}
