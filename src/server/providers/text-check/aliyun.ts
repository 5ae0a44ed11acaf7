import type { AliyunTextCheckConfig } from '../../config/providers.ts';
import type { Clock } from '../../kernel/clock.ts';
import { randomToken } from '../../kernel/ids.ts';
import { signAliyun } from '../sms/aliyun.ts';
import type { TextCheckPort } from './port.ts';

const TIMEOUT_MS = 5_000;
/** Longest text of one call. */
const TEXT_MOST = 600;

interface Answer {
  Code?: number;
  Data?: { labels?: string };
}

/** Aliyun's content security for texts (TextModeration). */
export function createAliyunTextCheck(config: AliyunTextCheckConfig, clock: Clock): TextCheckPort {
  return {
    name: 'aliyun',
    async check(text) {
      const labels = new Set<string>();
      for (let at = 0; at < text.length; at += TEXT_MOST) {
        const { query, headers } = signAliyun(
          { id: config.key_id, secret: config.key_secret },
          {
            host: new URL(config.url).host,
            action: 'TextModeration',
            version: '2022-03-02',
            query: { Service: 'ai_art_detection', ServiceParameters: JSON.stringify({ content: text.slice(at, at + TEXT_MOST) }) },
            date: `${clock.now().toISOString().slice(0, 19)}Z`,
            nonce: randomToken(16),
          },
        );
        const { host: _host, ...sent } = headers;
        const asked = { method: 'POST', headers: sent, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
        // the address holds what people wrote: what fetch says of a failure must not carry it
        const response = await fetch(`${config.url}/?${query}`, asked).catch(() => null);
        const answer = (await response?.json().catch(() => null)) as Answer | null;
        if (!response?.ok || answer?.Code !== 200)
          throw new Error(`aliyun: text check answered ${response?.status ?? 0} ${answer?.Code ?? ''}`);
        for (const label of (answer.Data?.labels ?? '').split(',')) if (label !== '') labels.add(label);
      }
      return { labels: [...labels] };
    },
  };
}
