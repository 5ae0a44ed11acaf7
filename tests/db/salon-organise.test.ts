import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { MESSAGES_A_DAY } from '#contract/organise.ts';
import type { RecapForm } from '#contract/outputs/organise.ts';
import { checkForm, EMPTY_FORM } from '#contract/publish.ts';
import { RECAP_TEXT_MIN } from '#contract/recap.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { guestsCsv } from '#server/areas/organise/routes.ts';
import { talkGate } from '#server/areas/talk/manifest.ts';
import { saveMedia, worksNaming } from '#server/modules/catalog/index.ts';
import { readList } from '#server/modules/console/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import {
  checkInByHand,
  guestList,
  organisedSalon,
  ownRecap,
  recapFiles,
  recapOf,
  saveRecap,
  sentMessages,
  setSale,
  submitRecap,
  takeDownRecap,
  tellGuests,
  withdrawRecap,
} from '#server/modules/salons/index.ts';
import { salon_ticket_kinds } from '#server/modules/salons/tables.ts';
import { findRecapScreen, recapCards } from '#server/views/recap-screen.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/catalog.ts';
import { makeFilm } from '../support/films.ts';
import { makePerson, type Person } from '../support/people.ts';
import { storePhotographs } from '../support/picture-works.ts';
import { makeSalon } from '../support/salon-guests.ts';

const TEXT = `这一场讲的是活动现场的${'三张表'.repeat(20)}。\n\n第二段写现场的提问。`;

const t = testApp();
let owner: Person;
let guest: Person;
let second: Person;
let staff: Person;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const titles = async (person: Person) =>
  (await noticesOf(as(person), { only_unread: false, page: 1, limit: 50 })).list.map(({ title }) => title);

beforeAll(async () => {
  [owner, guest, second] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  staff = await makePerson(t, { roles: ['admin'] });
});

describe('the organiser', () => {
  it('sees guests by state and search, and figures that agree with them', async () => {
    const salon = await makeSalon(t, {
      owner_id: owner.id,
      seats: [
        { buyer_id: guest.id, name: '王小波', phone: '13912345678', answers: [{ key: 'q1', label: '公司', answer: '远行会展' }] },
        { buyer_id: guest.id, name: '王大山' },
        { buyer_id: second.id, name: '李静', state: 'refunded' },
      ],
    });
    const look = (change: object) => guestList(as(owner), { salon_id: salon.id, state: 'all', search: '', page: 1, limit: 50, ...change });
    const names = async (change: object) => (await look(change)).list.map(({ name }) => name);
    expect((await look({})).counts).toEqual({ all: 3, valid: 2, used: 0, gone: 1 });
    expect(await names({ search: '王' })).toEqual(['王小波', '王大山']);
    expect(await names({ search: '5678' })).toEqual(['王小波']);
    expect(await names({ search: '2' })).toEqual(['王大山']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ state: 'gone' })).toEqual(['李静']);
    await checkInByHand(as(owner), { salon_id: salon.id, ticket_id: salon.tickets[0]?.id ?? 0, nonce: 'organise-1' });
    expect(await names({ state: 'used' })).toEqual(['王小波']);
    expect(await organisedSalon(as(owner), salon.id)).toMatchObject({
      sold: 2,
      came: 1,
      inside: 1,
      sale_closed: false,
      days: [{ sold: 2 }],
    });
    await expect(organisedSalon(as(guest), salon.id)).rejects.toThrow('沙龙不存在');
    await expect(guestList(as(guest), { salon_id: salon.id, state: 'all', search: '', page: 1, limit: 50 })).rejects.toThrow('沙龙不存在');
  });

  it('takes the list along as CSV in which nothing is run', async () => {
    const answers = [{ key: 'q1', label: '公司', answer: '远行,会展' }];
    const salon = await makeSalon(t, { owner_id: owner.id, seats: [{ buyer_id: guest.id, name: '=HYPERLINK("http://x")', answers }] });
    let text = '';
    for await (const piece of guestsCsv(as(owner), salon.id)) text += piece;
    const [, line = ''] = text.split('\r\n');
    expect(text.startsWith('\ufeff票号,票种,座位,姓名')).toBe(true);
    expect(line).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(line).toContain('"公司：远行,会展"');
  });

  it('tells all who hold a good ticket, once each, and not too often', async () => {
    const salon = await makeSalon(t, {
      owner_id: owner.id,
      seats: [{ buyer_id: guest.id }, { buyer_id: guest.id }, { buyer_id: second.id, state: 'refunded' }],
    });
    const message = (key: string, title: string) => ({ salon_id: salon.id, key, title, content: '请走东门' });
    await expect(tellGuests(as(guest), message('message-0', '改门'))).rejects.toThrow('沙龙不存在');
    expect(await tellGuests(as(owner), message('message-1', '入口改到东门'))).toEqual({ reached: 1 });
    expect(await tellGuests(as(owner), message('message-1', '入口改到东门'))).toEqual({ reached: 1 });
    expect((await titles(guest)).filter((title) => title === '入口改到东门')).toHaveLength(1);
    expect(await titles(second)).not.toContain('入口改到东门');
    for (let n = 2; n <= MESSAGES_A_DAY; n++) await tellGuests(as(owner), message(`message-${n}`, `第 ${n} 次`));
    await expect(tellGuests(as(owner), message('message-too-many', '再一次'))).rejects.toThrow(
      /^24 小时内最多通知 3 次，\d+月\d+日 \d\d:\d\d 之后可以再发$/,
    );
    expect((await sentMessages(as(owner), salon.id)).map(({ reached }) => reached)).toEqual(Array(MESSAGES_A_DAY).fill(1));
  });

  it('stops the sale and lets it go on', async () => {
    const salon = await makeSalon(t, { owner_id: owner.id, starts_in_h: 48 });
    const until = async () =>
      (await t.app.db.select().from(salon_ticket_kinds).where(eq(salon_ticket_kinds.salon_id, salon.id)))[0]?.sale_until;
    await setSale(as(owner), { salon_id: salon.id, on: false });
    expect([await until(), (await organisedSalon(as(owner), salon.id)).sale_closed]).toEqual([t.clock.now(), true]);
    await setSale(as(owner), { salon_id: salon.id, on: true });
    expect([await until(), (await organisedSalon(as(owner), salon.id)).sale_closed]).toEqual([null, false]);
    const over = await makeSalon(t, { owner_id: owner.id, starts_in_h: -10, state: 'over' });
    await expect(setSale(as(owner), { salon_id: over.id, on: false })).rejects.toThrow('只有报名中的沙龙');
  });
});

describe('recaps', () => {
  const decide = async (action: 'approve' | 'reject', reason = '') => {
    const [row] = (await listReviews(as(staff), { type: 'salon_recap', status: 'open', page: 1, limit: 1 })).list;
    await decideReview(as(staff), { id: row?.id ?? 0, version: row?.version ?? 0, action, reason });
  };

  it('are written after the salon, looked at by the desk, and changed without showing what nobody looked at', async () => {
    const coming = await makeSalon(t, { owner_id: owner.id });
    await expect(saveRecap(as(owner), coming.id, { text: '', pictures: [], film: null })).rejects.toThrow('活动结束后');
    const salon = await makeSalon(t, {
      ...{ owner_id: owner.id, title: '会务人的三张表', starts_in_h: -30, state: 'over' },
      seats: [{ buyer_id: guest.id, state: 'used' }, { buyer_id: second.id }],
    });
    const [picture = 0] = await storePhotographs(t, owner, ['navy']);
    const [foreign = 0] = await storePhotographs(t, guest, ['red']);
    const form: RecapForm = { text: TEXT, pictures: [{ file_id: picture, caption: '开场' }], film: null };
    await expect(submitRecap(as(owner), salon.id, { ...form, text: '太短' })).rejects.toThrow(`${RECAP_TEXT_MIN}`);
    await expect(submitRecap(as(owner), salon.id, { ...form, pictures: [{ file_id: foreign, caption: '' }] })).rejects.toThrow(
      '图片不存在',
    );
    await expect(submitRecap(as(guest), salon.id, form)).rejects.toThrow('沙龙不存在');
    await saveRecap(as(owner), salon.id, { ...form, text: '草稿' });
    expect(await ownRecap(as(owner), salon.id)).toMatchObject({ state: 'draft', form: { text: '草稿' }, may_write: true, attended: 1 });
    await submitRecap(as(owner), salon.id, form);
    expect([(await ownRecap(as(owner), salon.id)).state, await recapOf(t.ctx(), salon.id)]).toEqual(['waiting', null]);
    expect(await recapFiles(t.ctx(), [picture, foreign])).toEqual(new Set([picture]));
    await decide('reject', '照片里有无关人员');
    expect(await ownRecap(as(owner), salon.id)).toMatchObject({ state: 'rejected', shown: false, reject_reason: '照片里有无关人员' });
    expect(await titles(owner)).toContain('沙龙回顾没有通过审核');

    await submitRecap(as(owner), salon.id, form);
    await decide('approve');
    expect(await recapOf(t.ctx(), salon.id)).toBe(`/salon/review?id=${salon.id}`);
    expect(await findRecapScreen(t.ctx(), String(salon.id))).toMatchObject({
      ...{ title: '会务人的三张表', attended: 1, film: null },
      pictures: [{ caption: '开场' }],
      paragraphs: [expect.stringContaining('三张表'), '第二段写现场的提问。'],
    });
    await submitRecap(as(owner), salon.id, { ...form, text: `${TEXT}改过` });
    expect((await findRecapScreen(t.ctx(), String(salon.id)))?.paragraphs.join('')).not.toContain('改过');
    await decide('approve');
    expect((await findRecapScreen(t.ctx(), String(salon.id)))?.paragraphs.join('')).toContain('改过');
    expect((await recapCards(t.ctx(), { page: 1, limit: 6 })).map(({ id }) => id)).toContain(salon.id);
    await withdrawRecap(as(owner), salon.id);
    expect(await findRecapScreen(t.ctx(), String(salon.id))).toBeNull();
    expect(await findRecapScreen(t.ctx(), '1 or 1=1')).toBeNull();
  });

  it('begin with the film of an own talk, never with one of somebody else', async () => {
    const salon = await makeSalon(t, { owner_id: owner.id, starts_in_h: -30, state: 'over' });
    const [picture = 0] = await storePhotographs(t, owner, ['teal']);
    const talkOf = ({ id: publisher_id }: Person) =>
      makeItem(t.ctx(), { kind: KINDS.talk, publisher_id, title: '三张表十分钟', format: '', details: { fields: { speaker: '周岚' } } });
    const [own, foreign] = [await talkOf(owner), await talkOf(guest)];
    const film = { type: 'mp4' as const, width: 1280, height: 720, duration_ms: 600_000 };
    await inTransaction(t.ctx(), (tx) =>
      saveMedia(tx, own, [{ type: 'video', file_id: 1, key: 'aa/bb/talk.mp4', name: '三张表.mp4', size_bytes: 9, film }]),
    );
    const form: RecapForm = { text: TEXT, pictures: [{ file_id: picture, caption: '' }], film: own };
    await expect(submitRecap(as(owner), salon.id, { ...form, film: foreign })).rejects.toMatchObject({
      fields: { film: '所选的短分享已不存在，请重新选择' },
    });
    await submitRecap(as(owner), salon.id, form);
    await decide('approve');
    expect(await findRecapScreen(t.ctx(), String(salon.id))).toMatchObject({
      film: { id: own, title: '三张表十分钟', href: `/salon/playVideo?id=${own}`, film: { src: '/video/aa/bb/talk.mp4', duration_s: 600 } },
    });
  });

  it('are taken down by staff with a reason', async () => {
    const salon = await makeSalon(t, { owner_id: owner.id, starts_in_h: -30, state: 'over' });
    const [picture = 0] = await storePhotographs(t, owner, ['green']);
    await submitRecap(as(owner), salon.id, { text: TEXT, pictures: [{ file_id: picture, caption: '' }], film: null });
    await decide('approve');
    const page = await readList(as(staff), { list: 'salon_recap', query: 'state=published', after: '', before: '', limit: 20 });
    expect(page.rows.map(({ id }) => id)).toContain(String(salon.id));
    await inTransaction(as(staff), (tx) => takeDownRecap(tx, salon.id, '涉嫌侵权'));
    expect(await ownRecap(as(owner), salon.id)).toMatchObject({ state: 'rejected', shown: false, reject_reason: '涉嫌侵权' });
  });

  it('name the talks of their salon, read by an index', async () => {
    const salon = await makeSalon(t, { owner_id: owner.id, starts_in_h: -30, state: 'over' });
    const fields = { speaker: '周岚', salon_id: salon.id };
    const talk = await makeItem(t.ctx(), {
      kind: KINDS.talk,
      publisher_id: owner.id,
      title: '报价不再靠猜',
      format: '',
      details: { fields },
    });
    await makeItem(t.ctx(), {
      kind: KINDS.talk,
      publisher_id: owner.id,
      title: '另一段',
      format: '',
      details: { fields: { speaker: '周岚' } },
    });
    const wish = { kinds: [KINDS.talk], field: 'salon_id', id: salon.id, offset: 0, limit: 12 } as const;
    expect(await worksNaming(t.ctx(), wish)).toEqual({ ids: [talk], total: 1 });
    const plan = await t.app.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`explain select item_id from item_details d where (d.fields ->> 'salon_id')::bigint = ${salon.id}`);
    });
    expect(JSON.stringify(plan.rows)).toContain('item_details_of_salon');
  });
});

it('C-503 talks are published by who holds salons, with a film and times that are times', async () => {
  const host = await makePerson(t);
  await expect(talkGate.may(as(host))).rejects.toThrow('举办过沙龙');
  const salon = await makeSalon(t, { owner_id: host.id, starts_in_h: -30, state: 'over' });
  await expect(talkGate.may(as(host))).resolves.toBeUndefined();
  await expect(talkGate.may(as(staff))).resolves.toBeUndefined();
  const fields = { speaker: '周岚', salon_id: salon.id, chapters: [{ key: '开场', value: '为什么' }] };
  expect(Object.keys(await talkGate.check(as(host), { ...EMPTY_FORM, fields }, 0))).toEqual(['field.chapters']);
  expect(checkForm(KINDS.talk, { ...EMPTY_FORM, fields }).video_file_id).toBe('请上传短分享的视频');
  const right = { ...fields, chapters: [{ key: '00:30', value: '为什么' }] };
  expect(await talkGate.check(as(host), { ...EMPTY_FORM, video_file_id: 1, fields: right }, 0)).toEqual({});
  expect(await talkGate.check(as(guest), { ...EMPTY_FORM, video_file_id: 1, fields: right }, 0)).toEqual({
    'field.salon_id': '只能选择自己举办的沙龙',
  });
  // P6 another film may end before a chapter of the former one begins
  const film = await storeOriginal(as(host), { purpose: 'video', name: '短.mp4', data: await makeFilm({ seconds: 8 }) });
  expect(await talkGate.check(as(host), { ...EMPTY_FORM, video_file_id: film, fields: right }, 0)).toEqual({
    'field.chapters': '00:30 已在视频结束之后，请修改或删除这一章',
  });
});
