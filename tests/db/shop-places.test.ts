import { expect, it } from 'vitest';
import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { saveShop, shopOptions } from '#server/modules/shops/index.ts';
import { userInfo } from '#server/views/user-info.ts';
import { testApp } from '../support/app.ts';
import { makePerson } from '../support/market.ts';

const t = testApp();

it('the list of suppliers offers the regions and cities where one is, and no others', async () => {
  const places = async () => {
    const { province, city } = await shopOptions(t.ctx(), {});
    return [...province.keys(), ...city.keys()].toSorted();
  };
  expect(await places()).toEqual([]);
  const [first, second] = [await makePerson(t), await makePerson(t)];
  await saveShop(first.ctx, { ...EMPTY_SHOP_FORM, name: '云上舞美', category: 201, province: 33, city: 3301 });
  await saveShop(second.ctx, { ...EMPTY_SHOP_FORM, name: '山下舞美', category: 201, province: 33, city: 3302 });
  expect(await places()).toEqual([33, 3301, 3302]);
  expect(Object.fromEntries((await shopOptions(t.ctx(), { city: 3301, province: 33 })).cate)).toEqual({ 2: 1 });
  const owner = await userInfo(first.ctx, first.id);
  expect(owner.shop).toEqual({ id: expect.any(Number), name: '云上舞美' });
  expect((await userInfo(t.ctx(), (await makePerson(t)).id)).shop).toBeNull();
});
