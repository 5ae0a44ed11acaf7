import { readJson, writeText } from '#client/storage.ts';
import { RATES } from '#contract/study.ts';

/** How this browser plays lessons: speed, sound, and the quality that was chosen. */
const TASTE_KEY = 'study_player';

export interface Taste {
  rate: number;
  volume: number;
  muted: boolean;
  /** Lines of the picture; 0: by the width of the player. */
  height: number;
}

/** What was chosen here; anything else is as at the first time. */
export function readTaste(): Taste {
  const { rate = 1, volume = 1, muted = false, height = 0 } = (readJson(TASTE_KEY) ?? {}) as Partial<Taste>;
  return {
    rate: RATES.find((one) => one === rate) ?? 1,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
    muted: muted === true,
    height: Number.isInteger(height) ? height : 0,
  };
}

export const keepTaste = (change: Partial<Taste>): void => void writeText(TASTE_KEY, JSON.stringify({ ...readTaste(), ...change }));
