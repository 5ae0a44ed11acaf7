import { expect, it } from 'vitest';
import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { editProfile } from '#server/modules/identity/index.ts';
import { saveShop } from '#server/modules/shops/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson } from '../support/market.ts';

const t = testApp();

const shop = (name: string) => ({ ...EMPTY_SHOP_FORM, name, category: 201, province: 33, city: 3301 });
const profile = (show_company: string) => ({ nickname: '看山的人', city: '', show_company, show_job: '' });

it.each(['策猫官方店', 'cemаo 服务商', '官方客服', 'Сеmаo店铺'])('A9 a stranger does not call a shop or a company %s', async (name) => {
  const { ctx } = await makePerson(t);
  await expect(saveShop(ctx, shop(name))).rejects.toThrow(/请换一个/);
  await expect(editProfile(ctx, profile(name))).rejects.toThrow(/请换一个/);
});

it('A9 a shop is not called as a certified one looks; its owner may change their own, others that are not certified share a name', async () => {
  const [gold, other] = [await makePerson(t), await makePerson(t)];
  const { id } = await saveShop(gold.ctx, shop('Vision会展'));
  await saveShop(other.ctx, shop('Vision 会展'));
  await t.booted.pool.pool.query('update shops set is_gold = true where id = $1', [id]);
  for (const name of ['Vision会展', 'V i s i o n 会展', 'Vísion·会展'])
    await expect(saveShop(other.ctx, shop(name))).rejects.toThrow(/金牌认证/);
  expect(await saveShop(gold.ctx, shop('VISION会展'))).toMatchObject({ id });
});
