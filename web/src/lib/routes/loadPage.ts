// Leaves the document for another page, so that no state in memory remains.
export function loadPage(url: string): void {
  window.location.assign(url);
}
