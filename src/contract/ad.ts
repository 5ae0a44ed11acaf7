/** Unlocking by an advertisement (spec 4): DTOs, texts and times. */
import { MONEY_TEXTS } from './money-texts.ts';

export type { AdBeat, AdFilm, AdRequest, AdState } from './outputs/ad.ts';

/** The page asks this often whether the film is over (spec 9). */
export const AD_POLL_MS = 3_000;
/** The phone says this often how far it is. */
export const AD_BEAT_MS = 2_000;

/** The phone's page; its query names the request. */
export const AD_PAGE = '/ad/watch';

export const AD_TEXTS = {
  not_over: '视频未播放完成',
  ask_close: '视频未播放完成,您确定要关闭广告吗？',
  done: MONEY_TEXTS.unlocked,
} as const;

/** 1 not opened, 2 playing, 3 ended unwatched, 4 watched: the item is open. */
export type AdStatus = 1 | 2 | 3 | 4;
export const AD_OVER = 4;
