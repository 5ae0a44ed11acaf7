import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Quote } from '#contract/order.ts';
import { Purchase, type PurchaseProps } from './Purchase.tsx';

const QUOTE: Quote = {
  item: {
    ...{ id: 1, kind: 'scheme', order_call: '/scheme/buy/order', noun: '方案', vip_route: null, title: '星光年会整案', cover: null },
    ...{ category_name: '年会庆典', format: 'pptx', size: 12.5 },
  },
  ...{
    licence: 'personal',
    company_price: 0,
    shared: false,
    code: '',
    code_refusal: '',
    list_price: 199,
    price: 199,
    is_member_price: 0,
    price_for_members: 149.25,
    vip_discount: 7.5,
    had: '',
    coupons: [],
    unfit_coupons: [],
    give_back: '支付后 7 天内，没有打开付费页面、也没有下载的，可以自己申请退款。',
  },
  ...{ user_coupon_id: 0, coupon_price: 0, coupon_lost: 0, balance: 0, held: [], deduction_price: 0, pay_price: 199 },
};
const nothing = () => undefined;

function draw(buyer: Partial<PurchaseProps['buyer']>, view: PurchaseProps['state']['view'] = 'paying', quote: Partial<Quote> = {}): string {
  return renderToStaticMarkup(
    <Purchase
      state={{
        ...{ view, quote: { ...QUOTE, ...quote }, order: null, use_balance: false, coupon_id: 0, busy: false, failure: null },
        ...{ closed_text: '', scanned: false, left_s: 0, confirming: false, asking_coupon: 0 },
      }}
      buyer={{ nickname: '小满', headimgurl: '', vip_until: null, vip_route: null, ...buyer }}
      onRetry={nothing}
      onCoupon={nothing}
      onAnswerCoupon={nothing}
      onTerms={nothing}
      onBalance={nothing}
      onFreed={async () => undefined}
      onRefresh={nothing}
      onAskBalance={nothing}
      onPayByBalance={nothing}
      onCart={nothing}
      onDownload={nothing}
      onClose={nothing}
    />,
  );
}

it('F-24 says what is bought: its kind, category, format and size', () => {
  expect(draw({})).toContain('方案 · 年会庆典 · PPTX · 12.5 M');
});

it('F-23 leads to the membership where one can be bought, and names its price nowhere else', () => {
  const open = draw({ vip_route: '/vip/openVip' });
  expect([open.includes('未开通会员'), open.split('href="/vip/openVip"').length - 1, open.includes('会员价')]).toEqual([true, 2, true]);
  const closed = draw({});
  expect([closed.includes('未开通会员'), closed.includes('/vip/'), closed.includes('会员价')]).toEqual([true, false, false]);
  const member = draw({ vip_until: '2027-01-31', vip_route: '/vip/openVip' });
  expect([member.includes('2027-01-31'), member.includes('/vip/')]).toEqual([true, false]);
});

it('U-33 offers nothing more to who has paid', () => {
  const paid = draw({ vip_route: '/vip/openVip' }, 'paid');
  expect([paid.includes('支付成功'), paid.includes('会员价'), paid.includes('开通会员</a>')]).toEqual([true, false, false]);
});

it('says before and after the payment how long it can be given back, and by what that ends', () => {
  const told = '支付后 7 天内，没有打开付费页面、也没有下载的，可以自己申请退款';
  expect([draw({}).includes(told), draw({}, 'paid').includes(told)]).toEqual([true, true]);
  expect(draw({}, 'paying', { give_back: '' })).not.toContain('申请退款');
});

it('M5 offers the balance to who has one, and says nothing of it to others', () => {
  expect(draw({}, 'paying', { balance: 12.5 })).toContain('使用余额');
  expect(draw({}, 'paying', { balance: 0 })).not.toContain('余额');
});
