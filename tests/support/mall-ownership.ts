import { inTransaction } from '#server/app/ctx.ts';
import { saveAddress } from '#server/modules/addresses/index.ts';
import { redeemGoods, saveGoods } from '#server/modules/mall/index.ts';
import { grantPoints } from '#server/modules/points/index.ts';
import type { TestApp } from './app.ts';
import type { Person } from './market.ts';

/** Calls of points, tasks, mall and address book for the ownership test; words in `with` are those of `mallThings`. */
export const MALL_OWNERSHIP: Record<string, { expect: 'refused'; with?: Record<string, unknown>; why?: string }> = {
  'GET /integral/goods/detail': { expect: 'refused', why: 'goods that are not there' },
  'GET /integral/order/quote': { expect: 'refused', why: 'goods that are not there' },
  'POST /integral/order': {
    expect: 'refused',
    with: { id: 'goods', address_id: 'address', total_points: 5, idempotency_key: 'foreign-key-1' },
    why: 'a parcel goes to an own address',
  },
  'GET /integral/order/detail': { expect: 'refused', with: { id: 'redemption' } },
  'POST /integral/order/cancel': { expect: 'refused', with: { id: 'redemption' } },
  'POST /integral/order/receive': { expect: 'refused', with: { id: 'redemption' } },
  'POST /integral/order/return': { expect: 'refused', with: { id: 'redemption', reason: '想要' } },
  'POST /user/address': {
    expect: 'refused',
    with: { id: 'address', receiver: '乙', tel: '13800000001', province: '上海市', city: '', detail: '南京西路 2 号' },
  },
  'DELETE /user/address': { expect: 'refused', with: { id: 'address' } },
  'POST /user/task/task': { expect: 'refused', why: 'a task that is not there' },
  'GET /admin/points': { expect: 'refused' },
  'POST /admin/points/give': { expect: 'refused', with: { points: 5, reason: '想要', idempotency_key: 'foreign-key-2' } },
  'GET /admin/task': { expect: 'refused' },
  'POST /admin/task': { expect: 'refused', with: { title: '任务', event: 'signin', period: 'daily', points: 5 } },
  'GET /admin/goods': { expect: 'refused', with: { id: 'goods' } },
  'POST /admin/goods': {
    expect: 'refused',
    with: { id: 'goods', kind: 'physical', title: '改名', points: 1, left_num: 1, left_before: 1, definition_id: 0 },
  },
  'GET /admin/redemption': { expect: 'refused', with: { id: 'redemption' } },
  'POST /admin/redemption/reveal': { expect: 'refused', with: { id: 'redemption', reason: '想要' } },
  'POST /admin/redemption/ship': { expect: 'refused', with: { id: 'redemption', carrier: '顺丰', tracking_no: 'SF1234' } },
  'POST /admin/redemption/cancel': { expect: 'refused', with: { id: 'redemption', reason: '想要' } },
  'POST /admin/redemption/return': { expect: 'refused', with: { id: 'redemption', accept: 1 } },
};

/** What A has of them: an address and a redemption; B could pay for one too. */
export async function mallThings(
  t: TestApp,
  { a, b, mark }: { a: Person; b: Person; mark: string },
): Promise<{ goods: number; address: number; redemption: number }> {
  const kept = {
    ...{ id: 0, title: `${mark}袋`, about: '', content: '', cover: '', points: 5, market_price: 0 },
    kind: 'physical' as const,
  };
  const terms = { definition_id: 0, vip_type: 1, days: 1, max_download_pre_day: 1, cards: 1, per_person: 0, is_on: true, sort: 0 };
  const goods_id = await saveGoods(t.ctx(), { ...kept, ...terms, left_num: 9, left_before: 9 });
  const home = {
    id: 0,
    receiver: `${mark}人`,
    tel: '13800000000',
    province: '上海市',
    city: '',
    detail: '南京西路 1 号',
    is_default: true,
  };
  const address_id = (await saveAddress(a.ctx, home)).id;
  for (const { id } of [a, b]) {
    const gift = { user_id: id, points: 50, reason: 'gift' as const, key: `owned-${id}` };
    await inTransaction(t.ctx(), (tx) => grantPoints(tx, gift));
  }
  const redeemed = await redeemGoods(a.ctx, { id: goods_id, num: 1, address_id, total_points: 5, key: 'redeemed-by-a' });
  return { goods: goods_id, address: address_id, redemption: redeemed.id };
}
