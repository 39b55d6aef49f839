// Loads code and texts that come after the page: they are tried again, and an upgrade of the server is noticed.

/** Delay before the second attempt. */
const RETRY_MS = 400;

/** A part of the app could not be loaded. */
export class PartLoadError extends Error {
  constructor(cause: unknown) {
    super("a part of the app could not be loaded", { cause });
    this.name = "PartLoadError";
  }
}

/** Loads a part, a second time if it fails; rejects with `PartLoadError`. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return load().catch((cause: unknown) => {
      throw new PartLoadError(cause);
    });
  }
}

/** Whether the server has another version of the app than this page: its entry script has another name. */
export async function hasNewVersion(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  if (!entry) return false;
  const response = await fetch("/", { cache: "no-store", headers: { Accept: "text/html" } }).catch(() => null);
  return response?.ok === true && !(await response.text()).includes(new URL(entry).pathname);
}
