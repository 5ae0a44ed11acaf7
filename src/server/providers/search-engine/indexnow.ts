import type { IndexNowConfig } from '../../config/providers.ts';
import type { PushOutcome, SearchEngine } from './port.ts';

const TIMEOUT_MS = 10_000;

/** IndexNow (Bing, Yandex and others are notified together). The key is proven by a file of ours, `/<key>.txt`. */
export function createIndexNow({ key, url }: IndexNowConfig, site_url: string): SearchEngine {
  return {
    name: 'indexnow',
    title: 'IndexNow（必应等）',
    sandbox: false,
    most: 10_000,
    hears_of_gone: true,
    async push(urls): Promise<PushOutcome> {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ host: new URL(site_url).host, key, keyLocation: `${site_url}/${key}.txt`, urlList: urls }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.status === 200 || response.status === 202)
        return { kind: 'taken', taken: urls.length, remain: null, foreign: [], invalid: [] };
      if (response.status === 429) return { kind: 'over_quota' };
      if (response.status >= 500) throw new Error(`indexnow: ${response.status}`);
      return { kind: 'refused', why: REASONS[response.status] ?? `HTTP ${response.status}` };
    },
  };
}

const REASONS: Record<number, string> = {
  400: '请求格式不对',
  403: '密钥文件无法验证',
  422: '网址不属于本站，或密钥不符',
};
