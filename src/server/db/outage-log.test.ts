import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../kernel/log.ts';
import { outageLog } from './outage-log.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function logged() {
  const stream = new PassThrough();
  const log = createLog('warn', stream);
  const lines = () =>
    `${stream.read() ?? ''}`
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { log, lines };
}
const failed = (n: number, code = 'ECONNREFUSED') => ({ request_id: `r${n}`, path: '/x', error: Object.assign(new Error('no'), { code }) });

it('R-14 writes one line a minute of an outage, and counts in it what it leaves out', () => {
  const { log, lines } = logged();
  for (let minute = 0; minute < 5; minute++) {
    for (let n = 0; n < 1_000; n++) outageLog(log).report(failed(n));
    vi.advanceTimersByTime(60_000);
  }
  const written = lines();
  expect(written.map(({ count }) => count)).toEqual([1, 999, 1_000, 1_000, 1_000, 1_000]);
  for (const line of written) expect(line).toMatchObject({ level: 40, msg: 'database unavailable', path: '/x' });
});

it('tells the first failure at once, also of the next outage, and says which refusal of PostgreSQL it was', () => {
  const { log, lines } = logged();
  outageLog(log).report(failed(1));
  expect(lines()).toMatchObject([{ count: 1, request_id: 'r1' }]);
  vi.advanceTimersByTime(120_000);
  expect(lines()).toEqual([]);
  outageLog(log).report(failed(2, '53100'));
  expect(lines()).toMatchObject([{ count: 1, request_id: 'r2', sqlstate: '53100' }]);
});
