import { readText, STORAGE_KEYS } from '#client/storage.ts';

/** Whether this browser stores the login; else it is over on the next page. */
export const isStored = (): boolean => readText(STORAGE_KEYS.token) !== null;

export const NOT_STORED = '浏览器不允许本站保存登录状态，请在浏览器设置中允许后重新登录';
