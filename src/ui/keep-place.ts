const CONTROLS = 'a[href], button, input, select, textarea, summary';

const takes = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.isConnected &&
  !element.matches(':disabled') &&
  element.checkVisibility();

/** Puts the focus on what takes none by itself: a row, a comment. */
export function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  // the page itself stays where its reader is
  element.focus({ preventScroll: element.matches('main') });
}

/** The nearest of what it stood in: its row, else the first control that is left there. */
function nearest(around: readonly Element[]): HTMLElement | null {
  for (const element of around.filter((one) => one.isConnected && !one.contains(document.body))) {
    if (element.matches('li, tr, main')) return element as HTMLElement;
    const control = [...element.querySelectorAll(CONTROLS)].find(takes);
    if (control) return control;
  }
  return null;
}

/**
 * Keeps the focus near what a dialog was about: `places` are what opened it and all that this stood in, innermost first. What goes or is
 * switched off as a list is read again has none. Who goes on by themselves is left alone.
 */
export function keepNear(places: readonly Element[]): void {
  const [before = null, ...around] = places;
  let last: Element | null = null;
  const back = () => {
    const now = document.activeElement;
    if (now !== last && takes(now) && now !== before) return stop();
    const to = takes(before) ? before : now === last && takes(now) ? now : nearest(around);
    if (to === now) return;
    last = to;
    focusOn(to);
  };
  const watch = new MutationObserver(back);
  const stop = () => {
    watch.disconnect();
    for (const name of ['keydown', 'pointerdown']) removeEventListener(name, stop, true);
  };
  if (before === document.body) return;
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  for (const name of ['keydown', 'pointerdown']) addEventListener(name, stop, true);
  back();
}
