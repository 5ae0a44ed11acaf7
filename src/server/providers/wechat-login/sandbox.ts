import type { Db } from '../../db/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import { randomToken } from '../../kernel/ids.ts';
import { type WechatLoginPort, type WechatPerson, WechatRefused } from './port.ts';
import { insertWechatCode, takeWechatCode } from './repo.ts';

/** People whose WeChat the phone on /sandbox can use. */
export const SANDBOX_PEOPLE: Readonly<Record<string, WechatPerson>> = Object.fromEntries(
  ['山野来信', '晚风', '会展小赵', '阿澈'].map((nickname, at) => [
    `person${at + 1}`,
    { unionid: `sandbox-union-${at + 1}`, openid: `sandbox-open-${at + 1}`, nickname, headimgurl: '' },
  ]),
);

/** The sandbox adapter: the phone on /sandbox scans and agrees. */
export interface SandboxWechatPort extends WechatLoginPort {
  readonly name: 'sandbox';
  /** The code that WeChat would send back for this person. */
  agree(person: string): Promise<string>;
}

export function isSandboxWechat(port: WechatLoginPort): port is SandboxWechatPort {
  return port.name === 'sandbox';
}

export function createSandboxWechat({ db, site_url, clock }: { db: Db; site_url: string; clock: Clock }): SandboxWechatPort {
  return {
    name: 'sandbox',
    mode: 'scan',
    address: (state) => `${site_url}/sandbox?wechat=${state}`,
    async agree(person) {
      const code = randomToken(16);
      await insertWechatCode(db, code, person);
      return code;
    },
    async exchange(code) {
      const person = await takeWechatCode(db, code, clock.now());
      const known = person === null ? undefined : SANDBOX_PEOPLE[person];
      if (!known) throw new WechatRefused('sandbox: code is unknown or used');
      return known;
    },
  };
}
