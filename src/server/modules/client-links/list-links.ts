import { type ClientLink, type ClientView, clientPath } from '#contract/client-link.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { sharedTitle } from '../assistant/index.ts';
import { subjectOf } from './may-show.ts';
import { findOfTalk, findOfUser, findOwn, findViews, type LinkRecord } from './repo.ts';
import { linkState } from './rules.ts';

export const GONE = '链接不存在或已删除';
const VIEWS_SHOWN = 100;

/** Links of one person, as they see them. */
export async function shownLinks(ctx: Ctx, rows: readonly LinkRecord[]): Promise<ClientLink[]> {
  const about = new Map<string, Awaited<ReturnType<typeof subjectOf>>>();
  const keyOf = ({ item_id, paper_id, conversation_id }: LinkRecord) => `${item_id}/${paper_id}/${conversation_id}`;
  for (const row of rows) if (!about.has(keyOf(row))) about.set(keyOf(row), await subjectOf(ctx, { ...row, sources: false }));
  return rows.map((row) => {
    const { item, paper, talk, why = '' } = about.get(keyOf(row)) ?? {};
    const state = linkState(row, why === '', ctx.app.clock.now());
    const { id, title, name, note, logo, view_most, view_num } = row;
    return {
      ...{ id, title, name, note, logo, view_most, view_num, state },
      work: item?.title ?? paper?.title ?? talk ?? '',
      ...{ is_paper: row.paper_id === null ? 0 : 1, is_talk: row.conversation_id === null ? 0 : 1, sources: row.sources ? 1 : 0 },
      url: new URL(clientPath(row.code), ctx.app.config.site_url).href,
      has_password: row.password_hash === null ? 0 : 1,
      ends_at: row.ends_at === null ? 0 : unixSeconds(row.ends_at),
      why: state === 'lost' ? why : state === 'stopped' ? row.stopped_reason : '',
    };
  });
}

/** One of the signed-in user's own. @throws AppError 404 */
export async function ownLink(ctx: Ctx, id: number): Promise<LinkRecord> {
  const row = await findOwn(ctx.db, id, requireUser(ctx));
  if (!row) throw notFound(GONE);
  return row;
}

/** Links of the signed-in user, the newest first. */
export async function ownLinks(ctx: Ctx, { page, limit }: { page: number; limit: number }) {
  const { rows, total } = await findOfUser(ctx.db, requireUser(ctx), { offset: (page - 1) * limit, limit });
  return { list: await shownLinks(ctx, rows), total, page, limit };
}

/** The link of one of the signed-in user's conversations; null: it was never shared. @throws AppError 404 */
export async function talkLink(ctx: Ctx, conversation_id: number): Promise<{ link: ClientLink | null }> {
  const user_id = requireUser(ctx);
  if ((await sharedTitle(ctx, user_id, conversation_id)) === null) throw notFound('对话不存在或已删除');
  const row = await findOfTalk(ctx.db, user_id, conversation_id);
  return { link: row ? ((await shownLinks(ctx, [row]))[0] as ClientLink) : null };
}

/** Who looked at a link of the signed-in user, the last first. @throws AppError 404 */
export async function ownViews(ctx: Ctx, id: number): Promise<{ list: ClientView[] }> {
  const { id: link_id } = await ownLink(ctx, id);
  const rows = await findViews(ctx.db, link_id, VIEWS_SHOWN);
  const people = [...new Set(rows.map(({ visitor }) => visitor).toReversed())];
  const list = rows.map(({ visitor, opened_at, seen_at, device, pages }) => ({
    ...{ who: people.indexOf(visitor) + 1, at: unixSeconds(opened_at), seen_at: unixSeconds(seen_at), device, pages: pages.length },
  }));
  return { list };
}
