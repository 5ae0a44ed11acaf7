import type { RequestMove } from '#contract/outputs/request.ts';
import type { WorkbenchEntry } from '#contract/outputs/workbench.ts';
import {
  type OwnRequests,
  REQUEST_OPEN,
  REQUEST_STATES,
  type RequestAnswer,
  type RequestPerson,
  type RequestState,
  type RequestView,
  requestPath,
} from '#contract/request.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { isAccountOpen } from '../identity/index.ts';
import { ratingState } from '../ratings/index.ts';
import { withdrawReview } from '../review/index.ts';
import { getSetting } from '../settings/index.ts';
import { GONE, REQUEST, tellPlanners } from './ask-request.ts';
import { moveRequest } from './move-request.ts';
import { requestCards, requestPeople } from './read-requests.ts';
import {
  type AnswerRecord,
  blankOf,
  countAnswersOn,
  findAnswer,
  findAnswered,
  findAnswers,
  findAsked,
  findHistory,
  findRequest,
  type HistoryRecord,
  lockRequest,
  type RequestRecord,
} from './repo.ts';
import { answerRefusal } from './rules.ts';
import { requestAnswersDaily } from './settings.ts';

const BOARD_MOST = 100;

function answerDto(row: AnswerRecord, planner: RequestPerson): RequestAnswer {
  const { conversation_id, text, state } = row;
  return { planner, conversation_id, text, state, created_at: unixSeconds(row.created_at) };
}

/** What the signed-in reader has to do with a request: as its asker, as a planner, as anybody. @throws AppError 404 */
export async function requestView(ctx: Ctx, id: number): Promise<RequestView> {
  const user_id = requireUser(ctx);
  const row = await findRequest(ctx.db, id);
  const asks = row?.asker_id === user_id;
  if (!row || (row.published_at === null && !asks)) throw notFound(GONE);
  const answer = asks ? null : await findAnswer(ctx.db, id, user_id);
  // who took it back reads on as anybody, and may answer again
  const own = answer?.state === 'withdrawn' ? null : answer;
  const answers = asks ? await findAnswers(ctx.db, id) : [];
  const history = asks ? await findHistory(ctx.db, id) : [];
  const other_id = asks ? row.settled_with : row.settled_with === user_id ? row.asker_id : null;
  const people = await requestPeople(ctx, [
    user_id,
    ...answers.map(({ planner_id }) => planner_id),
    ...(other_id === null ? [] : [other_id]),
  ]);
  const person = (who: number) => people.get(who) as RequestPerson;
  const rating = other_id === null ? null : await ratingState(ctx.db, { kind: 'request', id }, user_id, other_id);
  const open = REQUEST_OPEN.includes(row.state);
  return {
    role: asks ? 'asker' : own ? 'planner' : 'reader',
    state: row.state,
    refusal: own ? '' : await refusalFor(ctx, row, user_id, answer),
    mine: own && answerDto(own, person(user_id)),
    answers: answers.map((one) => answerDto(one, person(one.planner_id))),
    history: history.map((one) => moveDto(one, user_id, (who) => people.get(who)?.nickname ?? '工作人员')),
    rates: rating?.can_rate && other_id !== null ? person(other_id) : null,
    given: rating?.given ?? null,
    received: rating?.received ?? null,
    can_settle: asks && row.state === 'talking' ? 1 : 0,
    can_close: asks && (open || row.state === 'review' || row.state === 'expired') ? 1 : 0,
    can_extend: asks && (open || row.state === 'expired') ? 1 : 0,
    reason: row.reason,
  };
}

async function refusalFor(ctx: Ctx, row: RequestRecord, user_id: number, before: AnswerRecord | null): Promise<string> {
  const now = ctx.app.clock.now();
  const refusal = answerRefusal({ ...row, asker_gone: !(await isAccountOpen(ctx, row.asker_id)) }, user_id, now);
  const day = shanghaiDay(now);
  if (refusal !== '' || before?.day === day) return refusal;
  const limit = await getSetting(ctx, requestAnswersDaily);
  return (await countAnswersOn(ctx.db, user_id, day)) >= limit ? `今天已接 ${limit} 个求单，明天再来吧` : '';
}

function moveDto({ from, to, by, why, created_at }: HistoryRecord, user_id: number, nameOf: (id: number) => string): RequestMove {
  const text = (state: string | null) => (state === null ? '' : REQUEST_STATES[state as RequestState]);
  const who = by === null ? '' : by === user_id ? '我' : nameOf(by);
  return { from_text: text(from), to_text: text(to), by: who, why, created_at: unixSeconds(created_at) };
}

/** The signed-in user's own: what they asked, or what they answered. */
export async function ownRequests(
  ctx: Ctx,
  { tab, page, limit }: { tab: 'asked' | 'answered'; page: number; limit: number },
): Promise<OwnRequests> {
  const user_id = requireUser(ctx);
  const offset = (page - 1) * limit;
  if (tab === 'asked') {
    const { rows, total } = await findAsked(ctx.db, user_id, offset, limit);
    const cards = await requestCards(ctx, rows);
    return { list: cards.map((request) => ({ request, conversation_id: 0, answer_state: '' })), total, page, limit };
  }
  const { rows, total } = await findAnswered(ctx.db, user_id, offset, limit);
  const cards = await requestCards(
    ctx,
    rows.map(({ request }) => request),
  );
  const list = cards.map((request, i) => {
    const { conversation_id, state } = (rows[i] as (typeof rows)[number]).answer;
    return { request, conversation_id, answer_state: state };
  });
  return { list, total, page, limit };
}

const ANSWER_TEXTS = { talking: '沟通中', settled: '已选定我', declined: '未选中', withdrawn: '已撤回' } as const;

/** What of the hall stands on somebody's board: what they asked and what they answered. */
export async function requestWorkbench(ctx: Ctx, user_id: number): Promise<WorkbenchEntry[]> {
  const asked = (await findAsked(ctx.db, user_id, 0, BOARD_MOST)).rows.map((row): WorkbenchEntry => {
    const over = ['settled', 'closed', 'expired'].includes(row.state);
    return {
      ...{ key: `request:${row.id}`, group: 'request', title: row.title, path: requestPath(row.id), state: REQUEST_STATES[row.state] },
      ...{ asks_for_answer: row.state === 'talking', over },
      ...(row.event_day ? { all_day: true, at: unixSeconds(new Date(`${row.event_day}T00:00:00+08:00`)) } : {}),
      ...(over ? {} : { ends_at: unixSeconds(row.closes_at) }),
    };
  });
  const answered = (await findAnswered(ctx.db, user_id, 0, BOARD_MOST)).rows.map(({ request, answer }): WorkbenchEntry => {
    const over = answer.state === 'declined' || answer.state === 'withdrawn' || request.state === 'closed' || request.state === 'expired';
    return {
      ...{ key: `request-answer:${request.id}`, group: 'request', title: request.title, path: requestPath(request.id) },
      ...{ state: ANSWER_TEXTS[answer.state], asks_for_answer: false, over },
      ...(request.event_day ? { all_day: true, at: unixSeconds(new Date(`${request.event_day}T00:00:00+08:00`)) } : {}),
    };
  });
  return [...asked, ...answered];
}

/** Ends the open requests of somebody whose account ends, and empties what they wrote. What planners said stays theirs. Idempotent. */
export async function forgetRequests(ctx: Ctx, user_id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { rows } = await findAsked(tx.db, user_id, 0, 10_000);
    for (const { id, state } of rows) if (['review', 'open', 'talking'].includes(state)) await end(tx, id);
    await blankOf(tx.db, user_id);
  });
}

async function end(tx: TxCtx, id: number): Promise<void> {
  const row = await lockRequest(tx.db, id);
  if (!row) return;
  const moved = await moveRequest(tx, row, { to: 'closed', by: null, why: '发布者已注销' });
  await withdrawReview(tx, { type: REQUEST, target_id: id });
  await tellPlanners(tx, moved, { key: 'closed', text: '求单已关闭', why: '发布者已注销', by: null });
}
