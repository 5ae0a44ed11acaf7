import { beforeAll, expect, it } from 'vitest';
import { ADMIN_CALLS } from '#contract/admin.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { wishList } from '#server/areas/search/manifest.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/item-world.ts';
import { toldTo } from '../support/told.ts';

const t = testApp();
let reader: Person;
let other: Person;
beforeAll(async () => {
  reader = await makePerson(t);
  other = await makePerson(t);
});

type Words = Array<{ id: number; word: string }>;
const remember = (person: Person, keyword: string) =>
  t.call<Words>('POST', '/index/search/recentSearch', { token: person.token, body: { keyword } });
const recent = async (person: Person) =>
  (await t.call<Words>('GET', '/index/search/recentSearch', { token: person.token, query: { type: 0 } })).body.data.map(({ word }) => word);

it('keeps ten recent words of a reader, newest first, each once', async () => {
  for (let n = 1; n <= 12; n++) {
    t.clock.advance_ms(1_000);
    await remember(reader, `词${n}`);
  }
  t.clock.advance_ms(1_000);
  await remember(reader, ' 词5 ');
  const words = await recent(reader);
  expect(words).toHaveLength(10);
  expect(words.slice(0, 3)).toEqual(['词5', '词12', '词11']);
});

it('F-50 clears one or all of the own words, never those of others', async () => {
  await remember(other, '快闪');
  const theirs = (await t.call<Words>('GET', '/index/search/recentSearch', { token: other.token })).body.data[0]?.id ?? 0;
  await t.call('POST', '/index/search/hideMySearch', { token: reader.token, body: { id: theirs } });
  expect(await recent(other)).toEqual(['快闪']);
  const { body } = await t.call('POST', '/index/search/hideMySearch', { token: reader.token, body: {} });
  expect(body).toMatchObject({ code: 0, msg: '删除成功', data: null });
  expect(await recent(reader)).toEqual([]);
  expect(await recent(other)).toEqual(['快闪']);
});

it('asks visitors to sign in, and refuses an empty word', async () => {
  expect((await t.call('GET', '/index/search/recentSearch')).body.code).toBe(2);
  expect((await t.call('POST', '/index/search/hideMySearch', { body: {} })).body.code).toBe(2);
  expect((await remember(reader, '  ')).body).toMatchObject({ code: 1, msg: '请输入关键词' });
});

it('calls a word hot when several people look for it, not when one does often', async () => {
  const hot = async () => (await t.call<Words>('GET', '/index/search/hotSearch')).body.data.map(({ word }) => word);
  expect((await hot())[0]).toBe('年会');
  const people = await Promise.all(Array.from({ length: 3 }, () => makePerson(t)));
  await Promise.all(Array.from({ length: 8 }, () => remember(reader, '独自刷榜')));
  await Promise.all(people.map((person) => remember(person, '露营')));
  const words = await hot();
  expect(words).toContain('露营');
  expect(words).not.toContain('独自刷榜');
});

it('keeps what a reader did not find, once a keyword, for staff who see to it', async () => {
  const wish = (person: Person | null, keyword: string, content: string) =>
    t.call('POST', '/index/search/wish', { ...(person ? { token: person.token } : {}), body: { keyword, content } });
  const staff = await makePerson(t, { roles: ['support'] });
  const rows = async (query = '') => {
    const options = { token: staff.token, query: { list: 'wishes', query } };
    const { body } = await t.call<{ rows: Array<{ id: string; cells: Record<string, unknown> }> }>('GET', ADMIN_CALLS.page, options);
    return body.data.rows;
  };
  expect((await wish(null, '空中年会', '三百人')).body.code).toBe(2);
  expect((await wish(reader, '空中年会', '三百')).body.fields).toHaveProperty('content');
  expect((await wish(reader, '空中年会', '热气球上的年会')).body).toMatchObject({ code: 0, msg: '已登记，我们会尽快帮您找' });
  await wish(reader, '空中　年会', '另一个，写清楚些');
  await wish(reader, ' 空中年会 ', '热气球上的年会，三十人');
  expect((await rows()).map(({ cells }) => [cells['keyword'], cells['content'], cells['state']])).toEqual([
    ['空中 年会', '另一个，写清楚些', '待处理'],
    ['空中年会', '热气球上的年会，三十人', '待处理'],
  ]);
  for (const keyword of ['二', '三', '四', '五', '六']) await wish(reader, keyword, '三十人的活动');
  expect((await wish(reader, '七', '三十人的活动')).body.fields).toEqual({ content: '今天登记得很多了，明天再来吧' });
  expect((await wish(other, '七', '三十人的活动')).body.code).toBe(0);

  const id = Number((await rows('q=空中年会')).at(-1)?.id);
  const [done] = wishList.actions;
  const answer = (person: Person) =>
    inTransaction(
      createCtx(t.app, person.actor, 'test'),
      (tx) => done?.run(tx, String(id), '找到了方案 12') ?? Promise.reject(new Error('no action')),
    );
  await expect(answer(reader)).rejects.toMatchObject({ status: 403 });
  await answer(staff);
  await expect(answer(staff)).rejects.toMatchObject({ status: 409 });
  expect(await toldTo(t, reader.id)).toEqual([
    {
      topic: 'subscribe',
      title: '您登记的“空中年会”有了结果',
      content: '找到了方案 12',
      href: `/search?keyword=${encodeURIComponent('空中年会')}`,
    },
  ]);
  expect((await rows('state=done')).map((row) => row.id)).toEqual([String(id)]);
  const refused = await t.call('GET', ADMIN_CALLS.page, { token: reader.token, query: { list: 'wishes' } });
  expect(refused.status).toBe(403);
});
