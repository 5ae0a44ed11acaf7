import { expect, it } from 'vitest';
import type { ChatMessage } from '#contract/chat.ts';
import { dayText, talkLines } from './MessageList.tsx';

const at = (text: string) => Date.parse(`${text}+08:00`) / 1000;
const row = (seq: number, time: number, over: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{
    seq,
    from: 1,
    type: 'text',
    text: '',
    state: '',
    time,
    client_id: '',
    file: null,
    voice: null,
    reaction: '',
    card: null,
    price: null,
    event: null,
    quote: null,
  },
  ...over,
});

it('days are those of Shanghai, whatever the clock of the browser', () => {
  const now = at('2026-11-22T00:10:00') * 1000;
  expect(dayText(at('2026-11-22T00:00:01'), now)).toBe('今天');
  expect(dayText(at('2026-11-21T23:59:59'), now)).toBe('昨天');
  expect(dayText(at('2026-11-20T12:00:00'), now)).toBe('11月20日');
  expect(dayText(at('2025-12-31T23:00:00'), now)).toBe('2025年12月31日');
});

it('a line stands before each day and before what was unread; rows that only hide a message are not shown', () => {
  const rows = [
    row(1, at('2026-11-21T10:00:00')),
    row(2, at('2026-11-22T10:00:00')),
    row(3, at('2026-11-22T10:01:00')),
    row(4, at('2026-11-22T10:02:00'), { type: 'event', event: { type: 'message_recalled', of: 3, state: 'recalled', text: '' } }),
  ];
  const lines = talkLines(rows, [], 3, at('2026-11-22T12:00:00') * 1000);
  expect(lines.map(({ key, what }) => (what === 'message' ? key : what))).toEqual(['day', 'seq-1', 'day', 'seq-2', 'fresh', 'seq-3']);
});
