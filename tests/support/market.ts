import { randomUUID } from 'node:crypto';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import type { Order, OrderInput } from '#contract/order.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { createItem, setItemStatus } from '#server/modules/catalog/index.ts';
import { placeOrder } from '#server/modules/orders/index.ts';
import { itemSubject } from '#server/modules/sales/index.ts';
import { issueCoupon } from '#server/modules/vouchers/index.ts';
import { postTransfer } from '#server/modules/wallet/index.ts';
import { isSandboxPayment, type SandboxPaymentPort } from '#server/providers/payment/sandbox.ts';
import type { TestApp } from './app.ts';
import { makePerson as makeUser } from './people.ts';

export interface Person {
  id: number;
  token: string;
  ctx: Ctx;
}

/** A signed-in user with so much balance. */
export async function makePerson(t: TestApp, balance_fen = 0): Promise<Person> {
  const { id, token, actor } = await makeUser(t);
  if (balance_fen > 0) await giveBalance(t, id, balance_fen);
  return { id, token, ctx: t.ctx(actor) };
}

export async function giveBalance(t: Pick<TestApp, 'ctx'>, user_id: number, amount: number): Promise<void> {
  // files of one run share a site: a number counted here would be another's, and its gift a repetition
  const key = `gift:${randomUUID()}`;
  await inTransaction(t.ctx(), (tx) =>
    postTransfer(tx, {
      key,
      reason: 'gift',
      reference: '',
      unit: 'fen',
      entries: [
        { owner_id: null, purpose: 'gift_cost', amount: -amount },
        { owner_id: user_id, purpose: 'balance', amount },
      ],
    }),
  );
}

/** A published item, a scheme of 100 yuan unless said otherwise. */
export async function makeItem(
  t: Pick<TestApp, 'ctx'>,
  publisher_id: number,
  facts: { kind?: KindFacts; price_fen?: number; vip_only?: boolean } = {},
): Promise<number> {
  return inTransaction(t.ctx(), async (tx) => {
    const id = await createItem(tx, {
      kind: facts.kind ?? KINDS.scheme,
      publisher_id,
      title: '年会方案',
      price_fen: facts.price_fen ?? 10_000,
      vip_only: facts.vip_only ?? false,
      format: 'pdf',
      page_count: 10,
      free_pages: 2,
      file_size_bytes: 3_000_000,
    });
    await setItemStatus(tx, id, ['draft'], 'published');
    return id;
  });
}

/** A coupon for schemes, items of another kind or another subject, that lives a day. */
export function giveCoupon(t: TestApp, user_id: number, amount_fen: number, min_price_fen = 0, type = 5, use = 'item'): Promise<number> {
  const use_end_time = new Date(t.clock.now().getTime() + 86_400_000);
  return issueCoupon(t.ctx(), { user_id, use, type, title: '方案优惠券', amount_fen, min_price_fen, use_end_time });
}

export function place(person: Person, item_id: number, input: Partial<OrderInput> = {}): Promise<Order> {
  return placeOrder(person.ctx, itemSubject, {
    subject_id: item_id,
    use_balance: input.balance === 1,
    coupon_id: input.user_coupon_id ?? 0,
    reuse_open: input.cache === 1,
    ...(input.idempotency_key ? { idempotency_key: input.idempotency_key } : {}),
  });
}

export function sandbox(t: TestApp): SandboxPaymentPort {
  const { payment } = t.app.providers;
  if (!isSandboxPayment(payment)) throw new Error('payment is not in sandbox');
  return payment;
}

/** The number behind an order's QR, as a phone reads it. */
export function paymentNoOf(order: Order): string {
  return new URL(order.pay_qrcode).searchParams.get('pay') as string;
}

/** The payer confirms; nobody is told yet. */
export async function payAtProvider(t: TestApp, order: Order, channel: 'wechat' | 'alipay' = 'wechat') {
  const facts = await sandbox(t).pay(paymentNoOf(order), channel, 'success', t.clock.now());
  if (!facts) throw new Error('no such payment');
  return facts;
}
