import type { SandboxMail } from '#contract/sandbox.ts';
import type { Db } from '../../db/pool.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import type { MailPort } from './port.ts';
import { findMails, insertMail } from './repo.ts';

const KEEP = 1_000;
const SHOWN = 20;

/** The sandbox adapter: mail goes to the phone on /sandbox, and stays there across restarts. */
export interface SandboxMailPort extends MailPort {
  readonly name: 'sandbox';
  /** The newest, newest first. */
  inbox(): Promise<SandboxMail[]>;
}

export function createSandboxMail(db: Db): SandboxMailPort {
  return {
    name: 'sandbox',
    async send({ to, subject, text, message_id, unsubscribe_url = '', attachments = [] }) {
      const files = attachments.map(({ name, content }) => `附件：${name}（${content.length} 字节）`);
      await insertMail(db, { to, subject, text: [text, ...files].join('\n'), message_id, unsubscribe_url }, KEEP);
    },
    async inbox() {
      const rows = await findMails(db, SHOWN);
      return rows.map(({ id, to, subject, text, created_at }) => ({ id, to, subject, text, create_time: unixSeconds(created_at) }));
    },
  };
}

export function isSandboxMail(port: MailPort): port is SandboxMailPort {
  return port.name === 'sandbox';
}

/** Where no mail server is configured. */
export const noMail: MailPort = {
  name: 'none',
  async send() {
    throw new Error('mail: no server is configured');
  },
};
