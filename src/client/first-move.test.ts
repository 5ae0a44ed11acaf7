import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const page = new EventTarget();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pointerMove = (movementX: number, movementY: number) => Object.assign(new Event('pointermove'), { movementX, movementY });

/** What a reader's events resolve it with; undefined while it waits. */
async function after(...events: Event[]): Promise<Event | undefined> {
  const { first_move } = await import('./first-move.ts');
  let first: Event | undefined;
  void first_move.then((event) => {
    first = event;
  });
  for (const event of events) page.dispatchEvent(event);
  await Promise.resolve();
  return first;
}

it.each(['pointerdown', 'keydown', 'scroll'])('%s is a move', async (type) => {
  const event = new Event(type);
  expect(await after(event)).toBe(event);
});

it('a page that comes up under a mouse at rest is not touched by it', async () => {
  const move = pointerMove(0, -3);
  expect(await after(pointerMove(0, 0))).toBeUndefined();
  expect(await after(pointerMove(0, 0), pointerMove(0, 0), move)).toBe(move);
});

it('does not wait for longer than 20 s', async () => {
  const { first_move } = await import('./first-move.ts');
  vi.advanceTimersByTime(20_000);
  expect(await first_move).toBeUndefined();
});
