import { WechatRefused } from './port.ts';

const TIMEOUT_MS = 8_000;
/** Codes of WeChat for a code that is invalid, used or over. */
const REFUSED = new Set([40_029, 40_163, 41_008]);

interface Answer {
  errcode?: number;
  access_token?: string;
  openid?: string;
  unionid?: string;
  nickname?: string;
  headimgurl?: string;
}

/**
 * One question to WeChat's API; an error comes with HTTP 200, and only `errcode` says so.
 * @throws WechatRefused for a code that is not good; Error for every other answer that is none, and after eight seconds
 */
export async function askWechat(api_url: string, path: string, query: Record<string, string>): Promise<Answer> {
  const url = `${api_url}${path}?${new URLSearchParams(query)}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (!response.ok || answer === null) throw new Error(`wechat: ${path} answered ${response.status}`);
  const { errcode = 0 } = answer;
  if (REFUSED.has(errcode)) throw new WechatRefused(`wechat: ${path} refused the code (${errcode})`);
  // the words beside the number may hold the code
  if (errcode !== 0) throw new Error(`wechat: ${path} answered errcode ${errcode}`);
  return answer;
}
