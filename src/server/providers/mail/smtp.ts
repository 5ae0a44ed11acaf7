import type { MailConfig } from '../../config/providers.ts';
import type { MailPort } from './port.ts';

const TIMEOUT_MS = 15_000;

/** A mail server by SMTP. */
export function createSmtpMail(config: MailConfig): MailPort {
  const open = async () =>
    (await import('nodemailer')).createTransport({
      url: config.url,
      ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
      // a text of ours never names a file or an address to load
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
  let transport: ReturnType<typeof open> | null = null;
  return {
    name: 'smtp',
    async send({ to, subject, text, html, message_id, unsubscribe_url, attachments = [] }) {
      transport ??= open();
      await (await transport).sendMail({
        ...{ from: config.from, to, subject, text, html, messageId: message_id },
        attachments: attachments.map(({ name, content }) => ({ filename: name, content: Buffer.from(content) })),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe_url ? { 'List-Unsubscribe': `<${unsubscribe_url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
        },
      });
    },
  };
}
