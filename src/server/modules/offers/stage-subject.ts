import { demandPath } from '#contract/demand.ts';
import type { TxCtx } from '../../app/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { demandOf } from '../demands/index.ts';
import { ESCROWED, type OrderRecord, type OrderSubject } from '../orders/index.ts';
import { getSetting } from '../settings/index.ts';
import { type Entry, postTransfers, type Transfer } from '../wallet/index.ts';
import { findAgreement } from './agreements.repo.ts';
import { stageShare } from './settings.ts';
import { findStage, markHeld, markRefunded } from './stages.repo.ts';
import { tell } from './talk.ts';

/** From the earnings of who does the work to what is held for them (1), or back (-1). */
function escrowed(stage: { id: number; escrow_fen: number }, of: { user_id: number; orderid: string }, sign: 1 | -1): Transfer {
  const entries: Entry[] = [
    { owner_id: of.user_id, purpose: 'earning', amount: -sign * stage.escrow_fen },
    { owner_id: of.user_id, purpose: 'escrow', amount: sign * stage.escrow_fen },
  ];
  const [name, reason] = sign === 1 ? (['escrow-held', 'escrow_held'] as const) : (['escrow-released', 'escrow_released'] as const);
  return { key: `${name}:${stage.id}`, reason, reference: of.orderid, unit: 'fen', subject: ESCROWED, entries };
}

/** What was held for them is theirs from now on. */
export async function releaseEscrow(
  tx: TxCtx,
  stages: ReadonlyArray<{ id: number; escrow_fen: number; user_id: number; orderid: string }>,
): Promise<void> {
  const moving = stages.filter(({ escrow_fen }) => escrow_fen > 0);
  await postTransfers(
    tx,
    moving.map((stage) => escrowed(stage, stage, -1)),
  );
}

const pageOf = ({ snapshot: { terms = {} } }: Pick<OrderRecord, 'snapshot'>) => `${demandPath(Number(terms['demand_id']))}#offers`;

/** The sale of a stage of an agreement: who does the work earns by it, and the earning is held until it is released. */
export const stageSubject: OrderSubject = {
  name: ESCROWED,
  title: '合作款',
  async quote(ctx, buyer_id, stage_id) {
    const stage = await findStage(ctx.db, stage_id);
    const agreement = stage && (await findAgreement(ctx.db, stage.agreement_id));
    const demand = agreement && (await demandOf(ctx.db, agreement.demand_id));
    if (!stage || !demand || agreement.owner_id !== buyer_id) return { refusal: notFound('这个付款阶段已变更，请刷新'), price_fen: null };
    if (stage.state !== 'asked') return { refusal: conflict('这个阶段已经支付'), price_fen: null };
    if (agreement.state !== 'running') return { refusal: conflict('合作不在进行中，暂不能付款'), price_fen: null };
    const { price_fen } = stage;
    const terms = { demand_id: demand.id, agreement_id: agreement.id };
    const snapshot = { title: `${demand.title} · ${stage.title}`, cover_src: '', kind: 0, format: '', terms };
    const publisher = { id: agreement.user_id, share_bp: await getSetting(ctx, stageShare) };
    return { offer: { list_price_fen: price_fen, price_fen, snapshot, publisher } };
  },
  couponType: () => 0,
  texts: () => ({ noun: '合作款', owned: '这个阶段已经支付或变更', sold_out: '' }),
  links: (order) => ({ page: pageOf(order), done: pageOf(order), pay: pageOf(order) }),
  async fulfil(tx, orders) {
    const now = tx.app.clock.now();
    const held = new Map<number, boolean>();
    for (const { id, subject_id, publisher_fen } of orders.toSorted((a, b) => a.subject_id - b.subject_id))
      held.set(id, await markHeld(tx.db, { id: subject_id, order_id: id, escrow_fen: publisher_fen, now }));
    return orders.map(({ id }) => held.get(id) === true);
  },
  async finish(tx, orders) {
    const paid = orders.flatMap(({ publisher_id: user_id, ...order }) => (user_id === null ? [] : [{ ...order, user_id }]));
    await postTransfers(
      tx,
      paid
        .filter(({ publisher_fen }) => publisher_fen > 0)
        .map((order) => escrowed({ id: order.subject_id, escrow_fen: order.publisher_fen }, order, 1)),
    );
    for (const { user_id, orderid, price_fen, snapshot } of paid) {
      await tell(
        tx,
        [user_id],
        { id: Number(snapshot.terms?.['demand_id']) },
        {
          key: `stage:${orderid}`,
          title: `对方已支付 ¥${fenToYuan(price_fen)}，由平台托管`,
          content: `「${snapshot.title}」。交付后请点“已交付”，对方确认或到期后款项进入您的收益。`,
        },
      );
    }
  },
  isWanted: async (tx, { subject_id }) => (await findStage(tx.db, subject_id))?.state === 'asked',
  async revoke(tx, { id, orderid, publisher_id }) {
    const ended = await markRefunded(tx.db, id, tx.app.clock.now());
    if (ended?.was_held && publisher_id !== null) await releaseEscrow(tx, [{ ...ended, user_id: publisher_id, orderid }]);
  },
  usable: async () => new Set(),
  // who paid cannot take back by a press what another works for
  ways: ['escrow'],
  usedBy: async () => ['escrow'],
  part: { none: '合作款整笔放款或整笔退回' },
};
