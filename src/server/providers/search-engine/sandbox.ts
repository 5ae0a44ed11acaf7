import { type Clock, shanghaiDay } from '../../kernel/clock.ts';
import type { SearchEngine } from './port.ts';

/** As much as a small site is given. */
const A_DAY = 3_000;

/** Sandboxes that notify no engine: one with a quota as Baidu's, one without as IndexNow. What they took is forgotten with the process. */
export function createSandboxEngines(clock: Clock): SearchEngine[] {
  let day = '';
  let left = A_DAY;
  const baidu: SearchEngine = {
    ...{ name: 'baidu', title: '百度', sandbox: true, most: 2_000, hears_of_gone: false },
    async push(urls) {
      const today = shanghaiDay(clock.now());
      if (today !== day) left = A_DAY;
      day = today;
      if (urls.length > left) return { kind: 'over_quota' };
      left -= urls.length;
      return { kind: 'taken', taken: urls.length, remain: left, foreign: [], invalid: [] };
    },
  };
  const indexnow: SearchEngine = {
    ...{ name: 'indexnow', title: 'IndexNow（必应等）', sandbox: true, most: 10_000, hears_of_gone: true },
    push: async (urls) => ({ kind: 'taken', taken: urls.length, remain: null, foreign: [], invalid: [] }),
  };
  return [baidu, indexnow];
}
