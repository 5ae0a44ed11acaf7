import type { KeyObject } from 'node:crypto';
import type { WechatPayConfig } from '../../../config/providers.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { randomToken } from '../../../kernel/ids.ts';
import { askWechat } from '../../wechat-login/open-platform.ts';
import { WechatRefused } from '../../wechat-login/port.ts';
import type { WechatBridge } from '../channel.ts';
import { signRsa } from './signing.ts';

/** Codes of WeChat are some 32 signs. */
const CODE = /^[\w-]{8,128}$/;

/**
 * Payments within WeChat's own browser (JSAPI). Who pays is asked of WeChat on the way, silently: an openid belongs to a person and one
 * application, so that of a login by the open platform is of no use here.
 */
export function wechatBridge(
  config: Pick<WechatPayConfig, 'appid' | 'page_url' | 'api_url'> & { app_secret: string; private_key: KeyObject; clock: Clock },
): WechatBridge {
  const { appid } = config;
  return {
    askWho(return_url) {
      // WeChat compares the order of these, too
      const query = new URLSearchParams({ appid, redirect_uri: return_url, response_type: 'code', scope: 'snsapi_base', state: 'pay' });
      return `${config.page_url}/connect/oauth2/authorize?${query}#wechat_redirect`;
    },
    async openidOf(code) {
      if (!CODE.test(code)) return null;
      try {
        const query = { appid, secret: config.app_secret, code, grant_type: 'authorization_code' };
        const { openid } = await askWechat(config.api_url, '/sns/oauth2/access_token', query);
        if (!openid) throw new Error('wechat: the answer holds no openid');
        return openid;
      } catch (error) {
        if (error instanceof WechatRefused) return null;
        throw error;
      }
    },
    parameters(prepay_id) {
      const timeStamp = String(Math.floor(config.clock.now().getTime() / 1000));
      const nonceStr = randomToken(16);
      const said = `prepay_id=${prepay_id}`;
      const paySign = signRsa(config.private_key, `${[appid, timeStamp, nonceStr, said].join('\n')}\n`);
      return { appId: appid, timeStamp, nonceStr, package: said, signType: 'RSA', paySign };
    },
  };
}
