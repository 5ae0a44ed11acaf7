import { gateway, SILENT } from '#client/gateway.ts';
import type { AgreementStage } from '#contract/outputs/offer.ts';

/** Asks for the payment of a stage, which the platform holds. True: it was paid. */
export async function payStage({ id, title, price }: AgreementStage): Promise<boolean> {
  const { showTogether } = await import('../order/TogetherPay.tsx');
  const paid = await showTogether('支付合作款', {
    texts: {
      paid: '款项由平台托管，对方交付、您确认后才会放款。',
      below: '款项由平台托管，对方交付、您确认后放款；做不下去由对方退回，或提出争议。',
      no_coupons: '合作款不使用优惠券',
    },
    async quote() {
      const { balance } = await gateway('GET /user/balance/money', {}, SILENT);
      return { price, list_price: price, balance, coupons: [], list: [{ id, title, price }] };
    },
    place: (_quote, { balance, cache, idempotency_key }) =>
      gateway('POST /demand/agreement/pay', { id, balance, cache: cache ?? 0, idempotency_key }, SILENT),
  });
  return paid === 'paid';
}
