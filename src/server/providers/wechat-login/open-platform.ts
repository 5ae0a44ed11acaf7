import type { WechatLoginConfig } from '../../config/providers.ts';
import { askWechat } from './ask-wechat.ts';
import type { WechatLoginPort } from './port.ts';

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
