import { buffer } from 'node:stream/consumers';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { AUTH_TYPES, authPictureUrl, type CompanyForm, type RealnameForm } from '#contract/verification.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import type { AppError } from '#server/kernel/errors.ts';
import { keyId } from '#server/kernel/key-ring.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { files } from '#server/modules/publishing/tables.ts';
import { decideReview, listReviews, revealReview, reviewPages } from '#server/modules/review/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { certifyShop, saveShop } from '#server/modules/shops/index.ts';
import {
  authCheck,
  dropOldPictures,
  forgetVerification,
  mayPublishDemands,
  mayPublishJobs,
  openVerificationPicture,
  ownCompany,
  ownRealname,
  realnameMode,
  sealAnew,
  submitCompany,
  submitRealname,
  verifiedOf,
  warnOfEnds,
  withdrawCompany,
} from '#server/modules/verification/index.ts';
import { company_verifications, person_verifications } from '#server/modules/verification/tables.ts';
import { audit_log } from '#server/outbox/tables.ts';
import { MISMATCH_NAME, UNKNOWN_NAME } from '#server/providers/realname/sandbox.ts';
import { reviewCsv } from '#server/views/admin/review-csv.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { rememberPictures } from '../support/remember-pictures.ts';
import { sweepNow } from '../support/sweep.ts';
import { bothSides, newIdCard, newLicence, uploadProof } from '../support/verification.ts';

const DAY_MS = 86_400_000;

const t = testApp();
let staff: Person;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');

beforeAll(async () => {
  rememberPictures(t);
  staff = await makePerson(t, { roles: ['reviewer'] });
});

const formOf = async (person: Person, change: Partial<RealnameForm> = {}): Promise<RealnameForm> => ({
  name: '张三',
  idcard: newIdCard(),
  idcard_url: await bothSides(t, person),
  ...change,
});
const rowOf = async (person: Person) => {
  const [row] = await t.app.db.select().from(person_verifications).where(eq(person_verifications.user_id, person.id));
  return row as NonNullable<typeof row>;
};
const titles = async (person: Person) =>
  (await noticesOf(as(person), { only_unread: false, page: 1, limit: 9 })).list.map(({ title, content }) => `${title}：${content}`);

/** What staff looked at of this subject, as the audit log has it. */
const reveals = (subject: string) =>
  t.app.db
    .select()
    .from(audit_log)
    .where(and(eq(audit_log.subject, subject), eq(audit_log.action, 'review.reveal')));
async function csvOf(type: string): Promise<string> {
  const boss = await makePerson(t, { roles: ['admin'] });
  let csv = '';
  for await (const piece of (await reviewCsv(as(boss), type)).pieces) csv += piece;
  return csv;
}

/** Decides the newest open row of a type. */
async function decide(type: string, action: string, reason = ''): Promise<void> {
  const { list } = await listReviews(as(staff), { type, status: 'open', page: 1, limit: 50 });
  const row = list.at(-1) as (typeof list)[number];
  await decideReview(as(staff), { id: row.id, version: row.version, action, reason });
}

describe('a person', () => {
  it('S-803 who matches is verified at once; name, number and pictures lie sealed, the uploads are gone', async () => {
    const person = await makePerson(t);
    expect(await ownRealname(as(person))).toMatchObject({ status: 'none', name: '' });
    expect((await authCheck(as(person), AUTH_TYPES.personal)).status).toBe(0);
    const form = await formOf(person);
    const own = await submitRealname(as(person), form);
    expect(own).toMatchObject({ status: 'approved', name: '张*', idcard: `11${'*'.repeat(14)}${form.idcard.slice(-2)}` });
    const row = await rowOf(person);
    const raw = JSON.stringify(row);
    expect(raw).not.toContain(form.idcard);
    expect(raw).not.toContain('张三');
    expect(row.sealed.startsWith(keyId(t.config.secrets.identity))).toBe(true);
    const stored = await buffer(await t.app.providers.storage.readPrivate(row.picture_keys[0] as string));
    expect(stored.includes('WEBP')).toBe(false);
    expect(await t.app.db.select().from(files).where(eq(files.owner_id, person.id))).toEqual([]);
    expect(await verifiedOf(t.ctx(), person.id)).toEqual({ personal: { id: row.id }, company: null });
    expect([(await authCheck(as(person), AUTH_TYPES.personal)).status, await mayPublishDemands(t.ctx(), person.id)]).toEqual([1, true]);
    expect(await titles(person)).toEqual(['个人实名认证已通过：现在可以发布需求了。']);
    await expect(submitRealname(as(person), await formOf(person))).rejects.toThrow('您已通过实名认证');
  });

  it('who does not match is told why, and may try again', async () => {
    const person = await makePerson(t);
    const idcard = newIdCard();
    expect(await submitRealname(as(person), await formOf(person, { name: MISMATCH_NAME, idcard }))).toMatchObject({
      status: 'rejected',
      reason: '姓名与身份证号码不一致',
    });
    const before = (await rowOf(person)).picture_keys;
    expect(await mayPublishDemands(t.ctx(), person.id)).toBe(false);
    expect((await submitRealname(as(person), await formOf(person, { idcard }))).status).toBe('approved');
    await sweepNow(t);
    expect(await t.app.providers.storage.statPrivate(before[0] as string)).toBeNull();
    expect(await rowOf(person)).toMatchObject({ submissions: 2, reason: '' });
  });

  it('without a record waits for staff, who see a watermarked card; a refusal has a reason and a second try', async () => {
    const person = await makePerson(t);
    const form = await formOf(person, { name: UNKNOWN_NAME });
    expect((await submitRealname(as(person), form)).status).toBe('reviewing');
    await expect(submitRealname(as(person), await formOf(person))).rejects.toThrow('正在审核');
    const { list } = await listReviews(as(staff), { type: 'realname', status: 'open', page: 1, limit: 9 });
    const id = list[0]?.id ?? 0;
    expect(list[0]).toMatchObject({ masked: true, subject: { has_pages: false, facts: [{ personal: true }, { personal: true }] } });
    for (const secret of [form.idcard, UNKNOWN_NAME]) expect(JSON.stringify(list[0])).not.toContain(secret);
    await expect(reviewPages(as(staff), id)).rejects.toMatchObject({ status: 404 });
    await expect(revealReview(as(person), { id, reason: '审核' })).rejects.toMatchObject({ status: 403 });
    const { facts, pages } = await revealReview(as(staff), { id, reason: '审核' });
    expect(facts.map(({ value }) => value)).toEqual([UNKNOWN_NAME, form.idcard]);
    expect(pages).toHaveLength(2);
    expect(await reveals(`realname#${list[0]?.target_id}`)).toMatchObject([{ actor_id: staff.id, detail: { reason: '审核' } }]);
    const csv = await csvOf('realname');
    expect([csv.includes('身份证号码'), csv.includes(form.idcard), csv.includes(UNKNOWN_NAME)]).toEqual([false, false, false]);
    const query = new URL(pages[0]?.full.src ?? '', 'http://x').searchParams;
    const ticket = {
      ...{ type: 'realname', id: Number(query.get('id')), side: 0, staff_id: staff.id, login: Number(query.get('login')) },
      ...{ expires: Number(query.get('expires')), sign: query.get('sign') ?? '' },
    };
    const shown = await openVerificationPicture(t.ctx(), ticket);
    const { channels } = await sharp(shown).stats();
    // one colour was uploaded: what differs is the mark
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(2);
    await expect(openVerificationPicture(t.ctx(), { ...ticket, staff_id: staff.id + 900 })).rejects.toMatchObject({ status: 404 });
    t.clock.advance_ms(601_000);
    await expect(openVerificationPicture(t.ctx(), ticket)).rejects.toMatchObject({ status: 404 });
    await decide('realname', 'reject', '身份证照片不清晰，请重新拍摄');
    await expect(revealReview(as(staff), { id, reason: '审核' })).rejects.toMatchObject({ status: 404 });
    expect(await ownRealname(as(person))).toMatchObject({ status: 'rejected', reason: '身份证照片不清晰，请重新拍摄' });
    await submitRealname(as(person), await formOf(person, { name: UNKNOWN_NAME }));
    await decide('realname', 'approve');
    expect((await ownRealname(as(person))).status).toBe('approved');
    expect((await titles(person))[0]).toContain('已通过');
  });

  it('goes to staff when the service is away, and when the site says so', async () => {
    const person = await makePerson(t);
    const { realname } = t.app.providers;
    t.app.providers.realname = { name: 'away', check: () => Promise.reject(new Error('away')) };
    try {
      expect((await submitRealname(as(person), await formOf(person))).status).toBe('reviewing');
    } finally {
      t.app.providers.realname = realname;
    }
    await decide('realname', 'approve');
    await setSetting(t.ctx(), realnameMode.key, 'staff');
    const other = await makePerson(t);
    expect((await submitRealname(as(other), await formOf(other))).status).toBe('reviewing');
    await setSetting(t.ctx(), realnameMode.key, 'auto');
    await decide('realname', 'approve');
  });

  it('has a number that no other account has, and of 64 at once one gets it', async () => {
    const [first, second] = [await makePerson(t), await makePerson(t)];
    const idcard = newIdCard();
    await submitRealname(as(first), await formOf(first, { idcard }));
    await expect(submitRealname(as(second), await formOf(second, { idcard }))).rejects.toMatchObject({
      fields: { idcard: '这个身份证号码已用于另一个账号，如有疑问请联系客服' },
    });
    const people = await Promise.all(Array.from({ length: 4 }, () => makePerson(t)));
    const wanted = newIdCard();
    const forms: RealnameForm[] = [];
    for (const person of people) forms.push(await formOf(person, { idcard: wanted }));
    const ends = await Promise.allSettled(
      Array.from({ length: 64 }, (_, at) => submitRealname(as(people[at % 4] as Person), forms[at % 4] as RealnameForm)),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('A10 tells of a known number only who knows its name: pictures, mismatch and no record answer as of any other', async () => {
    const [first, second, stranger] = [await makePerson(t), await makePerson(t), await makePerson(t)];
    const known = newIdCard();
    await submitRealname(as(first), await formOf(first, { idcard: known }));
    const answers = async (idcard: string) => {
      const foreign = await bothSides(t, first);
      const wrong = await formOf(second, { idcard });
      const pictures = await submitRealname(as(second), { ...wrong, idcard_url: foreign }).catch((error: AppError) => error.status);
      const mismatch = await submitRealname(as(second), await formOf(second, { name: MISMATCH_NAME, idcard }));
      return [pictures, mismatch.status, mismatch.reason];
    };
    const of_known = await answers(known);
    expect(of_known).toEqual(await answers(newIdCard()));
    expect(of_known.slice(0, 2)).toEqual([404, 'rejected']);
    // without a record people look, and they cannot approve it a second time
    expect((await submitRealname(as(stranger), await formOf(stranger, { name: UNKNOWN_NAME, idcard: known }))).status).toBe('reviewing');
    await expect(decide('realname', 'approve')).rejects.toThrow('已用于另一个账号');
    await decide('realname', 'reject', '资料不符');
    expect((await ownRealname(as(stranger))).status).toBe('rejected');
  });

  it('is refused with a wrong check digit, one side, no name', async () => {
    const person = await makePerson(t);
    const form = await formOf(person);
    const wrong: Array<[Partial<RealnameForm>, string]> = [
      [{ idcard: '110105194912310021' }, '身份证号码有误，请核对'],
      [{ idcard_url: authPictureUrl(1) }, '请上传身份证'],
      [{ name: '' }, '请输入姓名'],
    ];
    for (const [change, message] of wrong) await expect(submitRealname(as(person), { ...form, ...change })).rejects.toThrow(message);
  });

  it('cannot hand in pictures of others, nor other formats', async () => {
    const [person, other] = [await makePerson(t), await makePerson(t)];
    await expect(submitRealname(as(person), await formOf(person, { idcard_url: await bothSides(t, other) }))).rejects.toMatchObject({
      status: 404,
    });
    await expect(uploadProof(t, person, 'red', 'webp')).rejects.toThrow('请上传 JPG 或 PNG 图片');
  });

  it('loses the pictures on schedule after the decision, never before it, and keeps the verification', async () => {
    const [done, waiting] = [await makePerson(t), await makePerson(t)];
    await submitRealname(as(done), await formOf(done));
    await submitRealname(as(waiting), await formOf(waiting, { name: UNKNOWN_NAME }));
    const keys = (await rowOf(done)).picture_keys;
    t.clock.advance_ms(29 * DAY_MS);
    await dropOldPictures(t.ctx());
    expect((await rowOf(done)).picture_keys).toEqual(keys);
    t.clock.advance_ms(DAY_MS);
    expect(await dropOldPictures(t.ctx())).toBeGreaterThanOrEqual(2);
    await sweepNow(t);
    expect((await rowOf(done)).picture_keys).toEqual([]);
    expect(await t.app.providers.storage.statPrivate(keys[0] as string)).toBeNull();
    expect((await rowOf(waiting)).picture_keys).toHaveLength(2);
    expect((await ownRealname(as(done))).status).toBe('approved');
    expect(await t.app.providers.storage.statPrivate((await rowOf(waiting)).picture_keys[0] as string)).not.toBeNull();
    await decide('realname', 'approve');
  });

  it('is sealed anew with a new key, and still found by the number', async () => {
    const [person, other] = [await makePerson(t), await makePerson(t)];
    const idcard = newIdCard();
    await submitRealname(as(person), await formOf(person, { idcard }));
    const { secrets } = t.config;
    const former = secrets.identity;
    secrets.identity = 'another-key-another-key-another-key-1';
    t.config.former_identity_keys = [former];
    await expect(submitRealname(as(other), await formOf(other, { idcard }))).rejects.toThrow('已用于另一个账号');
    expect(await sealAnew(t.ctx())).toBeGreaterThan(0);
    expect(await sealAnew(t.ctx())).toBe(0);
    expect((await rowOf(person)).sealed.startsWith(keyId(secrets.identity))).toBe(true);
    t.config.former_identity_keys = [];
    await expect(submitRealname(as(other), await formOf(other, { idcard }))).rejects.toThrow('已用于另一个账号');
  });

  it('is forgotten whole', async () => {
    const person = await makePerson(t);
    await submitRealname(as(person), await formOf(person));
    await inTransaction(t.ctx(), (tx) => forgetVerification(tx, person.id));
    expect((await ownRealname(as(person))).status).toBe('none');
  });
});

describe('an enterprise', () => {
  const companyForm = async (person: Person, change: Partial<CompanyForm> = {}): Promise<CompanyForm> => ({
    ...{ name: '上海策猫文化有限公司', licence: newLicence(), legal_person: '张三', contact_name: '李四', contact_mobile: '13900001234' },
    licence_url: authPictureUrl(await uploadProof(t, person)),
    ...change,
  });
  const status = async (person: Person) => (await authCheck(as(person), AUTH_TYPES.company)).status;

  it('P-061, P-063 goes from nothing over review to certified, changed and looked at again, refused and still certified, and runs out', async () => {
    const person = await makePerson(t);
    expect([await status(person), await mayPublishJobs(as(person))]).toEqual([0, false]);
    const form = await companyForm(person);
    expect(await submitCompany(as(person), form)).toMatchObject({
      ...{ status: 'reviewing', certified: 0 },
      form: { contact_mobile: '139****1234', has_picture: true },
    });
    expect(JSON.stringify(await t.app.db.select().from(company_verifications))).not.toContain('13900001234');
    expect(await status(person)).toBe(2);
    await expect(submitCompany(as(person), form)).rejects.toThrow('正在审核');
    const { list } = await listReviews(as(staff), { type: 'company', status: 'open', page: 1, limit: 9 });
    const row = list.find(({ subject }) => subject.title === form.name);
    expect(row?.subject.facts?.at(-1)).toEqual({ label: '联系人', value: '李* 139****1234', personal: true });
    const csv = await csvOf('company');
    expect([csv.includes(form.licence), csv.includes('联系人'), csv.includes('李')]).toEqual([true, false, false]);
    const whole = await revealReview(as(staff), { id: row?.id ?? 0, reason: '审核' });
    expect([whole.facts.at(-1)?.value, whole.pages.length]).toEqual(['李四 13900001234', 1]);
    await decide('company', 'reject', '营业执照照片不清晰，请重新上传');
    expect([await status(person), (await ownCompany(as(person))).reason]).toEqual([3, '营业执照照片不清晰，请重新上传']);
    await submitCompany(as(person), { ...form, contact_mobile: '139****1234', licence_url: '' });
    await decide('company', 'approve');
    expect([await status(person), await mayPublishJobs(as(person))]).toEqual([1, true]);
    expect((await verifiedOf(t.ctx(), person.id)).company).toEqual({ status: 1 });
    await submitCompany(as(person), { ...form, name: '上海策猫会展有限公司', licence_url: '' });
    expect(await ownCompany(as(person))).toMatchObject({ status: 'reviewing', certified: 1, certified_as: { name: form.name } });
    await decide('company', 'reject', '企业名称与营业执照不一致');
    expect([await status(person), (await ownCompany(as(person))).status]).toEqual([1, 'rejected']);
    t.clock.advance_ms(336 * DAY_MS);
    expect([await warnOfEnds(t.ctx()), await warnOfEnds(t.ctx())]).toEqual([1, 0]);
    expect((await titles(person))[0]).toContain('即将到期');
    t.clock.advance_ms(30 * DAY_MS);
    expect([await status(person), await mayPublishJobs(as(person))]).toEqual([3, false]);
  });

  it('P-062, P-064 can be taken back while it waits', async () => {
    const person = await makePerson(t);
    await submitCompany(as(person), await companyForm(person));
    expect(await withdrawCompany(as(person))).toMatchObject({ status: 'rejected', reason: '您已撤回，可以修改后重新提交' });
    expect((await listReviews(as(staff), { type: 'company', status: 'open', page: 1, limit: 9 })).total).toBe(0);
    await expect(withdrawCompany(as(person))).rejects.toThrow('没有正在审核');
  });

  it('belongs to one account until its approval runs out', async () => {
    const [first, second] = [await makePerson(t), await makePerson(t)];
    const licence = newLicence();
    await submitCompany(as(first), await companyForm(first, { licence }));
    await expect(submitCompany(as(second), await companyForm(second, { licence }))).rejects.toThrow('已在另一个账号认证');
    await decide('company', 'approve');
    t.clock.advance_ms(366 * DAY_MS);
    expect((await ownCompany(as(first))).status).toBe('expired');
    expect((await submitCompany(as(second), await companyForm(second, { licence }))).status).toBe('reviewing');
    await decide('company', 'approve');
  });

  it('is not decided by its owner', async () => {
    const person = await makePerson(t, { roles: ['reviewer'] });
    await submitCompany(as(person), await companyForm(person));
    const { list } = await listReviews(as(person), { type: 'company', status: 'open', page: 1, limit: 9 });
    const row = list.at(-1) as (typeof list)[number];
    await expect(decideReview(as(person), { id: row.id, version: row.version, action: 'approve', reason: '' })).rejects.toThrow(
      '另一位同事',
    );
    await decide('company', 'approve');
  });

  it('a shop that staff certified lets publish jobs too', async () => {
    const operator = await makePerson(t, { roles: ['operator'] });
    const person = await makePerson(t);
    const { id } = await saveShop(as(person), { ...EMPTY_SHOP_FORM, name: '星河舞美', category: 205, province: 63, city: 6301 });
    expect((await authCheck(as(person), AUTH_TYPES.shop)).status).toBe(0);
    await certifyShop(as(operator), id, { is_vip: false, is_gold: true, labels: [] });
    expect([(await authCheck(as(person), AUTH_TYPES.shop)).status, await mayPublishJobs(as(person))]).toEqual([1, true]);
  });
});
