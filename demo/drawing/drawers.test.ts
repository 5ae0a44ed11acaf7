import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { startDrawers } from './drawers.ts';

/** Drawing processes of this one. */
function drawing(): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
      return Number(parent) === process.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('drawing-child');
    } catch {
      return false;
    }
  });
}

it('V3 starts a drawing process when something is to be drawn, and ends it when nothing waits', { timeout: 60_000 }, async () => {
  const drawers = startDrawers(2, 200);
  try {
    expect(drawing()).toEqual([]);
    const wish = { picture: { subject: 'floral', mood: 'pastel', seed: 3 } as const, width: 320, height: 200 };
    for (const round of [1, 2]) {
      const asked = [drawers.draw(wish), drawers.draw(wish), drawers.draw(wish)];
      expect([round, drawing().length]).toEqual([round, 2]);
      const [one, other] = await Promise.all(asked);
      expect(one?.series?.[0]).toMatchObject({ width: 320, height: 200, type: 'jpeg' });
      expect(other).toEqual(one);
      await vi.waitFor(() => expect(drawing()).toEqual([]), { timeout: 20_000 });
    }
  } finally {
    drawers.stop();
  }
});
