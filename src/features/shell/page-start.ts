// one file for all that every page starts with: a request less before the first paint than one for each
import '#client/start-tracking.ts';
import './session-header.ts';
import '../identity/login-door.ts';
import '../item-detail/scroll-state.ts';
import '../overlay/reloaded-work.ts';
import './popups-door.ts';
import '../promotion/tracking.ts';
import { first_move } from '#client/first-move.ts';
import { showLoadFailed, watchLoads } from '#client/load-failed.ts';
import { lateSheet } from '#client/sheets.ts';
import { LOOK_KEY, readText, writeText } from '#client/storage.ts';

const nothing = () => undefined;

watchLoads();
void first_move.then(() => {
  void lateSheet();
  // sheets that came inside a first page (server/http/first-visit.ts): the next one links them
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-href]')) void fetch(dataset['href'] as string);
});

/** What is pressed, opened or reached for is done by code that comes with it. */
const acts = async () => (await Promise.all([import('./page-acts.ts'), lateSheet()]))[0];

document.addEventListener('click', (event) => {
  const on = (event.target as Element).closest<HTMLElement>(
    '[data-service],[data-subscribe],[data-bundle],[data-feedback],[data-sign-out],[data-sign-in],[data-fold-tools]',
  );
  if (!on || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  acts()
    .then(({ act }) => act(on))
    .catch(() => showLoadFailed());
});

/** The field of the search that an event is in. */
const searchField = ({ target }: Event) =>
  (target as Element).closest<HTMLFormElement>('[action="/search"]')?.['keyword'] as HTMLInputElement | undefined;

// nothing is loaded before somebody reaches for a search field
document.addEventListener('focusin', (event) => {
  const field = searchField(event);
  if (!field || field !== event.target) return;
  acts()
    .then(({ reach }) => reach(field))
    .catch(nothing);
});

document.addEventListener('submit', (event) => {
  const field = searchField(event);
  if (!field || field.value.trim()) return;
  event.preventDefault();
  acts()
    .then(({ refuseEmpty }) => refuseEmpty(field))
    .catch(() => showLoadFailed());
});

// panels of header and toolbar are filled when they are opened
document.addEventListener(
  'toggle',
  (event) => {
    const panel = (event.target as Element).closest<HTMLElement>('[data-fill]:popover-open');
    if (!panel) return;
    acts()
      .then(({ fill }) => fill(panel))
      .catch(nothing);
  },
  true,
);

const top_mark = document.querySelector('[data-top-mark]');
if (top_mark)
  new IntersectionObserver(([entry]) => document.body.classList.toggle('is-far', entry?.isIntersecting === false)).observe(top_mark);

/** Light or dark by choice, else as the system says; before the first paint the early script sets the same. */
const look = document.querySelector<HTMLSelectElement>('[data-look]');
if (look) {
  look.value = readText(LOOK_KEY) ?? '';
  look.addEventListener('change', () => {
    const { dataset } = document.documentElement;
    if (look.value) dataset['theme'] = look.value;
    else delete dataset['theme'];
    writeText(LOOK_KEY, look.value || null);
  });
}
