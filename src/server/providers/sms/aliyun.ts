import { createHash, createHmac } from 'node:crypto';
import type { AliyunSmsConfig } from '../../config/providers.ts';
import type { Clock } from '../../kernel/clock.ts';
import { randomToken } from '../../kernel/ids.ts';
import type { SmsPort } from './port.ts';

const TIMEOUT_MS = 8_000;
const ALGORITHM = 'ACS3-HMAC-SHA256';
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
/** RFC 3986: what encodeURIComponent leaves is encoded too. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

export interface AliyunRequest {
  host: string;
  action: string;
  version: string;
  query: Readonly<Record<string, string>>;
  date: string;
  nonce: string;
}

/** Headers of a call without a body, signed by the published rules of ACS3-HMAC-SHA256; and the query as it was signed. */
export function signAliyun(
  key: { id: string; secret: string },
  { host, action, version, query, date, nonce }: AliyunRequest,
): { query: string; headers: Record<string, string> } {
  const text = Object.keys(query)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(query[name] as string)}`)
    .join('&');
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': hash(''),
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(headers).sort();
  const canonical = ['POST', '/', text, ...names.map((name) => `${name}:${headers[name]}`), '', names.join(';'), hash('')].join('\n');
  const signature = createHmac('sha256', key.secret)
    .update(`${ALGORITHM}\n${hash(canonical)}`)
    .digest('hex');
  const authorization = `${ALGORITHM} Credential=${key.id},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { query: text, headers: { ...headers, authorization } };
}

/** Aliyun's SMS service. The template must have the fields `code` and `minutes`. */
export function createAliyunSms(config: AliyunSmsConfig, clock: Clock): SmsPort {
  return {
    name: 'aliyun',
    templates: config.notice_template_code === null ? ['code'] : ['code', 'notice'],
    async send(mobile, template, params) {
      const TemplateCode = template === 'notice' ? config.notice_template_code : config.template_code;
      if (TemplateCode === null) throw new Error(`aliyun: no template for ${template}`);
      const { query, headers } = signAliyun(
        { id: config.key_id, secret: config.key_secret },
        {
          host: new URL(config.url).host,
          action: 'SendSms',
          version: '2017-05-25',
          query: {
            PhoneNumbers: mobile,
            SignName: config.sign_name,
            TemplateCode,
            TemplateParam: JSON.stringify(params),
          },
          date: `${clock.now().toISOString().slice(0, 19)}Z`,
          nonce: randomToken(16),
        },
      );
      const { host: _host, ...sent } = headers;
      const response = await fetch(`${config.url}/?${query}`, { method: 'POST', headers: sent, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const answer = (await response.json().catch(() => ({}))) as { Code?: string };
      if (!response.ok || answer.Code !== 'OK') throw new Error(`aliyun: SMS answered ${response.status} ${answer.Code ?? ''}`);
    },
  };
}
