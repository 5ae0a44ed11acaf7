import { afterAll, vi } from 'vitest';

// a page is gone before the next one comes: its modules, its timers, and what stood in for a browser
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.restoreAllMocks();
vi.resetModules();

const timers = new Set<NodeJS.Timeout>();
const counted = <F extends (...args: never[]) => NodeJS.Timeout>(set: F): F =>
  new Proxy(set, {
    apply(target, self, args) {
      const timer = Reflect.apply(target, self, args) as NodeJS.Timeout;
      timers.add(timer);
      return timer;
    },
  });
const { setTimeout, setInterval } = globalThis;
globalThis.setTimeout = counted(setTimeout);
globalThis.setInterval = counted(setInterval);
afterAll(() => {
  vi.useRealTimers();
  for (const timer of timers) clearTimeout(timer);
  Object.assign(globalThis, { setTimeout, setInterval });
});
