import { inTransaction } from '#server/app/ctx.ts';
import { saveAddress } from '#server/modules/addresses/index.ts';
import { redeemGoods, saveGoods } from '#server/modules/mall/index.ts';
import { grantPoints } from '#server/modules/points/index.ts';
import type { TestApp } from './app.ts';
import type { Person } from './market.ts';

/** What A has of them: an address and a redemption; B could pay for one too. */
export async function mallThings(
  t: TestApp,
  { a, b, mark }: { a: Person; b: Person; mark: string },
): Promise<{ goods: number; address: number; redemption: number }> {
  const kept = {
    ...{ id: 0, title: '帆布袋', about: '', content: '', cover: '', points: 5, market_price: 0 },
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
