import { z } from 'zod';
import type { AlertConfig } from '../../config/providers.ts';
import type { AlertPort } from './port.ts';

const TIMEOUT_MS = 10_000;
/** All of them say in the body that they refused, with 200 outside. */
const answerSchema = z.object({
  errcode: z.number().default(0),
  code: z.number().default(0),
  errmsg: z.string().default(''),
  msg: z.string().default(''),
});

/** 飞书 has a form of its own; 企业微信 and 钉钉 share one, which others read too. */
const bodyFor = (host: string, text: string) =>
  /(^|\.)(feishu\.cn|larksuite\.com)$/.test(host) ? { msg_type: 'text', content: { text } } : { msgtype: 'text', text: { content: text } };

/** The robot of a group in 企业微信, 钉钉 or 飞书, by the address that it was given. */
export function createWebhook({ url }: AlertConfig): AlertPort {
  return {
    name: 'webhook',
    async send(text) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(bodyFor(new URL(url).hostname, text)),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // what is not theirs is no refusal: others answer as they like
      const said = answerSchema.safeParse(await response.json().catch(() => ({})));
      const { errcode, code, errmsg, msg } = said.success ? said.data : { errcode: 0, code: 0, errmsg: '', msg: '' };
      if (!response.ok || errcode !== 0 || code !== 0)
        throw new Error(`webhook: HTTP ${response.status} ${errcode || code || ''} ${errmsg || msg}`.slice(0, 200));
    },
  };
}

export const noAlert: AlertPort = { name: 'none', send: async () => undefined };
