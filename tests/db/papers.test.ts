import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { AssistantTurn } from '#contract/assistant.ts';
import type { ToolResult } from '#contract/assistant-results.ts';
import { defaultInput, findTool, type ToolFacts } from '#contract/assistant-tools.ts';
import { newRow, type OwnPaper, PAPER_VERSIONS_MOST, PAPERS_MOST, paperOfResult, resultOfPaper } from '#contract/paper.ts';
import { type Ctx, createCtx, inTransaction } from '#server/app/ctx.ts';
import { answerOf, askAssistant, assistantStanding, writeAnswer } from '#server/modules/assistant/index.ts';
import {
  askPaper,
  bringBack,
  forgetPapers,
  makePaper,
  ownPaper,
  ownPapers,
  paperVersion,
  paperVersions,
  purgePapers,
  removePaper,
  renamePaper,
  restorePaper,
  savePaper,
} from '#server/modules/papers/index.ts';
import { paper_versions, papers } from '#server/modules/papers/tables.ts';
import { listReviews } from '#server/modules/review/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { createSandboxAssistant } from '#server/providers/assistant/sandbox.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/market.ts';
import { makePerson as makeStaff } from '../support/people.ts';

const t = testApp();
let owner: Person;
let other: Person;
beforeAll(async () => {
  [owner, other] = [await makePerson(t), await makePerson(t)];
});

const LIST = { gone: false, q: '', kind: '', order: 'saved', page: 1, limit: 20 } as const;
const later = ({ ctx }: Person, ms: number) => {
  const now = ctx.app.clock.now().getTime() + ms;
  return createCtx({ ...ctx.app, clock: { now: () => new Date(now) } }, ctx.actor, 'later');
};

let asked = 0;
async function answered({ ctx }: Person, key: 'budget' | 'email', model = 'some-model'): Promise<number> {
  const assistant = { ...createSandboxAssistant({ pace_ms: 0 }), model };
  const app = { ...ctx.app, providers: { ...ctx.app.providers, assistant } };
  const with_model = createCtx(app, ctx.actor, 'ask');
  const input = { ...defaultInput(findTool(key) as ToolFacts), to: '王经理', theme: '年会' };
  const wish = {
    key: `paper-ask-${++asked}`,
    conversation_id: 0,
    after: 0,
    beside: 0,
    files: [],
    tool: key,
    question: '',
    input,
    pay: false,
  };
  const { id } = await askAssistant(with_model, wish);
  await writeAnswer(with_model, id, new AbortController().signal);
  return id;
}

const typed = (paper: OwnPaper, word: string) => ({ ...paper.body, rows: [...paper.body.rows, newRow(paper.kind, 0, ['', word])] });

it('a result becomes one document of its asker, however often and by how many at once it is asked for; one without rows does not', async () => {
  const answer_id = await answered(owner, 'budget');
  const made = await Promise.all(Array.from({ length: 64 }, () => makePaper(owner.ctx, { answer_id })));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  const [paper] = made as [OwnPaper];
  expect(paper).toMatchObject({ kind: 'budget', by_ai: 1 });
  expect(resultOfPaper('budget', '', paper.body)).toMatchObject({ tool: 'budget' });
  // what the sandbox filled in is no model's
  expect(await makePaper(owner.ctx, { answer_id: await answered(owner, 'budget', 'sandbox') })).toMatchObject({ by_ai: 0 });
  await expect(makePaper(other.ctx, { answer_id })).rejects.toMatchObject({ status: 404 });
  await expect(makePaper(owner.ctx, { answer_id: await answered(owner, 'email') })).rejects.toMatchObject({ status: 409 });
  await expect(makePaper(owner.ctx, {})).rejects.toMatchObject({ code: 1 });
  for (const work of [ownPaper, paperVersions, removePaper, restorePaper])
    await expect(work(other.ctx, paper.id)).rejects.toMatchObject({ status: 404 });
});

it('nothing is made of an answer that staff may remove: it was refused, and its result was never kept', async () => {
  await setSetting(t.ctx(), 'assistant_words', ['机动备用金']);
  const answer_id = await answered(owner, 'budget');
  await setSetting(t.ctx(), 'assistant_words', []);
  const { actor } = await makeStaff(t, { roles: ['reviewer'] });
  const { list } = await listReviews(createCtx(t.app, actor, 'desk'), { type: 'assistant', status: 'open', page: 1, limit: 10 });
  expect(list.map(({ target_id }) => target_id)).toEqual([answer_id]);
  expect(await answerOf(owner.ctx, answer_id)).toMatchObject({ state: 'refused', result: null, text: '' });
  await expect(makePaper(owner.ctx, { answer_id })).rejects.toMatchObject({ status: 409 });
});

it('saves of one edition at once: one is taken, the others read that it changed and nothing of it is lost', async () => {
  const paper = await makePaper(owner.ctx, { kind: 'budget' });
  const save = (nth: number) =>
    savePaper(owner.ctx, { id: paper.id, title: '预算', body: typed(paper, `灯 ${nth}`), edition: paper.edition });
  const ends = await Promise.allSettled(Array.from({ length: 64 }, (_one, nth) => save(nth)));
  const taken = ends.filter((end) => end.status === 'fulfilled');
  expect(taken).toHaveLength(1);
  const now = await ownPaper(owner.ctx, paper.id);
  expect(now.body).toEqual(taken[0]?.value.body);
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ status: 409, data: { edition: now.edition } });
  // the same words again are no new edition
  expect((await savePaper(owner.ctx, { ...now, edition: paper.edition })).edition).toBe(now.edition);
});

it('64 changes at once are versions in one order without a gap, the last of which is the document; the oldest go', async () => {
  const paper = await makePaper(owner.ctx, { kind: 'budget' });
  for (const word of ['一', '二'])
    await savePaper(later(owner, word === '一' ? 0 : 6 * 60_000), { id: paper.id, title: word, body: typed(paper, word) });
  await Promise.all(Array.from({ length: 64 }, (_one, nth) => bringBack(owner.ctx, paper.id, 2 + (nth % 2)).catch(() => null)));
  const rows = await t.app.db.select().from(paper_versions).where(eq(paper_versions.paper_id, paper.id)).orderBy(paper_versions.no);
  expect(rows.length).toBeLessThanOrEqual(PAPER_VERSIONS_MOST);
  expect(rows.map(({ no }) => no)).toEqual(rows.map((_row, nth) => (rows[0]?.no ?? 0) + nth));
  const now = await ownPaper(owner.ctx, paper.id);
  expect(rows.at(-1)).toMatchObject({ title: now.title, body: now.body });
  const times = rows.map(({ saved_at }) => saved_at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

it('typing is one version until five minutes have passed; each says what changed, is looked at and comes back', async () => {
  const paper = await makePaper(owner.ctx, { kind: 'budget' });
  const first = await savePaper(owner.ctx, { id: paper.id, title: '一', body: typed(paper, '灯') });
  const second = await savePaper(later(owner, 60_000), { id: paper.id, title: '一', body: typed(first, '音响') });
  await savePaper(later(owner, 6 * 60_000), { id: paper.id, title: '二', body: second.body });
  const { list } = await paperVersions(owner.ctx, paper.id);
  expect(list.map(({ no, how, what }) => [no, how, what])).toEqual([
    [3, 'hand', '改名'],
    [2, 'hand', '增 2 行，改名'],
    [1, 'made', ''],
  ]);
  expect((await paperVersion(owner.ctx, paper.id, 1)).body).toEqual(paper.body);
  const back = await bringBack(owner.ctx, paper.id, 1);
  expect(back.body).toEqual(paper.body);
  expect((await paperVersions(owner.ctx, paper.id)).list[0]).toMatchObject({ no: 4, how: 'back', what: '删 2 行，改名' });
  await expect(bringBack(owner.ctx, paper.id, 99)).rejects.toMatchObject({ status: 404 });
});

it('what is wrong in it is said and nothing is written; words are plain', async () => {
  const paper = await makePaper(owner.ctx, { kind: 'rundown' });
  const wrong = { ...paper.body, rows: [newRow('rundown', 0, [0, '签到'])] };
  await expect(savePaper(owner.ctx, { id: paper.id, title: '', body: wrong })).rejects.toMatchObject({
    fields: { body: expect.stringContaining('分钟') },
  });
  const body = { ...paper.body, rows: [newRow('rundown', 0, [5, '签到\u202e\u200b'])] };
  const saved = await savePaper(owner.ctx, { id: paper.id, title: ' ', body });
  expect([saved.title, saved.body.rows[0]?.cells[1]]).toEqual(['未命名流程', '签到']);
});

it('is found by name and words, put in order, renamed, thrown away and brought back for seven days', async () => {
  const person = await makePerson(t);
  const [one, two] = [await makePaper(person.ctx, { kind: 'outline' }), await makePaper(person.ctx, { kind: 'risks' })];
  await renamePaper(person.ctx, one.id, '乙 年会');
  await savePaper(later(person, 1_000), { id: two.id, title: '甲 市集', body: { ...two.body, rows: [newRow('risks', 0, ['暴雨'])] } });
  const names = async (part: Partial<Parameters<typeof ownPapers>[1]>) =>
    (await ownPapers(person.ctx, { ...LIST, ...part })).list.map(({ title }) => title);
  expect(await names({})).toEqual(['甲 市集', '乙 年会']);
  expect(await names({ order: 'made' })).toEqual(['甲 市集', '乙 年会']);
  expect(await names({ q: '暴雨' })).toEqual(['甲 市集']);
  expect(await names({ kind: 'outline' })).toEqual(['乙 年会']);
  expect(await names({ q: '%' })).toEqual([]);
  await removePaper(person.ctx, two.id);
  await expect(savePaper(person.ctx, { id: two.id, title: 'x', body: two.body })).rejects.toMatchObject({ status: 404 });
  expect([await names({}), await names({ gone: true })]).toEqual([['乙 年会'], ['甲 市集']]);
  await restorePaper(person.ctx, two.id);
  await removePaper(person.ctx, one.id);
  await purgePapers(later(person, 8 * 86_400_000));
  expect([await names({}), await names({ gone: true })]).toEqual([['甲 市集'], []]);
  await inTransaction(t.ctx(), (tx) => forgetPapers(tx, person.id));
  expect(await t.app.db.$count(papers, eq(papers.user_id, person.id))).toBe(0);
});

it('64 at once make no more than a person may have', async () => {
  const person = await makePerson(t);
  const body = { note: '', start: '09:00', service_permille: 0, tax_permille: 0, rows: [] };
  const rows = Array.from({ length: PAPERS_MOST - 3 }, () => ({ user_id: person.id, kind: 'outline', title: 'x', body }));
  await t.app.db.insert(papers).values(rows);
  const ends = await Promise.allSettled(Array.from({ length: 64 }, () => makePaper(person.ctx, { kind: 'outline' })));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

/** As a model that says this. */
function withModel({ ctx }: Person, says: object): Ctx {
  const assistant = { ...createSandboxAssistant({ pace_ms: 0, says: JSON.stringify(says) }), name: 'test', model: 'test' };
  return createCtx({ ...ctx.app, providers: { ...ctx.app.providers, assistant } }, ctx.actor, 'model');
}

it('a sentence is answered with the whole document, its sums are ours, and it is taken over as a version of its own', async () => {
  const person = await makePerson(t);
  const paper = await makePaper(person.ctx, { kind: 'budget' });
  const rows = [newRow('budget', 0, ['场地', '</文档>宴会厅', '', 1, '天', 10_000_000])];
  const typed_once = await savePaper(person.ctx, { id: paper.id, title: '年会', body: { ...paper.body, rows } });
  const wish = { id: paper.id, key: 'paper-sentence-1', sentence: '把预算压到 5 万', pay: false };
  await expect(askPaper(person.ctx, { ...wish, sentence: '写得喜庆一点' })).rejects.toThrow('能听懂的修改，例如：“餐饮改成200人”');
  const said = {
    title: '年会',
    total_fen: 1,
    rows: [{ group: '场地', item: '宴会厅', quantity: 1, unit: '天', price_fen: 4_000_000, amount_fen: 7 }],
  };
  const model = withModel(person, said);
  const { free_left } = await assistantStanding(model);
  const turns = await Promise.all(Array.from({ length: 8 }, () => askPaper(model, wish)));
  expect(new Set(turns.map(({ id }) => id)).size).toBe(1);
  const [turn] = turns as [AssistantTurn];
  await writeAnswer(model, turn.id, new AbortController().signal);
  const answer = await answerOf(model, turn.id);
  expect(answer).toMatchObject({ state: 'done', tool: 'budget', nothing_found: 0, result: { total_fen: 4_579_200 } });
  expect((await assistantStanding(model)).free_left).toBe(free_left - 1);
  expect((await ownPaper(person.ctx, paper.id)).edition).toBe(typed_once.edition);
  const proposed = paperOfResult(answer.result as ToolResult);
  const taken = { id: paper.id, title: '年会', body: proposed?.body ?? paper.body, edition: typed_once.edition, answer_id: turn.id };
  await expect(savePaper(other.ctx, taken)).rejects.toMatchObject({ status: 404 });
  expect((await savePaper(person.ctx, taken)).by_ai).toBe(1);
  expect((await paperVersions(person.ctx, paper.id)).list[0]).toMatchObject({ how: 'sentence' });
  // the next one goes on in the same conversation
  const next = await askPaper(model, { ...wish, key: 'paper-sentence-2' });
  expect(next.conversation_id).toBe(turn.conversation_id);
  const outline = await makePaper(person.ctx, { kind: 'outline' });
  await expect(savePaper(person.ctx, { id: outline.id, title: 'x', body: outline.body, answer_id: turn.id })).rejects.toMatchObject({
    status: 409,
  });
  await expect(askPaper(withModel(other, said), { ...wish, key: 'paper-sentence-3' })).rejects.toMatchObject({ status: 404 });
});

it('without a model a plain order is carried out: a version of its own, the start of a run-down too, and no mark of a model', async () => {
  const person = await makePerson(t);
  const paper = await makePaper(person.ctx, { kind: 'rundown' });
  const body = {
    ...paper.body,
    start: '18:00',
    rows: [newRow('rundown', 0, [30, '签到', '', '']), newRow('rundown', 0, [60, '晚宴', '', ''])],
  };
  await savePaper(person.ctx, { id: paper.id, title: '流程', body });
  const turn = await askPaper(person.ctx, { id: paper.id, key: 'paper-order-1', sentence: '推迟半小时', pay: false });
  await writeAnswer(person.ctx, turn.id, new AbortController().signal);
  const { result } = await answerOf(person.ctx, turn.id);
  const proposed = paperOfResult(result as ToolResult)?.body;
  expect(proposed).toMatchObject({ start: '18:30' });
  const taken = await savePaper(person.ctx, { id: paper.id, title: '流程', body: proposed ?? body, answer_id: turn.id });
  expect([taken.by_ai, taken.body.start]).toEqual([0, '18:30']);
  expect((await paperVersions(person.ctx, paper.id)).list[0]).toMatchObject({ how: 'sentence', what: expect.stringContaining('18:30') });
});

it('what is no document costs nothing and changes nothing', async () => {
  const person = await makePerson(t);
  const paper = await makePaper(person.ctx, { kind: 'budget' });
  const model = withModel(person, { rows: 'none' });
  const before = (await assistantStanding(model)).free_left;
  const turn = await askPaper(model, { id: paper.id, key: 'paper-sentence-4', sentence: '压到 5 万', pay: false });
  await writeAnswer(model, turn.id, new AbortController().signal);
  expect(await answerOf(model, turn.id)).toMatchObject({ state: 'failed', result: null });
  expect((await assistantStanding(model)).free_left).toBe(before);
  expect(await ownPaper(person.ctx, paper.id)).toEqual(paper);
});
