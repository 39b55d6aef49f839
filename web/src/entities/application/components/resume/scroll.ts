// Scrolls only the nearest scroll container to a position.

/** `offset`: pixels from the element's top edge, for a position inside a frame. */
export function centre(element: HTMLElement, offset = 0): void {
  let scroller: HTMLElement | null = element.parentElement;
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
  const target = scroller ?? document.documentElement;
  const edge = scroller ? scroller.getBoundingClientRect().top : 0;
  const top = element.getBoundingClientRect().top - edge + target.scrollTop + offset;
  target.scrollTo({ top: top - target.clientHeight / 2 });
}
