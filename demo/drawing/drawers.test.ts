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

it('D14 draws again what a killed process drew, until it ends a third one, and holds that against nothing else', {
  timeout: 60_000,
}, async () => {
  const drawers = startDrawers(1);
  try {
    const wish = { picture: { subject: 'floral', mood: 'pastel', seed: 3 } as const, width: 320, height: 200 };
    const large = { ...wish, width: 1_200, height: 750 };
    const kill = async (but: string[] = []) => {
      const [pid = ''] = await vi.waitUntil(() => [drawing().filter((one) => !but.includes(one))].find((all) => all.length > 0), 20_000);
      process.kill(Number(pid), 'SIGKILL');
      return [...but, pid];
    };
    const twice = drawers.draw(large);
    const before = await kill(await kill());
    expect((await twice).series?.[0]).toMatchObject({ type: 'jpeg' });
    const never = drawers.draw(large);
    const after = drawers.draw(wish);
    const met = expect(never).rejects.toThrow('the drawing process is gone');
    let killed = before;
    for (let times = 0; times < 3; times++) killed = await kill(killed);
    await met;
    expect((await after).series?.[0]).toMatchObject({ width: 320 });
  } finally {
    drawers.stop();
  }
});
