import { gateway } from '#client/gateway.ts';
import type { Captcha, DownloadAnswer } from '#contract/download.ts';

/** Silent: the download tells its failures itself, the captcha dialog in place. */
export const askForLink = (id: number, captcha?: { key: string; captcha: string }) =>
  gateway.post<DownloadAnswer>('/scheme/index/downloadurl', { id, ...captcha }, { silent: true });

export const fetchCaptcha = () => gateway.get<Captcha>('/api/tools/captcha', {}, { silent: true });
