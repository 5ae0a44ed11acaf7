import { CLIENT_DAYS, CLIENT_LINKS_MOST, CLIENT_TITLE_MAX, type ClientLink } from '#contract/client-link.ts';
import { type Ctx, inTransaction, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { randomToken } from '../../kernel/ids.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { keepShared, talkToShare } from '../assistant/index.ts';
import { getItem } from '../catalog/index.ts';
import { hashPassword, publicUsers, refuseOwnName } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { ownPaper } from '../papers/index.ts';
import { takePicture } from '../publishing/index.ts';
import { GONE, shownLinks } from './list-links.ts';
import { pagesToShow, whyNotShow } from './may-show.ts';
import {
  countOpen,
  deleteLink,
  deleteOfUser,
  endViews,
  findOfTalk,
  findOfUser,
  insertLink,
  type LinkRecord,
  lockLink,
  lockMaker,
  setLink,
} from './repo.ts';
import { linkState } from './rules.ts';

const DAY_MS = 86_400_000;

/** What a link says. Absent: as it was; of a new one 30 days, no password, and the picture of the one before it. */
export interface LinkText {
  id?: number | undefined;
  item_id?: number | undefined;
  paper_id?: number | undefined;
  /** Of a document: name the works that it stands on. */
  sources?: boolean | undefined;
  title: string;
  /** Empty: the name of the account. */
  name?: string;
  note?: string;
  /** Empty: none is asked for. */
  password?: string | undefined;
  days?: number | undefined;
  /** 0: as many as come. */
  view_most?: number;
  /** Of a picture that they uploaded; 0: none. */
  logo_id?: number | undefined;
}

/**
 * Makes a link for a work that the signed-in user may show, or changes one of theirs. A new password is asked of those who look, too.
 * @throws AppError 403 for a work that they may not show, 404 for another's link, 409 for too many, code 1 for what is wrong in it
 */
export async function saveLink(ctx: Ctx, input: LinkText): Promise<ClientLink> {
  const user_id = requireUser(ctx);
  const text = await textOf(ctx, user_id, input);
  const days = input.days ?? (input.id === undefined ? CLIENT_DAYS.default : undefined);
  const change = {
    ...text,
    view_most: input.view_most ?? 0,
    ...(input.sources === undefined ? {} : { sources: input.sources }),
    ...(input.password === undefined ? {} : { password_hash: input.password === '' ? null : await hashPassword(input.password) }),
    ...(input.logo_id === undefined ? {} : { logo: input.logo_id === 0 ? '' : await takePicture(ctx, input.logo_id) }),
    ...(days === undefined ? {} : { ends_at: endAfter(ctx, days) }),
  };
  const row = await (input.id === undefined
    ? makeLink(ctx, user_id, await subject(ctx, user_id, input), change)
    : inTransaction(ctx, async (tx) => {
        const link = await lockOwn(tx, input.id as number);
        if (days === 0 && link.conversation_id === null) throw invalid({ days: `有效期为 1 至 ${CLIENT_DAYS.max} 天` });
        if (input.password) await endViews(tx.db, link.id, tx.app.clock.now());
        return changeLink(tx, link, change);
      }));
  return (await shownLinks(ctx, [row]))[0] as ClientLink;
}

/** 0 days: never. */
const endAfter = (ctx: Ctx, days: number): Date | null => (days === 0 ? null : new Date(ctx.app.clock.now().getTime() + days * DAY_MS));

async function textOf(ctx: Ctx, user_id: number, input: LinkText) {
  const line = (text: string) => plainText(text).replace(/\s+/g, ' ');
  const [title, note] = [line(input.title), plainText(input.note ?? '')];
  const name = line(input.name ?? '') || (await publicUsers(ctx, [user_id])).get(user_id).nickname;
  const wrong = await refuseOwnName(ctx, name);
  if (wrong) throw invalid({ name: wrong });
  if (title === '') throw invalid({ title: '请输入标题' });
  return { title, name, note };
}

/** What a new link is for: a document of one's own, or a work that one may show. @throws AppError 403, 404, 409 */
async function subject(
  ctx: Ctx,
  user_id: number,
  { item_id = 0, paper_id, days }: LinkText,
): Promise<Pick<LinkRecord, 'item_id' | 'paper_id'>> {
  if (days === 0) throw invalid({ days: `有效期为 1 至 ${CLIENT_DAYS.max} 天` });
  if (paper_id !== undefined) return { item_id: null, paper_id: (await ownPaper(ctx, paper_id)).id };
  const item = await getItem(ctx, item_id);
  const why = item ? await whyNotShow(ctx, user_id, item) : '';
  if (!item || why !== '') throw forbidden('只有买到、兑换、解锁的或自己发布的作品可以展示给客户');
  if ((await pagesToShow(ctx, item)).length === 0) throw conflict('这个作品没有可以展示的页面');
  return { item_id, paper_id: null };
}

async function makeLink(
  ctx: Ctx,
  user_id: number,
  of: Pick<LinkRecord, 'item_id' | 'paper_id'>,
  row: Pick<LinkRecord, 'title' | 'name' | 'note'> & Partial<LinkRecord>,
): Promise<LinkRecord> {
  return inTransaction(ctx, async (tx) => {
    await lockMaker(tx.db, user_id);
    await refuseTooMany(tx, user_id);
    const { logo = '' } = (await findOfUser(tx.db, user_id, { offset: 0, limit: 1 })).rows[0] ?? {};
    const ends_at = row.ends_at as Date;
    return insertLink(tx.db, { logo, ...row, ends_at, code: randomToken(18), user_id, ...of, created_at: tx.app.clock.now() });
  });
}

/** Under the lock of their maker. */
async function refuseTooMany(tx: TxCtx, user_id: number): Promise<void> {
  if ((await countOpen(tx.db, user_id, tx.app.clock.now())) >= CLIENT_LINKS_MOST)
    throw conflict(`最多同时有 ${CLIENT_LINKS_MOST} 条客户链接，请先撤回用不到的`);
}

/**
 * Shares a branch of the signed-in user's conversation as it stands now. A link that can be opened stays at its address; else there is a new one in its place.
 * @throws AppError 404, 409
 */
export async function shareTalk(
  ctx: Ctx,
  { conversation_id, answer_id, days }: { conversation_id: number; answer_id: number; days: number | undefined },
): Promise<ClientLink> {
  const user_id = requireUser(ctx);
  const talk = await talkToShare(ctx, conversation_id, answer_id);
  const { title, name, note } = await textOf(ctx, user_id, { title: [...talk.title].slice(0, CLIENT_TITLE_MAX).join('') });
  const row = await inTransaction(ctx, async (tx) => {
    await lockMaker(tx.db, user_id);
    const old = await findOfTalk(tx.db, user_id, conversation_id);
    if (old?.stopped_at) throw conflict(`这个对话的链接已被平台停用：${old.stopped_reason}`);
    await keepShared(tx, talk);
    const state = old && linkState(old, true, tx.app.clock.now());
    if (old && (state === 'open' || state === 'used'))
      return days === undefined ? old : setLink(tx.db, old.id, { ends_at: endAfter(tx, days) });
    if (old) await deleteLink(tx.db, old.id);
    await refuseTooMany(tx, user_id);
    const ends_at = endAfter(tx, days ?? CLIENT_DAYS.default);
    return insertLink(tx.db, {
      title,
      name,
      note,
      ends_at,
      conversation_id,
      code: randomToken(18),
      user_id,
      created_at: tx.app.clock.now(),
    });
  });
  return (await shownLinks(ctx, [row]))[0] as ClientLink;
}

async function lockOwn(tx: TxCtx, id: number): Promise<LinkRecord> {
  await lockMaker(tx.db, requireUser(tx));
  const row = await lockLink(tx.db, id);
  if (!row || row.user_id !== requireUser(tx)) throw notFound(GONE);
  return row;
}

/** Under the lock of its maker. @throws AppError 409 for one that would come to life again beyond the bound */
async function changeLink(tx: TxCtx, link: LinkRecord, change: Partial<LinkRecord>): Promise<LinkRecord> {
  const lives = (one: LinkRecord) => ['open', 'used'].includes(linkState(one, true, tx.app.clock.now()));
  if (!lives(link) && lives({ ...link, ...change })) await refuseTooMany(tx, link.user_id);
  return setLink(tx.db, link.id, change);
}

/** Takes a link of the signed-in user back, or gives it out again. From its commit on no page is seen by it. @throws AppError 404, 409 for too many */
export async function revokeLink(ctx: Ctx, id: number, revoked: boolean): Promise<ClientLink> {
  const row = await inTransaction(ctx, async (tx) => {
    return changeLink(tx, await lockOwn(tx, id), { revoked_at: revoked ? tx.app.clock.now() : null });
  });
  return (await shownLinks(ctx, [row]))[0] as ClientLink;
}

/** Staff stop a link, with a reason that its maker reads; or let it go on. Audited. @throws AppError 403, 404, 409 */
export async function stopLink(tx: TxCtx, id: number, reason: string, stopped: boolean): Promise<void> {
  requireVerb(tx, 'review.decide');
  const row = await lockLink(tx.db, id);
  if (!row) throw notFound(GONE);
  if ((row.stopped_at !== null) === stopped) throw conflict(stopped ? '这条链接已经停用' : '这条链接没有停用');
  await setLink(tx.db, id, { stopped_at: stopped ? tx.app.clock.now() : null, stopped_reason: stopped ? reason : '' });
  await recordAudit(tx, stopped ? 'client_link.stop' : 'client_link.resume', `client_link:${id}`, { reason });
  await sendNotices(tx, [row.user_id], {
    ...{ topic: 'client', key: `client_link:${id}:${tx.app.clock.now().getTime()}`, href: '/personalCenter/myClientLinks' },
    title: `客户链接“${row.title}”${stopped ? '已被停用' : '已恢复'}`,
    content: `原因：${reason}`,
  });
}

/** Links end with the account of their maker, and what was known of who looked goes. Idempotent. */
export async function forgetLinks(tx: TxCtx, user_id: number): Promise<void> {
  await deleteOfUser(tx.db, user_id);
}
