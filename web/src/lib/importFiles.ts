// What the build calls in place of a dynamic import: the files are fetched first, because browsers remember a failed
// import until the page is reloaded, and a failed fetch can be repeated.

/** The component library's style sheets, which come before the app's. */
const LIBRARY = "/assets/antd-";

const loading = new Map<string, Promise<void>>();

/**
 * `files` are the module's own, its static imports and their style sheets, as paths of the build. For a module without
 * others there are none: its own stands in the import.
 */
async function importWithFiles<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all((files.length > 0 ? files : ownFile(load)).map((file) => loadOnce(`/${file}`)));
  return load();
}

/** The build's files are all in one folder, and import each other by name. */
function ownFile(load: () => Promise<unknown>): string[] {
  const [, name] = /import\(["'`]\.\/([^"'`]+)["'`]\)/.exec(String(load)) ?? [];
  return name === undefined ? [] : [`assets/${name}`];
}

function loadOnce(path: string): Promise<void> {
  const known = loading.get(path);
  if (known) return known;
  const attempt = path.endsWith(".css") ? loadStyle(path) : fetchScript(path);
  loading.set(path, attempt);
  attempt.catch(() => loading.delete(path));
  return attempt;
}

/** Leaves the script in the browser's cache, where the import finds it. */
async function fetchScript(path: string): Promise<void> {
  if (isLoaded(path)) return;
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${response.status} for ${path}`);
  await response.arrayBuffer();
}

/** Whether the page loaded it by a tag or a header. */
function isLoaded(path: string): boolean {
  const entries = performance.getEntriesByName(new URL(path, location.origin).href);
  return entries.some((entry) => (entry as PerformanceResourceTiming).responseStatus === 200);
}

function loadStyle(path: string): Promise<void> {
  if (document.querySelector(`link[rel="stylesheet"][href="${path}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.crossOrigin = "";
  link.setAttribute("href", path);
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`no style sheet ${path}`));
    });
    const next = path.startsWith(LIBRARY) ? `link[rel="stylesheet"]:not([href*="${LIBRARY}"])` : null;
    document.head.insertBefore(link, next && document.querySelector(next));
  });
}

export { importWithFiles as __vitePreload };
