import type { SandboxSms } from '#contract/identity.ts';
import type { Db } from '../../db/pool.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import type { SmsPort, SmsTemplates } from './port.ts';
import { findMessages, insertMessage } from './repo.ts';

const KEEP = 10_000;
const SHOWN = 20;

/** The sandbox adapter: messages go to the phone on /sandbox instead of over the air, and stay there across restarts. */
export interface SandboxSmsPort extends SmsPort {
  readonly name: 'sandbox';
  /** The newest messages, newest first, of one phone or of all. */
  inbox(mobile: string | null): Promise<SandboxSms[]>;
}

export function createSandboxSms(db: Db): SandboxSmsPort {
  return {
    name: 'sandbox',
    templates: ['code', 'notice'],
    async send(mobile, _template, params) {
      await insertMessage(db, 'code' in params ? codeMessage(mobile, params) : noticeMessage(mobile, params), KEEP);
    },
    async inbox(mobile) {
      const rows = await findMessages(db, mobile, SHOWN);
      return rows.map(({ id, mobile, text, code, created_at }) => ({ id, mobile, text, code, create_time: unixSeconds(created_at) }));
    },
  };
}

const codeMessage = (mobile: string, { code, minutes }: SmsTemplates['code']) => ({
  mobile,
  text: `【策猫】您的验证码是 ${code}，${minutes} 分钟内有效，请勿告诉他人。`,
  code,
});

const noticeMessage = (mobile: string, { title }: SmsTemplates['notice']) => ({
  mobile,
  text: `【策猫】${title}，详情请登录网站查看“我的消息”。`,
  code: '',
});

export function isSandboxSms(port: SmsPort): port is SandboxSmsPort {
  return port.name === 'sandbox';
}
