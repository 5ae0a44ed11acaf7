import { type DemandState, demandPath, OPEN_STATES, TENDER } from '#contract/demand.ts';
import { KINDS } from '#contract/kinds.ts';
import { offerNoun } from '#contract/offer.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { emit } from '../../outbox/outbox.ts';
import { sendNotices } from '../notices/index.ts';
import { showState } from '../posts/index.ts';
import { type DemandRow, insertMove, lockDemandRow, writeDemand } from './repo.ts';
import { isOver, itemStatusOf, mayMove, rowStateText, stateTerm } from './rules.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** A demand changed its state; `by_user_id` null: a job moved it. */
    'demand.moved': {
      demand_id: number;
      from: DemandState;
      to: DemandState;
      by_user_id: number | null;
      /** For the platform; absent in what an older release wrote. */
      by_staff?: boolean;
      why: string;
    };
    /** An open demand was changed by its owner: bidders should look again. `at`: unix ms; `minor`: it says what it said. */
    'demand.edited': { demand_id: number; at: number; minor: boolean };
    /** Its owner moved the end of an open demand on: bidders are notified of the new end, and a tender stays sealed until then. */
    'demand.extended': { demand_id: number };
  }
}

const DAY_MS = 86_400_000;

/**
 * The only writer of a demand's state: locks demand, then item; writes the history, updates lists, emits `demand.moved`. `by`: the user, null for a
 * job; `by_staff`: for the platform; `pauses`: until reports are decided. Opening starts its open days (or `closes_at`); closing drops a change that waits for review.
 * @returns the state it had
 * @throws AppError 404; 409 where the state does not lead there
 */
export async function moveDemand(
  tx: TxCtx,
  {
    id,
    to,
    by,
    why = '',
    by_staff = false,
    pauses = false,
    ...until
  }: { id: number; to: DemandState; by: number | null; why?: string; by_staff?: boolean; pauses?: boolean; closes_at?: Date | null },
): Promise<DemandState> {
  const demand = await lockDemandRow(tx.db, id);
  if (!demand) throw notFound('需求不存在');
  const from = demand.state;
  const now = tx.app.clock.now();
  const word = (state: DemandState) => rowStateText({ ...demand, state }, now);
  if (!mayMove(from, to)) throw conflict(`这条需求${word(from)}，不能变为${word(to)}`);
  const anew = to === 'open' && from !== 'choosing' && until.closes_at === undefined;
  const closes_at = until.closes_at ?? (anew ? new Date(now.getTime() + demand.open_days * DAY_MS) : demand.closes_at);
  await writeDemand(tx.db, id, {
    ...{ state: to, closes_at },
    ...(anew ? { extended: false, opened_at: demand.opened_at ?? now } : {}),
    ...(isOver(to) ? { submitted: null } : {}),
    // what was only paused goes on with what it bound
    ...((isOver(from) || from === 'agreed') && !(demand.paused && OPEN_STATES.includes(to)) ? { round: demand.round + 1 } : {}),
    paused: pauses,
  });
  await insertMove(tx.db, { demand_id: id, from_state: from, to_state: to, by_user_id: by, by_staff, why, at: now });
  await listDemand(tx, id, { was: from, state: to, closes_at });
  await emit(tx, 'demand.moved', { demand_id: id, from, to, by_user_id: by, by_staff, why });
  return from;
}

/** Brings lists in line with a state and its end. The caller holds the demand's row. */
export async function listDemand(
  tx: TxCtx,
  id: number,
  { was, state, closes_at }: { was: DemandState; state: DemandState; closes_at: Date | null },
): Promise<void> {
  await showState(tx, id, {
    ...{ kind: KINDS.demand, was: itemStatusOf(was), status: itemStatusOf(state) },
    term: stateTerm(state, closes_at !== null && closes_at > tx.app.clock.now()),
    ends_at: OPEN_STATES.includes(state) ? closes_at : null,
  });
}

const TEXTS = {
  approved: ['需求已通过审核', '现在所有人都能看到。'],
  rejected: ['需求没有通过审核', '改好后可以再次提交。原因：'],
  closed: ['需求已被平台关闭', '修改后可以重新提交，由审核员查看。原因：'],
  reopened: ['需求已重新开放', '现在所有人都能看到，可以继续接受报价。原因：'],
  lapsed: ['需求的修改没有生效', '需求已选定合作方，以选定时的内容为准。'],
  ending: ['需求即将截止', '明天截止，可以延长一次，或从已有的报价中选择。'],
  ending_extended: ['需求即将截止', '明天截止，之后可以从已有的报价中选择。'],
  expired: ['需求已过期', '没有选定报价。可以重新开放，或修改后再发布。'],
  unchosen: ['招标已过期', '开标后没有选定投标。招标不接受第二轮投标，需要时请发布新的招标。'],
} as const;

/** Notifies the owner of a demand of its outcome; once for each time it happens. */
export async function tellOwner(
  ctx: Ctx,
  row: Pick<DemandRow, 'item_id' | 'owner_id' | 'title' | 'closes_at' | 'label_type'>,
  what: keyof typeof TEXTS,
  reason: string,
): Promise<void> {
  const [title, text] = TEXTS[what];
  const content = text.replace('报价', offerNoun(row.label_type === TENDER));
  // the end of a demand names its time: what was extended ends again
  const ends = what.startsWith('ending') || what === 'expired' || what === 'unchosen';
  const at = ends ? row.closes_at : ctx.app.clock.now();
  await sendNotices(ctx, [row.owner_id], {
    ...{ topic: 'demand', key: `demand:${row.item_id}:${what}:${at ? unixSeconds(at) : 0}`, title },
    content: `「${row.title}」${content}${reason}`,
    href: what === 'rejected' || what === 'closed' ? `/demand/add?id=${row.item_id}` : demandPath(row.item_id),
  });
}
