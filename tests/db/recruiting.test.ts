import { PDFDocument } from '@cantoo/pdf-lib';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ItemFilter } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM, type ItemForm } from '#contract/publish.ts';
import { DECLINE_TEXT, EMPTY_CONTACT, EMPTY_PARTS, type InterviewActKey, type ResumeVisibility } from '#contract/recruit.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { getItem, installDefaultTerms, kindTerms } from '#server/modules/catalog/index.ts';
import { askAbout } from '#server/modules/chat/index.ts';
import { setBan } from '#server/modules/identity/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { restoreItem, saveDraft, storeOriginal, submitItem, takeDown } from '#server/modules/publishing/index.ts';
import {
  addNote,
  answerInterview,
  applyForJob,
  closeDueJobs,
  closedJob,
  exportedResumes,
  findForEnterprise,
  forgetResumes,
  foundResume,
  interviewFile,
  inviteToJob,
  inviteToRequest,
  jobWorkbench,
  listApplicants,
  openOwnPdf,
  openSentPdf,
  ownApplications,
  ownDays,
  ownJobs,
  ownResumes,
  readApplicant,
  refreshJob,
  remindOfInterviews,
  removeResume,
  resumeViews,
  saveResume,
  setContactShared,
  setDays,
  setDefaultResume,
  setResumeFile,
  setStage,
  takeDay,
  withdrawApplication,
} from '#server/modules/recruiting/index.ts';
import { applications } from '#server/modules/recruiting/tables.ts';
import { subscribe, tellSubscribers } from '#server/modules/subscriptions/index.ts';
import { jobJsonLd, jobListView, jobScreenAt } from '#server/views/job-screens.ts';
import { testApp } from '../support/app.ts';
import { makeBlankPdf } from '../support/documents.ts';
import { makeEnterprise } from '../support/enterprise.ts';
import { makePerson, type Person } from '../support/people.ts';

const JOB = KINDS.job;
const HOUR_S = 3_600;
const t = testApp();
let enterprise: Person;
let form: ItemForm;
let keys = 0;
let pay_term = 0;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const now_s = () => Math.floor(t.clock.now().getTime() / 1000);
const day = (days: number) => shanghaiDay(new Date(t.clock.now().getTime() + days * 86_400 * 1000));

beforeAll(async () => {
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  enterprise = await makeEnterprise(t, { name: '云上会展' });
  const { categories, facets } = await kindTerms(t.ctx(), JOB);
  const term = (key: string, name: string) => facets[key]?.find((one) => one.name === name)?.id ?? 0;
  pay_term = term('pay', '12000–20000 元');
  form = {
    ...EMPTY_FORM,
    title: '活动策划经理',
    category_id: categories[0]?.id ?? 0,
    price_type: 'free',
    terms: { area: term('area', '浙江省'), work: term('work', '全职'), event: term('event', '年会庆典') },
    fields: {
      pay_min: '12000',
      pay_max: '18000',
      pay_months: '13',
      city: '杭州',
      duty: '负责年会与发布会的策划',
      demand: '三年以上经验',
      benefits: '五险一金、双休',
      deadline: '',
    },
  };
});

const draft = (change: Partial<ItemForm> = {}) => ({ kind: JOB, draft_key: `job-draft-${++keys}`, form: { ...form, ...change } });
const publish = async (change: Partial<ItemForm> = {}) => (await submitItem(as(enterprise), draft(change))).id;
const titles = async (person: Person) =>
  (await noticesOf(as(person), { only_unread: false, page: 1, limit: 20 })).list.map(({ title }) => title);

async function seeker(visibility: ResumeVisibility = 'applied', name = '林晓') {
  const person = await makePerson(t);
  const parts = {
    ...EMPTY_PARTS,
    person: { ...EMPTY_PARTS.person, name, city: '杭州', years: '4 年' },
    wish: { ...EMPTY_PARTS.wish, position: '活动策划' },
    skills: ['提案', '现场统筹'],
  };
  const resume = await saveResume(as(person), { title: '', visibility, parts, contact: { ...EMPTY_CONTACT, mobile: '13800138000' } });
  return { person, resume };
}

describe('a job', () => {
  it('C-300, P-090 is published by verified enterprises alone, who are asked for city, pay and a day to come', async () => {
    const somebody = await makePerson(t);
    await expect(saveDraft(as(somebody), draft())).rejects.toMatchObject({ status: 403, message: '企业认证通过后才能发布招聘' });
    const fields = { 'terms.area': '请选择地区', 'terms.work': '请选择性质' };
    await expect(submitItem(as(enterprise), draft({ terms: {} }))).rejects.toMatchObject({ fields });
    const told = { ...form.fields, demand: '有意请加微信 liuhe2024' };
    await expect(submitItem(as(enterprise), draft({ fields: told }))).rejects.toMatchObject({
      fields: { 'field.demand': expect.stringContaining('请不要写联系方式') },
    });
    const past = { ...form.fields, deadline: day(-1) };
    await expect(submitItem(as(enterprise), draft({ fields: past }))).rejects.toMatchObject({
      fields: { 'field.deadline': expect.stringContaining('已经过去') },
    });
    const far = { ...form.fields, deadline: day(400) };
    await expect(submitItem(as(enterprise), draft({ fields: far }))).rejects.toMatchObject({
      fields: { 'field.deadline': expect.any(String) },
    });
    const id = await publish({ fields: { ...form.fields, deadline: day(3) } });
    expect(await getItem(t.ctx(), id)).toMatchObject({ status: 'published', kind: JOB.code, cover_key: '' });
  });

  it('says to readers and to search engines what it pays, and leaves the list when it is closed', async () => {
    const id = await publish({ title: '灯光师驻场' });
    const { view, faces } = await jobListView(t.ctx(), { terms: { pay: pay_term } });
    expect(view.result.list.map((card) => card.id)).toContain(id);
    expect(faces[id]).toMatchObject({
      pay: '12–18K × 13 薪',
      area: '杭州',
      event: '年会庆典',
      enterprise: '云上会展',
      verified: 1,
      benefits: ['五险一金', '双休'],
    });
    const url = new URL(`http://x/demand/detailsRecruit?id=${id}`);
    const shown = await jobScreenAt(t.ctx(), url);
    if (!shown) throw new Error('no page of the job');
    expect(jobJsonLd(shown, 'http://x')).toMatchObject({
      '@type': 'JobPosting',
      employmentType: 'FULL_TIME',
      hiringOrganization: { name: '云上会展' },
      baseSalary: { value: { minValue: 12_000, maxValue: 18_000, unitText: 'MONTH' } },
      jobLocation: { address: { addressRegion: '浙江省' } },
    });
    await takeDown(as(enterprise), id, JOB);
    expect(await jobScreenAt(t.ctx(), url)).toBeNull();
    expect(await closedJob(t.ctx(), id)).toMatchObject({ id, title: '灯光师驻场' });
    expect((await ownJobs(as(enterprise))).list.find((job) => job.id === id)?.state_text).toBe('已关闭');
    const { person, resume } = await seeker();
    await expect(applyForJob(as(person), { id, resume_id: resume.id, message: '' })).rejects.toMatchObject({ status: 409 });
    await restoreItem(as(enterprise), id, JOB);
    expect(await closedJob(t.ctx(), id)).toBeNull();
  });

  it('says its pay in yuan and its cities, by which it is found and ordered', async () => {
    const typed = (fields: object) => publish({ fields: { ...form.fields, ...fields } });
    const wrong = (fields: object) => expect(typed(fields)).rejects.toMatchObject({ status: 400 });
    await wrong({ pay_min: '8', pay_max: '12' });
    await wrong({ pay_min: '12000', pay_max: '8000' });
    await wrong({ city: '杭洲' });
    await wrong({ city: '杭州、上海、北京、南京、苏州、无锡' });
    const [wide, most, open] = [
      await typed({ pay_min: '10000', pay_max: '15000', city: '杭州市、上海' }),
      await typed({ pay_min: '11000', pay_max: '', pay_months: '16', city: '' }),
      await typed({ pay_min: '', pay_max: '', pay_months: '', city: '' }),
    ];
    const { facets } = await kindTerms(t.ctx(), JOB);
    const ids = async (filter: ItemFilter) => (await jobListView(t.ctx(), filter)).view.result.list.map(({ id }) => id);
    const term = (key: string, name: string) => ({ terms: { [key]: facets[key]?.find((one) => one.name === name)?.id ?? 0 } });
    // a range is found by each band that it reaches into
    for (const band of ['8000–12000 元', '12000–20000 元']) expect(await ids(term('pay', band))).toContain(wide);
    expect(await ids(term('city', '上海'))).toEqual([wide]);
    expect(await ids(term('pay', '面议'))).toContain(open);
    const by_pay = await ids({ sort: 'pay' });
    expect(by_pay).not.toContain(open);
    // sixteen months of 11,000 are more than twelve of 10,000, and than thirteen of 12,000
    expect(by_pay[0]).toBe(most);
    expect(by_pay.at(-1)).toBe(wide);
    const { faces } = await jobListView(t.ctx(), {});
    expect([faces[wide]?.area, faces[most]?.pay, faces[open]?.pay]).toEqual(['杭州、上海', '11K × 16 薪', '面议']);
  });

  it('is told to whoever subscribed to its city, and to nobody else', async () => {
    await publish({ fields: { ...form.fields, city: '宁波' } });
    const [city, other] = [await makePerson(t), await makePerson(t)];
    const term = async (name: string) => (await kindTerms(t.ctx(), JOB)).facets['city']?.find((one) => one.name === name)?.id ?? 0;
    await subscribe(as(city), { kind: 'job', terms: { city: await term('宁波') } });
    await subscribe(as(other), { kind: 'job', terms: { city: await term('上海') } });
    t.clock.advance_ms(60_000);
    const id = await publish({ title: '宁波会务专员', fields: { ...form.fields, city: '宁波' } });
    await tellSubscribers(t.ctx(), id);
    expect((await titles(city)).join()).toContain('宁波会务专员');
    expect(await titles(other)).toEqual([]);
  });

  it('goes to the top once a day', async () => {
    const [id, later] = [await publish(), await publish()];
    const newest = async () => (await jobListView(t.ctx(), { sort: 'new' })).view.result.list[0]?.id;
    t.clock.advance_ms(60_000);
    expect(await newest()).toBe(later);
    await refreshJob(as(enterprise), id);
    expect(await newest()).toBe(id);
    await expect(refreshJob(as(enterprise), id)).rejects.toMatchObject({ status: 409 });
    await expect(refreshJob(as(await makePerson(t)), id)).rejects.toMatchObject({ status: 404 });
    t.clock.advance_ms(86_400_000);
    await refreshJob(as(enterprise), id);
  });

  it('closes after its last day, tells its enterprise, and opens again with a new one only', async () => {
    const [ends, stays] = [await publish({ fields: { ...form.fields, deadline: day(1) } }), await publish()];
    expect(await closeDueJobs(t.ctx())).toBe(0);
    t.clock.advance_ms(2 * 86_400_000);
    expect(await closeDueJobs(t.ctx())).toBe(1);
    expect(await closeDueJobs(t.ctx())).toBe(0);
    expect([(await getItem(t.ctx(), ends))?.status, (await getItem(t.ctx(), stays))?.status]).toEqual(['taken_down', 'published']);
    expect(await titles(enterprise)).toContain('职位已到截止日期，已停止招聘');
    await expect(restoreItem(as(enterprise), ends, JOB)).rejects.toMatchObject({ fields: { 'field.deadline': expect.any(String) } });
  });
});

describe('C-302 an application', () => {
  it('is sent once with the resume as it was, and goes through its stages before both', async () => {
    const id = await publish();
    const { person, resume } = await seeker();
    const sent = await applyForJob(as(person), { id, resume_id: resume.id, message: '做过五十场年会' });
    await expect(applyForJob(as(person), { id, resume_id: resume.id, message: '' })).rejects.toMatchObject({ status: 409 });
    await expect(applyForJob(as(enterprise), { id, resume_id: resume.id, message: '' })).rejects.toMatchObject({ status: 409 });
    await saveResume(as(person), { ...resume, parts: { ...resume.parts, person: { ...resume.parts.person, name: '改过的名字' } } });
    expect((await ownJobs(as(enterprise))).list[0]).toMatchObject({ id, counts: { sent: 1 } });
    const found = await readApplicant(as(enterprise), sent.id);
    expect(found).toMatchObject({ name: '林晓', stage: 'seen', message: '做过五十场年会', contact: { mobile: '13800138000' } });
    expect((await ownApplications(as(person), { page: 1, limit: 9 })).list[0]).toMatchObject({ stage: 'seen', contact_shared: 1 });
    await addNote(as(enterprise), sent.id, '作品扎实');
    const move = (change: object) =>
      setStage(as(enterprise), { id: sent.id, stage: 'interview', answer: '', slots: [], place: '', ...change });
    await expect(move({ slots: [now_s() - 60] })).rejects.toMatchObject({ fields: { slots: expect.any(String) } });
    await expect(move({ stage: 'hired' })).rejects.toMatchObject({ status: 409 });
    const at = now_s() + HOUR_S;
    await move({ slots: [at + HOUR_S, at], place: '西溪路 1 号', answer: '请带作品集' });
    const answer = (who: Person, act: InterviewActKey, more: { at?: number; note?: string } = {}) =>
      answerInterview(as(who), { id: sent.id, act, at: 0, note: '', ...more });
    await expect(interviewFile(as(person), sent.id)).rejects.toMatchObject({ status: 404 });
    expect((await jobWorkbench(t.ctx(), person.id))[0]).toMatchObject({ asks_for_answer: true });
    await expect(answer(enterprise, 'pick', { at })).rejects.toMatchObject({ status: 409 });
    await expect(answer(person, 'pick', { at: at + 60 })).rejects.toMatchObject({ fields: { at: expect.any(String) } });
    await expect(answer(await makePerson(t), 'pick', { at })).rejects.toMatchObject({ status: 404 });
    await answer(person, 'pick', { at });
    await expect(answer(person, 'pick', { at: at + HOUR_S })).rejects.toMatchObject({ status: 409 });
    const at_desk = async () => (await jobWorkbench(t.ctx(), enterprise.id)).find(({ key }) => key === `interview:${sent.id}`);
    expect(await at_desk()).toMatchObject({ title: expect.stringContaining('面试：'), at: now_s() + HOUR_S, asks_for_answer: false });
    t.clock.advance_ms(2 * HOUR_S * 1000);
    expect(await at_desk()).toMatchObject({ asks_for_answer: true });
    t.clock.advance_ms(-2 * HOUR_S * 1000);
    const calendar = await interviewFile(as(person), sent.id);
    expect(calendar).toMatch(/METHOD:PUBLISH[\s\S]*SEQUENCE:2\r\n/);
    expect(calendar).toContain('LOCATION:西溪路 1 号');
    expect(calendar).toMatch(/DTSTART;TZID=Asia\/Shanghai:\d{8}T\d{6}\r\n/);
    expect(JSON.stringify(await ownApplications(as(person), { page: 1, limit: 9 }))).not.toContain('作品扎实');
    await move({ stage: 'declined', answer: '' });
    expect((await ownApplications(as(person), { page: 1, limit: 9 })).list[0]).toMatchObject({ stage: 'declined', answer: DECLINE_TEXT });
    expect(await titles(person)).toEqual(['云上会展更新了您的应聘：不合适', '云上会展更新了您的应聘：邀请面试']);
    expect(await titles(enterprise)).toContain('林晓确认了面试时间');
    // a decline strikes the interview out of both calendars
    for (const who of [person, enterprise])
      expect(await interviewFile(as(who), sent.id)).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:3\r\n[\s\S]*STATUS:CANCELLED/);
    const after = await readApplicant(as(enterprise), sent.id);
    expect(after.moves.map(({ to }) => to)).toEqual(['sent', 'seen', 'interview', 'declined']);
    expect(after.notes).toMatchObject([{ text: '作品扎实' }]);
    await expect(withdrawApplication(as(person), sent.id)).rejects.toMatchObject({ status: 409 });
  });

  it('has an interview that both move, cancel and are reminded of once', async () => {
    const id = await publish();
    const { person, resume } = await seeker();
    const sent = await applyForJob(as(person), { id, resume_id: resume.id, message: '' });
    const offer = (slots: number[]) => setStage(as(enterprise), { id: sent.id, stage: 'interview', answer: '', slots, place: '线上' });
    const answer = (who: Person, act: InterviewActKey, more: { at?: number; note?: string } = {}) =>
      answerInterview(as(who), { id: sent.id, act, at: 0, note: '', ...more });
    const state = async () => (await ownApplications(as(person), { page: 1, limit: 9 })).list[0]?.interview;
    const uid = async () => /UID:([^\r]*)/.exec(await interviewFile(as(person), sent.id))?.[1];
    const [first, second] = [now_s() + 30 * HOUR_S, now_s() + 60 * HOUR_S];
    await offer([first]);
    await answer(person, 'pick', { at: first });
    const before = await uid();
    expect(await remindOfInterviews(t.ctx())).toBe(0);
    await expect(answer(person, 'ask')).rejects.toMatchObject({ fields: { note: expect.any(String) } });
    await answer(person, 'ask', { note: '周四下午都可以' });
    expect(await state()).toMatchObject({ state: 'asked', at: 0, note: '周四下午都可以' });
    expect(JSON.stringify(await jobWorkbench(t.ctx(), person.id))).toContain('您已提出换时间，等待对方重新给出');
    expect((await readApplicant(as(enterprise), sent.id)).interview.note).toBe('周四下午都可以');
    await offer([second]);
    await answer(person, 'pick', { at: second });
    expect(await state()).toMatchObject({ state: 'agreed', at: second });
    expect(await uid()).toBe(before);
    t.clock.advance_ms(40 * HOUR_S * 1000);
    expect([await remindOfInterviews(t.ctx()), await remindOfInterviews(t.ctx())]).toEqual([1, 0]);
    for (const who of [person, enterprise]) expect((await titles(who))[0]).toContain('：面试即将开始');
    await answer(enterprise, 'cancel');
    expect(await state()).toMatchObject({ state: 'cancelled', at: 0 });
    expect(await interviewFile(as(enterprise), sent.id)).toContain('METHOD:CANCEL');
    await offer([now_s() + HOUR_S]);
    await answer(person, 'decline');
    expect(await state()).toMatchObject({ state: 'declined' });
  });

  it('lets the enterprise talk to who applied, and to nobody else', async () => {
    const id = await publish();
    const { person, resume } = await seeker();
    const talk = () => askAbout(as(enterprise), { kind: 'job', id, other_id: person.id });
    await expect(talk()).rejects.toMatchObject({ status: 403 });
    const sent = await applyForJob(as(person), { id, resume_id: resume.id, message: '' });
    const { id: talk_id } = await talk();
    expect(await askAbout(as(person), { kind: 'job', id })).toEqual({ id: talk_id });
    await withdrawApplication(as(person), sent.id);
    const { person: other, resume: theirs } = await seeker();
    await withdrawApplication(as(other), (await applyForJob(as(other), { id, resume_id: theirs.id, message: '' })).id);
    await expect(askAbout(as(enterprise), { kind: 'job', id, other_id: other.id })).rejects.toMatchObject({ status: 403 });
  });

  it('is taken back with the contact, and may be sent again', async () => {
    const id = await publish();
    const { person, resume } = await seeker();
    const sent = await applyForJob(as(person), { id, resume_id: resume.id, message: '' });
    await setContactShared(as(person), sent.id, false);
    expect((await readApplicant(as(enterprise), sent.id)).contact).toBeNull();
    await setContactShared(as(person), sent.id, true);
    expect((await readApplicant(as(enterprise), sent.id)).contact).toMatchObject({ mobile: '13800138000' });
    const at = now_s() + HOUR_S;
    await setStage(as(enterprise), { id: sent.id, stage: 'interview', answer: '', slots: [at], place: '线上' });
    await answerInterview(as(person), { id: sent.id, act: 'pick', at, note: '' });
    expect(await interviewFile(as(enterprise), sent.id)).toContain('林晓');
    // also what is past leaves the calendar with its name
    t.clock.advance_ms(2 * HOUR_S * 1000);
    await withdrawApplication(as(person), sent.id);
    const struck = await interviewFile(as(enterprise), sent.id);
    expect([struck.includes('METHOD:CANCEL'), struck.includes('应聘者'), struck.includes('林晓')]).toEqual([true, true, false]);
    await expect(readApplicant(as(enterprise), sent.id)).rejects.toMatchObject({ status: 404 });
    await expect(openSentPdf(as(enterprise), sent.id, 'made')).rejects.toMatchObject({ status: 404 });
    expect((await listApplicants(as(enterprise), { id, stage: 'all', page: 1, limit: 20 })).list).toEqual([]);
    const [row] = await t.app.db.select().from(applications).where(eq(applications.id, sent.id));
    expect(row?.contact).toBeNull();
    expect(await applyForJob(as(person), { id, resume_id: resume.id, message: '' })).toEqual(sent);
  });

  it('wants a resume that is finished and not for its owner alone', async () => {
    const id = await publish();
    const hidden = await seeker('nobody');
    await expect(applyForJob(as(hidden.person), { id, resume_id: hidden.resume.id, message: '' })).rejects.toMatchObject({
      fields: { resume_id: expect.stringContaining('仅自己可见') },
    });
    const person = await makePerson(t);
    const bare = await saveResume(as(person), { title: '空', visibility: 'applied', parts: EMPTY_PARTS, contact: EMPTY_CONTACT });
    await expect(applyForJob(as(person), { id, resume_id: bare.id, message: '' })).rejects.toMatchObject({
      fields: { resume_id: expect.stringContaining('请填写姓名') },
    });
    await expect(applyForJob(as(person), { id, resume_id: hidden.resume.id, message: '' })).rejects.toMatchObject({ status: 404 });
  });
});

it('stands on the boards of both sides, with what asks for an answer', async () => {
  const id = await publish({ title: '看板上的职位' });
  const { person, resume } = await seeker();
  await applyForJob(as(person), { id, resume_id: resume.id, message: '' });
  const of_job = async () => (await jobWorkbench(t.ctx(), enterprise.id)).find(({ key }) => key === `job:${id}`);
  expect(await of_job()).toMatchObject({ group: 'job', title: '看板上的职位', asks_for_answer: true, state: '1 份应聘等待查看' });
  const [sent] = await jobWorkbench(t.ctx(), person.id);
  expect(sent).toMatchObject({ title: '应聘：看板上的职位', state: '已投递', asks_for_answer: false });
});

describe('P-160 a resume', () => {
  it('is found by enterprises only when its owner shows it, without name and contact, and the owner sees who looked', async () => {
    const shown = await seeker('all', '欧阳青');
    await seeker('applied', '周周');
    const { list } = await findForEnterprise(as(enterprise), { keyword: '现场统筹 杭州', page: 1 });
    expect(list).toMatchObject([{ id: shown.resume.id, name: '欧**', skills: ['提案', '现场统筹'] }]);
    expect(JSON.stringify(list)).not.toMatch(/欧阳青|13800138000/);
    const one = await foundResume(as(enterprise), shown.resume.id);
    expect(one.contact.mobile).toBe('138****8000');
    expect(JSON.stringify(one)).not.toMatch(/欧阳青|13800138000/);
    expect(await resumeViews(as(shown.person), shown.resume.id)).toMatchObject([{ enterprise: '云上会展', times: 1 }]);
    await expect(findForEnterprise(as(shown.person), { keyword: '', page: 1 })).rejects.toMatchObject({ status: 403 });
    const job_id = await publish({ title: '会务执行督导' });
    await inviteToJob(as(enterprise), { id: shown.resume.id, job_id });
    await inviteToJob(as(enterprise), { id: shown.resume.id, job_id });
    expect(await titles(shown.person)).toEqual(['云上会展邀请您投递：会务执行督导']);
    await saveResume(as(shown.person), { ...shown.resume, visibility: 'applied' });
    await expect(foundResume(as(enterprise), shown.resume.id)).rejects.toMatchObject({ status: 404 });
  });

  it('is found by days that are free, while its owner shows it, and invited to a request', async () => {
    const { person, resume } = await seeker('all', '方晴');
    const found = async (more: object) =>
      (await findForEnterprise(as(enterprise), { keyword: '', page: 1, ...more })).list.filter(({ id }) => id === resume.id);
    expect(await found({})).toMatchObject([{ by_day: null }]);
    const mark = (days: string[], how: 'free' | 'busy' | 'none', price?: number) => setDays(as(person), { price, days, mark: how });
    await expect(mark([day(-1)], 'free')).rejects.toMatchObject({ fields: { days: expect.any(String) } });
    await expect(mark([day(181)], 'free')).rejects.toMatchObject({ fields: { days: expect.any(String) } });
    // many presses at once all stand
    await Promise.all(Array.from({ length: 64 }, (_, at) => mark([day(1 + (at % 4))], 'free')));
    await mark([], 'free', 120_000);
    expect((await ownDays(as(person))).days).toHaveLength(4);
    const range = { from: day(1), to: day(3) };
    expect(await found({ ...range, keyword: '杭州 活动策划' })).toMatchObject([{ by_day: { price: 1_200, free: [1, 2, 3, 4].map(day) } }]);
    expect(await found({ ...range, to: day(5) })).toEqual([]);
    await expect(found({ from: day(1), to: day(60) })).rejects.toMatchObject({ fields: { to: expect.any(String) } });
    // chosen for a request: the day is taken, however often the event comes
    for (const _ of [1, 2]) await takeDay(t.ctx(), { planner_id: person.id, day: day(2) });
    expect(await found(range)).toEqual([]);
    expect((await ownDays(as(person))).days.find((one) => one.day === day(2))?.mark).toBe('busy');
    expect((await mark([day(2)], 'none')).days).toHaveLength(3);
    const request = { id: 7, title: '年会跟拍', path: '/receiveOrder/detail?id=7' };
    for (const _ of [1, 2]) await inviteToRequest(as(enterprise), resume.id, request);
    expect(await titles(person)).toEqual(['云上会展邀请您接单：年会跟拍']);
    await expect(inviteToRequest(as(person), resume.id, request)).rejects.toMatchObject({ status: 403 });
    await saveResume(as(person), { ...resume, visibility: 'applied' });
    expect(await found({})).toEqual([]);
    await expect(inviteToRequest(as(enterprise), resume.id, { ...request, id: 8 })).rejects.toMatchObject({ status: 404 });
  });

  it('is one of several with one default, and becomes a PDF with its font inside', async () => {
    const { person, resume } = await seeker();
    const second = await saveResume(as(person), { title: '二', visibility: 'nobody', parts: EMPTY_PARTS, contact: EMPTY_CONTACT });
    expect((await ownResumes(as(person))).map(({ id, is_default, ready }) => [id, is_default, ready])).toEqual([
      [resume.id, 1, 1],
      [second.id, 0, 0],
    ]);
    await setDefaultResume(as(person), second.id);
    expect((await ownResumes(as(person)))[0]?.id).toBe(second.id);
    await removeResume(as(person), second.id);
    expect((await ownResumes(as(person))).map(({ is_default }) => is_default)).toEqual([1]);
    const { data } = await openOwnPdf(as(person), resume.id, 'made');
    expect(Buffer.from(data).subarray(0, 5).toString()).toBe('%PDF-');
    const document = await PDFDocument.load(data);
    expect([document.getPageCount(), document.getTitle()]).toEqual([1, '活动策划']);
    expect(document.context.enumerateIndirectObjects().some(([, object]) => object.toString().includes('/FontFile'))).toBe(true);
  });

  it('takes an own PDF, which is sent along and comes back with the contact', async () => {
    const { person, resume } = await seeker();
    const bytes = await makeBlankPdf(1);
    const file_id = await storeOriginal(as(person), { purpose: 'opaque', name: '我的简历.pdf', data: bytes });
    await expect(setResumeFile(as(enterprise), resume.id, file_id)).rejects.toMatchObject({ status: 404 });
    expect(await setResumeFile(as(person), resume.id, file_id)).toMatchObject({ pdf: { name: '我的简历.pdf' } });
    const id = await publish();
    const sent = await applyForJob(as(person), { id, resume_id: resume.id, message: '' });
    const of = async () => Buffer.from((await openSentPdf(as(enterprise), sent.id, 'uploaded')).data);
    expect((await of()).equals(Buffer.from(bytes))).toBe(true);
    await setContactShared(as(person), sent.id, false);
    expect((await of()).equals(Buffer.from(bytes))).toBe(false);
  });

  it('leaves with its owner: nothing says who applied', async () => {
    const id = await publish();
    const { person, resume } = await seeker('all', '要走的人');
    await applyForJob(as(person), { id, resume_id: resume.id, message: '请看作品' });
    expect(await exportedResumes(as(person))).toMatchObject([{ contact: { mobile: '13800138000' } }]);
    await inTransaction(t.ctx(), (tx) => forgetResumes(tx, person.id));
    expect(await exportedResumes(as(person))).toEqual([]);
    const rows = await t.app.db.select().from(applications).where(eq(applications.user_id, person.id));
    expect(JSON.stringify(rows)).not.toMatch(/要走的人|13800138000|请看作品/);
    expect((await listApplicants(as(enterprise), { id, stage: 'all', page: 1, limit: 20 })).list).toEqual([]);
  });
});

it('reads jobs of an applicant and applicants of a job by their indexes', async () => {
  const plan = async (text: string) => {
    const { rows } = await t.app.db.execute<Record<string, string>>(text);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  };
  await t.app.db.execute(`insert into job_applications (item_id, enterprise_id, user_id, resume_id, title, parts, stage)
    select n / 50 + 1000000, 1, n + 1000000, 1, 'x', '{}', 'sent' from generate_series(1, 20000) n`);
  await t.app.db.execute('analyze job_applications');
  // of a job's key and its stages either finds them: none reads the table
  const of_job = await plan(
    "explain select * from job_applications where item_id = 1000007 and stage in ('sent', 'seen') order by id limit 500",
  );
  expect(of_job).toContain('Index Cond: (item_id = 1000007)');
  expect(await plan('explain select * from job_applications where user_id = 1000007 order by id desc limit 20')).toContain(
    'job_applications_of_user',
  );
});

it('takes no applications for an enterprise whose account was blocked', async () => {
  const job = await publish({ title: '账号停用后的职位' });
  const staff = await makePerson(t, { roles: ['operator'] });
  const ban = (banned: boolean) => setBan(as(staff), { user_id: enterprise.id, banned, reason: '虚假招聘' });
  await ban(true);
  await expect(applyForJob(as(await makePerson(t)), { id: job, resume_id: 1, message: '' })).rejects.toThrow('账号已停用');
  await ban(false);
});
