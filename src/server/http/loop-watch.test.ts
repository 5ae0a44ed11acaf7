import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LoopWatch, pageName } from './loop-watch.ts';

function started() {
  const time = { now: 1_000, cpu: 0 };
  const told: number[] = [];
  const watch = new LoopWatch(({ ms }) => told.push(ms), { now_ms: () => time.now, cpu_ms: () => time.cpu });
  const pass = (ms: number, cpu = ms) => {
    time.now += ms;
    time.cpu += cpu;
  };
  return { watch, told, pass };
}

it('A0 names the calls that were under way while the event loop was held', () => {
  const { watch, told, pass } = started();
  const stream = watch.began('GET /stream');
  pass(10_000, 0);
  watch.look();
  const call = watch.began('POST /user/chat/send');
  pass(340);
  watch.ended(call);
  watch.look();
  expect(watch.take()).toEqual([{ ms: 320, calls: ['POST /user/chat/send'] }]);
  expect(told).toEqual([320]);
  // what ended is not named again, and an open stream is not what works
  pass(200);
  watch.look();
  expect(watch.take()).toEqual([{ ms: 180, calls: [] }]);
  watch.ended(stream);
});

it('A0 holds nothing against the site that the machine did elsewhere, nor what waits', () => {
  const { watch, pass } = started();
  watch.began('GET /a');
  pass(2_000, 5);
  watch.look();
  pass(40);
  watch.look();
  expect(watch.take()).toEqual([]);
});

it('A0 knows the one that it measured, and keeps the longest', () => {
  const { watch, pass } = started();
  watch.began('GET /b');
  watch.measure(watch.began('GET /c'), () => pass(100));
  watch.look();
  for (let ms = 100; ms < 1_500; ms += 100) {
    pass(ms + 20);
    watch.look();
  }
  const stalls = watch.take();
  expect([stalls.length, stalls[0]?.ms]).toEqual([10, 1_400]);
  expect(watch.take()).toEqual([]);
  const { watch: other, pass: later } = started();
  other.began('GET /b');
  other.measure(other.began('GET /c'), () => later(100));
  other.look();
  expect(other.take()).toEqual([{ ms: 80, calls: ['GET /c'] }]);
});

it('A0 notices by itself what really works for long', async () => {
  const watch = new LoopWatch();
  watch.start();
  try {
    await expect
      .poll(async () => {
        const call = watch.began('GET /busy');
        const from = process.threadCpuUsage().user;
        while (process.threadCpuUsage().user - from < 150_000);
        watch.ended(call);
        await wait(30);
        return watch.take()[0]?.calls;
      })
      .toEqual(['GET /busy']);
  } finally {
    watch.stop();
  }
});

it('names pages by words only', () => {
  expect(pageName('GET', '/programme/detail')).toBe('GET /programme/detail');
  expect(pageName('POST', '/media/a.b.0123456789abcdef')).toBe('GET /media/…');
  expect(pageName('HEAD', '/')).toBe('HEAD /…');
});
