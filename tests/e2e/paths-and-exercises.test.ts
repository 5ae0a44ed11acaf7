import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { playerPath } from '#contract/player-path.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { saveSeries } from '#server/modules/catalog/index.ts';
import { appointTeacher, writeOutline } from '#server/modules/study/index.ts';
import { makeItem } from '../support/catalog.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';

const { site, beside, browser } = joinedSite();
let teacher: { id: number; token: string };
let learner: { id: number; token: string };
let courses: Array<{ id: number; lesson: number }>;
let path: number;
const as = ({ id }: { id: number }) => beside.ctx({ kind: 'user', user_id: id, token_id: 0, roles: [], address: '127.0.0.1' });
const TITLES = ['团建入门', '团建进阶', '团建带队'];

beforeAll(async () => {
  teacher = await beside.person();
  learner = await beside.person();
  await inTransaction(beside.ctx(), (tx) =>
    appointTeacher(tx, { user_id: teacher.id, name: '高老师', position: '团建教练', field: '团建', introduction: '带过两百场。' }),
  );
  courses = [];
  for (const title of TITLES) {
    const wish = { kind: KINDS.course, publisher_id: teacher.id, title, price_fen: 0, format: '' };
    const id = await makeItem(beside.ctx(), { ...wish, details: { fields: { for_whom: '新人', learns: '团建', prepare: '' } } });
    const lesson = { title: '一页方案', type: 'exercise' as const, task: '写一页团建方案，预算分五项。' };
    const [made = 0] = await inTransaction(beside.ctx(), (tx) => writeOutline(tx, id, [{ title: '', lessons: [lesson] }]));
    courses.push({ id, lesson: made });
  }
  const item_ids = courses.map(({ id }) => id);
  const releases = [
    { item_id: item_ids[1] as number, opens_at: 0 },
    { item_id: item_ids[2] as number, opens_at: Math.floor(Date.now() / 1000) + 5 * 86_400 },
  ];
  path = (await saveSeries(as(teacher), { title: '团建带队之路', introduction: '三门课', item_ids, releases })).id;
});

it('a visitor sees the courses of a path in their order, and when each opens', { timeout: 120_000 }, async () => {
  for (const width of [1440, 390] as const) {
    const visitor = await openReader(browser, site, { width });
    const { page } = visitor;
    await page.goto(`${site.url}/series?id=${path}`);
    await page.getByText('学习路径，共 3 门课程').waitFor();
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual(TITLES);
    await page.getByText('学完上一门后开放').waitFor();
    await page.getByText(/\d日 \d\d:\d\d 开放/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await shot(page, `path-visitor-${width}`);
    await page.goto(`${site.url}/study`);
    await page.getByRole('heading', { name: '团建带队之路' }).waitFor();
    await page.goto(`${site.url}/study/detail?id=${courses[1]?.id}`);
    await page.getByText('学习路径 2/3').waitFor();
    await page.getByText('学完上一门后开放，免费课时与试看不受影响').waitFor();
    await page.getByText('讲师评为通过 1 份作业').waitFor();
    await leave(visitor);
  }
});

it('an exercise is handed in by keyboard, judged, and opens the next course', { timeout: 180_000 }, async () => {
  const reader = await openReader(browser, site, { token: learner.token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/series?id=${path}`);
  await page.getByText('已学完 0 / 3 门课程').waitFor();
  await page.getByRole('link', { name: '开始学习' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/study\/player/);
  const text = page.getByLabel('交作业', { exact: true });
  await text.waitFor();
  await text.focus();
  await page.keyboard.type('预算五项：餐、车、场地、奖品、机动。');
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await page.getByRole('button', { name: '交作业' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('待评改').waitFor();
  await shot(page, 'exercise-390');

  const desk = await openReader(browser, site, { token: teacher.token, width: 1440 });
  await desk.page.goto(`${site.url}/personalCenter/myCourse?tab=hand_ins`);
  await desk.page.getByText('预算五项：餐、车、场地、奖品、机动。').waitFor();
  expect(await axeFindings(desk.page)).toEqual([]);
  await desk.page.getByRole('button', { name: '通过', exact: true }).click();
  await desk.page.getByText('请写几句评语').waitFor();
  await desk.page.getByLabel(/的评语$/).fill('五项都有了。');
  await desk.page.getByLabel(/的分数$/).fill('90');
  await shot(desk.page, 'hand-ins-1440');
  await desk.page.getByRole('button', { name: '通过', exact: true }).focus();
  await desk.page.keyboard.press('Enter');
  await desk.page.getByText('没有等待评改的作业').waitFor();
  await leave(desk);

  await page.reload();
  await page.getByText('讲师评语（90 分）：五项都有了。').waitFor();
  await page.goto(`${site.url}/series?id=${path}`);
  await page.getByText('已学完 1 / 3 门课程').waitFor();
  expect(await page.getByRole('link', { name: '从这里继续' }).getAttribute('href')).toBe(
    playerPath(courses[1]?.id ?? 0, courses[1]?.lesson ?? 0),
  );
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'path-learner-390');
  await page.goto(`${site.url}${playerPath(courses[2]?.id ?? 0, courses[2]?.lesson ?? 0)}`);
  await page.getByText(/这门课程\d+月\d+日 \d\d:\d\d 开放/).waitFor();
  // the refusal alone
  expect(reader.complaints.filter((line) => !line.includes('403'))).toEqual([]);
  await reader.context.close();
});

it('no time is offered for a course whose lessons are all free, and none is shown', { timeout: 120_000 }, async () => {
  const item_ids: number[] = [];
  for (const title of ['公开课一', '公开课二']) {
    const wish = { kind: KINDS.course, publisher_id: teacher.id, title, price_fen: 0, format: '' };
    const id = await makeItem(beside.ctx(), { ...wish, details: { fields: { for_whom: '新人', learns: '团建', prepare: '' } } });
    const lesson = { title: '一页资料', type: 'file' as const, free: true };
    await inTransaction(beside.ctx(), (tx) => writeOutline(tx, id, [{ title: '', lessons: [lesson] }]));
    item_ids.push(id);
  }
  const releases = [{ item_id: item_ids[1] as number, opens_at: 0 }];
  const { id } = await saveSeries(as(teacher), { title: '公开课之路', introduction: '', item_ids, releases });
  for (const width of [1440, 390] as const) {
    const reader = await openReader(browser, site, { token: teacher.token, width });
    const { page } = reader;
    await page.goto(`${site.url}/personalCenter/mySeries`);
    await page.getByRole('button', { name: '编辑系列 公开课之路' }).press('Enter');
    await page.getByText('课时全部免费，随时可学，不设开放时间').nth(1).waitFor();
    expect(await page.getByLabel(/何时开放$/).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowsSideways(page)).toBe(false);
    await shot(page, `series-free-${width}`);
    await page.goto(`${site.url}/series?id=${id}`);
    await page.getByText('学习路径，共 2 门课程').waitFor();
    expect(await page.getByText('学完上一门后开放').count()).toBe(0);
    await leave(reader);
  }
});

it('a quiz begins again at its first question, drops a damaged text, and leads to the certificate', { timeout: 120_000 }, async () => {
  const id = await makeItem(beside.ctx(), { kind: KINDS.course, publisher_id: teacher.id, title: '团建小测', price_fen: 0, format: '' });
  const asked = (name: string) => ({ id: name, kind: 'judge' as const, text: `${name} 对不对？`, options: ['对', '错'], right: [0] });
  const questions = ['q1', 'q2', 'q3', 'q4', 'q5'].map((name) => ({ ...asked(name), explanation: '对的。' }));
  const quiz = { title: '五题', type: 'quiz' as const, quiz: { pass_percent: 60, questions } };
  const [lesson = 0] = await inTransaction(beside.ctx(), (tx) => writeOutline(tx, id, [{ title: '', lessons: [quiz] }]));
  const reader = await openReader(browser, site, { token: learner.token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}${playerPath(id, lesson)}`);
  const fields = page.locator('main fieldset');
  await fields.first().waitFor();
  for (const field of await fields.all()) await field.getByLabel('对', { exact: true }).check();
  await page.getByRole('button', { name: '提交' }).click();
  await page.getByText('答对 5 / 5，已及格').waitFor();
  await page.getByRole('button', { name: '重新作答' }).click();
  const first = await fields.first().evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return [top > 0, bottom < innerHeight, one.contains(document.activeElement)];
  });
  expect(first).toEqual([true, true, true]);
  await fields.first().getByLabel('错', { exact: true }).check();
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) if (key.includes(':quiz-')) sessionStorage.setItem(key, '{"q1":[7');
  });
  await page.reload();
  await fields.first().waitFor();
  expect(await fields.locator('input:checked').count()).toBe(0);
  await page.goto(`${site.url}/personalCenter/myClass`);
  const row = page.getByRole('listitem').filter({ hasText: '团建小测' });
  await row.getByText('已学完 1 / 1 课').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await row.getByRole('link', { name: '查看证书' }).press('Enter');
  await page.getByRole('heading', { name: '团建小测' }).waitFor();
  await leave(reader);
});
