import { actingAs, type Ctx } from '../../app/ctx.ts';
import { decide } from '../access/index.ts';
import { sharedTitle } from '../assistant/index.ts';
import { getItem, type Item, itemPages, kindOf, type PageRow } from '../catalog/index.ts';
import { isAccountOpen } from '../identity/index.ts';
import { type ClientPaper, clientPaper } from '../papers/index.ts';
import { draftPages } from '../publishing/index.ts';
import type { LinkRecord } from './repo.ts';

/** Why a link is lost, for its maker and for the client. */
export const LOST = {
  account: '发送人的账号已停用或注销',
  work: '作品已下架',
  paper: '文档已删除',
  talk: '对话已删除',
  right: '发送人对作品的权益已结束',
} as const;

/** Whose right a link goes by: its maker's alone, never that of staff or of who looks. */
export const asNobody = (ctx: Ctx): Ctx => actingAs(ctx, { kind: 'visitor', address: '' });

/** Why somebody may not show a work to a client at this moment; '': they may. What is not on sale is shown by who made it, before it ever was. */
export async function whyNotShow(ctx: Ctx, user_id: number, item: Item | null): Promise<string> {
  if (!(await isAccountOpen(ctx, user_id))) return LOST.account;
  if (!item || item.status === 'taken_down' || item.status === 'rejected') return LOST.work;
  if (item.status !== 'published' && item.publisher_id !== user_id) return LOST.work;
  return (await decide(asNobody(ctx), item, user_id)).allowed ? '' : LOST.right;
}

/** What a link shows, as it stands now, and why it may not be shown at this moment; '': it may. */
export async function subjectOf(
  ctx: Ctx,
  {
    user_id,
    item_id,
    paper_id,
    conversation_id,
    sources,
  }: Pick<LinkRecord, 'user_id' | 'item_id' | 'paper_id' | 'conversation_id' | 'sources'>,
): Promise<{ item: Item | null; paper: ClientPaper | null; talk: string | null; why: string }> {
  if (conversation_id !== null) {
    const talk = await sharedTitle(ctx, user_id, conversation_id);
    const why = (await isAccountOpen(ctx, user_id)) ? (talk === null ? LOST.talk : '') : LOST.account;
    return { item: null, paper: null, talk, why };
  }
  if (paper_id === null) {
    const item = item_id === null ? null : await getItem(ctx, item_id);
    return { item, paper: null, talk: null, why: await whyNotShow(ctx, user_id, item) };
  }
  const paper = await clientPaper(ctx, user_id, paper_id, sources);
  const why = (await isAccountOpen(ctx, user_id)) ? (paper ? '' : LOST.paper) : LOST.account;
  return { item: null, paper, talk: null, why };
}

/** All pages of a work that can be shown: of its file, or of its draft's before it was ever submitted. */
export async function pagesToShow(ctx: Ctx, item: Item): Promise<Array<Omit<PageRow, 'placeholder'>>> {
  if (!kindOf(item.kind).sale) return [];
  return item.page_count > 0 || item.status === 'published' ? itemPages(ctx, item.id, 1, item.page_count) : draftPages(ctx, item);
}
