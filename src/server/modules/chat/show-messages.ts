import type { ChatCard, ChatEvent, ChatFile, ChatMessage, ChatPrice, ChatState } from '#contract/chat.ts';
import { KINDS, type KindFacts, type KindKey } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { itemCards } from '../catalog/index.ts';
import { signFile } from './chat-files.ts';
import { type FileRow, findFiles, type MessageRow } from './repo.ts';

const idOf = (row: MessageRow, name: string): number => Number(row.data[name] ?? 0);
const gone = (state: ChatState) => state === 'recalled' || state === 'removed';

/** Rows as this reader sees them, with their pictures, files and cards; what was taken back or removed shows nothing of itself. */
export async function showMessages(ctx: Ctx, rows: readonly MessageRow[], reader_id: number): Promise<ChatMessage[]> {
  const files = await findFiles(
    ctx.db,
    rows.flatMap((row) => idOf(row, 'file_id') || []),
  );
  const item_ids = [...new Set(rows.flatMap((row) => (row.type === 'work' ? idOf(row, 'item_id') : [])))];
  const works = new Map((await itemCards(ctx, item_ids)).map((card) => [card.id, card]));
  const workOf = (row: MessageRow): ChatCard => {
    const card = works.get(idOf(row, 'item_id'));
    if (!card) return { id: idOf(row, 'item_id'), title: row.body, path: '', cover: '', note: '已下架' };
    const kind = KINDS[card.kind as KindKey] as KindFacts;
    return { id: card.id, title: card.title, path: paths.detail(kind, card.id), cover: card.cover?.src ?? '', note: kind.noun };
  };
  return rows.map((row): ChatMessage => {
    const mine = row.sender_id === reader_id;
    const shown = { seq: row.seq, from: row.sender_id ?? 0, type: row.type, state: row.state, time: unixSeconds(row.created_at) };
    const nothing = { text: '', file: null, card: null, price: null, event: null };
    const client_id = mine ? (row.client_id ?? '') : '';
    if (gone(row.state)) return { ...shown, ...nothing, client_id };
    const file = files.get(idOf(row, 'file_id'));
    return {
      ...{ ...shown, ...nothing, client_id },
      text: row.type === 'text' ? row.body : '',
      file: file ? fileOf(ctx, file, reader_id) : null,
      card: row.type === 'work' ? workOf(row) : ((row.data['card'] as ChatCard | undefined) ?? null),
      price: row.type === 'price' ? (row.data['price'] as ChatPrice) : null,
      event: row.type === 'event' ? eventOf(row, mine) : null,
    };
  });
}

function eventOf(row: MessageRow, mine: boolean): ChatEvent {
  const { type, of, state } = row.data as { type: string; of?: number; state?: ChatState };
  const text = row.sender_id === null ? row.body : `${mine ? '您' : '对方'}${row.body}`;
  return { type, text, ...(of === undefined ? {} : { of }), ...(state === undefined ? {} : { state }) };
}

export const fileOf = (ctx: Ctx, file: FileRow, reader_id: number): ChatFile => ({
  id: file.id,
  src: signFile(ctx, file.id, reader_id),
  name: file.name,
  size_bytes: file.size_bytes,
  width: file.width,
  height: file.height,
});
