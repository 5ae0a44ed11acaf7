import { beforeAll, expect, it } from 'vitest';
import { type DemandForm, EMPTY_DEMAND } from '#contract/demand.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { getItem, lockItem, setItemStatus, termsById } from '#server/modules/catalog/index.ts';
import {
  actOnDemand,
  expireDemands,
  installLabels,
  ownDemandState,
  ownDemands,
  saveDemand,
  shownLabels,
  submitDemand,
} from '#server/modules/demands/index.ts';
import { moveDemand } from '#server/modules/demands/move-demand.ts';
import { stateTerm } from '#server/modules/demands/rules.ts';
import { testApp } from '../support/app.ts';
import { verifyPerson } from '../support/demands.ts';
import { waitsForLock } from '../support/lock-waits.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let owner: Person;
let form: DemandForm;
beforeAll(async () => {
  owner = await makePerson(t);
  await verifyPerson(t, owner);
  // several processes that start at once
  await Promise.all([1, 2, 3].map(() => installLabels(t.ctx({ kind: 'job', name: 'install' }))));
  form = {
    ...{ ...EMPTY_DEMAND, label_id: (await shownLabels(t.ctx()))[0]?.id ?? 0, title: '三百人年会找整体策划方案', event: '年会庆典' },
    ...{ city: '杭州', open_days: 7, needs: '需要主题创意、流程脚本和舞美效果图，一周内给初稿，可以改两轮，附报价明细。' },
  };
});

const as = () => createCtx(t.app, owner.actor, 'test');
const many = <T>(n: number, work: () => Promise<T>) => Promise.allSettled(Array.from({ length: n }, work));
const won = (all: ReadonlyArray<PromiseSettledResult<unknown>>) => all.filter(({ status }) => status === 'fulfilled').length;

it('has its first labels once', async () => {
  expect((await shownLabels(t.ctx())).map(({ type }) => type)).toEqual([1, 2, 3]);
});

it('makes one demand of many first saves with one key, and publishes it once', async () => {
  expect(won(await many(8, () => saveDemand(as(), { draft_key: 'the-same-key', form })))).toBe(8);
  expect((await ownDemands(as(), { tab: 'all', page: 1, limit: 10 })).total).toBe(1);
  expect(won(await many(8, () => submitDemand(as(), { draft_key: 'the-same-key', form })))).toBe(8);
  const { list } = await ownDemands(as(), { tab: 'open', page: 1, limit: 10 });
  const { moves } = await ownDemandState(as(), list[0]?.id ?? 0);
  expect(moves.map(({ to }) => to)).toEqual(['open']);
});

it('extends once and closes once, however often it is pressed', async () => {
  const { id } = await submitDemand(as(), { draft_key: 'pressed-often', form });
  expect(won(await many(6, () => actOnDemand(as(), { id, act: 'extend', why: '' })))).toBe(1);
  expect(won(await many(6, () => actOnDemand(as(), { id, act: 'close', why: '活动取消' })))).toBe(1);
});

it('ends by one way when its time is up at the moment at which it is closed', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 12; n++) ids.push((await submitDemand(as(), { draft_key: `ending-now-${n}`, form })).id);
  t.clock.advance_ms(8 * 86_400_000);
  const job = t.ctx({ kind: 'job', name: 'test' });
  await Promise.allSettled([
    ...ids.map((id) => actOnDemand(as(), { id, act: 'close', why: '活动取消' })),
    expireDemands(job),
    expireDemands(job),
  ]);
  await expireDemands(job);
  for (const id of ids) {
    const { state, moves } = await ownDemandState(as(), id);
    expect(['closed', 'expired']).toContain(state);
    // closing what has expired a moment before is allowed; nothing expires twice or after it was closed
    const ends = moves.map(({ to }) => to).slice(1);
    expect([['closed'], ['expired'], ['expired', 'closed']]).toContainEqual(ends);
  }
});

it('B2 a demand that is taken off while it moves on is off, and in its new state', async () => {
  const { id } = await submitDemand(as(), { draft_key: 'taken-off-while-moving', form });
  let moving: Promise<unknown> = Promise.resolve();
  await inTransaction(t.ctx(), async (tx) => {
    await lockItem(tx, id);
    moving = inTransaction(t.ctx({ kind: 'job', name: 'test' }), (other) => moveDemand(other, { id, to: 'choosing', by: null }));
    await waitsForLock(t);
    await setItemStatus(tx, id, ['published'], 'taken_down', { reject_reason: '被举报' });
  });
  await moving;
  const item = await getItem(t.ctx(), id);
  const states = [...(await termsById(t.ctx(), item?.term_ids ?? [])).values()].filter(({ facet }) => facet === 'state');
  expect([item?.status, states.map(({ name }) => name)]).toEqual(['taken_down', [stateTerm('choosing', true)]]);
});
