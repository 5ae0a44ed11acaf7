import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { KINDS, REPORT_SITE } from '#contract/kinds.ts';
import { createCtx } from '#server/app/ctx.ts';
import { reportContent, sendFeedback } from '#server/modules/engagement/index.ts';
import { reports } from '#server/modules/engagement/tables.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { decideReview, listReviews, revealReview, reviewPages } from '#server/modules/review/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';
import { uploadProof } from '../support/verification.ts';

const t = testApp();
let staff: Person;
let reader: Person;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const visitor = () => t.ctx({ kind: 'visitor', address: '10.0.0.9' });
const FORM = { url: '/programme', mobile: '13800000000', platform: 2 };

beforeAll(async () => {
  [staff, reader] = [await makePerson(t, { roles: ['reviewer'] }), await makePerson(t, { nickname: '小满' })];
});

const open = async (type: string) => (await listReviews(as(staff), { type, status: 'open', page: 1, limit: 50 })).list;
const messages = async (person: Person) =>
  (await noticesOf(as(person), { only_unread: false, page: 1, limit: 9 })).list.map(({ title, content }) => [title, content]);
async function decide(type: string, action: string, reason = ''): Promise<void> {
  const row = (await open(type)).at(-1);
  await decideReview(as(staff), { id: row?.id ?? 0, version: row?.version ?? 0, action, reason });
}

it('S-900 feedback with a picture is a row of the desk, and its answer a message', async () => {
  await sendFeedback(as(reader), { ...FORM, content: '筛选按钮点不开', image: await uploadProof(t, reader) });
  const [row] = await open('feedback');
  expect(row?.subject).toMatchObject({ title: '筛选按钮点不开', byline: '小满', has_pages: true });
  expect(row?.subject.facts?.map(({ value }) => value)).toEqual([
    '筛选按钮点不开',
    '138****0000',
    new URL('/programme', t.config.site_url).href,
  ]);
  const { facts } = await revealReview(as(staff), { id: row?.id ?? 0, reason: '回访' });
  expect(facts.map(({ value }) => value)).toContain('13800000000');
  expect((await reviewPages(as(staff), row?.id ?? 0))[0]?.full.src).toMatch(/^\/pic\/.+\.webp$/);
  await expect(decideReview(as(staff), { id: row?.id ?? 0, version: row?.version ?? 0, action: 'answer', reason: '' })).rejects.toThrow(
    '请填写回复的内容',
  );
  await decide('feedback', 'answer', '问题已修复，请刷新后再试');
  expect(await messages(reader)).toEqual([['您的意见反馈已有回复', '问题已修复，请刷新后再试（您的反馈：“筛选按钮点不开”）']]);
  expect(await open('feedback')).toEqual([]);
});

it('feedback of a visitor, and what the report call says of the site, stand there too; none is answered by a message', async () => {
  await sendFeedback(visitor(), { ...FORM, content: '打不开' });
  expect((await open('feedback'))[0]?.subject).toMatchObject({ byline: '访客', has_pages: false });
  await decide('feedback', 'answer', '已电话联系您');
  await reportContent(as(reader), { ...FORM, type: REPORT_SITE, rid: 0, content: '想要夜间模式', ruid: 0 });
  await decide('feedback', 'close');
  expect(await messages(reader)).toHaveLength(1);
  const rows = await t.app.db.select({ status: reports.status }).from(reports).where(eq(reports.type, REPORT_SITE)).orderBy(reports.id);
  expect(rows.map(({ status }) => status)).toEqual(['done', 'done', 'dismissed']);
});

it('S-900 everybody whose report ended is told how, once', async () => {
  const [publisher, first, second] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  const { id } = await makeItem(t, { publisher_id: publisher.id, title: '年会方案' });
  const report = (person: Person) =>
    reportContent(as(person), { ...FORM, type: KINDS.scheme.types.report as number, rid: id, content: '侵权', ruid: publisher.id });
  await report(first);
  await report(first);
  await report(second);
  const [row] = await open('report');
  expect([row?.masked, row?.subject.reports?.map(({ mobile }) => mobile)]).toEqual([true, Array(3).fill('138****0000')]);
  const { reports: lines } = await revealReview(as(staff), { id: row?.id ?? 0, reason: '向举报人核实' });
  expect(lines.map(({ mobile }) => mobile)).toEqual(Array(3).fill('13800000000'));
  await decide('report', 'dismiss');
  for (const person of [first, second]) {
    expect(await messages(person)).toEqual([['您举报的《年会方案》已有处理结果', expect.stringContaining('暂未发现违规')]]);
  }
  await report(second);
  await decide('report', 'take_down', '侵犯他人著作权');
  expect(await messages(first)).toHaveLength(1);
  expect((await messages(second))[0]?.[1]).toBe('举报成立，方案已下架：侵犯他人著作权');
  const salon = await makeItem(t, { kind: KINDS.salon, publisher_id: publisher.id, title: '策划人沙龙' });
  await reportContent(as(first), { ...FORM, type: KINDS.salon.types.report as number, rid: salon.id, content: '虚假', ruid: publisher.id });
  await decide('report', 'take_down', '虚假活动');
  expect((await messages(first))[0]?.[1]).toBe('举报成立，沙龙已下架：虚假活动');
});
