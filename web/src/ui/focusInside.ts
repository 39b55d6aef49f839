/**
 * Moves the focus into `container`, which has a tabindex, unless it is inside already: a user who was faster than
 * the opening has chosen a field, and a list that was opened there would close.
 */
export function focusInside(container: HTMLElement | null | undefined): void {
  if (container && !container.contains(document.activeElement)) container.focus({ preventScroll: true });
}
