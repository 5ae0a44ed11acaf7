import { beforeAll, expect, it } from 'vitest';
import type { DemandState } from '#contract/demand.ts';
import { KINDS } from '#contract/kinds.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { getItem, kindTerms, listItems, lockItem, termsById } from '#server/modules/catalog/index.ts';
import { readList } from '#server/modules/console/index.ts';
import { demandOf, endOffers, moveDemand, publicDemand } from '#server/modules/demands/index.ts';
import { demand_moves } from '#server/modules/demands/tables.ts';
import { showAgain, takeDownByStaff } from '#server/modules/publishing/index.ts';
import { demandListView } from '#server/views/demand-screen.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makeDemand } from '../support/demands.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let owner: Person;
beforeAll(async () => {
  owner = await makePerson(t);
});

it('C-205 moves by its table alone, with a row of history, and lists follow', async () => {
  const ctx = t.ctx();
  const id = await makeDemand(t, { owner_id: owner.id, moves: [] });
  const move = (to: Parameters<typeof moveDemand>[1]['to'], why = '') =>
    inTransaction(ctx, (tx) => moveDemand(tx, { id, to, by: owner.id, why }));
  await expect(move('agreed')).rejects.toMatchObject({ status: 409 });
  expect(await move('open')).toBe('draft');
  const facts = await demandOf(ctx.db, id);
  expect(facts).toMatchObject({ id, owner_id: owner.id, title: '三百人年会找方案', state: 'open', budget: null, who_may: 'all' });
  expect(facts?.closes_at?.getTime()).toBe(t.clock.now().getTime() + 15 * 86_400_000);
  expect((await listItems(ctx, KINDS.demand, {})).list.map((card) => card.id)).toEqual([id]);
  expect((await getItem(ctx, id))?.ends_at).toEqual(facts?.closes_at);
  await move('agreed', '选定星河策划');
  expect((await getItem(ctx, id))?.ends_at).toBeNull();
  await move('closed', '对方没有档期');
  expect((await listItems(ctx, KINDS.demand, {})).list).toEqual([]);
  expect(await demandOf(ctx.db, id)).toMatchObject({ state: 'closed' });
  const moves = await ctx.db.select().from(demand_moves).orderBy(demand_moves.id);
  expect(moves.map(({ from_state, to_state, by_user_id, why }) => [from_state, to_state, by_user_id, why])).toEqual([
    ['draft', 'open', owner.id, ''],
    ['open', 'agreed', owner.id, '选定星河策划'],
    ['agreed', 'closed', owner.id, '对方没有档期'],
  ]);
  await move('open');
  expect((await listItems(ctx, KINDS.demand, {})).list.map((card) => card.id)).toEqual([id]);
});

it('says how its owner posts: the first of them, then counts since when, drafts and those of others being none', async () => {
  const { id: owner_id } = await makePerson(t);
  const columns = { opened_at: new Date('2026-03-31T16:30:00Z') };
  const first = await makeDemand(t, { owner_id, columns, moves: ['open', 'agreed', 'done'] });
  await makeDemand(t, { owner_id, moves: [] });
  await makeDemand(t, { owner_id: owner.id });
  const history = async (id: number) => (await publicDemand(t.ctx(), id))?.history;
  expect(await history(first)).toBe('第一次发布需求');
  const second = await makeDemand(t, { owner_id });
  await makeDemand(t, { owner_id, moves: ['open', 'closed'] });
  expect(await history(await makeDemand(t, { owner_id: owner.id }))).toMatch(/发布过 \d+ 条需求，还没有选定过合作方$/);
  const agreed = await makeDemand(t, { owner_id, moves: ['open', 'agreed'] });
  expect(await history(second)).toBe('2026 年 4 月起发布过 4 条需求，其中 2 条选定了合作方');
  // an agreement that is called off is none
  await inTransaction(t.ctx(), (tx) => moveDemand(tx, { id: agreed, to: 'choosing', by: owner_id }));
  expect(await history(first)).toBe('2026 年 4 月起发布过 4 条需求，其中 1 条选定了合作方');
});

it('with offers it is listed among those that take more until its end, and then among those that wait for a choice', async () => {
  const ctx = t.ctx({ kind: 'job', name: 'test' });
  const id = await makeDemand(t, { owner_id: owner.id, moves: ['open', 'choosing'] });
  const listed = async () => {
    const terms = await termsById(ctx, (await getItem(ctx, id))?.term_ids ?? []);
    return [...terms.values()].filter(({ facet }) => facet === 'state').map(({ name }) => name);
  };
  await endOffers(ctx);
  expect(await listed()).toEqual(['招募中']);
  t.clock.advance_ms(16 * 86_400_000);
  expect([(await endOffers(ctx)) > 0, await listed(), await endOffers(ctx)]).toEqual([true, ['选择中'], 0]);
  expect(await demandOf(ctx.db, id)).toMatchObject({ state: 'choosing' });
});

it('staff find it by the state that everybody is told', async () => {
  const staff = await makePerson(t, { roles: ['operator'] });
  const of = (days: number) =>
    makeDemand(t, { owner_id: owner.id, moves: [] }).then(async (id) => {
      const closes_at = new Date(Date.now() + days * 86_400_000);
      for (const to of ['open', 'choosing'] as const)
        await inTransaction(t.ctx(), (tx) => moveDemand(tx, { id, to, by: owner.id, ...(to === 'open' ? { closes_at } : {}) }));
      return String(id);
    });
  const [runs, over] = [await of(1), await of(-1)];
  const rows = async (state: string) =>
    (
      await readList(createCtx(t.app, staff.actor, 'test'), { list: 'demands', query: `state=${state}`, after: '', before: '', limit: 50 })
    ).rows.flatMap(({ id, cells }) => (id === runs || id === over ? [[id, cells['state']]] : []));
  expect([await rows('open'), await rows('choosing')]).toEqual([[[runs, '招募中']], [[over, '选择中']]]);
});

it('what has ended is not found as open before a job comes, and is told as ended', async () => {
  const ctx = t.ctx();
  const of = async (days: number, ...states: DemandState[]) => {
    const id = await makeDemand(t, { owner_id: owner.id, moves: [] });
    const closes_at = new Date(Date.now() + days * 86_400_000);
    for (const to of ['open' as const, ...states])
      await inTransaction(ctx, (tx) => moveDemand(tx, { id, to, by: owner.id, ...(to === 'open' ? { closes_at } : {}) }));
    return id;
  };
  const [runs, ended, chosen_from] = [await of(1), await of(-1), await of(-1, 'choosing')];
  const ids = [runs, ended, chosen_from];
  const shown = async (sort: 'new' | 'ends', terms?: Record<string, number>) => {
    const { cards, list } = await demandListView(ctx, { sort, ...(terms ? { terms } : {}) }, { type: null, label_id: null });
    expect(list.result.total).toBe(cards.length);
    return cards.flatMap(({ id }) => (ids.includes(id) ? [id] : [])).toSorted((a, b) => a - b);
  };
  const open = (await kindTerms(ctx, KINDS.demand)).facets['state']?.find(({ name }) => name === '招募中')?.id ?? 0;
  for (const sort of ['new', 'ends'] as const) expect([await shown(sort), await shown(sort, { state: open })]).toEqual([ids, [runs]]);
});

it('is closed with an item that staff take down, and opens with one that they put back', async () => {
  const ctx = t.ctx({ kind: 'job', name: 'test' });
  const id = await makeDemand(t, { owner_id: owner.id, title: '被举报的活动策划需求' });
  await settleOutbox(ctx);
  await inTransaction(ctx, async (tx) => {
    const item = await lockItem(tx, id);
    if (item) await takeDownByStaff(tx, item, '涉嫌虚假');
  });
  await settleOutbox(ctx);
  expect(await demandOf(ctx.db, id)).toMatchObject({ state: 'closed' });
  await inTransaction(ctx, async (tx) => {
    const item = await lockItem(tx, id);
    if (item) await showAgain(tx, item);
  });
  await settleOutbox(ctx);
  expect(await demandOf(ctx.db, id)).toMatchObject({ state: 'open' });
  expect((await getItem(ctx, id))?.status).toBe('published');
});

it('knows no demand that is not there', async () => {
  expect(await demandOf(t.ctx().db, 999_999)).toBeUndefined();
  await expect(inTransaction(t.ctx(), (tx) => moveDemand(tx, { id: 999_999, to: 'open', by: null }))).rejects.toMatchObject({
    status: 404,
  });
});
