import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { EMPTY_CONTACT, EMPTY_PARTS } from '#contract/recruit.ts';
import { createCtx } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { kindTerms } from '#server/modules/catalog/index.ts';
import { askAbout } from '#server/modules/chat/index.ts';
import { answerInvitation, inviteEmployee } from '#server/modules/employees/index.ts';
import { submitItem } from '#server/modules/publishing/index.ts';
import { applyForJob, ownResume, ownResumes, saveResume } from '#server/modules/recruiting/index.ts';
import { makeItem } from '../support/catalog.ts';
import { makeEnterprise } from '../support/enterprise.ts';
import { joinedSite } from '../support/join-site.ts';
import { makePerson, type Person } from '../support/people.ts';
import { axeFindings, leave, openReader, overflowsSideways, saidAfter, shot } from '../support/reader-browser.ts';

const JOB = KINDS.job;
const { site, beside, browser } = joinedSite();
let enterprise: Person;
const jobs: number[] = [];
const place = () => ({ app: beside.booted.app, ctx: () => beside.ctx() });
const as = (person: Person) => createCtx(beside.booted.app, person.actor, 'e2e');

beforeAll(async () => {
  enterprise = await makeEnterprise(place(), { name: '浮光会展' });
  const { categories, facets } = await kindTerms(beside.ctx(), JOB);
  const term = (key: string) => facets[key]?.[2]?.id ?? 0;
  const form = {
    ...EMPTY_FORM,
    ...{ category_id: categories[0]?.id ?? 0, price_type: 'free' as const },
    terms: { area: term('area'), work: facets['work']?.[0]?.id ?? 0 },
    fields: { pay_min: '8000', pay_max: '12000', duty: '负责年会与发布会', demand: '三年以上经验', benefits: '五险一金、双休' },
  };
  for (const title of ['活动策划经理', '会务执行督导'])
    jobs.push(
      (await submitItem(as(enterprise), { kind: JOB, draft_key: `e2e-job-${jobs.length}-${Date.now()}`, form: { ...form, title } })).id,
    );
});

async function withResume(name: string): Promise<Person> {
  const person = await makePerson(place());
  const parts = { ...EMPTY_PARTS, person: { ...EMPTY_PARTS.person, name }, wish: { ...EMPTY_PARTS.wish, position: '活动策划' } };
  await saveResume(as(person), { title: '', visibility: 'applied', parts, contact: { ...EMPTY_CONTACT, mobile: '13800138000' } });
  return person;
}

it('C-300 whoever is no verified enterprise is led to where it is verified; a visitor signs in and comes back', {
  timeout: 120_000,
}, async () => {
  const visitor = await openReader(browser, site, { width: 1440 });
  await visitor.page.goto(`${site.url}/demand/addJob`);
  await visitor.page.waitForURL(/\/login\?.*addJob/);
  await leave(visitor);
  const { token } = await makePerson(place());
  const reader = await openReader(browser, site, { token, width: 1440 });
  await reader.page.goto(`${site.url}/demand/addJob`);
  await reader.page.waitForURL('**/personalCenter/myEnterprise');
  await leave(reader);
  // the question that fails is asked again
  const failing = await openReader(browser, site, { token: enterprise.token, width: 1440, expected: /503/ });
  await failing.page.route(
    '**/recruit/job/gate*',
    (route) => route.fulfill({ status: 503, json: { code: 1, msg: '网络异常', data: null } }),
    {
      times: 1,
    },
  );
  await failing.page.goto(`${site.url}/demand/addJob`);
  await failing.page.getByRole('button', { name: '重试' }).click();
  await failing.page.getByRole('heading', { name: '发布招聘' }).waitFor();
  await leave(failing);
});

it('an enterprise publishes a job that everybody finds', { timeout: 180_000 }, async () => {
  const reader = await openReader(browser, site, { token: enterprise.token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/demand/addJob`);
  await page.getByLabel('职位名称').fill('灯光师驻场');
  await page.getByLabel(/^分类/).selectOption({ index: 1 });
  for (const label of ['地区', '性质', '活动类型'])
    await page.getByRole('combobox', { name: label, exact: true }).selectOption({ index: 1 });
  await page.getByLabel('最低月薪（元）').fill('8000');
  await page.getByLabel('最高月薪（元）').fill('12000');
  await page.getByLabel('工作城市').fill('杭州');
  await page.getByLabel(/岗位职责/).fill('编程与现场操作');
  await page.getByLabel(/任职要求/).fill('熟悉控台');
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'job-form-1440');
  await page.getByRole('button', { name: '发布招聘' }).click();
  await page
    .getByText(/发布成功|已发布/)
    .first()
    .waitFor();
  await page.goto(`${site.url}/demand/recruit?sort=new`);
  await page.getByRole('heading', { name: '灯光师驻场' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'jobs-1440');
  await leave(reader);
});

it('a job is read without JavaScript, and on a phone', { timeout: 120_000 }, async () => {
  const plain = await openReader(browser, site, { width: 390, javascript: false });
  await plain.page.goto(`${site.url}/demand/detailsRecruit?id=${jobs[0]}`);
  await plain.page.getByRole('heading', { name: '岗位职责' }).waitFor();
  expect(await plain.page.content()).toContain('"@type":"JobPosting"');
  await plain.context.close();
  const reader = await openReader(browser, site, { width: 390 });
  for (const [path, name] of [
    ['/demand/recruit', 'jobs-390'],
    [`/demand/detailsRecruit?id=${jobs[0]}`, 'job-390'],
  ] as const) {
    await reader.page.goto(site.url + path);
    expect(await overflowsSideways(reader.page)).toBe(false);
    expect(await axeFindings(reader.page)).toEqual([]);
    await shot(reader.page, name);
  }
  await leave(reader);
});

it('a person without a resume writes one on the way, and comes back to the job', { timeout: 120_000 }, async () => {
  const person = await makePerson(place());
  const reader = await openReader(browser, site, { token: person.token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/demand/detailsRecruit?id=${jobs[1]}`);
  await page.getByRole('button', { name: '投递简历' }).click();
  await page.getByRole('link', { name: '写简历' }).click();
  await page.getByRole('textbox', { name: '姓名' }).fill('沈一');
  await page.getByRole('textbox', { name: '期望职位' }).fill('灯光师');
  // the account's, which one may change
  expect(await page.getByRole('textbox', { name: '手机号' }).inputValue()).toMatch(/^1\d{10}$/);
  await page.getByRole('textbox', { name: '手机号' }).fill('13800138001');
  await page.getByRole('button', { name: '完成，回去投递' }).press('Enter');
  await page
    .getByRole('dialog', { name: /^投递：/ })
    .getByRole('button', { name: '确认投递' })
    .click();
  await page.getByText('投递进度：').waitFor();
  await leave(reader);
});

it('a person applies with a resume, and the enterprise goes through its applicants by keyboard', { timeout: 180_000 }, async () => {
  const [first, second] = [await withResume('林晓'), await withResume('周周')];
  const reader = await openReader(browser, site, { token: first.token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/demand/detailsRecruit?id=${jobs[0]}`);
  await page.getByRole('button', { name: '投递简历' }).click();
  const dialog = page.getByRole('dialog', { name: '投递：活动策划经理' });
  await dialog.getByRole('button', { name: '确认投递' }).click();
  await page.getByText('投递进度：').waitFor();
  await shot(page, 'job-applied-1440');
  await page.goto(`${site.url}/personalCenter/myResume?tab=applications`);
  await page.getByText('已投递').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'applications-1440');
  await leave(reader);
  const [own] = await ownResumes(as(second));
  await applyForJob(as(second), { id: jobs[0] as number, resume_id: own?.id ?? 0, message: '' });
  const owner = await openReader(browser, site, { token: enterprise.token, width: 1440 });
  await owner.page.goto(`${site.url}/personalCenter/myRecruit`);
  await owner.page.getByRole('link', { name: /待查看\s*2/ }).click();
  await owner.page.getByRole('list', { name: '应聘者' }).waitFor();
  // by name, and by many at once, which is thought better of here
  await owner.page.getByRole('searchbox', { name: '按姓名查找' }).fill('周');
  await owner.page.keyboard.press('Enter');
  await owner.page.getByRole('checkbox', { name: '选择 林晓' }).waitFor({ state: 'detached' });
  await owner.page.getByRole('checkbox', { name: '选择 周周' }).press('Space');
  await owner.page.getByRole('button', { name: '婉拒所选 1 位' }).press('Enter');
  const many = owner.page.getByRole('dialog', { name: '婉拒 1 位应聘者' });
  await many.getByText('每一位都会收到消息').waitFor();
  expect(await axeFindings(owner.page)).toEqual([]);
  await shot(owner.page, 'applicants-decline-1440');
  await many.getByRole('button', { name: '取消' }).press('Enter');
  await owner.page.getByRole('searchbox', { name: '按姓名查找' }).fill('');
  await owner.page.getByRole('checkbox', { name: '选择 林晓' }).waitFor();
  await owner.page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(owner.page)).toBe(false);
  await shot(owner.page, 'applicants-390');
  await owner.page.setViewportSize({ width: 1440, height: 900 });
  await owner.page.getByRole('searchbox', { name: '按姓名查找' }).blur();
  await owner.page.keyboard.press('j');
  await owner.page.getByRole('heading', { name: /林晓/ }).waitFor();
  await owner.page.getByText('已查看').first().waitFor();
  // a note that is not saved waits for who comes back, and the focus goes with the applicant
  const note = owner.page.getByRole('textbox', { name: '添加备注' });
  await note.fill('二面重点问执行');
  await owner.page.getByRole('button', { name: '下一位' }).click();
  await owner.page.getByRole('heading', { name: /周周/ }).and(owner.page.locator(':focus')).waitFor();
  await owner.page.getByRole('button', { name: '上一位' }).click();
  await owner.page.getByRole('heading', { name: /林晓/ }).waitFor();
  expect(await note.inputValue()).toBe('二面重点问执行');
  await note.fill('');
  expect(await axeFindings(owner.page)).toEqual([]);
  await shot(owner.page, 'applicants-1440');
  await owner.page.getByRole('button', { name: '婉拒', exact: true }).click();
  const answer = owner.page.getByRole('dialog', { name: '婉拒 林晓' });
  await saidAfter(owner.page, () => answer.getByRole('button', { name: '发送' }).click(), '已发送，对方会收到通知');
  // the next one is offered two times for an interview, and picks one of them on a phone
  await owner.page.keyboard.press('j');
  await owner.page.getByRole('heading', { name: /周周/ }).waitFor();
  await owner.page.getByRole('button', { name: '邀请面试', exact: true }).click();
  const invitation = owner.page.getByRole('dialog', { name: '邀请 周周 面试' });
  const day = shanghaiDay(new Date(Date.now() + 3 * 86_400_000));
  await invitation.getByLabel('面试时间 1').fill(`${day}T14:00`);
  await invitation.getByLabel('面试时间 2').fill(`${day}T16:00`);
  await invitation.getByLabel('地点或会议链接').fill('静安区南京西路 1 号');
  expect(await axeFindings(owner.page)).toEqual([]);
  await shot(owner.page, 'interview-offer-1440');
  await saidAfter(owner.page, () => invitation.getByRole('button', { name: '发送邀请' }).click(), '已发送，对方会收到通知');
  const phone = await openReader(browser, site, { token: second.token, width: 390 });
  await phone.page.goto(`${site.url}/personalCenter/myResume?tab=applications`);
  const box = phone.page.getByRole('region', { name: '面试' });
  await box.getByText('请选择面试时间').waitFor();
  expect(await axeFindings(phone.page)).toEqual([]);
  expect(await overflowsSideways(phone.page)).toBe(false);
  await shot(phone.page, 'interview-choose-390');
  await box.getByRole('list', { name: '可选的面试时间' }).getByRole('button').nth(1).focus();
  await phone.page.keyboard.press('Enter');
  await box.getByText('面试时间已约定').waitFor();
  await box.getByRole('button', { name: '换个时间' }).click();
  const other = phone.page.getByRole('dialog', { name: '换个时间' });
  await other.getByRole('button', { name: '发送' }).click();
  await other.getByText('请填写方便的时间').waitFor();
  await other.getByLabel('方便的时间').fill('周五上午');
  await other.getByRole('button', { name: '发送' }).click();
  await box.getByText('您已提出换时间').waitFor();
  await leave(phone);
  await owner.page.goto(`${site.url}/personalCenter/myRecruit/recruitDetail?id=${jobs[0]}`);
  await owner.page.getByRole('button', { name: /周周/ }).click();
  await owner.page.getByText('留言：周五上午').waitFor();
  await shot(owner.page, 'interview-asked-1440');
  await owner.page.getByRole('button', { name: '修改面试时间' }).click();
  const changed = owner.page.getByRole('dialog', { name: '修改 周周 的面试时间' });
  expect(await changed.getByLabel('面试时间 2').inputValue()).toBe(`${day}T16:00`);
  await changed.getByRole('button', { name: '取消' }).click();
  await leave(owner);
});

it('a resume is filled from one’s works and shown in a conversation by keyboard, until its owner hides it', {
  timeout: 180_000,
}, async () => {
  const person = await withResume('叶青');
  const [own] = await ownResumes(as(person));
  const id = own?.id ?? 0;
  await makeItem(beside.ctx(), { kind: KINDS.scheme, publisher_id: person.id, title: '江南年会策划方案' });
  const reader = await openReader(browser, site, { token: person.token, width: 1440 });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/myResume/newResume?id=${id}`);
  const fill = page.getByRole('button', { name: '从我的作品填入' });
  await saidAfter(page, () => fill.press('Enter'), '填入了 1 个项目，请补上角色与结果');
  const project = page.getByRole('group', { name: '项目经历 1' });
  expect(await project.getByLabel('项目', { exact: true }).inputValue()).toBe('江南年会策划方案');
  await project.getByLabel('角色').fill('总策划');
  await saidAfter(page, () => fill.press('Enter'), '作品都已在项目经历里');
  expect(await axeFindings(page)).toEqual([]);
  await project.scrollIntoViewIfNeeded();
  await shot(page, 'resume-from-works-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'resume-from-works-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '完成' }).press('Enter');
  await page.waitForURL('**/personalCenter/myResume');

  const talk = await askAbout(as(person), { kind: 'job', id: jobs[1] as number });
  await page.goto(`${site.url}/receiveOrder/chat?id=${talk.id}`);
  await page.getByRole('button', { name: '简历', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '发送简历' });
  await dialog.getByRole('button', { name: '发送' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'talk-resume-choose-1440');
  await dialog.getByRole('button', { name: '发送' }).press('Enter');
  await page.getByRole('button', { name: /叶青，活动策划/ }).waitFor();
  await shot(page, 'talk-resume-sent-1440');
  await leave(reader);

  const boss = await openReader(browser, site, { token: enterprise.token, width: 390, expected: /404/ });
  await boss.page.goto(`${site.url}/receiveOrder/chat?id=${talk.id}`);
  await boss.page.getByRole('button', { name: /叶青，活动策划/ }).press('Enter');
  const sheet = boss.page.getByRole('dialog', { name: '叶青的简历' });
  await sheet.getByRole('link', { name: '江南年会策划方案 · 总策划' }).waitFor();
  await sheet.getByText('13800138000').waitFor();
  expect(await axeFindings(boss.page)).toEqual([]);
  expect(await overflowsSideways(boss.page)).toBe(false);
  await shot(boss.page, 'talk-resume-open-390');
  await boss.page.keyboard.press('Escape');
  const { parts, contact, title } = await ownResume(as(person), id);
  await saveResume(as(person), { id, title, parts, contact, visibility: 'nobody' });
  await boss.page.getByRole('button', { name: /叶青，活动策划/ }).press('Enter');
  await boss.page.getByText('对方已不再公开这份简历').first().waitFor();
  await boss.page.reload();
  await boss.page.locator('.chat-talk').getByText('简历已不再公开').waitFor();
  await shot(boss.page, 'talk-resume-hidden-390');
  await leave(boss);
});

it('a person marks free days by keyboard, and an enterprise finds them by day', { timeout: 120_000 }, async () => {
  const person = await withResume('方晴');
  const [own] = await ownResumes(as(person));
  const { parts, contact, title } = await ownResume(as(person), own?.id ?? 0);
  await saveResume(as(person), { id: own?.id ?? 0, title, parts, contact, visibility: 'all' });
  const reader = await openReader(browser, site, { token: person.token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/myResume?tab=days`);
  await page.getByLabel('按天价格（元）').fill('1200');
  await saidAfter(page, () => page.getByRole('button', { name: '保存', exact: true }).click(), '已保存');
  await page.getByRole('button', { name: '下个月' }).click();
  const first = page.getByRole('button', { name: /月\s*1\s*日，\s*未标记/ });
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const second = page.getByRole('button', { name: /月\s*2\s*日，\s*空闲/ });
  await second.waitFor();
  const day = (await second.getAttribute('data-day')) ?? '';
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflowsSideways(page)).toBe(false);
  await shot(page, 'days-390');
  await leave(reader);
  const owner = await openReader(browser, site, { token: enterprise.token, width: 1440 });
  await owner.page.goto(`${site.url}/personalCenter/myRecruit?tab=found`);
  // a year that is half typed asks for nothing
  await owner.page.getByLabel('空闲日期从').fill(`0002${day.slice(4)}`);
  await owner.page.getByLabel('到', { exact: true }).focus();
  await owner.page.getByText(/请选择 .* 之间的日期/).waitFor();
  expect(owner.page.url()).not.toContain('from=');
  await owner.page.getByLabel('空闲日期从').fill(day);
  await owner.page.getByText(/1200 元\/天 · .*空闲/).waitFor();
  expect(await axeFindings(owner.page)).toEqual([]);
  await shot(owner.page, 'found-by-day-1440');
  await owner.page.getByRole('button', { name: /方\*\*/ }).click();
  await owner.page.getByLabel('邀请对方投递的职位或承接的求单').waitFor();
  expect(await axeFindings(owner.page)).toEqual([]);
  await shot(owner.page, 'found-dialog-1440');
  await leave(owner);
});

it('a resume saves itself while it is written', { timeout: 120_000 }, async () => {
  const { token } = await makePerson(place());
  const reader = await openReader(browser, site, { token, width: 390 });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/myResume/newResume`);
  await page.getByLabel(/^姓名/).fill('沈舟');
  await page.getByLabel(/^期望职位/).fill('执行督导');
  await page.getByText('已保存').waitFor();
  await page.waitForURL(/newResume\?id=\d+/);
  await page.reload();
  await expect.poll(() => page.getByLabel(/^姓名/).inputValue()).toBe('沈舟');
  expect(await overflowsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'resume-390');
  await page.getByLabel('手机号').fill('');
  await page.getByRole('button', { name: '完成' }).click();
  await page.getByText('手机号和邮箱至少填写一项').waitFor();
  await page.getByLabel('手机号').fill('13800138000');
  await page.getByRole('button', { name: '完成' }).click();
  await page.waitForURL('**/personalCenter/myResume');
  await page.getByRole('heading', { name: /执行督导/ }).waitFor();
  await leave(reader);
});

it('an employee acts for the enterprise, and no longer once removed', { timeout: 120_000 }, async () => {
  const mobile = `137${String(Date.now()).slice(-8)}`;
  const person = await makePerson(place(), { mobile });
  const id = await inviteEmployee(as(enterprise), { mobile, rights: ['recruit'] });
  await answerInvitation(as(person), id, true);
  const reader = await openReader(browser, site, { token: person.token, width: 1440, expected: /403/ });
  const { page } = reader;
  await page.goto(`${site.url}/personalCenter/myStaff`);
  await page.getByRole('link', { name: '招聘', exact: true }).click();
  await page.getByText('您正在以浮光会展的名义操作').waitFor();
  await page.getByRole('link', { name: '会务执行督导' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await shot(page, 'acting-1440');
  const owner = await openReader(browser, site, { token: enterprise.token, width: 1440 });
  await owner.page.goto(`${site.url}/personalCenter/myStaff`);
  await owner.page.getByRole('button', { name: /^移除/ }).click();
  await owner.page.getByRole('dialog', { name: '移除员工' }).getByRole('button', { name: '移除' }).click();
  await owner.page.getByText('已移除').first().waitFor();
  expect(await axeFindings(owner.page)).toEqual([]);
  await shot(owner.page, 'staff-1440');
  await leave(owner);
  await page.reload();
  await page.getByText('您不能以这家企业的名义操作').waitFor();
  await leave(reader);
});
