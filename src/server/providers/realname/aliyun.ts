import type { AliyunRealnameConfig } from '../../config/providers.ts';
import type { Clock } from '../../kernel/clock.ts';
import { randomToken } from '../../kernel/ids.ts';
import { signAliyun } from '../sms/aliyun.ts';
import type { RealnameFacts, RealnamePort } from './port.ts';

const TIMEOUT_MS = 8_000;
/** What the service says by number; whatever else is left to people. */
const FACTS: Readonly<Record<string, RealnameFacts>> = { '1': 'match', '2': 'mismatch', '3': 'unknown' };

interface Answer {
  Code?: string;
  ResultObject?: { BizCode?: string };
}

/** Aliyun's check of two facts (Id2MetaVerify). */
export function createAliyunRealname(config: AliyunRealnameConfig, clock: Clock): RealnamePort {
  return {
    name: 'aliyun',
    async check(name, number) {
      const { query, headers } = signAliyun(
        { id: config.key_id, secret: config.key_secret },
        {
          host: new URL(config.url).host,
          action: 'Id2MetaVerify',
          version: '2019-03-07',
          query: { ParamType: 'normal', UserName: name, IdentifyNum: number },
          date: `${clock.now().toISOString().slice(0, 19)}Z`,
          nonce: randomToken(16),
        },
      );
      const { host: _host, ...sent } = headers;
      const asked = { method: 'POST', headers: sent, signal: AbortSignal.timeout(TIMEOUT_MS) };
      // the address holds the number: what fetch says of a failure must not carry it
      const response = await fetch(`${config.url}/?${query}`, asked).catch(() => null);
      if (!response) throw new Error('aliyun: the real-name check did not answer');
      const answer = (await response.json().catch(() => ({}))) as Answer;
      if (!response.ok || answer.Code !== '200')
        throw new Error(`aliyun: real-name check answered ${response.status} ${answer.Code ?? ''}`);
      return FACTS[answer.ResultObject?.BizCode ?? ''] ?? 'unknown';
    },
  };
}
