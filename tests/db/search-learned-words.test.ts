import { expect, it } from 'vitest';
import { searchJobs } from '#server/modules/search/index.ts';
import { hot_searches, search_learned_words, search_words } from '#server/modules/search/tables.ts';
import { testApp } from '../support/app.ts';

const t = testApp();

const night = () =>
  searchJobs(t.app)
    .find(({ name }) => name === 'search.learn-words')
    ?.run({}, new AbortController().signal);
const learned = async () => (await t.app.db.select().from(search_learned_words)).map(({ word }) => word).toSorted();

it('learns what falls apart in every dictionary and is met often; nothing known, composed or rare; and forgets it again', async () => {
  const met = (word: string, n: number) => ({ word, n, pinyin: '', initials: '' });
  await t.app.db.insert(search_words).values([met('鲸屿', 3), met('年会', 90), met('年会方案', 40), met('砼栀', 2), met('mapping', 9)]);
  await t.app.db.insert(hot_searches).values([
    { word: '璟曦', count: 10 },
    { word: '婚礼策划', count: 80 },
    { word: '栢霂', count: 9 },
  ]);
  await night();
  expect(await learned()).toEqual(['璟曦', '鲸屿'].toSorted());
  // met again it lasts; what is not is forgotten after ninety days
  t.clock.advance_ms(60 * 86_400_000);
  await t.app.db.delete(hot_searches);
  await night();
  t.clock.advance_ms(31 * 86_400_000);
  await night();
  expect(await learned()).toEqual(['鲸屿']);
});
