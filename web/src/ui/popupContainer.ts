/**
 * Where a popup with a field belongs: in the dialog around its trigger, which keeps the focus inside, else in the page.
 */
export function popupContainer(trigger: HTMLElement): HTMLElement {
  return trigger.closest<HTMLElement>('[role="dialog"]') ?? document.body;
}
