import type { Page } from 'playwright';

/** What an act asks of a person: presses, fields that are filled in or chosen from, pages that it leads to. */
export interface Steps {
  presses: number;
  fields: number;
  pages: number;
}

const NONE: Steps = { presses: 0, fields: 0, pages: 0 };

/** A page has one counter. */
const counters = new WeakMap<Page, () => Promise<Steps>>();

/** Counts the steps on this page from now on, also on pages that it leads to. @returns what was done since the last time it was asked */
export async function countSteps(page: Page): Promise<() => Promise<Steps>> {
  const took = counters.get(page) ?? (await beginCounting(page));
  counters.set(page, took);
  await took();
  return took;
}

async function beginCounting(page: Page): Promise<() => Promise<Steps>> {
  const steps = { ...NONE };
  let at = new URL(page.url()).pathname;
  await page.exposeBinding('stepped', (_source, what: 'presses' | 'fields') => void steps[what]++);
  page.on('framenavigated', (frame) => {
    const to = new URL(frame.url()).pathname;
    if (frame !== page.mainFrame() || to === at) return;
    at = to;
    steps.pages++;
  });
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return async () => {
    // what the page told before this answer has come
    await page.evaluate(() => undefined);
    const taken = { ...steps };
    Object.assign(steps, NONE);
    return taken;
  };
}

/** In the page: a choice in a list is one field, a mark in a box or circle one press. */
function listen(): void {
  const told = window as unknown as { stepped(what: keyof Steps): void };
  const filled = new WeakSet<EventTarget>();
  // below the window, where a press that the driver takes back since the page moved under it has ended
  document.addEventListener('pointerdown', (event) => event.isTrusted && told.stepped('presses'), true);
  addEventListener('keydown', (event) => event.isTrusted && event.key === 'Enter' && told.stepped('presses'), true);
  addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof Element) || target.matches('[type=checkbox], [type=radio]') || filled.has(target)) return;
      filled.add(target);
      told.stepped('fields');
    },
    true,
  );
}
