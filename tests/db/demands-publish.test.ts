import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { type DemandForm, EMPTY_DEMAND } from '#contract/demand.ts';
import { KINDS } from '#contract/kinds.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { getItem, itemCards, kindTerms, listItems } from '#server/modules/catalog/index.ts';
import {
  actOnDemand,
  deleteDemandDraft,
  demandReviewMode,
  demandSummaries,
  demandWorkbench,
  expireDemands,
  forgetDemands,
  installLabels,
  moveDemand,
  ownDemand,
  ownDemandState,
  ownDemands,
  publicDemand,
  saveDemand,
  saveLabel,
  shownLabels,
  submitDemand,
  warnOfEnds,
} from '#server/modules/demands/index.ts';
import { demands } from '#server/modules/demands/tables.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { cleanFiles } from '#server/modules/publishing/index.ts';
import { files } from '#server/modules/publishing/tables.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { findItems } from '#server/modules/search/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { person_verifications } from '#server/modules/verification/tables.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makeDemand, verifyPerson } from '../support/demands.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let owner: Person;
let other: Person;
let staff: Person;
let label_id: number;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const DAY_MS = 86_400_000;
let keys = 0;
const key = () => `draft-key-${++keys}`;

beforeAll(async () => {
  [owner, other, staff] = [await makePerson(t), await makePerson(t), await makePerson(t, { roles: ['operator'] })];
  await verifyPerson(t, owner);
  await installLabels(t.ctx({ kind: 'job', name: 'test' }));
  label_id = (await shownLabels(t.ctx()))[0]?.id ?? 0;
});

const day = (days: number) => shanghaiDay(new Date(t.clock.now().getTime() + days * DAY_MS));
const formOf = (change: Partial<DemandForm> = {}): DemandForm => ({
  ...EMPTY_DEMAND,
  label_id,
  title: '三百人互联网公司年会找整体方案',
  event: '年会庆典',
  people: '300',
  event_date: day(60),
  city: '杭州',
  venue: 'yes',
  budget_min: '3万',
  budget_max: '50000',
  needs: '需要年会的整体创意方案，包含主题、流程、舞美效果图和执行排期，一周内给初稿。',
  ...change,
});
const submit = (form: DemandForm, id?: number) => submitDemand(as(owner), { ...(id ? { id } : {}), draft_key: key(), form });
const openRow = async (title: string) => {
  const { list } = await listReviews(as(staff), { type: 'demand', status: 'open', page: 1, limit: 50 });
  return list.find((row) => row.subject.title === title);
};

async function attachment(person: Person): Promise<number> {
  const row = { owner_id: person.id, key: `aa/bb/${key()}`, name: '需求说明.docx', size_bytes: 1_000, sha256: 'x', type: 'docx' };
  const [made] = await t.app.db.insert(files).values(row).returning({ id: files.id });
  return made?.id ?? 0;
}

it('keeps a draft at its step, once for a key, and throws it away', async () => {
  const draft_key = key();
  const [one, two] = [
    await saveDemand(as(owner), { draft_key, form: formOf({ title: '' }), step: 'what' }),
    await saveDemand(as(owner), { draft_key, form: formOf({ title: '周年庆' }), step: 'terms' }),
  ];
  expect(two.id).toBe(one.id);
  expect(await ownDemand(as(owner), one.id)).toMatchObject({ step: 'terms', form: { title: '周年庆' }, state: 'draft', title: '周年庆' });
  await expect(ownDemand(as(other), one.id)).rejects.toMatchObject({ status: 404 });
  await expect(saveDemand(as(other), { id: one.id, draft_key, form: formOf() })).rejects.toMatchObject({ status: 404 });
  expect(await publicDemand(t.ctx(), one.id)).toBeNull();
  await deleteDemandDraft(as(owner), one.id);
  expect(await getItem(t.ctx(), one.id)).toBeNull();
});

it('C-201 refuses who is not verified, contact details with their place, and what is wrong, before anything is public', async () => {
  await expect(submitDemand(as(other), { draft_key: key(), form: formOf() })).rejects.toMatchObject({
    status: 403,
    message: '请先进行个人认证',
    data: { auth: 'personal' },
  });
  await expect(submit(formOf({ needs: `${formOf().needs}有意请加微信 cehua2026 详谈` }))).rejects.toMatchObject({
    fields: { needs: expect.stringContaining('cehua2026') },
  });
  await expect(submit(formOf({ label_id: 999_999 }))).rejects.toMatchObject({ fields: { label_id: expect.any(String) } });
  await expect(submit(formOf({ event_date: '2020-01-01', budget_max: '1' }))).rejects.toMatchObject({
    fields: { event_date: '活动日期已经过去', budget_max: '最高预算不能低于最低预算' },
  });
  await expect(submit(formOf({ files: [await attachment(other)] }))).rejects.toMatchObject({ fields: { files: expect.any(String) } });
  expect((await listItems(t.ctx(), KINDS.demand, {})).total).toBe(0);
});

it('is published with its terms, found, filtered and ordered by its end; its files stay', async () => {
  const file = await attachment(owner);
  const { id, state } = await submit(formOf({ files: [file] }));
  const soon = await submit(
    formOf({ title: '明天就截止的小型发布会方案', open_days: 7, event: '发布会', city: '上海', budget_min: '', budget_max: '' }),
  );
  expect(state).toBe('open');
  await settleOutbox(t.ctx());
  const ctx = t.ctx();
  expect(await publicDemand(ctx, id)).toMatchObject({
    ...{ state: 'open', type: 1, people: 300, city: '杭州', budget_text: '3 万至 5 万元', venue: 'yes' },
    files: [{ id: file, name: '需求说明.docx' }],
    label: { name: '找活动方案' },
  });
  const terms = await kindTerms(ctx, KINDS.demand);
  const term = (facet: string, name: string) => terms.facets[facet]?.find((one) => one.name === name)?.id ?? 0;
  const listed = async (filter: Parameters<typeof listItems>[2]) =>
    (await listItems(ctx, KINDS.demand, filter)).list.map((card) => card.id);
  expect(await listed({ sort: 'ends' })).toEqual([soon.id, id]);
  expect(await listed({ cid2: label_id, sort: 'new' })).toEqual([soon.id, id]);
  expect(await listed({ terms: { city: term('city', '杭州') } })).toEqual([id]);
  expect(await listed({ terms: { budget: term('budget', '1 至 5 万') } })).toEqual([id]);
  expect(await listed({ terms: { budget: term('budget', '面议') } })).toEqual([soon.id]);
  expect(await listed({ terms: { state: term('state', '招募中'), event: term('event', '发布会') } })).toEqual([soon.id]);
  expect((await findItems(ctx, KINDS.demand, { keyword: '舞美效果图' })).list.map((card) => card.id)).toContain(id);
  expect((await demandSummaries(ctx, [id])).get(id)).toMatchObject({ budget_text: '3 万至 5 万元', state: 'open' });
  // cards of all kinds print the same, not the class
  expect((await itemCards(ctx, [id]))[0]?.facts?.[0]).toBe('3 万至 5 万元');
  t.clock.advance_ms(2 * DAY_MS);
  await cleanFiles(ctx);
  t.clock.advance_ms(2 * DAY_MS);
  await cleanFiles(ctx);
  expect((await publicDemand(ctx, id))?.files).toHaveLength(1);
  expect(await t.app.db.select({ id: files.id }).from(files)).toContainEqual({ id: file });
});

it('is filed anew by the migration where its budget ends as a class does, for lists and searches', async () => {
  const [right, wrong] = [await submit(formOf()), await submit(formOf({ title: '六百人周年庆典需要整体方案', budget_max: '6万' }))];
  await settleOutbox(t.ctx());
  const ctx = t.ctx();
  const { facets } = await kindTerms(ctx, KINDS.demand);
  const term = (name: string) => facets['budget']?.find((one) => one.name === name)?.id ?? 0;
  const ids = async (budget: number) => [
    (await listItems(ctx, KINDS.demand, { terms: { budget } })).list.map((card) => card.id).toSorted((a, b) => a - b),
    (await findItems(ctx, KINDS.demand, { keyword: '方案', terms: { budget } })).list.map((card) => card.id).toSorted((a, b) => a - b),
  ];
  const [low, high] = [term('1 至 5 万'), term('5 至 20 万')];
  const filed = [await ids(low), await ids(high)];
  expect(filed.flat().map((list) => [list.includes(right.id), list.includes(wrong.id)])).toEqual([
    ...[
      [true, false],
      [true, false],
      [false, true],
      [false, true],
    ],
  ]);
  const swap = (column: 'term_ids' | 'facets') =>
    sql`${sql.raw(column)} = array_replace(${sql.raw(column)}, ${low}::bigint, ${high}::bigint)`;
  await ctx.db.execute(sql`update items set ${swap('term_ids')}, ${swap('facets')} where id = ${right.id}`);
  expect((await ids(low))[0]).not.toContain(right.id);
  const migration = readFileSync('src/server/db/migrations/0113_demand-budgets.sql', 'utf8');
  await ctx.db.execute(sql.raw(migration));
  await settleOutbox(ctx);
  expect([await ids(low), await ids(high)]).toEqual(filed);
});

it('is closed with a reason, opened again, extended once, and expires in time', async () => {
  const { id } = await submit(formOf({ open_days: 7 }));
  const act = (name: Parameters<typeof actOnDemand>[1]['act'], why = '') => actOnDemand(as(owner), { id, act: name, why });
  await expect(act('close')).rejects.toMatchObject({ fields: { why: expect.any(String) } });
  await expect(actOnDemand(as(other), { id, act: 'close', why: '不需要' })).rejects.toMatchObject({ status: 404 });
  expect(await act('close', '活动取消')).toMatchObject({ state: 'closed' });
  expect(await publicDemand(t.ctx(), id)).toMatchObject({ state: 'closed' });
  expect(await act('reopen')).toMatchObject({ state: 'open' });
  const before = (await ownDemandState(as(owner), id)).closes_at;
  await act('extend');
  expect((await ownDemandState(as(owner), id)).closes_at).toBe(before + 7 * 86_400);
  await expect(act('extend')).rejects.toMatchObject({ status: 409 });
  t.clock.advance_ms(13 * DAY_MS + 3_600_000);
  expect(await warnOfEnds(t.ctx())).toBeGreaterThan(0);
  await warnOfEnds(t.ctx());
  t.clock.advance_ms(DAY_MS);
  expect(await expireDemands(t.ctx({ kind: 'job', name: 'test' }))).toBeGreaterThan(0);
  const state = await ownDemandState(as(owner), id);
  expect(state).toMatchObject({ state: 'expired', acts: ['close', 'reopen'] });
  expect(state.moves.map(({ to, by, why }) => [to, by, why])).toEqual([
    ['open', '发布者', '发布'],
    ['closed', '发布者', '活动取消'],
    ['open', '发布者', '重新开放'],
    ['open', '发布者', '延长 7 天'],
    ['expired', '系统', '开放时间已到'],
  ]);
  const titles = (await noticesOf(as(owner), { only_unread: false, page: 1, limit: 50 })).list.filter(({ jump_url }) =>
    jump_url.endsWith(`=${id}`),
  );
  // it was extended, and cannot be once more
  expect(titles.map(({ title, content }) => [title, content.includes('延长')])).toEqual([
    ['需求已过期', false],
    ['需求即将截止', false],
  ]);
});

it('waits for the desk where the setting says so; a refusal leads through edit to the desk again', async () => {
  await setSetting(t.ctx(), demandReviewMode.key, 'before');
  const saved = await submit(formOf({ title: '先审后发的品牌发布会方案' }));
  expect(saved).toMatchObject({ state: 'review', waiting: true });
  expect(await publicDemand(t.ctx(), saved.id)).toBeNull();
  const held = await openRow('先审后发的品牌发布会方案');
  expect(held?.subject).toMatchObject({ title: '先审后发的品牌发布会方案' });
  await decideReview(as(staff), { id: held?.id ?? 0, version: held?.version ?? 0, action: 'reject', reason: '内容不清楚' });
  expect(await ownDemandState(as(owner), saved.id)).toMatchObject({ state: 'draft', reject_reason: '内容不清楚', may_edit: true });
  await setSetting(t.ctx(), demandReviewMode.key, 'after');
  expect(await submit(formOf({ title: '先审后发的品牌发布会方案二' }), saved.id)).toMatchObject({ state: 'review' });
  const again = await openRow('先审后发的品牌发布会方案二');
  await decideReview(as(staff), { id: again?.id ?? 0, version: again?.version ?? 0, action: 'approve', reason: '' });
  expect(await publicDemand(t.ctx(), saved.id)).toMatchObject({ state: 'open', title: '先审后发的品牌发布会方案二', reject_reason: '' });
});

it('shows the earlier text while a change waits, and takes a public one down when the desk refuses it', async () => {
  const { id } = await submit(formOf({ title: '后审的答谢晚宴整体方案' }));
  const row = await openRow('后审的答谢晚宴整体方案');
  await setSetting(t.ctx(), demandReviewMode.key, 'before');
  expect(await submit(formOf({ title: '后审的答谢晚宴新标题' }), id)).toMatchObject({ state: 'open', waiting: true });
  await setSetting(t.ctx(), demandReviewMode.key, 'after');
  expect(await publicDemand(t.ctx(), id)).toMatchObject({ title: '后审的答谢晚宴整体方案' });
  // what was looked at before is not decided on any more
  await expect(
    decideReview(as(staff), { id: row?.id ?? 0, version: row?.version ?? 0, action: 'approve', reason: '' }),
  ).rejects.toMatchObject({ status: 409 });
  expect(await actOnDemand(as(owner), { id, act: 'withdraw', why: '' })).toMatchObject({ state: 'open', waiting: false });
  await submit(formOf({ title: '后审的答谢晚宴第三个标题' }), id);
  expect(await publicDemand(t.ctx(), id)).toMatchObject({ title: '后审的答谢晚宴第三个标题' });
  const last = await openRow('后审的答谢晚宴第三个标题');
  await decideReview(as(staff), { id: last?.id ?? 0, version: last?.version ?? 0, action: 'reject', reason: '涉嫌虚假' });
  expect(await ownDemandState(as(owner), id)).toMatchObject({ state: 'closed', reject_reason: '涉嫌虚假', acts: [] });
});

it('drops a change that waits when it is closed, and is opened again with a date to come alone', async () => {
  await setSetting(t.ctx(), demandReviewMode.key, 'after');
  const { id } = await submit(formOf({ title: '待关闭的年会需求找方案', event_date: day(3) }));
  await setSetting(t.ctx(), demandReviewMode.key, 'before');
  expect((await submit(formOf({ title: '改过的年会需求找方案', event_date: day(3) }), id)).waiting).toBe(true);
  await setSetting(t.ctx(), demandReviewMode.key, 'after');
  expect(await actOnDemand(as(owner), { id, act: 'close', why: '预算未定' })).toMatchObject({ state: 'closed', waiting: false });
  expect(await ownDemandState(as(owner), id)).toMatchObject({ waiting: false, acts: ['reopen'] });
  t.clock.advance_ms(5 * DAY_MS);
  await expect(actOnDemand(as(owner), { id, act: 'reopen', why: '' })).rejects.toThrow('活动日期已过');
  await submit(formOf({ title: '改过的年会需求找方案' }), id);
  expect((await ownDemandState(as(owner), id)).state).toBe('open');
});

it('stays a tender, or none, once it had offers', async () => {
  const tender = (await shownLabels(t.ctx())).find(({ type }) => type === 3)?.id ?? 0;
  const { id } = await submit(formOf());
  await submit(formOf({ label_id: tender }), id);
  await submit(formOf(), id);
  await inTransaction(t.ctx(), (tx) => moveDemand(tx, { id, to: 'choosing', by: null, why: '收到报价' }));
  await expect(submit(formOf({ label_id: tender }), id)).rejects.toMatchObject({
    code: 1,
    fields: { label_id: expect.stringContaining('招标') },
  });
  await submit(formOf({ needs: '需要年会的整体创意方案，补充：含主持人与视频脚本，一周内给初稿。' }), id);
});

it('has labels that staff edit: a name follows to the filter, one that is off is offered no more', async () => {
  const made = await saveLabel(as(staff), { id: 0, name: '找婚礼方案', label: '婚礼', type: 1, shown: true, sort: 5 });
  await saveLabel(as(staff), { id: made, name: '找婚庆方案', label: '婚庆', type: 1, shown: true, sort: 5 });
  expect((await shownLabels(t.ctx())).at(-1)).toEqual({ id: made, name: '找婚庆方案', label: '婚庆', type: 1 });
  const first = (await kindTerms(t.ctx(), KINDS.demand)).categories.find(({ name }) => name === '找方案');
  expect(first?.children?.map(({ name }) => name)).toContain('找婚庆方案');
  await expect(saveLabel(as(staff), { id: made, name: '找婚庆方案', label: '', type: 2, shown: true, sort: 5 })).rejects.toMatchObject({
    fields: { type: expect.any(String) },
  });
  await expect(saveLabel(as(owner), { id: 0, name: '自己加', label: '', type: 1, shown: true, sort: 1 })).rejects.toMatchObject({
    status: 403,
  });
  await saveLabel(as(staff), { id: made, name: '找婚庆方案', label: '婚庆', type: 1, shown: false, sort: 5 });
  expect((await shownLabels(t.ctx())).map(({ id }) => id)).not.toContain(made);
  await expect(submit(formOf({ label_id: made }))).rejects.toMatchObject({ fields: { label_id: expect.any(String) } });
});

it('gives the board what is open, what came back and what ended', async () => {
  const entries = await demandWorkbench(t.ctx(), owner.id);
  expect(entries.every(({ key, group }) => key.startsWith('demand:') && group === 'demand')).toBe(true);
  const open = entries.find(({ state }) => state === '招募中');
  expect(open).toMatchObject({ asks_for_answer: false, path: expect.stringContaining('/demand/details?id=') });
  expect(open?.ends_at).toBeGreaterThan(0);
  expect(entries.find(({ state }) => state === '已关闭：涉嫌虚假')).toMatchObject({
    over: true,
    path: expect.stringContaining('/demand/add?id='),
  });
  const { id } = await saveDemand(as(owner), { draft_key: key(), form: formOf({ title: '还没写完的草稿' }) });
  expect((await demandWorkbench(t.ctx(), owner.id)).find((entry) => entry.key === `demand:${id}`)).toMatchObject({
    path: `/demand/add?id=${id}`,
    asks_for_answer: false,
  });
});

it('lists own ones by tab', async () => {
  const list = await ownDemands(as(owner), { tab: 'ended', page: 1, limit: 20 });
  expect(list.list.every(({ state }) => ['done', 'closed', 'expired'].includes(state))).toBe(true);
  expect(list.counts.ended).toBe(list.list.length);
  expect((await ownDemands(as(other), { tab: 'all', page: 1, limit: 20 })).list).toEqual([]);
  expect(await inTransaction(t.ctx(), (tx) => tx.db.select().from(person_verifications))).toHaveLength(1);
});

it('of somebody who is gone every draft goes that was never shown, also behind a hundred that were', async () => {
  const gone = await makePerson(t);
  const unseen = await makeDemand(t, { owner_id: gone.id, moves: [] });
  const opened_at = t.clock.now();
  for (let n = 0; n < 100; n++) await makeDemand(t, { owner_id: gone.id, moves: [], columns: { opened_at } });
  await inTransaction(t.ctx(), (tx) => forgetDemands(tx, gone.id));
  const left = await t.app.db.select().from(demands).where(eq(demands.owner_id, gone.id));
  expect([left.length, left.some(({ item_id }) => item_id === unseen)]).toEqual([100, false]);
});
