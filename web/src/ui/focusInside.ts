/** Moves the focus into `container`, which has a tabindex, unless a control inside has it: a list open there would close. */
export function focusInside(container: HTMLElement | null | undefined): void {
  if (container && !container.contains(document.activeElement)) container.focus({ preventScroll: true });
}
