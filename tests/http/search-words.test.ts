import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/item-world.ts';

let t: TestApp;
let reader: Person;
let other: Person;
beforeAll(async () => {
  t = await startTestApp();
  reader = await makePerson(t);
  other = await makePerson(t);
});
afterAll(() => t.stop());

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

it('clears one or all of the own words, never those of others', async () => {
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
