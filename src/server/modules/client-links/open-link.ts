import type { ClientLinkState } from '#contract/client-link.ts';
import { pictureFile, pictureWidths } from '#contract/picture.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { drawWatermark } from '../../app/draw-watermark.ts';
import { notFound } from '../../kernel/errors.ts';
import { randomToken, sha256 } from '../../kernel/ids.ts';
import { decideToGive } from '../access/index.ts';
import type { Item } from '../catalog/index.ts';
import { countGuess, passwordMatches } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import type { ClientPaper } from '../papers/index.ts';
import { ownLink } from './list-links.ts';
import { asNobody, pagesToShow, subjectOf } from './may-show.ts';
import { findByCode, findView, insertView, type LinkRecord, lockLink, noteSeen, setLink, type ViewRecord } from './repo.ts';
import { linkState, stampText } from './rules.ts';

/** A browser looks for so long before it counts again. */
const VIEW_MS = 86_400_000;
const UNKNOWN = '这个链接不存在，或者已经失效';

/** A link as the one who holds its address meets it. */
export interface Met {
  link: LinkRecord;
  state: ClientLinkState;
  why: string;
  /** Their look that is not over; null: they have not opened it today. */
  view: ViewRecord | null;
  item: Item | null;
  paper: ClientPaper | null;
}

/** The link behind an address, for the browser that this cookie names. @throws AppError 404 for what never was as for what is no more */
export async function meetLink(ctx: Ctx, code: string, token: string): Promise<Met> {
  const link = await findByCode(ctx.db, code);
  if (!link) throw notFound(UNKNOWN);
  const { item, paper, why } = await subjectOf(ctx, link);
  const now = ctx.app.clock.now();
  const view = token === '' ? null : await findView(ctx.db, link.id, sha256(token));
  return { link, item, paper, why, state: linkState(link, why === '', now), view: view && view.ends_at > now ? view : null };
}

/** Whether pages leave to who has opened the link: the last of so many may look on. */
export const looksOn = ({ state, view }: Met): boolean => view !== null && (state === 'open' || state === 'used');

export type Opened = { is: 'open'; token: string } | { is: 'wrong' } | { is: 'closed' };

/**
 * Opens a link: one look of a browser a day, and never more than its maker allowed, however many come at once. The maker is notified of the first. Guesses of
 * the password are counted before they are weighed. @throws AppError 404, 429
 */
export async function openLink(
  ctx: Ctx,
  { code, password, token, device, address }: { code: string; password: string; token: string; device: string; address: string },
): Promise<Opened> {
  const met = await meetLink(ctx, code, token);
  if (looksOn(met)) return { is: 'open', token };
  if (met.state !== 'open') return { is: 'closed' };
  const { id, password_hash } = met.link;
  if (password_hash !== null) {
    if (password === '') return { is: 'wrong' };
    const forgive = await countGuess(ctx.app, `client link:${id}`, address);
    if (!(await passwordMatches(password, password_hash))) return { is: 'wrong' };
    await forgive();
  }
  return inTransaction(ctx, async (tx): Promise<Opened> => {
    const link = await lockLink(tx.db, id);
    if (!link || link.password_hash !== password_hash) return { is: 'wrong' };
    const now = tx.app.clock.now();
    const known = token === '' ? null : await findView(tx.db, id, sha256(token));
    if (known && known.ends_at > now) return { is: 'open', token };
    if (linkState(link, true, now) !== 'open') return { is: 'closed' };
    // a cookie that is none of ours names no visitor
    const mine = known ? token : randomToken();
    await look(tx, link, { visitor: sha256(mine), device });
    await setLink(tx.db, id, { view_num: link.view_num + 1 });
    if (link.view_num === 0) await tellMaker(tx, link, device);
    return { is: 'open', token: mine };
  });
}

async function look(tx: TxCtx, { id }: LinkRecord, view: { visitor: string; device?: string; own?: boolean }): Promise<void> {
  const now = tx.app.clock.now();
  await insertView(tx.db, { ...view, link_id: id, opened_at: now, seen_at: now, ends_at: new Date(now.getTime() + VIEW_MS) });
}

async function tellMaker(tx: TxCtx, { id, user_id, title, item_id, conversation_id }: LinkRecord, device: string): Promise<void> {
  const heading = conversation_id === null ? `客户打开了“${title}”` : `有人打开了您分享的对话“${title}”`;
  await sendNotices(tx, [user_id], {
    ...{ topic: 'client', key: `client_link:${id}:first`, ...(item_id === null ? {} : { item_id }), title: heading },
    content: `第一次有人打开这条链接${device === '' ? '' : `，用的是 ${device}`}。之后谁看过，在客户链接里查看。`,
    href: '/personalCenter/myClientLinks',
  });
}

/** The maker's own look, which neither counts nor is listed. @returns code of the address and the cookie. @throws AppError 404 */
export async function lookOneself(ctx: Ctx, id: number): Promise<{ code: string; token: string }> {
  const link = await ownLink(ctx, id);
  const token = randomToken();
  await inTransaction(ctx, (tx) => look(tx, link, { visitor: sha256(token), own: true }));
  return { code: link.code, token };
}

/**
 * One page as a picture with the stamp, for who has opened the link; whether the maker may show it is asked each time, and leaves its trace: what was shown was used.
 * @throws AppError 404 for everybody else
 */
export async function shownPage(
  ctx: Ctx,
  { code, token, page_no, width }: { code: string; token: string; page_no: number; width: number },
) {
  const met = await meetLink(ctx, code, token);
  const { link, item, view } = met;
  if (!item || !view || !looksOn(met)) throw notFound('图片不存在');
  if (!(await decideToGive(asNobody(ctx), item, link.user_id, 'pages')).allowed) throw notFound('图片不存在');
  const page = (await pagesToShow(ctx, item)).find((one) => one.page_no === page_no);
  if (!page) throw notFound('图片不存在');
  const widths = pictureWidths(page.width);
  const step = widths.find((one) => one >= width) ?? (widths.at(-1) as number);
  const stored = await ctx.app.providers.storage.readPrivate(pictureFile(page.key, step));
  const bytes = Buffer.concat(await stored.toArray());
  if (!view.own) await noteSeen(ctx.db, view.id, page_no, ctx.app.clock.now());
  return drawWatermark(ctx, bytes, stampText(link), { faint: true });
}
