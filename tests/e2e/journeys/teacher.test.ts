import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { drawFilm } from '#demo/drawing/film.ts';
import { countSteps } from '../../support/count-steps.ts';
import { joinedSite } from '../../support/join-site.ts';
import { decideAtDesk, payOnPhone, register } from '../../support/newcomers.ts';
import { overflowsSideways, shot } from '../../support/reader-browser.ts';

const TITLE = '活动现场调度实战课';

const stage = joinedSite();
let film: Buffer;
let cover: Buffer;
beforeAll(async () => {
  film = await drawFilm(3, { ground: [40, 90, 160], bar: [220, 180, 60] });
  cover = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
});

it('a teacher is accepted and makes a course; a pupil buys it, finishes it and takes the certificate', { timeout: 240_000 }, async () => {
  const { site } = stage;
  const teacher = await register(stage, '/about/beTeacher');
  const { page } = teacher;
  const took = await countSteps(page);
  await page.getByLabel('讲师姓名').fill('唐一苇');
  await page.getByLabel('职位或头衔').fill('现场总控');
  await page.getByLabel('领域').selectOption('活动策划');
  await page.getByLabel('个人介绍').fill('做了十二年大型活动，带过三十多人的执行团队，能把流程表、预算和现场调度讲明白。');
  await page.getByLabel('样课链接').fill('https://example.com/talk');
  await page.getByLabel(/我已阅读并同意/).check();
  await shot(page, 'teacher-1-application');
  await page.getByRole('button', { name: '提交申请' }).click();
  await page.getByText('审核中').waitFor();
  expect(await took(), 'an application').toEqual({ presses: 2, fields: 5, pages: 0 });
  await decideAtDesk(stage, 'teacher', '唐一苇', '通过');
  await page.reload();
  await took();
  await page.getByRole('link', { name: '创建课程' }).click();

  await page.getByLabel('标题').fill(TITLE);
  await page.getByLabel(/^分类/).selectOption({ index: 1 });
  await page.getByLabel(/适合谁学/).fill('刚入行的策划');
  await page.getByLabel(/你将学到/).fill('会排流程表');
  await page
    .getByLabel(/价格|售价/)
    .last()
    .fill('99');
  await page.locator('input[accept*="image/png"]').setInputFiles({ name: '封面.png', mimeType: 'image/png', buffer: cover });
  await page.getByAltText('课程封面').waitFor();
  const add = async (button: string, name: string) => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').getByRole('textbox').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await add('添加章节', '现场');
  await page.getByTestId('files-1').setInputFiles({ name: '01 对讲机怎么用.mp4', mimeType: 'video/mp4', buffer: film });
  await page.getByRole('button', { name: '删除课时 对讲机怎么用' }).waitFor();
  await add('添加测验', '小测');
  await page.getByRole('button', { name: '编辑题目' }).click();
  await page.getByRole('button', { name: '添加单选题' }).click();
  await page.getByRole('textbox', { name: '第 1 题的题目' }).fill('谁先上场？');
  await page.getByRole('textbox', { name: '第 1 题的选项 1' }).fill('主持人');
  await page.getByRole('textbox', { name: '第 1 题的选项 2' }).fill('嘉宾');
  await page.getByRole('button', { name: '保存测验' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText(/2 个课时已就绪/).waitFor();
  await shot(page, 'teacher-2-course');
  await page.getByRole('button', { name: '发布课程' }).click();
  await page.getByRole('heading', { name: '发布成功' }).waitFor();
  expect(await took(), 'a course of a film and a quiz').toEqual({ presses: 9, fields: 12, pages: 1 });
  await shot(page, 'teacher-3-published');
  const course = (await page.getByRole('link', { name: '查看课程' }).getAttribute('href')) ?? '';

  const pupil = await register(stage, course);
  const learning = pupil.page;
  await shot(learning, 'teacher-4-detail');
  const learned = await countSteps(learning);
  await learning
    .getByRole('button', { name: /99 购买/ })
    .first()
    .click();
  const buying = learning.getByRole('dialog', { name: '购买课程' });
  await payOnPhone(pupil, buying);
  await buying.getByText('支付成功', { exact: true }).waitFor();
  await shot(learning, 'teacher-5-paid');
  await buying.getByRole('button', { name: '开始学习' }).click();
  await learning.waitForURL('**/study/player*');
  await learning.getByRole('button', { name: '开始播放' }).click();
  expect(await learned(), 'from the purchase to the film').toEqual({ presses: 3, fields: 0, pages: 1 });
  await learning.getByText('本课已学完').waitFor({ timeout: 60_000 });
  await shot(learning, 'teacher-6-player');
  // another day
  await learning.goto(`${site.url}/study`);
  await learned();
  await learning.locator('main').getByRole('link', { name: '我的课程' }).click();
  await learning.getByRole('link', { name: '继续学习' }).click();
  await learning.waitForURL('**/study/player*');
  expect(await learned(), 'back to the lesson').toEqual({ presses: 2, fields: 0, pages: 2 });
  await learning.getByRole('link', { name: /小测/ }).first().click();
  await learning.getByLabel('主持人').check();
  await learning.getByRole('button', { name: '提交' }).click();
  await learning.getByText('答对 1 / 1，已及格').waitFor();
  expect(await learned(), 'a quiz').toEqual({ presses: 3, fields: 0, pages: 0 });
  await shot(learning, 'teacher-7-quiz');
  await learning.getByRole('link', { name: '查看结业证书' }).click();
  await learning.getByRole('heading', { name: TITLE }).waitFor();
  const [file] = await Promise.all([learning.waitForEvent('download'), learning.getByRole('button', { name: '下载 PDF' }).click()]);
  expect(file.suggestedFilename()).toContain('结业证书');
  expect(await learned(), 'the certificate').toEqual({ presses: 2, fields: 0, pages: 1 });
  await learning.getByRole('tab', { name: '学习进度' }).click();
  await learning.getByText('已学完 2 / 2 课').waitFor();
  await shot(learning, 'teacher-8-progress');
  await pupil.leave();

  await page.goto(`${site.url}/personalCenter/myCourse`);
  await page.getByRole('heading', { name: TITLE }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'teacher-9-courses-390');
  await teacher.leave();
});
