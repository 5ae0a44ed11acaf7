import { entryOf } from './overlay-history.ts';

/**
 * On pages with cards: a card opens its work over the list. Only this listens; the overlay itself is loaded when a reader reaches for a card. A
 * card stays a link for everything else: other keys and buttons, no JavaScript, and the page of a work, which leads on as pages do.
 */
const HOVER_MS = 80;
const page = location.pathname + location.search;

const load = () => import('./overlay.ts').then(({ overlayOf }) => overlayOf(page));
const pathOf = (link: HTMLAnchorElement) => link.pathname + link.search;

function cardOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-overlay]') : null;
}

function ahead(card: HTMLAnchorElement): void {
  // without the code or the page the press is a navigation like any other
  load().then(
    (overlay) => overlay.prepare(pathOf(card)),
    () => undefined,
  );
}

let waiting: ReturnType<typeof setTimeout> | undefined;
document.addEventListener('pointerover', (event) => {
  clearTimeout(waiting);
  const card = event.pointerType === 'mouse' ? cardOf(event) : null;
  const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if (card && !saves) waiting = setTimeout(ahead, HOVER_MS, card);
});
document.addEventListener('pointerdown', (event) => {
  const card = event.button === 0 ? cardOf(event) : null;
  if (card) ahead(card);
});
document.addEventListener('click', (event) => {
  const card = cardOf(event);
  if (!card || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  load().then(
    (overlay) => overlay.open(pathOf(card), card),
    () => location.assign(card.href),
  );
});

addEventListener('popstate', () => {
  if (!entryOf(history.state) && !document.querySelector('.overlay:not([hidden])')) return;
  load().then(
    (overlay) => overlay.arrived(),
    () => location.reload(),
  );
});
