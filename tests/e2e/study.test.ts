import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { playerPath } from '#contract/player-path.ts';
import { writeVtt } from '#contract/web-vtt.ts';
import { drawFilm } from '#demo/drawing/film.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { setItemStatus } from '#server/modules/catalog/index.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { appointTeacher, beat, cutTrial, startLesson, writeOutline } from '#server/modules/study/index.ts';
import { makeItem } from '../support/catalog.ts';
import { joinedSite } from '../support/join-site.ts';
import { axeFindings, leave, openReader, overflowsSideways, shot } from '../support/reader-browser.ts';
import { QUIZ } from '../support/study.ts';

const { site, beside, browser } = joinedSite();
let teacher: { id: number; token: string };
let course: number;
let lessons: number[];
const as = ({ id }: { id: number }) => beside.ctx({ kind: 'user', user_id: id, token_id: 0, roles: [], address: '127.0.0.1' });
const TITLE = '社区市集策展入门';

beforeAll(async () => {
  teacher = await beside.person();
  const colours = { ground: [60, 150, 110], bar: [170, 60, 170] } as const;
  const file_id = await storeOriginal(as(teacher), { purpose: 'video', name: '一课.mp4', data: await drawFilm(6, colours) });
  await inTransaction(beside.ctx(), (tx) =>
    appointTeacher(tx, { user_id: teacher.id, name: '罗老师', position: '策展人', field: '市集', introduction: '办过六十场市集。' }),
  );
  const details = { fields: { for_whom: '想办第一场市集的人', learns: '选址、招商与现场', prepare: '' } };
  course = await makeItem(beside.ctx(), {
    kind: KINDS.course,
    publisher_id: teacher.id,
    title: TITLE,
    price_fen: 9_900,
    format: '',
    details,
  });
  const captions_vtt = writeVtt([{ start_ms: 0, end_ms: 5_000, text: '大家好' }]);
  const film = { type: 'video' as const, file_id, duration_s: 6, captions_vtt };
  lessons = await inTransaction(beside.ctx(), (tx) =>
    writeOutline(tx, course, [
      {
        title: '选址',
        lessons: [
          { ...film, title: '三种场地怎么选', free: true },
          { ...film, title: '看场地的清单' },
        ],
      },
      { title: '现场', lessons: [{ title: '小测', type: 'quiz', quiz: QUIZ }] },
    ]),
  );
  await cutTrial(beside.ctx(), lessons[1] as number);
});

it('courses, their teacher and free films are read without scripts', { timeout: 120_000 }, async () => {
  const reader = await openReader(browser, site, { width: 1440, javascript: false });
  const { page } = reader;
  await page.goto(`${site.url}/study`);
  await page.getByRole('heading', { name: '跟着做过的人学' }).waitFor();
  await shot(page, 'study-home-1440');
  await page.goto(`${site.url}/study/list`);
  await page.getByRole('link', { name: new RegExp(TITLE) }).click();
  await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
  await page.getByText('适合谁学').waitFor();
  await page
    .getByRole('link', { name: /罗老师/ })
    .first()
    .waitFor();
  expect(await page.locator(`video source[src="/media/free/${lessons[0]}"]`).count()).toBe(1);
  expect(await page.locator(`video track[src="/media/captions/${lessons[0]}"]`).count()).toBe(1);
  await shot(page, 'study-detail-1440');
  await page.goto(`${site.url}/study/video`);
  await page.getByRole('link', { name: '三种场地怎么选' }).click();
  await page.waitForURL((url) => url.pathname === '/study/player');
  expect(await page.locator(`video track[src="/media/captions/${lessons[0]}"]`).count()).toBe(1);
  await page.goto(`${site.url}/study/teacher?id=${teacher.id}`);
  await page.getByText('办过六十场市集。').waitFor();
  await page.goto(`${site.url}${playerPath(course, lessons[1])}`);
  expect(await page.locator(`video source[src="/media/trial/${lessons[1]}"]`).count()).toBe(1);
  expect(await page.locator(`video track[src="/media/captions/${lessons[1]}"]`).count()).toBe(1);
  expect(await page.locator('header nav[aria-label="主导航"]').count()).toBe(0);
  await reader.context.close();
});

it('C-001 a visitor looks at a course on a phone without React, plays the free film, and comes back from the login', {
  timeout: 120_000,
}, async () => {
  const reader = await openReader(browser, site, { width: 390 });
  const { page } = reader;
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(`${site.url}/study/detail?id=${course}`, { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => /react|client\./i.test(url))).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'study-detail-390');
  const played = await page
    .locator('video')
    .first()
    .evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      await video.play();
      return video.videoWidth;
    });
  expect(played).toBe(320);
  await page.goto(`${site.url}${playerPath(course, lessons[1])}`);
  // the trial has the same controls, and ends with where the whole is
  await page.getByRole('button', { name: '播放试看' }).click();
  await page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('video[autoplay]')?.currentTime ?? 0) > 0);
  await page.getByRole('button', { name: '全屏' }).waitFor();
  await page.getByText('试看结束，完整课时购买后可以学习').waitFor();
  expect([await axeFindings(page), await overflowsSideways(page)]).toEqual([[], false]);
  await shot(page, 'study-trial-390');
  await page.getByRole('button', { name: '再看一遍' }).click();
  await page.getByRole('link', { name: '登录学习' }).click();
  await page.waitForURL((url) => url.pathname === '/login' && (url.searchParams.get('from') ?? '').startsWith('/study/player'));
  await leave(reader);
});

it('P-150 a member plays, takes a note by keyboard, buys, finishes and gets the certificate', {
  timeout: 240_000,
}, async () => {
  const learner = await beside.person();
  const reader = await openReader(browser, site, {
    ...{ token: learner.token, width: 1440, motion: true },
    expected: /status of 403/,
  });
  const { page } = reader;
  await page.goto(`${site.url}${playerPath(course, lessons[0])}`);
  await page.getByRole('button', { name: '开始播放' }).click();
  await page.locator('video[autoplay]').waitFor();
  await page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('video[autoplay]')?.currentTime ?? 0) > 1);
  // whose copy it is moves over the picture; speed is chosen, and the browser may show the film beside other pages
  const mark = page.locator('.study-mark');
  expect(await mark.innerText()).not.toBe('');
  expect(await mark.evaluate((text) => text.getAnimations().length)).toBe(1);
  await page.getByLabel('倍速').selectOption('1.25');
  const film = page.locator('video[autoplay]');
  expect(await film.evaluate((video: HTMLVideoElement) => [video.playbackRate, video.disablePictureInPicture])).toEqual([1.25, false]);
  await page.getByRole('button', { name: '记笔记' }).focus();
  await page.keyboard.press('n');
  await page.keyboard.type('先看电源');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('先看电源').waitFor();
  await page.getByText('本课已学完').waitFor();
  // the next lesson comes by itself, unless one stays
  await page.getByText('这一课播完了，即将播放下一课').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: '取消' }).click();
  await shot(page, 'study-player-1440');
  expect(await axeFindings(page)).toEqual([]);

  // the paid lesson asks for the right first, and plays what everybody may see of it
  await page.getByRole('link', { name: /下一课：看场地的清单/ }).click();
  await page.getByText('购买课程后可以学习这一课').waitFor();
  await page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('video[autoplay]')?.currentTime ?? 0) > 0);
  expect(await page.locator('video[autoplay] source').getAttribute('src')).toBe(`/media/trial/${lessons[1]}`);
  await shot(page, 'study-trial-1440');
  await page.getByRole('link', { name: '查看课程与价格' }).first().click();
  await page
    .getByRole('button', { name: /99 购买/ })
    .first()
    .waitFor();
  await inTransaction(beside.ctx(), (tx) => grantAccess(tx, { user_id: learner.id, item_id: course, source: 'purchase', source_id: null }));
  await page.reload();
  await page.getByRole('link', { name: '继续学习' }).click();
  await page.getByRole('button', { name: '开始播放' }).click();
  await page.waitForFunction(() => document.querySelector<HTMLVideoElement>('video[autoplay]')?.ended === true);
  await page.getByText('本课已学完').waitFor();
  await page.getByRole('button', { name: '取消' }).click();
  const src = await page.locator('video[autoplay] source').getAttribute('src');
  const lent = await fetch(`${site.url}${src}`);
  expect(lent.status).toBe(404);

  await page.getByRole('link', { name: /下一课：小测/ }).click();
  // the outline says what is done
  const outline = page.getByRole('navigation', { name: '课程目录' });
  await outline
    .getByRole('link', { name: /看场地的清单/ })
    .getByRole('img', { name: '已学完' })
    .waitFor();
  expect(await outline.getByRole('img').count()).toBe(2);
  await page.getByLabel('活动前一天').check();
  // a question that was left out is named before all answers are shown
  await page.getByRole('button', { name: '提交' }).press('Enter');
  await page.getByRole('dialog', { name: '还有 1 题没有作答' }).getByRole('button', { name: '继续作答' }).press('Enter');
  await page.getByLabel('对', { exact: true }).check();
  await page.getByRole('button', { name: '提交' }).click();
  await page.getByText('答对 2 / 2，已及格').waitFor();
  await page.getByRole('link', { name: '查看结业证书' }).click();
  await page.getByRole('heading', { name: TITLE }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 PDF' }).click();
  expect((await download).suggestedFilename()).toContain('结业证书');
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'study-certificates-1440');
  // a stranger proves it by its number, without scripts
  const proof = (await page.getByRole('link', { name: '验证页' }).getAttribute('href')) ?? '';
  const stranger = await openReader(browser, site, { javascript: false, expected: /404/ });
  await stranger.page.goto(`${site.url}/study/certificate`);
  await stranger.page.getByLabel('证书编号').fill(proof.slice(-26).toLowerCase());
  await stranger.page.getByRole('button', { name: '验证' }).click();
  await stranger.page.getByText('这张证书由策猫颁发').waitFor();
  expect(await stranger.page.locator('[data-proven]').innerText()).toContain(TITLE);
  await stranger.page.getByLabel('证书编号').fill('CM202611230000000000000000');
  await stranger.page.getByRole('button', { name: '验证' }).click();
  await stranger.page.getByText('没有这个编号的证书').waitFor();
  await leave(stranger);
  await page.getByRole('tab', { name: '学习进度' }).click();
  await page.getByText('已学完 3 / 3 课').waitFor();
  await shot(page, 'study-mine-1440');

  // who learned it says so
  await page.goto(`${site.url}/study/detail?id=${course}`);
  await page.getByRole('button', { name: '写评价' }).click();
  await page.getByText('5 星', { exact: true }).click();
  await page.getByRole('textbox', { name: '评价', exact: true }).fill('清单直接能用');
  await page.getByRole('button', { name: '发布评价' }).click();
  await page.locator('#opinions').getByText('清单直接能用').waitFor();
  await leave(reader);
});

it('who comes again goes on by one press, and reads what is beside the film before it; captions, chapters and the small window belong to the player', {
  timeout: 120_000,
}, async () => {
  const learner = await beside.person();
  const colours = { ground: [60, 150, 110], bar: [170, 60, 170] } as const;
  const file_id = await storeOriginal(as(teacher), { purpose: 'video', name: '长课.mp4', data: await drawFilm(20, colours) });
  const id = await makeItem(beside.ctx(), { kind: KINDS.course, publisher_id: teacher.id, title: '接着看的课', format: '' });
  const tracks = {
    captions_vtt: writeVtt([
      { start_ms: 0, end_ms: 10_000, text: '大家好' },
      { start_ms: 10_000, end_ms: 20_000, text: '说说收尾' },
    ]),
    chapters_vtt: writeVtt([
      { start_ms: 0, end_ms: 12_000, text: '引子' },
      { start_ms: 12_000, end_ms: 20_000, text: '收尾' },
    ]),
  };
  const lesson = { title: '长课', type: 'video' as const, file_id, duration_s: 20, free: true, ...tracks };
  const [lesson_id = 0] = await inTransaction(beside.ctx(), (tx) => writeOutline(tx, id, [{ title: '', lessons: [lesson] }]));
  await startLesson(as(learner), { lesson_id, device: 'device-before', device_name: '', take_over: false });
  await beat(as(learner), { lesson_id, sections: [[0, 7]], position_s: 7, rate: 1, device: 'device-before' });
  const reader = await openReader(browser, site, { token: learner.token, width: 390 });
  const { page } = reader;
  // a headless browser has no window of its own for it
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'pictureInPictureEnabled', { get: () => true });
    HTMLVideoElement.prototype.requestPictureInPicture = () => {
      document.title = '画中画';
      return new Promise(() => undefined);
    };
  });
  const film = page.locator('video[autoplay]');
  const at = () => film.evaluate((video: HTMLVideoElement) => video.currentTime);
  // notes, questions and what is said stand there before the film does, and a line begins it
  await page.goto(`${site.url}${playerPath(id)}`);
  await page.getByRole('heading', { name: '我的笔记' }).waitFor();
  await page.getByText('这一课还没有提问。').waitFor();
  // what is typed is there again on the next page, until it is taken back
  const question = page.getByRole('textbox', { name: '提问' });
  await page.getByRole('button', { name: '我要提问' }).click();
  await question.fill('收尾要几个人？');
  await page.reload();
  await page.getByRole('button', { name: '我要提问' }).click();
  await expect.poll(() => question.inputValue()).toBe('收尾要几个人？');
  await question.fill('');
  await page.getByText('字幕全文').click();
  expect([await axeFindings(page), await film.count()]).toEqual([[], 0]);
  await shot(page, 'study-before-390');
  await page.getByRole('button', { name: '说说收尾' }).click();
  await expect.poll(at).toBeGreaterThan(10);
  await page.goto(`${site.url}${playerPath(id)}`);
  await page.getByRole('button', { name: /^继续播放（00:/ }).click();
  await expect.poll(at).toBeGreaterThan(7);
  await page.getByText(/从 00:[01]\d 接着看$/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: '从头看' }).click();
  await expect.poll(at).toBeGreaterThan(0.1);
  expect(await at()).toBeLessThan(6);
  expect(await film.locator('track[kind=captions]').count()).toBe(1);
  const shown = () => film.evaluate((video: HTMLVideoElement) => (video.textTracks[0]?.activeCues?.[0] as VTTCue | undefined)?.text);
  await expect.poll(shown).toBe('大家好');
  // what is said can be read, and a line plays from there
  await page.getByText('字幕全文').click();
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await page.getByRole('button', { name: '说说收尾' }).click();
  await expect.poll(at).toBeGreaterThan(10);
  await page.locator('[aria-current=true]').filter({ hasText: '说说收尾' }).waitFor();
  await shot(page, 'study-transcript-390');
  await page.getByRole('navigation', { name: '本课章节' }).getByRole('button', { name: '收尾' }).click();
  await expect.poll(at).toBeGreaterThan(12);
  await page.getByRole('button', { name: '画中画' }).click();
  await expect.poll(() => page.title()).toBe('画中画');
  await leave(reader);
});

it('a lesson is played by keys alone: skips, tenths, speed, captions, a note and a question at the second; a mark by hand', {
  timeout: 180_000,
}, async () => {
  const learner = await beside.person();
  const colours = { ground: [60, 110, 150], bar: [170, 60, 60] } as const;
  const file_id = await storeOriginal(as(teacher), { purpose: 'video', name: '键盘.mp4', data: await drawFilm(60, colours) });
  const id = await makeItem(beside.ctx(), { kind: KINDS.course, publisher_id: teacher.id, title: '用键盘学的课', format: '' });
  const captions_vtt = writeVtt([{ start_ms: 0, end_ms: 60_000, text: '大家好' }]);
  const chapters_vtt = writeVtt([{ start_ms: 30_000, end_ms: 60_000, text: '后半' }]);
  const film = { type: 'video' as const, file_id, duration_s: 60, free: true };
  const made = [
    { ...film, title: '键盘课', captions_vtt, chapters_vtt },
    { ...film, title: '后一课' },
  ];
  const [lesson_id = 0] = await inTransaction(beside.ctx(), (tx) => writeOutline(tx, id, [{ title: '', lessons: made }]));
  const reader = await openReader(browser, site, { token: learner.token, width: 1440 });
  const { page } = reader;
  const video = page.locator('video[autoplay]');
  const at = () => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime);
  const key = (...keys: string[]) => keys.reduce((before, one) => before.then(() => page.keyboard.press(one)), Promise.resolve());
  await page.goto(`${site.url}${playerPath(id, lesson_id)}`);
  await page.getByRole('button', { name: '开始播放' }).focus();
  await key('Enter');
  await expect.poll(at).toBeGreaterThan(0.2);
  await key('k');
  await expect.poll(() => video.evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(true);
  await key('5');
  expect(await at()).toBe(30);
  await key('ArrowLeft', 'j');
  expect(await at()).toBe(15);
  await key('ArrowRight', 'l', 'l');
  expect(await at()).toBe(40);
  await key('>', 'm');
  expect(await video.evaluate(({ playbackRate, muted }: HTMLVideoElement) => [playbackRate, muted])).toEqual([1.25, true]);
  await key('m');
  await page.locator('.study-title').getByText('大家好').waitFor();
  await key('c');
  await expect.poll(() => page.locator('.study-title').count()).toBe(0);
  expect(await page.getByRole('slider', { name: '播放进度' }).getAttribute('aria-valuetext')).toBe('00:40，共 01:00，后半');
  // the words beside the film, opened by the space bar, which the player leaves to it
  await page.locator('#beside-film summary').press(' ');
  await page.locator('#beside-film').getByRole('button', { name: '00:00 大家好' }).and(page.locator('[aria-current=true]')).waitFor();
  expect(await video.evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(true);
  await shot(page, 'study-transcript-1440');
  await key('?');
  await page.getByRole('dialog', { name: '播放器按键' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await key('Escape');
  // a note and a question are at this second, stand on the line and lead back to it
  await key('n');
  await page.keyboard.type('记在这里');
  await key('Tab', 'Enter');
  await page.getByText('记在这里').waitFor();
  await page.getByRole('button', { name: '我要提问' }).focus();
  await key('Enter');
  await page.getByRole('textbox', { name: '提问' }).focus();
  await page.keyboard.type('这一步为什么先做？');
  expect(await page.getByRole('checkbox', { name: '关于 00:40 处' }).isChecked()).toBe(true);
  let read = () => {};
  const held = new Promise<void>((resolve) => {
    read = resolve;
  });
  await page.route(/\/study\/questions\?/, async (route) => {
    await held;
    await route.continue();
  });
  await key('Tab', 'Tab', 'Enter');
  // before the list is read again the field is empty
  await page.getByText('已提问，讲师会收到通知').waitFor();
  await page.getByRole('button', { name: '我要提问' }).press('Enter');
  expect(await page.getByRole('textbox', { name: '提问' }).inputValue()).toBe('');
  await page.getByRole('button', { name: '取消' }).press('Enter');
  read();
  await page.getByText('这一步为什么先做？').waitFor();
  // its writer may take it back
  await page.getByRole('button', { name: '删除我的提问：这一步为什么先做？' }).waitFor();
  await expect
    .poll(() => page.locator('.study-point').evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')).toSorted()))
    .toEqual(['chapter', 'note', 'question']);
  await page.getByRole('slider', { name: '播放进度' }).focus();
  await key('0');
  expect(await at()).toBe(0);
  await page.getByRole('listitem').filter({ hasText: '这一步为什么先做？' }).getByRole('button', { name: '跳到 00:40' }).press('Enter');
  await expect.poll(at).toBeGreaterThanOrEqual(40);
  await page.getByRole('button', { name: '标记为学完' }).press('Enter');
  await page.getByRole('button', { name: '取消标记' }).waitFor();
  await page.getByText('已手动标记为学完').waitFor();
  await shot(page, 'study-keys-1440');
  // a dialog whose opener went with its row gives the focus to what is near, not to the top of the page
  await page.getByRole('button', { name: '修改 00:40 的笔记' }).press('Tab');
  await key('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).press('Enter');
  await page.getByText('还没有笔记').waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.closest('#main') !== null && document.activeElement?.tagName);
  await expect.poll(focused).toBe('BUTTON');
  expect(await axeFindings(page)).toEqual([]);
  // on the course's page the question leads to its second, and the speed is as it was left
  await page.goto(`${site.url}/study/detail?id=${id}`);
  await page.getByRole('link', { name: '从 00:40 播放' }).click();
  await expect.poll(at).toBeGreaterThanOrEqual(40);
  expect(await video.evaluate(({ playbackRate }: HTMLVideoElement) => playbackRate)).toBe(1.25);
  await reader.context.close();

  // on a phone: two taps at a side skip, one shows what is there
  const phone = await openReader(browser, site, { token: learner.token, width: 390 });
  await phone.page.goto(`${site.url}${playerPath(id, lesson_id)}#t=20`);
  const small = phone.page.locator('video[autoplay]');
  const now = () => small.evaluate(({ currentTime }: HTMLVideoElement) => currentTime);
  await expect.poll(now).toBeGreaterThanOrEqual(20);
  await small.evaluate((element: HTMLVideoElement) => element.pause());
  const before = await now();
  await small.evaluate((element) => {
    const { right, top } = element.getBoundingClientRect();
    const tap = { pointerType: 'touch', bubbles: true, clientX: right - 20, clientY: top + 40 };
    for (const _ of [1, 2]) element.dispatchEvent(new PointerEvent('pointerup', tap));
  });
  await expect.poll(now).toBeGreaterThanOrEqual(before + 9.9);
  expect([await axeFindings(phone.page), await overflowsSideways(phone.page)]).toEqual([[], false]);
  await shot(phone.page, 'study-keys-390');
  await leave(phone);
});

it('a course that left the site is learned on by who bought it, on a phone; others read that it is gone', {
  timeout: 120_000,
}, async () => {
  const [buyer, stranger] = [await beside.person(), await beside.person()];
  await inTransaction(beside.ctx(), (tx) => grantAccess(tx, { user_id: buyer.id, item_id: course, source: 'purchase', source_id: null }));
  await inTransaction(beside.ctx(), (tx) => setItemStatus(tx, course, ['published'], 'taken_down'));
  try {
    const reader = await openReader(browser, site, { token: buyer.token, width: 390 });
    const { page } = reader;
    await page.goto(`${site.url}/personalCenter/myClass`);
    await page.getByText(`${TITLE}（已下架，您仍可学习）`).waitFor();
    await page.getByRole('link', { name: '开始学习' }).click();
    await page.getByText(`《${TITLE}》已下架，您有权学习，可以照常看完。`).waitFor();
    await page
      .getByRole('navigation', { name: '课程目录' })
      .getByRole('link', { name: /看场地的清单/ })
      .click();
    await page.getByRole('heading', { name: '看场地的清单', level: 1 }).waitFor();
    await page.getByRole('button', { name: '开始播放' }).click();
    await page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('video[autoplay]')?.currentTime ?? 0) > 0.5);
    expect([await axeFindings(page), await overflowsSideways(page)]).toEqual([[], false]);
    await shot(page, 'study-off-site-390');
    await leave(reader);
    const other = await openReader(browser, site, { token: stranger.token, width: 1440, expected: /status of 404/ });
    await other.page.goto(`${site.url}${playerPath(course)}`);
    await other.page.getByText('您没有购买过它，看看其他课程。').waitFor();
    expect(await axeFindings(other.page)).toEqual([]);
    await leave(other);
  } finally {
    await inTransaction(beside.ctx(), (tx) => setItemStatus(tx, course, ['taken_down'], 'published'));
  }
});

it('a film is had smaller: by the width of the player, chosen by keys at the same second, remembered', { timeout: 120_000 }, async () => {
  const colours = { ground: [90, 90, 150], bar: [170, 60, 60] } as const;
  const [file_id, low_file_id] = await Promise.all(
    ['原画.mp4', '480.mp4'].map(async (name) => storeOriginal(as(teacher), { purpose: 'video', name, data: await drawFilm(60, colours) })),
  );
  const id = await makeItem(beside.ctx(), { kind: KINDS.course, publisher_id: teacher.id, title: '两种清晰度的课', format: '' });
  const files = { file_id: file_id as number, low_file_id: low_file_id as number };
  const film = { type: 'video' as const, ...files, duration_s: 60, free: true, title: '一课' };
  const [lesson_id = 0] = await inTransaction(beside.ctx(), (tx) => writeOutline(tx, id, [{ title: '', lessons: [film] }]));
  const played = (page: Page) =>
    page.locator('video[autoplay]').evaluate(({ currentSrc, currentTime, paused }: HTMLVideoElement) => ({
      low: currentSrc.endsWith('/480'),
      at: Math.floor(currentTime),
      paused,
    }));
  const learner = await beside.person();
  for (const width of [390, 1440] as const) {
    // a visitor on a phone, a learner at a desk: the free address and the signed one
    const reader = await openReader(browser, site, { width, ...(width === 1440 ? { token: learner.token } : {}) });
    const { page } = reader;
    await page.goto(`${site.url}${playerPath(id, lesson_id)}`);
    await page
      .getByRole('button', { name: width === 390 ? '播放' : '开始播放' })
      .first()
      .press('Enter');
    await expect.poll(async () => (await played(page)).low).toBe(width === 390);
    await page.locator('video[autoplay]').evaluate((video: HTMLVideoElement) => {
      video.pause();
      video.currentTime = 30;
    });
    const quality = page.getByLabel('清晰度');
    await quality.focus();
    await page.keyboard.press('ArrowDown');
    if (width === 1440) await page.keyboard.press('ArrowDown');
    await expect.poll(() => played(page)).toEqual({ low: width === 1440, at: 30, paused: true });
    expect([await axeFindings(page), await overflowsSideways(page)]).toEqual([[], false]);
    await shot(page, `study-quality-${width}`);
    const kept = await page.evaluate(() => localStorage.getItem('study_player'));
    expect(kept).toContain(`"height":${width === 390 ? -1 : 480}`);
    await leave(reader);
  }
});
