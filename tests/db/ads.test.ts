import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { decide } from '#server/modules/access/index.ts';
import { adFilm, adFilms, adState, adsADay, beatAd, offersAd, requestAd } from '#server/modules/ads/index.ts';
import { getItem, setItemStatus } from '#server/modules/catalog/index.ts';
import { items } from '#server/modules/catalog/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/market.ts';

const t = testApp();
let publisher: Person;
let film_id: number;
let cheap: number;
let dear: number;

beforeAll(async () => {
  publisher = await makePerson(t);
  film_id = await makeItem(t, publisher.id);
  await t.app.db
    .update(items)
    .set({ cover_key: 'aa/bb/0123456789abcdef0123456789abcdef', cover_width: 640, cover_height: 360 })
    .where(eq(items.id, film_id));
  cheap = await makeItem(t, publisher.id, { price_fen: 900 });
  dear = await makeItem(t, publisher.id, { price_fen: 9_900 });
});

const ask = (person: Person, item_id = cheap) => requestAd(person.ctx, { item_id, kind: 0 });
const allowed = async ({ ctx, id }: Person, item_id = cheap) => {
  const item = await getItem(ctx, item_id);
  return item ? decide(ctx, item, id) : null;
};
/** Plays in steps of two seconds, as the phone does. */
async function watch(request_id: string, ms: number): Promise<void> {
  const { watched_ms } = await adFilm(t.ctx(), request_id);
  await beatAd(t.ctx(), { request_id, position_ms: watched_ms });
  for (let at = watched_ms + 2_000; at <= watched_ms + ms; at += 2_000) {
    t.clock.advance_ms(2_000);
    await beatAd(t.ctx(), { request_id, position_ms: at });
  }
}

it('is offered nowhere until staff chose films', async () => {
  const person = await makePerson(t);
  await expect(ask(person)).rejects.toMatchObject({ message: '该内容不能看广告解锁' });
  await setSetting(t.ctx(), adFilms.key, [film_id]);
  const of = async (id: number) => offersAd(t.ctx(), (await getItem(t.ctx(), id)) as never);
  expect([await of(cheap), await of(dear)]).toEqual([true, false]);
  await expect(ask(person, dear)).rejects.toMatchObject({ message: '该内容不能看广告解锁' });
  await expect(requestAd(person.ctx, { item_id: cheap, kind: 999 })).rejects.toMatchObject({ status: 404 });
});

it('M-801 opens the item for the day once it was watched to the end, and counts by the clock', async () => {
  const person = await makePerson(t);
  const { request_id, qrcode } = await ask(person);
  expect(qrcode).toContain(`/ad/watch?request_id=${request_id}`);
  expect(await adFilm(t.ctx(), request_id)).toMatchObject({ type: '', duration_ms: 15_000, watched_ms: 0, has_over: 0 });
  expect(await adState(person.ctx, request_id)).toEqual({ has_over: 0, code: 0, msg: '视频未播放完成', status: 1 });
  // a phone that says it is at the end at once
  for (let press = 0; press < 3; press++)
    expect(await beatAd(t.ctx(), { request_id, position_ms: 15_000 })).toEqual({ watched_ms: 0, has_over: 0 });
  await watch(request_id, 12_000);
  expect(await adState(person.ctx, request_id)).toMatchObject({ has_over: 0, status: 2 });
  expect((await allowed(person))?.allowed).toBe(false);
  await watch(request_id, 2_000);
  expect(await adState(person.ctx, request_id)).toEqual({ has_over: 1, code: 0, msg: '解锁成功', status: 4 });
  expect(await allowed(person)).toMatchObject({ allowed: true, right: 'ad', buy: { kind: 'buy' } });
  // not for anybody else, and not for another item
  expect((await allowed(await makePerson(t)))?.allowed).toBe(false);
  await expect(ask(person)).rejects.toMatchObject({ status: 409 });
  t.clock.advance_ms(24 * 3_600_000);
  expect((await allowed(person))?.allowed).toBe(false);
  // the request is used up: its last word opens nothing again
  expect(await beatAd(t.ctx(), { request_id, position_ms: 15_000 })).toMatchObject({ has_over: 1 });
  expect((await allowed(person))?.allowed).toBe(false);
});

it('tells nobody of the showing of another, and ends what nobody watches', async () => {
  const person = await makePerson(t);
  const { request_id } = await ask(person);
  const other = await makePerson(t);
  await expect(adState(other.ctx, request_id)).rejects.toMatchObject({ status: 404 });
  await expect(adFilm(t.ctx(), 'x'.repeat(32))).rejects.toMatchObject({ status: 404 });
  t.clock.advance_ms(31 * 60_000);
  expect(await adState(person.ctx, request_id)).toMatchObject({ has_over: 0, status: 3 });
  await expect(adFilm(t.ctx(), request_id)).rejects.toMatchObject({ status: 404 });
  await expect(beatAd(t.ctx(), { request_id, position_ms: 0 })).rejects.toMatchObject({ status: 404 });
});

it('opens no more items a day than staff say', async () => {
  await setSetting(t.ctx(), adsADay.key, 1);
  const person = await makePerson(t);
  const { request_id } = await ask(person);
  await watch(request_id, 14_000);
  const second = await makeItem(t, publisher.id, { price_fen: 500 });
  await expect(ask(person, second)).rejects.toMatchObject({ message: '今日看广告解锁的1次已用完，请明天再来' });
  t.clock.advance_ms(24 * 3_600_000);
  await ask(person, second);
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, film_id, ['published'], 'taken_down'));
  await expect(ask(person, second)).rejects.toMatchObject({ message: '暂时没有可播放的广告，请稍后再试' });
});

it('opens no more items a day by showings that run at the same time', async () => {
  await setSetting(t.ctx(), adsADay.key, 1);
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, film_id, ['taken_down'], 'published'));
  const person = await makePerson(t);
  const items = await Promise.all([1, 2, 3].map(() => makeItem(t, publisher.id, { price_fen: 500 })));
  const views = await Promise.all(items.map((item_id) => ask(person, item_id)));
  for (let at = 0; at <= 16_000; at += 2_000) {
    await Promise.all(views.map(({ request_id }) => beatAd(t.ctx(), { request_id, position_ms: at }).catch(() => null)));
    t.clock.advance_ms(2_000);
  }
  const opened = await Promise.all(items.map((id) => allowed(person, id)));
  expect(opened.filter((one) => one?.allowed)).toHaveLength(1);
});
