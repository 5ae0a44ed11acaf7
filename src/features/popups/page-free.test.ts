import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calm, pageFree } from './page-free.ts';

const window = new EventTarget();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('document', { querySelector: () => null, hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('H3 nothing comes between a press and what it opens, also where the mouse moved first', async () => {
  await calm(new Event('pointermove'));
  expect(pageFree()).toBe(true);
  for (const press of ['pointerdown', 'keydown']) {
    window.dispatchEvent(new Event(press));
    vi.advanceTimersByTime(4_000);
    expect(pageFree()).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(pageFree()).toBe(true);
  }
});
