import { describe, expect, it } from 'vitest';
import { type ChatMessage, type ChatState, quoteOf } from '#contract/chat.ts';
import { appendRows, isBehind, prependRows, type TalkRows } from './talk-rows.ts';

const EMPTY: TalkRows = { rows: [] };

const row = (seq: number, over: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{ seq, from: 1, type: 'text', text: `第 ${seq} 条`, state: '', time: seq, client_id: '' },
  ...{ file: null, voice: null, reaction: '', card: null, price: null, event: null, quote: null },
  ...over,
});
const price = (seq: number) => row(seq, { type: 'price', text: '', price: { title: '物料', price: 100, days: 3, note: '' } });
const event = (seq: number, of: number, state: ChatState) =>
  row(seq, { type: 'event', text: '', event: { type: `message_${state}`, of, state, text: '事' } });

/** A generator whose runs can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** A conversation as the server has it after every action, rows as they were first sent, and as they read at the end. */
function makeTalk(length: number, next: () => number): { told: ChatMessage[]; now: ChatMessage[] } {
  const told: ChatMessage[] = [];
  const states: ChatState[] = ['accepted', 'declined', 'withdrawn', 'recalled', 'removed'];
  const settled = new Map<number, ChatState>();
  for (let seq = 1; seq <= length; seq++) {
    const open = told.filter((one) => one.type !== 'event' && !settled.has(one.seq));
    const one = open[Math.floor(next() * open.length)];
    if (one && next() < 0.4) {
      const state = states[Math.floor(next() * (one.type === 'price' ? 5 : 2)) + (one.type === 'price' ? 0 : 3)] as ChatState;
      settled.set(one.seq, state);
      told.push(event(seq, one.seq, state));
    } else told.push(next() < 0.3 ? price(seq) : row(seq));
  }
  const now = told.map((one) => {
    const state = settled.get(one.seq) ?? '';
    const gone = state === 'recalled' || state === 'removed';
    return gone ? { ...one, state, text: '', price: null } : { ...one, state };
  });
  return { told, now };
}

it('takes what follows, passes by what is there, and takes nothing that leaves a gap', () => {
  const talk = appendRows(EMPTY, [row(5), row(6)]);
  expect(appendRows(talk, [row(5), row(6)])).toBe(talk);
  expect(appendRows(talk, [row(8)])).toBe(talk);
  expect(isBehind(talk, 8)).toBe(true);
  expect(appendRows(talk, [row(6), row(7), row(8)]).rows.map(({ seq }) => seq)).toEqual([5, 6, 7, 8]);
  expect(prependRows(talk, [row(2), row(3)])).toBe(talk);
  expect(prependRows(talk, [row(3), row(4)]).rows.map(({ seq }) => seq)).toEqual([3, 4, 5, 6]);
});

it('an event changes the message it speaks of, also one that is loaded later', () => {
  const talk = appendRows(EMPTY, [event(9, 2, 'accepted')]);
  const whole = prependRows(talk, [row(1), price(2), ...[3, 4, 5, 6, 7, 8].map((seq) => row(seq))]);
  expect(whole.rows[1]).toMatchObject({ seq: 2, state: 'accepted' });
});

it('what was taken away is not shown by what answered it either, whichever is read first', () => {
  const quote = { seq: 2, from: 1, text: '第 2 条' };
  const gone = { ...quote, text: '原消息已撤回' };
  const later = appendRows(appendRows(EMPTY, [row(1), row(2), row(3, { quote })]), [event(4, 2, 'recalled')]);
  expect(later.rows[2]?.quote).toEqual(gone);
  const earlier = prependRows(appendRows(EMPTY, [event(4, 2, 'recalled')]), [row(1), row(2), row(3, { quote })]);
  expect(earlier.rows[2]?.quote).toEqual(gone);
  const other = appendRows(appendRows(EMPTY, [row(1), row(2), row(3, { quote })]), [event(4, 1, 'removed')]);
  expect(other.rows[2]?.quote).toEqual(quote);
});

it('a picture and a file are answered by their names, words by their first ones', () => {
  const file = { id: 1, src: '', name: '主视觉.png', size_bytes: 1, width: 0, height: 0 };
  expect(quoteOf(row(1, { type: 'picture', text: '', file })).text).toBe('[图片] 主视觉.png');
  expect(quoteOf(row(1, { type: 'file', text: '', file })).text).toBe('[文件] 主视觉.png');
  expect(quoteOf(row(1, { text: '长'.repeat(200) })).text).toHaveLength(80);
});

describe('whatever a browser missed, heard twice or heard late, it ends where the server is', () => {
  for (const seed of [1, 7, 42, 2026, 65_537]) {
    it(`seed ${seed}`, () => {
      const next = random(seed);
      const { told, now } = makeTalk(120, next);
      for (let run = 0; run < 30; run++) {
        // opened at some moment: the last page then, as it was then
        const opened = 1 + Math.floor(next() * 60);
        let talk = appendRows(EMPTY, told.slice(Math.max(0, opened - 10), opened));
        for (let step = 0; step < 40; step++) {
          const at = Math.floor(next() * told.length);
          // any stretch arrives, in order or not, late or again
          talk = appendRows(talk, told.slice(at, at + 1 + Math.floor(next() * 6)));
          const seqs = talk.rows.map(({ seq }) => seq);
          expect(seqs).toEqual(seqs.map((_, i) => (seqs[0] as number) + i));
        }
        // the recovery: everything after the last row, as it reads now
        talk = appendRows(talk, now.slice(talk.rows.at(-1)?.seq));
        while ((talk.rows[0]?.seq ?? 1) > 1) {
          const first = talk.rows[0]?.seq as number;
          talk = prependRows(talk, now.slice(Math.max(0, first - 1 - 7), first - 1));
        }
        expect(talk.rows).toEqual(now);
      }
    });
  }
});

it('a reaction stands at its message, the last one, also one that is loaded later, and never at what is gone', () => {
  const react = (seq: number, of: number, reaction: ChatMessage['reaction']) =>
    row(seq, { type: 'event', text: '', event: { type: 'message_reacted', of, reaction, text: '回应' } });
  const talk = appendRows(appendRows(EMPTY, [row(3), react(4, 3, 'got'), react(5, 2, 'good')]), [react(6, 3, ''), react(7, 3, 'thanks')]);
  expect(talk.rows[0]).toMatchObject({ state: '', text: '第 3 条', reaction: 'thanks' });
  expect(prependRows(talk, [row(1), row(2)]).rows.map(({ reaction }) => reaction)).toEqual(['', 'good', 'thanks', '', '', '', '']);
  expect(appendRows(talk, [event(8, 3, 'recalled')]).rows[0]).toMatchObject({ state: 'recalled', reaction: '' });
});
