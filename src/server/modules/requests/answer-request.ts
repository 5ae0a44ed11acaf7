import { REQUEST_MAX, REQUEST_MIN, requestPath } from '#contract/request.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { conflict, forbidden, invalid, notFound, tooOften } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { emit } from '../../outbox/outbox.ts';
import { openConversation, postEvent, sendMessage } from '../chat/index.ts';
import { isAccountOpen, publicUsers } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { rate } from '../ratings/index.ts';
import { getSetting } from '../settings/index.ts';
import { GONE } from './ask-request.ts';
import { moveRequest } from './move-request.ts';
import { countAnswersOn, findAnswer, insertHistory, lockPerson, lockRequest, putAnswer, setRequest, takeBackAnswer } from './repo.ts';
import { answerRefusal } from './rules.ts';
import { requestAnswersDaily } from './settings.ts';

/**
 * Answers a request by opening the conversation with the asker and sending the first message; again is the same conversation. Enforces the request's
 * open places and the person's daily limit. Locks the person, then the request, then the conversation.
 * @throws AppError code 1 for the text; 404; 409 when it is full, over or one's own, and with `data.why` contact for contact details
 * (again with `confirmed`); 429 beyond the day's number
 */
export async function answerRequest(
  ctx: Ctx,
  input: { id: number; text: string; confirmed: boolean },
): Promise<{ conversation_id: number }> {
  const user_id = requireUser(ctx);
  const { id, confirmed } = input;
  const text = plainText(input.text);
  const long = [...text].length;
  if (long < REQUEST_MIN.answer) throw invalid({ text: '说说您能怎么做，至少 2 个字' });
  if (long > REQUEST_MAX.answer) throw invalid({ text: `最多 ${REQUEST_MAX.answer} 个字` });
  const limit = await getSetting(ctx, requestAnswersDaily);
  return inTransaction(ctx, async (tx) => {
    await lockPerson(tx.db, user_id);
    const row = await lockRequest(tx.db, id);
    if (!row || row.state === 'review') throw notFound(GONE);
    const before = await findAnswer(tx.db, id, user_id);
    if (before && before.state !== 'withdrawn') return { conversation_id: before.conversation_id };
    const now = tx.app.clock.now();
    const refusal = answerRefusal({ ...row, asker_gone: !(await isAccountOpen(tx, row.asker_id)) }, user_id, now);
    if (refusal !== '') throw conflict(refusal);
    const day = shanghaiDay(now);
    // taken back today it was counted today
    const counted = before?.day === day;
    if (!counted && (await countAnswersOn(tx.db, user_id, day)) >= limit) throw tooOften(`每天最多接 ${limit} 个求单，明天再来吧`, 3_600);
    const talk = await openConversation(tx, { subject: { kind: 'request', id }, starter_id: user_id, other_id: row.asker_id });
    const again = before ? `-${before.created_at.getTime()}` : '';
    await putAnswer(tx.db, {
      request_id: id,
      planner_id: user_id,
      conversation_id: talk.id,
      text,
      state: 'talking',
      day,
      created_at: now,
    });
    await setRequest(tx.db, id, { planners_num: row.planners_num + 1 });
    if (row.state === 'open') await moveRequest(tx, row, { to: 'talking', by: user_id });
    else await emit(tx, 'request.changed', { request_id: id });
    await sendMessage(tx, {
      ...{ id: talk.id, client_id: `request-${id}-${user_id}${again}`, type: 'text', text, file_id: 0, item_id: 0, price: null, confirmed },
    });
    await sendNotices(tx, [row.asker_id], {
      ...{ topic: 'request', key: `request:${id}:answer:${user_id}${again}`, title: `有人接单：${row.title}`, href: requestPath(id) },
      content: [...text].slice(0, 60).join(''),
    });
    return { conversation_id: talk.id };
  });
}

/**
 * A planner withdraws an answer while no planner is chosen: the place is free, and the asker is notified once. The day's count stays; answering
 * again is possible while the request is open. Without any answer left the request waits for one again. Locks the request.
 * @throws AppError 404, 409 when it was not answered, is settled or over
 */
export async function withdrawAnswer(ctx: Ctx, id: number): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const row = await lockRequest(tx.db, id);
    if (!row || row.state === 'review') throw notFound(GONE);
    const own = await findAnswer(tx.db, id, user_id);
    if (row.state !== 'talking' || own?.state !== 'talking') throw conflict('现在不能撤回接单，请刷新后再看');
    await takeBackAnswer(tx.db, id, user_id);
    const planners_num = row.planners_num - 1;
    await setRequest(tx.db, id, { planners_num });
    if (planners_num === 0) await moveRequest(tx, row, { to: 'open', by: user_id, why: WITHDRAWN });
    else {
      await insertHistory(tx.db, {
        request_id: id,
        from: row.state,
        to: row.state,
        by: user_id,
        why: WITHDRAWN,
        created_at: tx.app.clock.now(),
      });
      await emit(tx, 'request.changed', { request_id: id });
    }
    await postEvent(tx, { conversation_id: own.conversation_id, type: 'withdrawn', data: { text: WITHDRAWN }, by: user_id });
    const name = (await publicUsers(tx, [user_id])).get(user_id).nickname;
    await sendNotices(tx, [row.asker_id], {
      ...{ topic: 'request', key: `request:${id}:withdrawn:${user_id}:${own.created_at.getTime()}` },
      ...{ title: `有人撤回了接单：${row.title}`, content: `${name} 不再接这个求单，名额已空出。`, href: requestPath(id) },
    });
  });
}

const WITHDRAWN = '撤回了接单';

/**
 * Asker and chosen planner rate each other, once each; neither is seen before both have, or before 14 days. Locks the request.
 * @throws AppError 404, 403 for anybody else, 409 before it is settled and for a second one, code 1 for stars and text
 */
export async function rateRequest(ctx: Ctx, { id, stars, text }: { id: number; stars: number; text: string }): Promise<{ shown: 0 | 1 }> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const row = await lockRequest(tx.db, id);
    if (!row) throw notFound(GONE);
    if (user_id !== row.asker_id && user_id !== row.settled_with) throw forbidden('只有发布者与选定的接单人可以评价');
    if (row.state !== 'settled' || row.settled_with === null) throw conflict('选定接单人之后才能评价');
    const to = user_id === row.asker_id ? row.settled_with : row.asker_id;
    const { shown } = await rate(tx, { subject: { kind: 'request', id }, from: user_id, to, stars, text });
    await sendNotices(tx, [to], {
      ...{ topic: 'request', key: `request:${id}:rated:${user_id}`, title: `对方评价了您：${row.title}`, href: requestPath(id) },
      content: shown ? '双方的评价都已公开。' : '您也评价之后，双方的评价一起公开。',
    });
    return { shown: shown ? 1 : 0 };
  });
}
