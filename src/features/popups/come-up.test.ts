import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const runPopups = vi.fn(async () => undefined);
vi.mock('./run-popups.ts', () => ({ runPopups }));
vi.mock('./kept-popups.ts', () => ({ readKept: () => ({}) }));
const due = { now: true };
vi.mock('#contract/popups.ts', () => ({
  readPopups: () => ({}),
  nextPopup: () => (due.now ? 'full' : null),
  registerBannerDue: () => false,
}));
const { comeUp } = await import('./come-up.ts');

let page: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('location', { pathname: '/' });
  due.now = true;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it.each(['pointermove', 'scroll', undefined])('comes up at once after %s', async (type) => {
  await comeUp('', type ? new Event(type) : undefined);
  expect(runPopups).toHaveBeenCalledOnce();
});

it.each(['pointerdown', 'keydown'])(
  'lets what began with %s go first: comes up when nothing was pressed or typed for 5 s',
  async (type) => {
    const over = comeUp('', new Event(type));
    for (const press of ['pointerdown', 'keydown', 'pointerdown']) {
      await vi.advanceTimersByTimeAsync(4_900);
      page.dispatchEvent(new Event(press));
    }
    await vi.advanceTimersByTimeAsync(4_900);
    expect(runPopups).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    await over;
    expect(runPopups).toHaveBeenCalledOnce();
  },
);

it('waits for nothing where nothing is due', async () => {
  due.now = false;
  await comeUp('', new Event('pointerdown'));
  expect([runPopups.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
});
