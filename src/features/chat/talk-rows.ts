import { type ChatMessage, type ChatQuote, quoteOf } from '#contract/chat.ts';

/** What a browser has of a conversation: the rows from `rows[0]` on without a gap, as far as they are known. */
export interface TalkRows {
  rows: readonly ChatMessage[];
}

const hidden = (row: ChatMessage, state: 'recalled' | 'removed'): ChatMessage => ({
  ...{ ...row, state, text: '', file: null, voice: null, card: null, price: null, event: null, quote: null, reaction: '' },
});

/** A row as a later one left it: an event says what became of an earlier message. */
function changed(row: ChatMessage, state: ChatMessage['state']): ChatMessage {
  if (row.state === state) return row;
  return state === 'recalled' || state === 'removed' ? hidden(row, state) : { ...row, state };
}

/** What was taken away is not shown by what answers it either. */
function withoutGone(row: ChatMessage, gone: ReadonlyMap<number, ChatMessage['state']>): ChatMessage {
  const state = row.quote && gone.get(row.quote.seq);
  return state ? { ...row, quote: quoteOf({ ...(row.quote as ChatQuote), type: 'text', state }) } : row;
}

/** Applies what the events among `rows` say to the messages among them; `from` on only, where the earlier ones were applied before. */
function settle(rows: ChatMessage[], from: number): ChatMessage[] {
  const first = rows[0]?.seq ?? 0;
  const gone = new Map<number, ChatMessage['state']>();
  for (let at = Math.max(0, from); at < rows.length; at++) {
    const event = rows[at]?.event;
    if (event?.of === undefined) continue;
    const of = event.of - first;
    const row = rows[of];
    // of a page that was read later the message has it already, or a later one
    if (row && event.reaction !== undefined) rows[of] = { ...row, reaction: event.reaction };
    if (event.state === undefined) continue;
    if (row) rows[of] = changed(row, event.state);
    if (event.state === 'recalled' || event.state === 'removed') gone.set(event.of, event.state);
  }
  return gone.size === 0 ? rows : rows.map((row) => withoutGone(row, gone));
}

/**
 * Takes what came after the last row. What is there already is passed by; what would leave a gap is not taken: the caller reads on after
 * the last row, which is the one way to catch up.
 */
export function appendRows(talk: TalkRows, came: readonly ChatMessage[]): TalkRows {
  const rows = [...talk.rows];
  const from = rows.length;
  for (const row of came) {
    const last = rows.at(-1)?.seq;
    if (last === undefined || row.seq === last + 1) rows.push(row);
  }
  return rows.length === from ? talk : { rows: settle(rows, from) };
}

/** Takes a page that ends right before the first row; another one is not taken. Events that are known are applied to it. */
export function prependRows(talk: TalkRows, page: readonly ChatMessage[]): TalkRows {
  const first = talk.rows[0]?.seq;
  const last = page.at(-1)?.seq;
  if (last === undefined || (first !== undefined && last !== first - 1)) return talk;
  return { rows: settle([...page, ...talk.rows], 0) };
}

/** Something between the last row and `seq` is not here. */
export const isBehind = (talk: TalkRows, seq: number): boolean => seq > (talk.rows.at(-1)?.seq ?? 0);
