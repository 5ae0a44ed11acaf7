import { RATES } from '#contract/study.ts';

/** What a key of the player does. */
export type StageAct =
  | { what: 'toggle' | 'mute' | 'full' | 'captions' | 'keys' | 'note' }
  | { what: 'seek' | 'skip' | 'speed'; by: number };

/** For people, in the order of the list. */
export const KEY_LIST: ReadonlyArray<readonly [keys: string, does: string]> = [
  ['空格 / K', '播放或暂停'],
  ['← / →', '后退、前进 5 秒'],
  ['J / L', '后退、前进 10 秒'],
  ['0 到 9', '跳到十分之几处'],
  ['< / >', '放慢、加快'],
  ['M', '静音'],
  ['C', '字幕（有字幕时）'],
  ['F', '全屏'],
  ['N', '记笔记（登录学习时）'],
  ['?', '打开这份按键表'],
];

const ACTS: Record<string, StageAct> = {
  ...{ ' ': { what: 'toggle' }, k: { what: 'toggle' }, m: { what: 'mute' }, f: { what: 'full' }, c: { what: 'captions' } },
  ...{ n: { what: 'note' }, '?': { what: 'keys' }, '？': { what: 'keys' } },
  ...{ arrowleft: { what: 'skip', by: -5 }, arrowright: { what: 'skip', by: 5 } },
  ...{ j: { what: 'skip', by: -10 }, l: { what: 'skip', by: 10 } },
  ...{ '<': { what: 'speed', by: -1 }, '>': { what: 'speed', by: 1 } },
};

/** Null: the key is none of the player's. `seek`: to that part of the film. */
export function actOfKey(key: string): StageAct | null {
  if (/^\d$/.test(key)) return { what: 'seek', by: Number(key) / 10 };
  return Object.hasOwn(ACTS, key.toLowerCase()) ? (ACTS[key.toLowerCase()] as StageAct) : null;
}

/** The next speed in a direction; at the end of the list the same. */
export function speedAfter(rate: number, by: number): number {
  const at = RATES.findIndex((one) => one >= rate - 0.01);
  const next = (at < 0 ? RATES.length - 1 : at) + by;
  return RATES[Math.min(RATES.length - 1, Math.max(0, next))] ?? 1;
}
