import {
  checkRound,
  DRAW_ACTIVITY,
  PRIZE_GOODS,
  PRIZE_MEMBERSHIP,
  type PublishedDraw,
  type PublishedRound,
  type RoundCheck,
  type RoundForm,
  tableFault,
  tableText,
  userTag,
} from '#contract/draw.ts';
import { vipOf } from '#contract/membership.ts';
import { type App, type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { rowByRow, timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { randomToken, sha256 } from '../../kernel/ids.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import { type ActValue, defineStaffAct, performAct } from '../countersign/index.ts';
import { termWorth } from '../membership/index.ts';
import {
  findDrawsOfRound,
  findEndedRounds,
  findOpenRound,
  findPrizes,
  findRound,
  findRounds,
  insertRound,
  lockOpenRound,
  markRoundClosed,
  type RoundRow,
} from './repo.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** A round was opened or closed: pages that show it are wrong. */
    'draw.changed': Record<string, never>;
  }
}

const openAct = defineStaffAct<RoundForm, number>({
  name: 'draw.open',
  title: '开始抽奖',
  verb: 'campaign.edit',
  concerns: () => [],
  value: roundWorth,
  about: (_ctx, { title, prizes }) =>
    `「${title}」：${prizes.map((prize) => `${prize.title}${prize.stock === null ? '不限量' : ` × ${prize.stock}`}`).join('，')}`,
  run: writeRound,
});

/** What can be drawn, by stock. Goods have no price but the asker's word, so they always wait. */
async function roundWorth(ctx: Ctx, { prizes }: RoundForm): Promise<ActValue> {
  let sum_fen = 0;
  for (const { type, vip_type, days, stock } of prizes) {
    if (stock === 0) continue;
    const each = type === PRIZE_MEMBERSHIP ? await termWorth(ctx, { vip_type, days }) : 'always';
    if (each === 'always' || stock === null) return 'always';
    sum_fen += each * stock;
  }
  return sum_fen;
}

/**
 * Opens a round with this prize table; the open one, if there is one, is closed with it and its seed published. The seed is made here, before
 * anybody draws, and only its hash and the table's are published. Jobs (seed) may too. Locks the open round.
 * @throws AppError code 1 with what is wrong with the table, and as `performAct`
 */
export function openRound(ctx: Ctx, form: RoundForm): Promise<number> {
  return performAct(ctx, openAct, form);
}

async function writeRound(ctx: Ctx, form: RoundForm): Promise<number> {
  const staff_id = ctx.actor.kind === 'job' ? null : requireVerb(ctx, 'campaign.edit');
  const now = ctx.app.clock.now();
  const fault = tableFault(form.prizes) ?? prizesFault(form);
  if (fault) throw invalid({ prizes: fault });
  if (form.ends_at <= unixSeconds(now)) throw invalid({ ends_at: '结束时间应在将来' });
  const seed = randomToken(32);
  const table_text = tableText(form.prizes);
  return inTransaction(ctx, async (tx) => {
    const open = await lockOpenRound(tx.db, DRAW_ACTIVITY);
    if (open) await markRoundClosed(tx.db, open.id, now);
    const hashes = { seed_hash: sha256(seed), table_text, table_hash: sha256(table_text) };
    const ends_at = new Date(form.ends_at * 1000);
    const round = { activity_id: DRAW_ACTIVITY, title: form.title, seed, ...hashes, ends_at, created_at: now };
    const prizes = form.prizes.map(({ vip_type, days, max_download_pre_day, ...prize }) => ({
      ...prize,
      left_num: prize.stock,
      terms: (prize.type === PRIZE_MEMBERSHIP ? { vip_type, days, max_download_pre_day } : {}) as Record<string, number>,
    }));
    const id = await insertRound(tx.db, round, prizes);
    if (staff_id !== null) await recordAudit(tx, 'draw.open', `round:${id}`, { title: form.title, table_hash: hashes.table_hash });
    await emit(tx, 'draw.changed', {});
    return id;
  });
}

function prizesFault({ prizes }: RoundForm): string | null {
  for (const { type, vip_type, days } of prizes) {
    if (type !== PRIZE_MEMBERSHIP && type !== PRIZE_GOODS) return '奖品类型为会员或实物';
    if (type === PRIZE_MEMBERSHIP && (vipOf(vip_type) === null || days < 1)) return '会员奖品需要类型与天数';
  }
  return null;
}

/** Closes the open round and publishes its seed. @throws AppError 403, 409 when it is closed */
export async function closeRound(ctx: Ctx, id: number, reason: string): Promise<void> {
  requireVerb(ctx, 'campaign.edit');
  await inTransaction(ctx, async (tx) => {
    await closeLocked(tx, id);
    await recordAudit(tx, 'draw.close', `round:${id}`, { reason });
  });
}

async function closeLocked(tx: TxCtx, id: number): Promise<void> {
  const open = await lockOpenRound(tx.db, DRAW_ACTIVITY);
  if (open?.id !== id || !(await markRoundClosed(tx.db, id, tx.app.clock.now()))) throw conflict('这一轮已结束');
  await emit(tx, 'draw.changed', {});
}

/** Closes rounds whose time is up. */
export async function closeEndedRounds(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  const ended = await findEndedRounds(ctx.db, ctx.app.clock.now());
  return rowByRow(ctx, ended, 'a round was not closed', (id) => inTransaction(ctx, (tx) => closeLocked(tx, id)), stopping);
}

function published(round: RoundRow): PublishedRound {
  const { id, title, state, seed_hash, table_text, table_hash, last_number, ends_at, closed_at } = round;
  return {
    ...{ id, title, seed_hash, table_text, table_hash },
    state: state as PublishedRound['state'],
    seed: state === 'closed' ? round.seed : '',
    draws_num: last_number,
    ends_at: unixSeconds(ends_at),
    closed_at: closed_at ? unixSeconds(closed_at) : 0,
  };
}

const SHOWN = 10;

/** The newest rounds with what is known of each; a seed only of closed ones. The same for everybody. */
export async function publishedRounds(ctx: Ctx): Promise<PublishedRound[]> {
  return (await findRounds(ctx.db, DRAW_ACTIVITY, SHOWN)).map(published);
}

/** The round that can be drawn in now; null: none. */
export async function openRoundNow(ctx: Ctx): Promise<PublishedRound | null> {
  const open = await findOpenRound(ctx.db, DRAW_ACTIVITY);
  return open && open.ends_at > ctx.app.clock.now() ? published(open) : null;
}

/** Draws of a closed round after a number, and the round. @throws AppError 404 while it is open: draws are published with the seed */
export async function publishedDraws(
  ctx: Ctx,
  want: { round: number; after: number; limit: number },
): Promise<{ round: PublishedRound; list: PublishedDraw[] }> {
  const round = await findRound(ctx.db, want.round);
  if (round?.state !== 'closed') throw notFound('这一轮还没有公布');
  const rows = await findDrawsOfRound(ctx.db, want.round, want.after, want.limit);
  const list = await Promise.all(
    rows.map(async ({ number, user_id, user_seed, hit, given }): Promise<PublishedDraw> => {
      return { number, user: await userTag(round.id, user_id), user_seed, hit, given };
    }),
  );
  return { round: published(round), list };
}

/** The form of a new round: the table of the last one. @throws AppError 403 */
export async function roundForm(ctx: Ctx, id: number | null): Promise<{ round: PublishedRound | null; form: RoundForm }> {
  requireVerb(ctx, 'campaign.edit');
  const round = id === null ? ((await findRounds(ctx.db, DRAW_ACTIVITY, 1))[0] ?? null) : await findRound(ctx.db, id);
  if (id !== null && !round) throw notFound('没有这一轮');
  const prizes = round ? await findPrizes(ctx.db, round.id) : [];
  const form: RoundForm = {
    title: round?.title ?? '',
    ends_at: round ? unixSeconds(round.ends_at) : 0,
    prizes: prizes.map(({ place, title, type, weight, stock, replace, covers, covers_hor, terms }) => ({
      ...{ place, title, type, weight, stock, replace, covers, covers_hor },
      vip_type: terms['vip_type'] ?? 0,
      days: terms['days'] ?? 0,
      max_download_pre_day: terms['max_download_pre_day'] ?? 0,
    })),
  };
  return { round: round ? published(round) : null, form };
}

export const drawJobs = (app: App): JobDefinition[] => [timedJob(app, 'draws.close', '* * * * *', closeEndedRounds)];

const PAGE = 1_000;

/** Checks the newest rounds from what was published alone, as anybody could; null: it is open, and its seed not published. */
export async function checkRounds(ctx: Ctx): Promise<Array<{ round: PublishedRound; check: RoundCheck | null }>> {
  const rounds = await publishedRounds(ctx);
  const checked: Array<{ round: PublishedRound; check: RoundCheck | null }> = [];
  for (const round of rounds) {
    const draws: PublishedDraw[] = [];
    for (let more = round.state === 'closed'; more; ) {
      const { list } = await publishedDraws(ctx, { round: round.id, after: draws.at(-1)?.number ?? 0, limit: PAGE });
      draws.push(...list);
      more = list.length === PAGE;
    }
    checked.push({ round, check: round.state === 'closed' ? await checkRound(round, draws) : null });
  }
  return checked;
}
