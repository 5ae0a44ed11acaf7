import type { MailPort } from './port.ts';

/** Where no mail server is configured. */
export const noMail: MailPort = {
  name: 'none',
  async send() {
    throw new Error('mail: no server is configured');
  },
};
