import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { BANNER_FULL } from '#contract/promotion.ts';
import { adsShown, type BannerInput, bannerClicked, giftWaits, saveBanner, saveGifts, takeGifts } from '#server/modules/promotion/index.ts';
import { banners, new_readers } from '#server/modules/promotion/tables.ts';
import { hotWordPressed } from '#server/modules/search/index.ts';
import { hot_searches } from '#server/modules/search/tables.ts';
import { testApp } from '../support/app.ts';
import { makePerson } from '../support/item-world.ts';

const t = testApp();

const times = (n: number, run: (at: number) => Promise<unknown>) => Promise.all(Array.from({ length: n }, (_, at) => run(at)));

it('64 at once: what was shown, pressed and searched is counted exactly', async () => {
  const ad: BannerInput = {
    type: BANNER_FULL,
    title: '年会季',
    summary: '',
    picture: '',
    url: '/ppt',
    sort: 0,
    is_on: true,
    starts_at: 0,
    ends_at: 0,
  };
  const id = await saveBanner(t.ctx(), null, ad);
  const other = await saveBanner(t.ctx(), null, ad);
  await times(64, (at) => (at % 4 === 0 ? bannerClicked(t.ctx(), id) : adsShown(t.ctx(), at % 2 === 0 ? [id, other] : [other, id])));
  const [row] = await t.app.db.select().from(banners).where(eq(banners.id, id));
  expect([row?.show_num, row?.click_num]).toEqual([48, 16]);
  await times(64, () => hotWordPressed(t.ctx(), { id: 0, word: '年会' }));
  const words = await t.app.db.select().from(hot_searches);
  expect(words.map(({ word, click_num }) => [word, click_num])).toEqual([['年会', 64]]);
});

it('64 tabs that close the gifts take them once', async () => {
  await saveGifts(t.ctx(), [{ name: '资源', title: '资源 5W+', desc: '', btn: '去看看', type: 1, target: '/resources' }]);
  const reader = await makePerson(t);
  expect(await giftWaits(t.ctx(), reader.id)).toBe(true);
  await times(64, () => takeGifts(t.ctx(reader.actor)));
  expect(await giftWaits(t.ctx(), reader.id)).toBe(false);
  expect(await t.app.db.select().from(new_readers).where(eq(new_readers.user_id, reader.id))).toHaveLength(1);
});
