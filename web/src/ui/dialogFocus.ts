// Focus of dialogs: in their first field when they open, and back where it was when they are gone. The component
// library starts at the button that closes, and gives nothing back if a dialog is removed at once.

const FIELD = ".ant-modal-body :is(input, textarea):not(:disabled, [readonly], [type=checkbox], [type=radio])";
/** With the focus in one of these, Escape is about their list, not about the dialog. */
const WITH_LIST = ".ant-select, .ant-picker";
/** Of a menu that led to a dialog, the items are gone when it closes, but not the button that opened it. */
const REMEMBERED = 8;

/** Watches the page until the returned function is called. */
export function watchDialogFocus(): () => void {
  // On a phone, a focused field would bring up the keyboard.
  const startsInField = !window.matchMedia("(pointer: coarse)").matches;
  let focused: HTMLElement[] = [];
  let inDialog: HTMLElement | null = null;
  const onFocus = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const dialog = target.closest(".ant-modal");
    inDialog = dialog ? target : null;
    if (!dialog) {
      focused = [...focused.filter((one) => one !== target), target].slice(-REMEMBERED);
      return;
    }
    const isEntered = !(relatedTarget instanceof Node && dialog.contains(relatedTarget));
    if (startsInField && isEntered && target.matches(".ant-modal-close")) {
      const field = dialog.querySelector<HTMLElement>(FIELD);
      if (field && !field.closest(WITH_LIST)) field.focus({ preventScroll: true });
    }
  };
  // Dialogs are in boxes of their own in the body, which are empty when they are removed.
  const observer = new MutationObserver(() => {
    if (!inDialog || inDialog.isConnected || document.activeElement !== document.body) return;
    inDialog = null;
    focused.findLast((one) => one.isConnected)?.focus({ preventScroll: true });
  });
  document.addEventListener("focusin", onFocus);
  observer.observe(document.body, { childList: true });
  return () => {
    document.removeEventListener("focusin", onFocus);
    observer.disconnect();
  };
}
