import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { defaultInput, findTool, type ToolFacts } from '#contract/assistant-tools.ts';
import { createCtx } from '#server/app/ctx.ts';
import { clientPage } from '#server/areas/client-link/client-page.ts';
import { askAssistant, removeConversation, writeAnswer } from '#server/modules/assistant/index.ts';
import { assistant_answers } from '#server/modules/assistant/tables.ts';
import { meetLink, openLink, ownLinks, ownViews, revokeLink, saveLink } from '#server/modules/client-links/index.ts';
import { makePaper, ownPaper, removePaper, restorePaper, savePaper } from '#server/modules/papers/index.ts';
import { createSandboxAssistant } from '#server/providers/assistant/sandbox.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/market.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let owner: Person;
let other: Person;
beforeAll(async () => {
  [owner, other] = [await makePerson(t), await makePerson(t)];
});

const visitor = () => t.ctx({ kind: 'visitor', address: '203.0.113.9' });
const codeOf = ({ url }: { url: string }) => url.replace(/^.*\/c\//, '');
const open = (code: string) => openLink(visitor(), { code, password: '', token: '', device: 'iPhone', address: '203.0.113.9' });
async function shown(code: string, token: string): Promise<{ status: number; html: string; robots: string | null }> {
  const page = await clientPage(visitor(), await meetLink(visitor(), code, token));
  return { status: page.status, html: await page.text(), robots: page.headers.get('x-robots-tag') };
}

async function budget() {
  const { id, edition, body } = await makePaper(owner.ctx, { kind: 'budget' });
  const [row] = body.rows;
  const rows = [{ ...row, cells: ['场地', '宴会厅 <b>', '', 2, '场', 150_000] }] as typeof body.rows;
  await savePaper(owner.ctx, { id, edition, title: '周年庆预算', body: { ...body, rows, note: '含搭建' } });
  return id;
}

it('a document is read by who holds its link as it stands now, is nothing else’s, and is gone with the link or itself', async () => {
  const paper_id = await budget();
  await expect(saveLink(other.ctx, { paper_id, title: '偷看' })).rejects.toMatchObject({ status: 404 });
  const link = await saveLink(owner.ctx, { paper_id, title: '给陈总的预算', view_most: 2 });
  expect(link).toMatchObject({ work: '周年庆预算', is_paper: 1, sources: 0, state: 'open' });
  const code = codeOf(link);
  // before it is opened nothing of it is said
  expect((await shown(code, '')).html).not.toContain('宴会厅');
  // 64 come at once: two looks are given out
  const all = await Promise.all(Array.from({ length: 64 }, () => open(code)));
  const tokens = all.flatMap((one) => (one.is === 'open' ? [one.token] : []));
  expect(tokens).toHaveLength(2);
  expect((await ownLinks(owner.ctx, { page: 1, limit: 9 })).list[0]).toMatchObject({ view_num: 2, state: 'used' });
  expect((await ownViews(owner.ctx, link.id)).list).toHaveLength(2);
  const [token] = tokens as [string];
  const first = await shown(code, token);
  expect(first).toMatchObject({ status: 200, robots: expect.stringContaining('noindex') });
  expect(first.html).toContain('宴会厅 &#60;b&#62;');
  expect(first.html).toMatch(/3,000\.00[\s\S]*合计/);
  expect(first.html).not.toContain('AI 生成');
  const { edition, body } = await ownPaper(owner.ctx, paper_id);
  await savePaper(owner.ctx, { id: paper_id, edition, title: '周年庆预算', body: { ...body, note: '不含搭建' } });
  expect((await shown(code, token)).html).toContain('不含搭建');
  await revokeLink(owner.ctx, link.id, true);
  expect(await shown(code, token)).toMatchObject({ status: 410, html: expect.not.stringContaining('宴会厅') });
  await revokeLink(owner.ctx, link.id, false);
  await removePaper(owner.ctx, paper_id);
  expect(await shown(code, token)).toMatchObject({ status: 410, html: expect.stringContaining('文档已删除') });
  expect((await ownLinks(owner.ctx, { page: 1, limit: 9 })).list[0]).toMatchObject({ state: 'lost', why: '文档已删除' });
  await restorePaper(owner.ctx, paper_id);
  expect((await shown(code, token)).status).toBe(200);
  t.clock.advance_ms(31 * DAY_MS);
  expect((await shown(code, token)).status).toBe(410);
});

it('sources are named where its maker says so: works alone, and none once the answer is gone', async () => {
  const { id, conversation_id } = await answered();
  const named = { n: 1, id: 5, kind: '方案', title: '年会签到方案', path: '/programme/detail?id=5', excerpt: '' };
  const file = { ...named, n: 2, title: '内部报价.xlsx', path: '' };
  const unnamed = { ...named, n: 3, title: '没有用到的方案' };
  await t.app.db
    .update(assistant_answers)
    .set({ sources: [named, file, unnamed], text: '按 [1] 和 [2] 定的' })
    .where(eq(assistant_answers.id, id));
  const paper = await makePaper(owner.ctx, { answer_id: id });
  const link = await saveLink(owner.ctx, { paper_id: paper.id, title: '预算', sources: true });
  const opened = await open(codeOf(link));
  const token = opened.is === 'open' ? opened.token : '';
  const read = async () => (await shown(codeOf(link), token)).html;
  expect(await read()).toMatch(/参考来源[\s\S]*href="\/programme\/detail\?id=5"[\s\S]*年会签到方案[\s\S]*AI 生成/);
  expect(await read()).not.toMatch(/内部报价|没有用到/);
  await saveLink(owner.ctx, { id: link.id, title: '预算', sources: false });
  expect(await read()).not.toContain('年会签到方案');
  await saveLink(owner.ctx, { id: link.id, title: '预算', sources: true });
  await removeConversation(owner.ctx, conversation_id);
  expect(await read()).not.toContain('年会签到方案');
});

async function answered(): Promise<{ id: number; conversation_id: number }> {
  const { ctx } = owner;
  const assistant = { ...createSandboxAssistant({ pace_ms: 0 }), model: 'some-model' };
  const with_model = createCtx({ ...ctx.app, providers: { ...ctx.app.providers, assistant } }, ctx.actor, 'ask');
  const place = { key: 'paper-link-ask', conversation_id: 0, after: 0, beside: 0, files: [] };
  const input = { ...defaultInput(findTool('budget') as ToolFacts), theme: '年会' };
  const turn = await askAssistant(with_model, { ...place, tool: 'budget', question: '', input, pay: false });
  await writeAnswer(with_model, turn.id, new AbortController().signal);
  return turn;
}
