import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lateSheet, linkSheet } from './sheets.ts';

let document: Document;
/** Of that document: Node's own is not dispatched there. */
let happen: (name: string) => Event;
beforeEach(() => {
  vi.useFakeTimers();
  const page = parseHTML('<html data-late="/_a/late.css"><head></head><body></body></html>');
  document = page.document;
  happen = (name) => new page.Event(name);
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', new URL('http://site.test/programme'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const links = () => [...document.querySelectorAll('link')];
/** As a browser has it: null while it arrives and where it failed. */
const setSheet = (link: Element, sheet: object | null) => Object.defineProperty(link, 'sheet', { value: sheet, configurable: true });
const settles = async (promise: Promise<unknown>) => {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return settled;
};
/** A link that the page itself has. */
function ownLink(sheet: object | null): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: 'http://site.test/_a/late.css' });
  setSheet(link, sheet);
  document.head.append(link);
}

it('asks once for a sheet, and every caller waits until it is there', async () => {
  const first = linkSheet('/_a/late.css');
  expect(links()).toHaveLength(1);
  setSheet(links()[0] as Element, null);
  const second = lateSheet();
  expect(links()).toHaveLength(1);
  expect([await settles(first), await settles(second)]).toEqual([false, false]);
  links()[0]?.dispatchEvent(happen('load'));
  expect([await settles(first), await settles(second)]).toEqual([true, true]);
});

it('asks again for one that could not be had', async () => {
  const first = lateSheet();
  links()[0]?.dispatchEvent(happen('error'));
  expect([await settles(first), links().length]).toEqual([true, 0]);
  void lateSheet();
  expect(links()).toHaveLength(1);
});

it('does not wait for one of the page itself that failed before: its events are over', async () => {
  ownLink(null);
  void lateSheet();
  expect(links()).toHaveLength(2);
});

it('goes on without one that hangs, and at once with one that is there', async () => {
  const hanging = lateSheet();
  expect(await settles(hanging)).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await settles(hanging)).toBe(true);
  for (const link of links()) link.remove();
  ownLink({});
  expect(await settles(lateSheet())).toBe(true);
  expect(links()).toHaveLength(1);
});
