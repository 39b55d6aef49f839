/** Whether the browser's way back leads to another page of the app. */
export function hasPreviousPage(): boolean {
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  return idx > 0;
}
