/** Somebody as WeChat names them. */
export interface WechatPerson {
  /** The same in all applications of one owner; what an account is known by. */
  unionid: string;
  openid: string;
  nickname: string;
  /** Empty: none. */
  headimgurl: string;
}

/** WeChat's answer was no: a code that is used, over or foreign. The user must scan again. */
export class WechatRefused extends Error {}

/** Signing in by WeChat: people go to `address`, agree on their phone, and come back with a code that is good once. */
export interface WechatLoginPort {
  readonly name: string;
  /** scan: the address is drawn as a QR by us; window: it is WeChat's own page, which comes back to `return_url`. */
  readonly mode: 'scan' | 'window';
  address(state: string, return_url: string): string;
  /** Who agreed, asked server to server. @throws WechatRefused for a code that is not good; Error when WeChat is out of reach */
  exchange(code: string): Promise<WechatPerson>;
}
