import type { z } from 'zod';
import type { infringementCalls } from '#contract/infringement/calls.ts';
import {
  ALIVE,
  COUNTER_DAYS,
  HOLDING,
  INFRINGEMENT_MOST,
  type Infringement,
  type InfringementPart,
  type InfringementStep,
  infringementPath,
} from '#contract/infringement.ts';
import { detailPath } from '#contract/kinds.ts';
import { type App, type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { rowByRow, timedJob } from '../../app/timed-job.ts';
import { keptSince } from '../../db/retention.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, notFound, tooOften } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { getItem, type Item, itemsById, kindOf, lockItem } from '../catalog/index.ts';
import { refuseOwn } from '../countersign/index.ts';
import { reportsHide } from '../engagement/index.ts';
import { publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { attachmentLink, attachmentsOf, showByItself, takeAttachments } from '../publishing/index.ts';
import { openReview, withdrawReview } from '../review/index.ts';
import {
  aliveOf,
  blankOld,
  countFiled,
  findEnded,
  findInfringements,
  findOwn,
  type InfringementRow,
  insertInfringement,
  lockComplainant,
  lockInfringements,
  setInfringement,
} from './repo.ts';
import type { Said } from './tables.ts';

/** `reviewables.type` of notices. */
export const INFRINGEMENT = 'infringement';
export const GONE = '这份侵权通知不存在';
const DAY_MS = 86_400_000;
const REFUSED_DAYS = 90;
const BATCH = 50;

type Input<K extends keyof typeof infringementCalls> = (typeof infringementCalls)[K] extends { input: infer I extends z.ZodType }
  ? z.output<I>
  : never;

/** The notice, locked with all others about its work; null: there is none. */
export async function lockNotice(tx: TxCtx, id: number): Promise<InfringementRow | null> {
  return (await lockInfringements(tx.db, id)).find((row) => row.id === id) ?? null;
}

/** Moves a locked notice on, writes it into its course, and notifies who has to know. */
export async function moveNotice(
  tx: TxCtx,
  row: InfringementRow,
  change: Partial<InfringementRow>,
  { step, text = '', tell }: { step: InfringementStep; text?: string; tell: Partial<Record<'sent' | 'received', string>> },
): Promise<InfringementRow> {
  const moves = [...row.moves, { step, text, at: unixSeconds(tx.app.clock.now()) }];
  const moved = await setInfringement(tx.db, row.id, { ...change, moves });
  const title = (await itemsById(tx, [row.item_id])).get(row.item_id)?.title ?? '作品';
  for (const [side, content] of Object.entries(tell)) {
    await sendNotices(tx, [side === 'sent' ? row.user_id : row.publisher_id], {
      ...{ topic: side === 'sent' ? 'report' : 'work', key: `infringement:${row.id}:${moves.length}`, title: `侵权通知：《${title}》` },
      ...{ content, href: infringementPath(side as 'sent' | 'received') },
    });
  }
  return moved;
}

/** Ends a measure whose notice moved on: the last one brings back the work that it took off. @returns whether readers see it again */
async function endMeasure(tx: TxCtx, row: InfringementRow): Promise<boolean> {
  if (!row.hid) return false;
  const other = (await lockInfringements(tx.db, row.id)).find(({ id, state }) => id !== row.id && isHolding(state));
  if (other) {
    await setInfringement(tx.db, other.id, { hid: true });
    return false;
  }
  const item = await lockItem(tx, row.item_id);
  return item !== null && !(await reportsHide(tx, item.id)) && showByItself(tx, item);
}

const isAmong = (states: readonly string[], state: string): boolean => states.includes(state);
const isHolding = (state: string): boolean => isAmong(HOLDING, state);
const backText = (is_back: boolean): string => (is_back ? '作品已恢复展示。' : '作品另有原因不在展示，发布者可以在“我的发布”里查看。');

/**
 * Puts a notice before staff, or one that was sent back once more. The work is one that readers can see, and of somebody else.
 * @throws AppError code 1; 404; 409 for one's own work and a second open notice; 429 for too many, and after too many refusals
 */
export async function fileNotice(ctx: Ctx, input: Input<'file'>): Promise<Infringement> {
  const user_id = requireUser(ctx);
  const { as, name, contact, content, identity_files, right_files } = input;
  const notice = { as, ...plain({ name, contact, content, files: right_files }), identity_files };
  const file_ids = [...new Set([...identity_files, ...right_files])];
  return inTransaction(ctx, async (tx) => {
    await lockComplainant(tx.db, user_id);
    const before = input.id === undefined ? null : await lockNotice(tx, input.id);
    if (input.id !== undefined && before?.user_id !== user_id) throw notFound(GONE);
    if (before && before.state !== 'returned') throw conflict('这份通知不在待补充状态，请刷新页面');
    const item = before ? await getItem(tx, before.item_id) : await workAt(tx, input.address);
    if (!item) throw invalid({ address: '没有找到这个作品，请粘贴作品页面的网址' });
    if (item.publisher_id === user_id) throw conflict('这是您自己发布的内容');
    if (!before) await refuseFlood(tx, user_id);
    await takeAttachments(tx, { owner_id: user_id, ids: file_ids, field: 'right_files' });
    const created_at = tx.app.clock.now();
    const row =
      before ??
      (await insertInfringement(tx.db, { item_id: item.id, user_id, publisher_id: item.publisher_id, notice, file_ids, created_at }));
    if (!row) throw conflict('您对这个作品的侵权通知正在处理，请到“我提交的”查看');
    const filed = await moveNotice(tx, row, { state: 'waiting', notice, file_ids }, { step: 'filed', tell: {} });
    await openReview(tx, { type: INFRINGEMENT, target_id: row.id });
    return (await shownTo(tx, [filed], user_id))[0]!;
  });
}

async function refuseFlood(tx: TxCtx, user_id: number): Promise<void> {
  const now = tx.app.clock.now().getTime();
  const n = await countFiled(tx.db, user_id, { day: new Date(now - DAY_MS), refused: new Date(now - REFUSED_DAYS * DAY_MS) });
  if (n.refused >= INFRINGEMENT_MOST.refused) throw tooOften('您近期多次提交的通知没有被受理，请联系客服', DAY_MS / 1000);
  if (n.waiting >= INFRINGEMENT_MOST.waiting) throw tooOften(`同时最多有 ${INFRINGEMENT_MOST.waiting} 份通知等待核对`, 3_600);
  if (n.day >= INFRINGEMENT_MOST.day) throw tooOften(`每天最多提交 ${INFRINGEMENT_MOST.day} 份`, DAY_MS / 1000);
}

/** The published item whose page here has this address; the host may be missing, other parameters do not matter. */
async function workAt(ctx: Ctx, address: string): Promise<Item | null> {
  const { site_url } = ctx.app.config;
  if (!URL.canParse(address.trim(), site_url)) return null;
  const { host, pathname, searchParams } = new URL(address.trim(), site_url);
  if (host !== new URL(site_url).host) return null;
  for (const id of searchParams.values()) {
    const item = /^[1-9]\d{0,14}$/.test(id) ? await getItem(ctx, Number(id)) : null;
    if (item?.status === 'published' && detailPath(kindOf(item.kind), item.id).split('?')[0] === pathname) return item;
  }
  return null;
}

const plain = (said: Said): Said => ({
  ...said,
  name: plainText(said.name),
  contact: plainText(said.contact),
  content: plainText(said.content),
});

/** The complainant takes it back, whatever became of it; a measure ends with it. @throws AppError 404, 409 when it is over */
export async function withdrawNotice(ctx: Ctx, id: number): Promise<Infringement> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const row = await lockNotice(tx, id);
    if (row?.user_id !== user_id) throw notFound(GONE);
    if (!isAmong(ALIVE, row.state)) throw conflict('这份通知已经结束');
    return (await shownTo(tx, [await endNotice(tx, row, 'withdrawn', { step: 'withdrawn' })], user_id))[0]!;
  });
}

/** Ends a locked notice that is alive, with its measure; both sides are notified where a measure was taken. `stays_off`: its publisher is leaving. */
export async function endNotice(
  tx: TxCtx,
  row: InfringementRow,
  state: 'withdrawn' | 'restored' | 'closed',
  { step, text = '', stays_off = false }: { step: InfringementStep; text?: string; stays_off?: boolean },
): Promise<InfringementRow> {
  const held = isHolding(row.state);
  await withdrawReview(tx, { type: INFRINGEMENT, target_id: row.id });
  // not in force any more before it is asked what keeps the work off the site
  await setInfringement(tx.db, row.id, { state, ends_at: null, hid: false });
  const back = !held ? '' : stays_off ? '作品不再展示。' : backText(await endMeasure(tx, row));
  const why = { withdrawn: '投诉人已撤回通知。', restored: '措施已结束。', closed: '有关账号已注销，处理结束。' }[state];
  const both = { sent: `${why}${back}`, received: `${why}${back}` };
  return moveNotice(tx, row, { state, ends_at: null, hid: false }, { step, text, tell: held ? both : {} });
}

/** The publisher says that nothing is infringed; the complainant gets it and has fifteen days. @throws AppError 404, 409, code 1 */
export async function counterNotice(ctx: Ctx, { id, sworn: _, ...said }: Input<'counter'>): Promise<Infringement> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const row = await lockNotice(tx, id);
    if (row?.publisher_id !== user_id) throw notFound(GONE);
    if (row.state !== 'down') throw conflict(row.counter ? '声明已经提交' : '这份通知现在不需要声明');
    await takeAttachments(tx, { owner_id: user_id, ids: said.files, field: 'files' });
    const ends_at = new Date(tx.app.clock.now().getTime() + COUNTER_DAYS * DAY_MS);
    const change = { state: 'countered' as const, counter: plain(said), ends_at, file_ids: [...new Set([...row.file_ids, ...said.files])] };
    const sent = `发布者提交了不侵权声明。${COUNTER_DAYS} 天内没有说明已起诉或已向主管部门投诉的，作品将恢复展示。`;
    return (await shownTo(tx, [await moveNotice(tx, row, change, { step: 'countered', tell: { sent } })], user_id))[0]!;
  });
}

/** The complainant says in time that a court or an authority was asked: the measure stays. @throws AppError 404, 409, code 1 */
export async function sayWord(ctx: Ctx, { id, content, files }: Input<'word'>): Promise<Infringement> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const row = await lockNotice(tx, id);
    if (row?.user_id !== user_id) throw notFound(GONE);
    if (row.state !== 'countered' || (row.ends_at ?? 0) <= tx.app.clock.now()) throw conflict('期限已过，或这份通知现在不需要回复');
    await takeAttachments(tx, { owner_id: user_id, ids: files, field: 'files' });
    const word = plain({ name: row.notice.name, contact: row.notice.contact, content, files });
    const change = { state: 'stays' as const, word, ends_at: null, file_ids: [...new Set([...row.file_ids, ...files])] };
    const received = '投诉人说明已起诉或已向主管部门投诉，措施继续，直到有结果或投诉人撤回。';
    return (await shownTo(tx, [await moveNotice(tx, row, change, { step: 'word', tell: { received } })], user_id))[0]!;
  });
}

/** Measures whose fifteen days are over without a word end. Safe in parallel and after a crash at any point. */
export async function endMeasures(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  const end = (id: number) =>
    inTransaction(ctx, async (tx) => {
      const row = await lockNotice(tx, id);
      if (row?.state !== 'countered' || (row.ends_at ?? Number.POSITIVE_INFINITY) > tx.app.clock.now()) return;
      await endNotice(tx, row, 'restored', { step: 'ended' });
    });
  await rowByRow(ctx, await findEnded(ctx.db, ctx.app.clock.now(), BATCH), 'a measure was not ended', end, stopping);
}

/** What says who somebody was goes three years after the end: until then a court, or who was harmed, may ask. */
export async function forgetPeople(ctx: Ctx): Promise<void> {
  while ((await blankOld(ctx.db, keptSince('infringements', ctx.app.clock.now()), BATCH)) === BATCH);
}

export const infringementJobs = (app: App) => [
  timedJob(app, 'infringements.end', '*/10 * * * *', endMeasures),
  timedJob(app, 'infringements.forget', '35 4-6 * * *', forgetPeople),
];

/** Before an account goes: what it complained of ends as if it were withdrawn; what was said against its works is over, and they stay off. */
export async function forgetNotices(tx: TxCtx, user_id: number): Promise<void> {
  for (const id of await aliveOf(tx.db, user_id)) {
    const row = await lockNotice(tx, id);
    if (row) await endNotice(tx, row, 'closed', { step: 'left', stays_off: row.publisher_id === user_id });
  }
}

/** The reader's own, on one of the two sides, the newest first. */
export async function ownNotices(ctx: Ctx, { side, page, limit }: Input<'own'>) {
  const user_id = requireUser(ctx);
  const { list, total } = await findOwn(ctx.db, { side, user_id, offset: (page - 1) * limit, limit });
  return { list: await shownTo(ctx, list, user_id), total, page, limit };
}

/** One for staff who are none of its sides. @throws AppError 403, 404 */
export async function noticeOf(ctx: Ctx, id: number): Promise<{ row: InfringementRow; shown: Infringement }> {
  const row = (await findInfringements(ctx.db, [id]))[0];
  if (!row) throw notFound(GONE);
  await refuseOwn(ctx, [row.user_id, row.publisher_id]);
  return { row, shown: (await shownTo(ctx, [row], null))[0]! };
}

/** From when its publisher was to know of it. */
const movesSince = ({ moves }: InfringementRow) => moves.slice(moves.findIndex(({ step }) => step === 'accepted'));

/** 林** */
export const maskedName = (name: string): string => `${[...name][0] ?? ''}**`;

/** As this side sees it: publishers get the notice without papers, telephone and what came before it was accepted, staff without what says who somebody is. */
async function shownTo(ctx: Ctx, rows: readonly InfringementRow[], user_id: number | null): Promise<Infringement[]> {
  const items = await itemsById(
    ctx,
    rows.map(({ item_id }) => item_id),
  );
  const people = await publicUsers(
    ctx,
    rows.flatMap((row) => [row.user_id, row.publisher_id]),
  );
  const now = ctx.app.clock.now().getTime();
  const part = async (by: number, said: Said | null, whole: boolean, more: readonly number[] = []): Promise<InfringementPart | null> => {
    if (!said) return null;
    if (people.get(by).closed) return { name: '', contact: '', content: said.content, files: [] };
    const files = user_id === null ? [] : await attachmentsOf(ctx, [...more, ...said.files]);
    const shown = files.map(({ id, name }) => ({ id, name, url: attachmentLink(ctx, id), papers: more.includes(id) }));
    return {
      name: user_id === null ? maskedName(said.name) : said.name,
      content: said.content,
      contact: whole ? said.contact : '',
      files: shown,
    };
  };
  return Promise.all(
    rows.map(async (row): Promise<Infringement> => {
      const item = items.get(row.item_id);
      const is_mine = row.user_id === user_id;
      return {
        ...{
          id: row.id,
          title: item?.title ?? '作品',
          href: item ? detailPath(kindOf(item.kind), item.id) : '',
          is_mine,
          state: row.state,
        },
        ...{
          as: row.notice.as,
          moves: is_mine || user_id === null ? row.moves : movesSince(row),
          ends_at: row.ends_at ? unixSeconds(row.ends_at) : 0,
        },
        days_left: row.ends_at ? Math.max(0, Math.ceil((row.ends_at.getTime() - now) / DAY_MS)) : 0,
        notice: (await part(row.user_id, row.notice, is_mine, is_mine ? row.notice.identity_files : []))!,
        counter: await part(row.publisher_id, row.counter, user_id !== null),
        word: await part(row.user_id, row.word, is_mine),
      };
    }),
  );
}
