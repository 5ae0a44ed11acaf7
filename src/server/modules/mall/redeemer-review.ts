import { REDEMPTION_STATES, type RedemptionState } from '#contract/mall.ts';
import type { ReviewSubject } from '#contract/review.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { conflict, forbidden } from '../../kernel/errors.ts';
import { publicUsers, usersBeside } from '../identity/index.ts';
import { openReview, type Reviewable, reviewOf } from '../review/index.ts';
import { cancelWaiting } from './own-redemptions.ts';
import { findRedeemedBy, findRedemptions, lockRedemption, type RedemptionRecord } from './repo.ts';
import { CLUSTER_DAYS, CLUSTER_LEAST, REDEEMERS } from './rules.ts';

/** What was known when a redemption came before staff. */
interface Cluster {
  /** The redemptions of the others. */
  others: number[];
  devices: string[];
}

/** Puts a redemption before staff when several people have redeemed the same goods from one browser. Nothing is refused by a rule alone. */
export async function noteCluster(tx: TxCtx, row: RedemptionRecord): Promise<void> {
  const beside = await usersBeside(tx, row.user_id);
  if (beside.length + 1 < CLUSTER_LEAST) return;
  const since = new Date(tx.app.clock.now().getTime() - CLUSTER_DAYS * 86_400_000);
  const others = await findRedeemedBy(tx.db, { user_ids: beside.map(({ user_id }) => user_id), goods_id: row.goods_id, since });
  const people = new Set(others.map(({ user_id }) => user_id));
  if (people.size + 1 < CLUSTER_LEAST) return;
  const devices = new Set(beside.filter(({ user_id }) => people.has(user_id)).map(({ device }) => device || '未知设备'));
  const detail: Cluster = { others: others.map(({ id }) => id), devices: [...devices] };
  await openReview(tx, { type: REDEEMERS, target_id: row.id, score: people.size + 1, detail: { ...detail } });
}

/** Several accounts of one browser redeem the same goods: sent when staff let it, else the points go back. */
export const redeemerReview: Reviewable = {
  type: REDEEMERS,
  title: '同设备兑换',
  roles: ['operator'],
  load,
  lock: (tx, id) => lockRedemption(tx.db, id),
  owners: async (tx, id) => [(await lockRedemption(tx.db, id))?.user_id],
  subject: (id) => `redemption:${id}`,
  actions: [
    {
      name: 'let',
      text: '放行',
      needs_reason: false,
      leads_to: 'dismissed',
      run: async (tx, { target_id }) => void (await decidable(tx, target_id)),
    },
    {
      name: 'cancel',
      text: '取消并退回积分',
      needs_reason: true,
      reason_label: '取消的原因',
      reasons: ['同一设备上的多个账号兑换了同一商品', '兑换超过每人限兑数量'],
      leads_to: 'rejected',
      run: async (tx, { target_id, reason }) => cancelWaiting(tx, await decidable(tx, target_id), reason),
    },
  ],
};

async function decidable(tx: TxCtx, id: number): Promise<RedemptionRecord> {
  const row = await lockRedemption(tx.db, id);
  if (!row) throw conflict('兑换记录不存在');
  if (tx.actor.kind === 'user' && tx.actor.user_id === row.user_id) throw forbidden('自己的兑换须由另一位同事处理');
  return row;
}

async function load(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findRedemptions(ctx.db, ids);
  const clusters = await reviewDetails(ctx, rows);
  const others = await findRedemptions(
    ctx.db,
    [...clusters.values()].flatMap((cluster) => cluster.others),
  );
  const people = await publicUsers(
    ctx,
    [...rows, ...others].map(({ user_id }) => user_id),
  );
  const line = (row: RedemptionRecord) =>
    `${people.get(row.user_id).nickname}（用户 ${row.user_id}），${shanghaiDay(row.created_at)} 兑换 ${row.num} 件，${REDEMPTION_STATES[row.state as RedemptionState]}`;
  return new Map(
    rows.map((row) => {
      const { others: same, devices } = clusters.get(row.id) ?? { others: [], devices: [] };
      const facts = same.flatMap((id) => others.filter((one) => one.id === id)).map((one) => ({ label: one.redeem_no, value: line(one) }));
      return [
        row.id,
        {
          title: `${row.title} × ${row.num}`,
          byline: `${line(row)}，兑换单号 ${row.redeem_no}`,
          cover_src: row.cover_src,
          note: row.state === 'waiting' ? '' : '权益已发放或已结束，不能取消；需要时到用户页处理',
          facts: [{ label: '共同设备', value: devices.join('、') }, ...facts],
          has_pages: false,
        },
      ];
    }),
  );
}

async function reviewDetails(ctx: Ctx, rows: readonly RedemptionRecord[]): Promise<Map<number, Cluster>> {
  const known = new Map<number, Cluster>();
  for (const { id } of rows) {
    const review = await reviewOf(ctx, { type: REDEEMERS, target_id: id });
    if (review) known.set(id, review.detail as unknown as Cluster);
  }
  return known;
}
