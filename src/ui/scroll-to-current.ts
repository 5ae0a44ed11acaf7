/** Scrolls a menu, and nothing around it, until the entry stands in its middle. */
export function scrollToEntry(menu: HTMLElement, entry: Element): void {
  const around = menu.getBoundingClientRect();
  const own = entry.getBoundingClientRect();
  menu.scrollLeft += own.left + own.width / 2 - (around.left + around.width / 2);
  menu.scrollTop += own.top + own.height / 2 - (around.top + around.height / 2);
}

/** The same with the menu's entry of this page. */
export function scrollToCurrent(menu: HTMLElement): void {
  const entry = menu.querySelector('[aria-current]');
  if (entry) scrollToEntry(menu, entry);
}
