import type { TextCheckPort } from './port.ts';

/** Texts with these words are found by the sandbox: how a hit is tried out. */
export const SANDBOX_HIT = '违禁演示词';

export const sandboxTextCheck: TextCheckPort = {
  name: 'sandbox',
  async check(text) {
    return { labels: text.includes(SANDBOX_HIT) ? ['sandbox'] : [] };
  },
};

/** Where no service is configured: the word list alone. */
export const noTextCheck: TextCheckPort = { name: 'none', check: async () => ({ labels: [] }) };
