import { z } from 'zod';
import type { BaiduPushConfig } from '../../config/providers.ts';
import type { PushOutcome, SearchEngine } from './port.ts';

const TIMEOUT_MS = 10_000;

const answerSchema = z.object({
  success: z.int().optional(),
  remain: z.int().optional(),
  not_same_site: z.array(z.string()).default([]),
  not_valid: z.array(z.string()).default([]),
  error: z.int().optional(),
  message: z.string().default(''),
});

/** 百度搜索资源平台, API 提交: addresses line by line, the quota of the day comes back with each answer. */
export function createBaiduPush({ site, token, url }: BaiduPushConfig): SearchEngine {
  return {
    name: 'baidu',
    title: '百度',
    sandbox: false,
    most: 2_000,
    hears_of_gone: false,
    async push(urls): Promise<PushOutcome> {
      const response = await fetch(`${url}/urls?${new URLSearchParams({ site, token })}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: urls.join('\n'),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer = answerSchema.parse(await response.json());
      if (answer.success !== undefined) {
        const { success, remain = null, not_same_site, not_valid } = answer;
        return { kind: 'taken', taken: success, remain, foreign: not_same_site, invalid: not_valid };
      }
      if (answer.message === 'over quota') return { kind: 'over_quota' };
      if (response.status >= 500) throw new Error(`baidu push: ${response.status} ${answer.message}`);
      return { kind: 'refused', why: answer.message || `HTTP ${response.status}` };
    },
  };
}
