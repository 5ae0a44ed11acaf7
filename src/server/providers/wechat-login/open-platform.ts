import type { WechatLoginConfig } from '../../config/providers.ts';
import { type WechatLoginPort, WechatRefused } from './port.ts';

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

/** Website login of the WeChat open platform. It signs nothing: TLS, `state` and the code that is good once are what protects it. */
export function createOpenPlatform(config: WechatLoginConfig): WechatLoginPort {
  const ask = (path: string, query: Record<string, string>) => askWechat(config.api_url, path, query);

  return {
    name: 'open-platform',
    mode: 'window',
    address(state, return_url) {
      const query = { appid: config.appid, redirect_uri: return_url, response_type: 'code', scope: 'snsapi_login', state };
      return `${config.page_url}/connect/qrconnect?${new URLSearchParams(query)}#wechat_redirect`;
    },
    async exchange(code) {
      const { appid, secret } = config;
      const given = await ask('/sns/oauth2/access_token', { appid, secret, code, grant_type: 'authorization_code' });
      if (!given.access_token || !given.openid) throw new Error('wechat: the answer holds no token');
      const person = await ask('/sns/userinfo', { access_token: given.access_token, openid: given.openid, lang: 'zh_CN' });
      const unionid = person.unionid ?? given.unionid;
      // without it the same person would be somebody else in our other applications
      if (!unionid) throw new Error('wechat: no unionid, the application is not bound to an open platform account');
      const headimgurl = person.headimgurl?.startsWith('https://') ? person.headimgurl : '';
      return { unionid, openid: given.openid, nickname: person.nickname ?? '', headimgurl };
    },
  };
}
