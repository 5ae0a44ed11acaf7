import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';

interface Stop {
  /** The element, as one can find it again. */
  name: string;
  key: string;
  /** Somebody sees that it has the focus. */
  shown: boolean;
  /** What lies over all of it; empty: some of it is seen. */
  below: string;
}

/** More than a page has; whoever is held longer on one element than a date has parts is caught. */
const MOST = 260;
const HELD_MOST = 8;
/** A border that changes its colour takes its time, and so does what goes away. */
const SETTLED_MS = 300;
/** On a busy machine more than once. */
const LOOKS_MAX = 8;

/** What is wrong where the focus stands; null: it is nowhere, as between the last element and the first. */
function standing(): Stop | null {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body || element === document.documentElement) return null;
  const marked = (one: Element | null) => {
    if (!one) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
  };
  const field = element.closest('.search-form');
  const bordered =
    field !== null && !matchMedia('(forced-colors: active)').matches && getComputedStyle(field).borderTopColor !== 'rgba(0, 0, 0, 0)';
  element.dataset['walked'] ??= String(Math.random());
  const { left, top, width, height } = element.getBoundingClientRect();
  const y = Math.min(innerHeight - 1, Math.max(0, top + height / 2));
  const over = [left + 3, left + width / 2, left + width - 3].map((x) =>
    document.elementFromPoint(Math.min(innerWidth - 1, Math.max(0, x)), y),
  );
  const free = over.some((at) => at !== null && (element.contains(at) || at.contains(element) || at.closest('label')?.contains(element)));
  const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 20);
  return {
    name: `${element.tagName.toLowerCase()} ${element.getAttribute('name') ?? ''} ${words}`.trim(),
    key: element.dataset['walked'],
    shown: marked(element) || marked(field) || bordered,
    below: free
      ? ''
      : `${over[1]?.className.toString() ?? 'outside of the window'} (at ${Math.round(top)} of a page at ${Math.round(scrollY)})`,
  };
}

export interface Walked {
  stops: number;
  /** The walk came out at the end of the page: nothing holds the focus. */
  left: boolean;
  /** Where nobody sees the focus, because it is not drawn or something lies over it. */
  unseen: string[];
}

/** Goes through the page by Tab from its beginning to its end. */
export async function tabThrough(page: Page): Promise<Walked> {
  const unseen: string[] = [];
  const met = new Set<string>();
  let held = 0;
  let last = '';
  for (let presses = 0; presses < MOST; presses++) {
    await page.keyboard.press('Tab');
    let stop = await page.evaluate(standing);
    for (let looks = 0; stop && (!stop.shown || stop.below !== '') && looks < LOOKS_MAX; looks++) {
      await setTimeout(SETTLED_MS);
      stop = await page.evaluate(standing);
    }
    // past the last element, or round to the first again
    if (stop === null || (met.has(stop.key) && stop.key !== last)) return { stops: met.size, left: met.size > 0, unseen };
    held = stop.key === last ? held + 1 : 0;
    if (held > HELD_MOST) return { stops: met.size, left: false, unseen: [...unseen, `held by ${stop.name}`] };
    if (!stop.shown) unseen.push(`not drawn: ${stop.name}`);
    if (stop.below !== '') unseen.push(`below ${stop.below}: ${stop.name}`);
    met.add(stop.key);
    last = stop.key;
  }
  return { stops: met.size, left: false, unseen };
}
