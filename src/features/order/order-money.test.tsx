import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Invoice, OrderDetail } from '#contract/order.ts';
import type { OwnRefund } from '#contract/outputs/order.ts';
import { InvoiceAsk } from './InvoiceAsk.tsx';
import { lostBy, OrderMoney } from './OrderMoney.tsx';
import type { OrderDetailStore } from './order-detail.store.ts';

const refund: OwnRefund = {
  can_ask: true,
  at_once: true,
  why_not: '',
  price: 100,
  by_qr: 100,
  part: false,
  until: 1_800_000_000,
  asked: false,
  can_withdraw: false,
  refused: null,
  claim: '',
  list: [],
};
const invoice = {
  id: 1,
  title: '策猫文化',
  tax_no: '',
  price: 100,
  status: 'asked',
  reason: '',
  mail: 'cai@example.com',
  number: '',
  correction: null,
  past_files: [] as Invoice['past_files'],
} as Invoice;
const order = {
  paid_at: 1_799_000_000,
  refund,
  invoice: null,
  invoice_earlier: [],
  invoice_price: 100,
  invoice_mailed: true,
} as unknown as OrderDetail;
const shown = (change: Partial<OrderDetail>) =>
  renderToStaticMarkup(<OrderMoney order={{ ...order, ...change }} actions={{} as OrderDetailStore['actions']} />);

it('says why a request for a refund was refused, and lets the buyer ask again', () => {
  expect(shown({})).not.toContain('退款申请未通过');
  const html = shown({ refund: { ...refund, refused: { at: 1_799_500_000, reason: '信息不足' } } });
  expect(html).toContain('退款申请未通过：信息不足');
  expect(html).toContain('申请退款');
});

it('M1 says of an order of ¥0 that nothing can come back, and nothing where all of it did', () => {
  const nothing = { ...refund, can_ask: false, at_once: false, price: 0, why_not: '这笔订单没有可退的金额' };
  expect(shown({ refund: nothing })).toContain('这笔订单没有可退的金额');
  const back = { at: 1_799_500_000, price: 100, whole: true, reason: '退票', done: true };
  expect(shown({ refund: { ...nothing, list: [back] } })).not.toContain('这笔订单没有可退的金额');
});

it('offers to take a waiting request back only to who made it', () => {
  const waiting = { ...refund, can_ask: false, at_once: false, asked: true, why_not: '退款申请正在处理，请耐心等待' };
  const html = shown({ refund: { ...waiting, can_withdraw: true } });
  expect(html).toContain('撤回申请');
  expect(html).toContain('退款申请正在处理');
  expect(shown({ refund: waiting })).not.toContain('撤回申请');
});

it.each<[Partial<OrderDetail>, string]>([
  [{ format: 'pdf', noun: '方案', learn_href: '' }, '不能再下载'],
  [{ format: '', noun: '课程', learn_href: '/study/learn?id=1' }, '不能再学习'],
  [{ format: '', noun: '会员', learn_href: '' }, '会员随之收回'],
  [{ format: '', noun: '门票', learn_href: '' }, '门票随之收回'],
])('says what a refund takes back, of every kind: %j', (of, lost) => {
  expect(lostBy({ ...order, ...of })).toBe(lost);
});

it('names the address of an invoice only where it is mailed', () => {
  expect(shown({ invoice })).toContain('开出后发送至 cai@example.com');
  expect(shown({ invoice: { ...invoice, status: 'issued', has_file: true } })).toContain('，发送至 cai@example.com');
  expect(shown({ invoice, invoice_mailed: false })).not.toContain('cai@example.com');
  expect(shown({ invoice: { ...invoice, status: 'refused' } })).not.toContain('cai@example.com');
});

it('asks for the address in words that are true', () => {
  const ask = (mailed: boolean) =>
    renderToStaticMarkup(<InvoiceAsk price={1} mailed={mailed} onClose={() => {}} onAsk={async () => null} />);
  expect(ask(true)).toContain('接收邮箱');
  expect(ask(false)).not.toContain('接收邮箱');
});
