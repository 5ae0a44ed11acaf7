import { lateSheet } from '#client/sheets.ts';
import { TOOLS_KEY, writeText } from '#client/storage.ts';

/** What is pressed on any page, by the attribute that marks it. Loaded with the first such press; each loads what it needs itself. */
const PRESSED: Readonly<Record<string, (on: HTMLElement) => Promise<unknown>>> = {
  service: async () => (await import('../service/open-service.tsx')).openService(),
  subscribe: async (button) => (await import('../subscription/press-subscribe.ts')).pressSubscribe(button),
  bundle: async (button) => (await import('../series/buy-series.ts')).buySeries(button),
  feedback: async () => (await import('../engagement/open-feedback.tsx')).openFeedback(),
  signOut: async () => (await import('./sign-out.ts')).leave(),
  foldTools: async (handle) => foldTools(handle),
  signIn: async () => (await import('../points/open-sign-in.ts')).openSignIn(),
};

/** Opens the toolbar or folds it to its handle, here and on later pages. */
function foldTools(handle: HTMLElement): void {
  const choice = handle.nextElementSibling?.checkVisibility() ? 'folded' : 'open';
  document.documentElement.dataset['tools'] = choice;
  writeText(TOOLS_KEY, choice);
}

/** Does what was pressed. @throws when its code could not be loaded */
export async function act(on: HTMLElement): Promise<void> {
  for (const [name, press] of Object.entries(PRESSED)) if (on.dataset[name] !== undefined) await press(on);
}

/** A panel of header or toolbar was opened. */
export async function fill(panel: HTMLElement): Promise<void> {
  (await import('./fill-panels.ts')).fillPanel(panel);
}

/** Somebody reached for a search field: words to go on with. */
export async function reach(field: HTMLInputElement): Promise<void> {
  const [{ offerSuggestions }, { offerWords }] = await Promise.all([import('../search/suggest.ts'), import('../search/search-panel.ts')]);
  offerSuggestions(field);
  offerWords(field);
}

/** A search for nothing goes nowhere (spec 5). */
export async function refuseEmpty(field: HTMLInputElement): Promise<void> {
  const { toastNote } = await import('#client/toast.ts');
  field.focus();
  toastNote('请输入关键词');
}

/** Something may come up by itself; `told` is what the page says of it, `move` what the reader did first. */
export async function comeUp(told: string | undefined, move: Event | undefined): Promise<void> {
  const [popups] = await Promise.all([import('../popups/come-up.ts'), lateSheet()]);
  await popups.comeUp(told, move);
}
