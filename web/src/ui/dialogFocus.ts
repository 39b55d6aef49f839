// Moves the focus to a dialog's first field when it opens, and back when it closes. The component library focuses the
// close button or the dialog, and doesn't restore the focus if a dialog is removed at once.

const EDITABLE =
  "input:not([readonly], [type=checkbox], [type=radio], [type=file], [type=hidden]), textarea:not([readonly])";
/** A select without search has an input that is read only. */
const FIELD = `.ant-modal-body :is(${EDITABLE}, [role=combobox]):not(:disabled)`;
/** A menu's items are removed by the time its dialog closes, but its button remains. */
const REMEMBERED = 8;

/** The dialog's first field, unless what is above it is still loading. */
function firstField(dialog: HTMLElement): HTMLElement | undefined {
  const [first] = dialog.querySelectorAll<HTMLElement>(`${FIELD}, .ant-modal-body .ant-skeleton`);
  return first?.matches(FIELD) ? first : undefined;
}

/** Watches the page until the returned function is called. */
export function watchDialogFocus(): () => void {
  // On a phone, a focused field would bring up the keyboard.
  const startsInField = !window.matchMedia("(pointer: coarse)").matches;
  let focused: HTMLElement[] = [];
  let inDialog: HTMLElement | null = null;
  // A dialog's fields may come after its data; until then, and unless the focus moves on, it stays at the button.
  const fields = new MutationObserver(() => {
    const dialog = document.activeElement?.closest<HTMLElement>(".ant-modal");
    if (dialog) enter(dialog);
  });
  const enter = (dialog: HTMLElement) => firstField(dialog)?.focus({ preventScroll: true });
  const onFocus = ({ target, relatedTarget }: FocusEvent) => {
    fields.disconnect();
    if (!(target instanceof HTMLElement)) return;
    const dialog = target.closest<HTMLElement>(".ant-modal");
    inDialog = dialog ? target : null;
    if (!dialog) {
      focused = [...focused.filter((one) => one !== target), target].slice(-REMEMBERED);
      return;
    }
    const isEntered = !(relatedTarget instanceof Node && dialog.contains(relatedTarget));
    if (!startsInField || !isEntered || !(target === dialog || target.matches(".ant-modal-close"))) return;
    fields.observe(dialog, { childList: true, subtree: true });
    enter(dialog);
  };
  // Each dialog has its own container in the body, which is empty once the dialog is removed.
  const observer = new MutationObserver(() => {
    if (!inDialog || inDialog.isConnected || document.activeElement !== document.body) return;
    inDialog = null;
    focused.findLast((one) => one.isConnected)?.focus({ preventScroll: true });
  });
  document.addEventListener("focusin", onFocus);
  observer.observe(document.body, { childList: true });
  return () => {
    document.removeEventListener("focusin", onFocus);
    fields.disconnect();
    observer.disconnect();
  };
}
