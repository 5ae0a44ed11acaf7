import { sql } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Ctx, createCtx, inTransaction } from '#server/app/ctx.ts';
import '#server/areas/index.ts';
import { listFacts, readList } from '#server/modules/console/index.ts';
import {
  changeWords,
  dropJudged,
  dropPin,
  JUDGE_JOB,
  judgedRuns,
  runJudged,
  saveJudged,
  savePins,
  searchLearning,
  synonymsSetting,
  wordLists,
} from '#server/modules/search/index.ts';
import { forgetSignals } from '#server/modules/search/read-tiers.ts';
import { getSetting, setSetting } from '#server/modules/settings/index.ts';
import { firstWorks, previewSearch, queryDesk } from '#server/views/admin/search-desk.ts';
import { searchView } from '#server/views/search.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePublisher, settleOutbox } from '../support/catalog.ts';

const t = testApp();
let ctx: Ctx;
let staff: Ctx;
const works = new Map<string, number>();
const id = (title: string): number => works.get(title) ?? 0;

beforeAll(async () => {
  ctx = t.ctx();
  const user_id = await makePublisher(ctx);
  staff = createCtx(t.app, { kind: 'user', user_id, token_id: 0, roles: ['operator'], address: '' }, 'test');
  for (const title of ['草坪婚礼策划方案', '海边婚礼策划方案', '婚礼主持词', '千人长桌宴策划', '公司年会方案'])
    works.set(title, await makeItem(ctx, { publisher_id: await makePublisher(ctx), title }));
  await settleOutbox(ctx);
});

const first = async (keyword: string, of: Ctx = ctx) =>
  (await searchView(of, keyword, 'scheme', () => ({}))).list.result.list.map(({ id: one }) => one);

it('a preview of words shows what they would find and stores nothing; saved, the search finds it', async () => {
  const change = { list: 'synonyms' as const, add: ['流水席 = 长桌宴'], remove: [] };
  const asked = { keywords: ['流水席', '婚礼'], kind: 'scheme' };
  const [one, two] = await previewSearch(staff, { ...asked, change: { words: [change] } });
  expect(one?.after.map((work) => work.id)).toContain(id('千人长桌宴策划'));
  expect(one?.before.map((work) => work.id)).not.toEqual(one?.after.map((work) => work.id));
  expect(two?.after.map((work) => work.before)).toEqual(two?.before.map((work) => work.before));
  expect((await wordLists(staff)).synonyms).not.toContain('流水席 = 长桌宴');
  await changeWords(staff, [change]);
  expect(await first('流水席')).toContain(id('千人长桌宴策划'));
  await expect(changeWords(staff, [{ list: 'synonyms', add: ['只有一个词'], remove: [] }])).rejects.toThrow();
});

it('64 changes of a list at once all stand, and what one takes out another does not bring back', async () => {
  await Promise.all(Array.from({ length: 64 }, (_, n) => changeWords(staff, [{ list: 'trade', add: [`行业词${n}`], remove: [] }])));
  await changeWords(staff, [{ list: 'trade', add: [], remove: ['行业词7'] }]);
  const { trade } = await wordLists(staff);
  expect(trade).toHaveLength(63);
  expect(trade).not.toContain('行业词7');
});

it('pinned works stand first in their order, in a preview before they are saved; the audit log names who', async () => {
  const unpinned = await first('婚礼');
  expect(unpinned).toHaveLength(3);
  // the last two, the other way round: no order of their own words would have them so
  const pins = { keyword: '婚礼', item_ids: unpinned.toReversed().slice(0, 2) };
  expect(unpinned.slice(0, 2)).not.toEqual(pins.item_ids);
  const [preview] = await previewSearch(staff, { change: { pins }, keywords: ['婚礼', '婚礼'], kind: 'scheme' });
  expect(preview?.after.map((work) => work.id).slice(0, 2)).toEqual(pins.item_ids);
  await savePins(staff, pins);
  expect((await first('婚礼')).slice(0, 2)).toEqual(pins.item_ids);
  const desk = await queryDesk(staff, { keyword: '婚礼', kind: '' });
  expect(desk.pins.map((pin) => pin.id)).toEqual(pins.item_ids);
  expect(desk.hits.slice(0, 2).map((hit) => hit.pinned)).toEqual([true, true]);
  expect((await t.app.db.execute(sql`select from audit_log where action = 'search.pin'`)).rowCount).toBe(1);
  await expect(savePins(staff, { keyword: '婚礼', item_ids: [9_999_999] })).rejects.toThrow();
  await savePins(staff, { keyword: '婚礼', item_ids: [] });
  expect((await queryDesk(staff, { keyword: '婚礼', kind: '' })).pins).toEqual([]);
  expect(await first('婚礼')).toEqual(unpinned);
});

it('a pin that goes and a judged query that goes start a judged run, as those that come do', async () => {
  const asked = vi.spyOn(t.app.jobs, 'send');
  const runs = () => asked.mock.calls.filter(([name]) => name === JUDGE_JOB).length;
  await savePins(staff, { keyword: '长桌宴', item_ids: [id('公司年会方案')] });
  await saveJudged(staff, { keyword: '长桌宴', kind: '', item_ids: [id('千人长桌宴策划')], note: '' });
  expect(runs()).toBe(2);
  const { rows: pinned } = await t.app.db.execute<{ id: number }>(sql`select id::int from search_pins where keyword = '长桌宴'`);
  const { rows: judged } = await t.app.db.execute<{ id: number }>(sql`select id::int from search_judged where keyword = '长桌宴'`);
  await inTransaction(staff, (tx) => dropPin(tx, pinned[0]?.id ?? 0, '不再推荐'));
  expect(runs()).toBe(3);
  await inTransaction(staff, (tx) => dropJudged(tx, judged[0]?.id ?? 0, '重复'));
  expect(runs()).toBe(4);
  asked.mockRestore();
});

it('the judged list says what stands right, and what got worse since', async () => {
  await saveJudged(staff, { keyword: '婚礼', kind: 'scheme', item_ids: [id('草坪婚礼策划方案'), id('海边婚礼策划方案')], note: '' });
  await saveJudged(staff, { keyword: '年会', kind: '', item_ids: [id('婚礼主持词')], note: '' });
  await saveJudged(staff, { keyword: '婚礼', kind: 'scheme', item_ids: [id('草坪婚礼策划方案')], note: '户外的在前' });
  const [right = 0, other = 0] = [id('草坪婚礼策划方案'), id('婚礼主持词')];
  let first_of = [right, other];
  const run = (why: string) => runJudged(ctx, why, async () => first_of);
  await run('第一次');
  expect((await judgedRuns(staff, 5))[0]).toMatchObject({ why: '第一次', asked: 2, hit: 2, worse: [] });
  first_of = [other, 900_001, 900_002, right];
  await run('置顶之后');
  expect((await judgedRuns(staff, 5))[0]).toMatchObject({ why: '置顶之后', hit: 1, worse: [{ keyword: '婚礼', from: 1, to: 4 }] });
  expect((await firstWorks(ctx, '婚礼', null)).length).toBeGreaterThan(1);
  await saveJudged(staff, { keyword: '年会', kind: '', item_ids: [], note: '' });
  const { rows } = await t.app.db.execute(sql`select keyword, place, note from search_judged`);
  expect(rows).toEqual([{ keyword: '婚礼', place: 4, note: '户外的在前' }]);
});

it('queries are shown once enough readers asked; those without an answer, without a press and with late presses can be picked', async () => {
  const add = (key: string, more: { shown?: boolean; answer?: string; presses?: number; late?: number }) =>
    t.app.db.execute(sql`insert into search_queries (key, shown, month, readers, answer, asks, presses, late)
      values (${key}, ${more.shown ?? true}, now(), 3, ${more.answer ?? 'all'}, 5, ${more.presses ?? 4}, ${more.late ?? 0})`);
  await add('婚礼', {});
  await add('少见', { shown: false });
  await add('火锅宴', { answer: 'none', presses: 0 });
  await add('团建', { late: 3 });
  const keys = async (which?: string) => {
    const page = await readList(staff, { list: 'searches', query: which ? `which=${which}` : '', after: '', before: '', limit: 20 });
    return page.rows.map(({ cells }) => cells['key']).toSorted();
  };
  expect((await listFacts(staff, 'searches')).title).toBe('搜索词');
  expect(await keys()).toEqual(['团建', '婚礼', '火锅宴']);
  expect(await keys('none')).toEqual(['火锅宴']);
  expect(await keys('unpressed')).toEqual(['火锅宴']);
  expect(await keys('late')).toEqual(['团建']);
});

it('the switch of learning changes the order at once, and back', async () => {
  const words = await first('婚礼');
  const last = words.at(-1) ?? 0;
  const { key } = await queryDesk(staff, { keyword: '婚礼', kind: '' });
  await t.app.db.execute(sql`insert into search_scores (key, item_id, score) values (${key}, ${last}, 1e12)`);
  forgetSignals(ctx);
  expect((await first('婚礼'))[0]).toBe(last);
  await setSetting(staff, searchLearning.key, false);
  expect(await getSetting(ctx, searchLearning)).toBe(false);
  expect(await first('婚礼')).toEqual(words);
  await setSetting(staff, searchLearning.key, true);
  expect((await first('婚礼'))[0]).toBe(last);
});

it('who may not edit the search changes nothing, and no list', async () => {
  const other = createCtx(t.app, { kind: 'user', user_id: 1, token_id: 0, roles: ['reviewer'], address: '' }, 'test');
  await expect(savePins(other, { keyword: '婚礼', item_ids: [] })).rejects.toMatchObject({ status: 403 });
  await expect(changeWords(other, [{ list: 'quiet', add: ['范本'], remove: [] }])).rejects.toMatchObject({ status: 403 });
  await expect(queryDesk(other, { keyword: '婚礼', kind: '' })).rejects.toMatchObject({ status: 403 });
  expect(await getSetting(ctx, synonymsSetting)).toContain('流水席 = 长桌宴');
});
