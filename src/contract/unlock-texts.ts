/** What members read of their unlocks of the day, word for word as specified (spec 8). */

export const UNLOCKS_USED_UP = '您今日会员解锁次已用完';
export const UNLOCKS_USED_UP_UPGRADE = `${UNLOCKS_USED_UP}，可选择升级会员享不限次解锁`;

export const unlocksText = (all: number, left: number): string => `您今日会员解锁次数${all}次，剩余解锁次数：${left}次`;
