import {
  REQUEST_DAYS,
  REQUEST_OPEN,
  type RequestDetail,
  type RequestInput,
  type RequestPictureKey,
  requestPath,
} from '#contract/request.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { conflict, forbidden, invalid, notFound, otherWish } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { emit } from '../../outbox/outbox.ts';
import { postEvent } from '../chat/index.ts';
import { isAccountOpen } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { takePublicCopy } from '../publishing/index.ts';
import { openReview, withdrawReview } from '../review/index.ts';
import { termsOf } from '../search/index.ts';
import { getSetting } from '../settings/index.ts';
import { mayPublishDemands } from '../verification/index.ts';
import { moveRequest } from './move-request.ts';
import { requestDetail } from './read-requests.ts';
import {
  countOpenOf,
  endAnswers,
  findAnswers,
  findByKey,
  insertHistory,
  insertRequest,
  lockPerson,
  lockRequest,
  type RequestRecord,
  reviveAnswers,
  setRequest,
} from './repo.ts';
import { checkRequest } from './rules.ts';
import { requestFields, requestOpenMost, requestPlanners, requestReviewMode } from './settings.ts';

/** `reviewables.type` of requests. */
export const REQUEST = 'request';
export const GONE = '求单不存在或已删除';
const DAY_MS = 86_400_000;

/**
 * Puts a request into the hall, or before staff where the site wants that. The same `key` again answers the request that is there. Verified users
 * only. Locks the asker's requests.
 * @throws AppError code 1 for wrong fields and contact details, 403 without verification, 404 for pictures of others, 409 for too many
 * and for a key of other words
 */
export async function askRequest(ctx: Ctx, given: RequestInput): Promise<RequestDetail> {
  const user_id = requireUser(ctx);
  const before = await findByKey(ctx.db, user_id, given.key);
  const said = { title: plainText(given.title).replaceAll('\n', ' '), detail: plainText(given.detail) };
  if (before && (before.title !== said.title || before.detail !== said.detail)) throw otherWish();
  if (before) return requestDetail(ctx, before.id);
  if (!(await mayPublishDemands(ctx, user_id))) throw forbidden('请先进行个人认证');
  const fields = await requestFields(ctx);
  const now = ctx.app.clock.now();
  const input = { ...given, ...said };
  const faults = checkRequest(input, { today: shanghaiDay(now), fields: fields.map(({ key }) => key) });
  if (Object.keys(faults).length > 0) throw invalid(faults as Record<string, string>);
  const pictures: RequestPictureKey[] = [];
  for (const file of new Set(input.pictures)) pictures.push(await takePublicCopy(ctx, file));
  const [planners_max, most, review] = [
    await getSetting(ctx, requestPlanners),
    await getSetting(ctx, requestOpenMost),
    await getSetting(ctx, requestReviewMode),
  ];
  const held = review === 'hold';
  const id = await inTransaction(ctx, async (tx) => {
    await lockPerson(tx.db, user_id);
    const same = await findByKey(tx.db, user_id, input.key);
    if (same) return same.id;
    if ((await countOpenOf(tx.db, user_id)) >= most) throw conflict(`最多同时进行 ${most} 个求单，请先关闭或选定一些`);
    const row = await insertRequest(tx.db, {
      ...{ asker_id: user_id, title: input.title, detail: input.detail, field: input.field, pictures, planners_max },
      ...{ budget_fen: input.budget === 0 ? null : Math.round(input.budget * 100), event_day: input.event_day || null },
      ...{ province: input.province || null, city: input.city || null, key: input.key },
      words: termsOf([input.title, fields.find(({ key }) => key === input.field)?.name, input.detail].join('\n')),
      ...{ state: held ? 'review' : 'open', created_at: now, published_at: held ? null : now },
      closes_at: new Date(now.getTime() + input.days * DAY_MS),
    });
    if (!row) throw conflict('求单已提交');
    await insertHistory(tx.db, { request_id: row.id, from: null, to: row.state, by: user_id, created_at: now });
    if (held) await openReview(tx, { type: REQUEST, target_id: row.id });
    await emit(tx, 'request.changed', { request_id: row.id });
    return row.id;
  });
  return requestDetail(ctx, id);
}

/** Acts on one's own request, locked. @throws AppError 404 for those of others */
async function onOwn<T>(ctx: Ctx, id: number, act: (tx: TxCtx, row: RequestRecord, user_id: number) => Promise<T>): Promise<T> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const row = await lockRequest(tx.db, id);
    if (row?.asker_id !== user_id) throw notFound(GONE);
    return act(tx, row, user_id);
  });
}

/**
 * The asker chooses one who answered: the request is settled, the others are notified courteously. Exactly one, however many choose at once.
 * @throws AppError 404, 409 when it is settled or ended, or that planner did not answer or is blocked
 */
export function settleRequest(ctx: Ctx, id: number, planner_id: number): Promise<void> {
  return onOwn(ctx, id, async (tx, row, user_id) => {
    const answers = await findAnswers(tx.db, id);
    if (!answers.some((one) => one.planner_id === planner_id)) throw conflict('对方没有接这个求单');
    if (!(await isAccountOpen(tx, planner_id))) throw conflict('对方的账号已停用，请选择其他接单人');
    await moveRequest(tx, row, { to: 'settled', by: user_id, settled_with: planner_id });
    await endAnswers(tx.db, id, planner_id);
    if (row.event_day !== null) await emit(tx, 'request.settled', { planner_id, day: row.event_day });
    const href = requestPath(id);
    const others = answers.filter((one) => one.planner_id !== planner_id);
    await sendNotices(tx, [planner_id], {
      ...{ topic: 'request', key: `request:${id}:settled`, title: `您被选定：${row.title}`, href },
      content: '发布者选定了您，接下来在会话里约定细节；完成后可以互相评价。',
    });
    await sendNotices(
      tx,
      others.map((one) => one.planner_id),
      {
        ...{ topic: 'request', key: `request:${id}:settled`, title: `求单已选定他人：${row.title}`, href },
        content: '感谢您的接单，这一次发布者选择了其他策划人。',
      },
    );
    for (const { planner_id: one, conversation_id } of answers) {
      const text = one === planner_id ? '选定了接单人' : '选定了其他接单人';
      await postEvent(tx, { conversation_id, type: one === planner_id ? 'agreed' : 'closed', data: { text }, by: user_id });
    }
  });
}

/** Notifies those who talk about a request that it ended. */
export async function tellPlanners(
  tx: TxCtx,
  row: RequestRecord,
  what: { key: string; text: string; why: string; by: number | null },
): Promise<void> {
  const answers = (await findAnswers(tx.db, row.id)).filter(({ state }) => state === 'talking');
  await endAnswers(tx.db, row.id, null);
  await sendNotices(
    tx,
    answers.map(({ planner_id }) => planner_id),
    {
      ...{ topic: 'request', key: `request:${row.id}:${what.key}`, title: `${what.text}：${row.title}`, href: requestPath(row.id) },
      content: what.why === '' ? '感谢您的接单。' : `原因：${what.why}。感谢您的接单。`,
    },
  );
  for (const { conversation_id } of answers) {
    await postEvent(tx, { conversation_id, type: 'closed', data: { text: what.by === null ? what.text : '关闭了求单' }, by: what.by });
  }
}

/** The asker ends it without choosing anybody. @throws AppError 404, 409 when it is over */
export function closeRequest(ctx: Ctx, id: number, reason: string): Promise<void> {
  return onOwn(ctx, id, async (tx, row, user_id) => {
    const why = plainText(reason);
    const moved = await moveRequest(tx, row, { to: 'closed', by: user_id, why });
    await withdrawReview(tx, { type: REQUEST, target_id: id });
    await tellPlanners(tx, moved, { key: 'closed', text: '求单已关闭', why, by: user_id });
  });
}

/** Gives a request so many days from now: one that is open, or one whose time is over. @throws AppError 404, code 1, 409 where that would be earlier than before */
export function extendRequest(ctx: Ctx, id: number, days: number): Promise<void> {
  if (!(REQUEST_DAYS as readonly number[]).includes(days)) throw invalid({ days: '请选择多久截止' });
  return onOwn(ctx, id, async (tx, row, user_id) => {
    if (row.state !== 'expired' && !REQUEST_OPEN.includes(row.state)) throw conflict('这个求单不能延长');
    const closes_at = new Date(tx.app.clock.now().getTime() + days * DAY_MS);
    if (closes_at < row.closes_at) throw conflict('求单现在的截止时间更晚，请选择更多天数');
    await setRequest(tx.db, id, { closes_at });
    if (row.state === 'expired') {
      await moveRequest(tx, row, { to: row.planners_num > 0 ? 'talking' : 'open', by: user_id, why: '延长' });
      await tellGoesOn(tx, { ...row, closes_at }, user_id);
    } else {
      await insertHistory(tx.db, {
        request_id: id,
        from: row.state,
        to: row.state,
        by: user_id,
        why: '延长',
        created_at: tx.app.clock.now(),
      });
      await emit(tx, 'request.changed', { request_id: id });
    }
  });
}

/** Those who answered before its time was over are in it again, and are notified. */
async function tellGoesOn(tx: TxCtx, row: RequestRecord, by: number): Promise<void> {
  const answers = await reviveAnswers(tx.db, row.id);
  await sendNotices(
    tx,
    answers.map(({ planner_id }) => planner_id),
    {
      ...{ topic: 'request', key: `request:${row.id}:again:${row.closes_at.getTime()}`, title: `求单已延长：${row.title}` },
      ...{ content: '您的接单仍然有效，可以在会话里继续沟通。', href: requestPath(row.id) },
    },
  );
  for (const { conversation_id } of answers) await postEvent(tx, { conversation_id, type: 'reopened', data: { text: '延长了求单' }, by });
}
