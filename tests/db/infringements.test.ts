import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { INFRINGEMENT_MOST, type Infringement } from '#contract/infringement.ts';
import { detailPath, KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { infringementList } from '#server/areas/infringement/manifest.ts';
import { getItem, setItemStatus } from '#server/modules/catalog/index.ts';
import { reportContent, reportHideScore } from '#server/modules/engagement/index.ts';
import { users } from '#server/modules/identity/tables.ts';
import {
  counterNotice,
  endMeasures,
  fileNotice,
  forgetNotices,
  liftMeasure,
  noticeOf,
  ownNotices,
  receivedRows,
  sayWord,
  withdrawNotice,
} from '#server/modules/infringements/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { restoreItem, showAgain } from '#server/modules/publishing/index.ts';
import { noteChanged } from '#server/modules/publishing/review/work-review.ts';
import { files } from '#server/modules/publishing/tables.ts';
import { decideReview, listReviews, revealReview } from '#server/modules/review/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { goneScreen, goneText } from '#server/views/item-screen.ts';
import { todayCards } from '#server/views/today-cards.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makeItem, makePerson, type Person } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

const t = testApp();
const DAY_MS = 86_400_000;
let reviewer: ReturnType<TestApp['ctx']>;
let holder: Person;
let owner: Person;
let item_id: number;
beforeAll(async () => {
  reviewer = t.ctx((await makeUser(t, { roles: ['reviewer'] })).actor);
});
beforeEach(async () => {
  holder = await makePerson(t);
  owner = await makePerson(t);
  item_id = await makeItem(t, owner.id);
});

async function fileOf(person: Person, name = '权属证明.pdf'): Promise<number> {
  const row = { owner_id: person.id, key: randomBytes(16).toString('hex'), name, size_bytes: 9, sha256: '0'.repeat(64), type: 'pdf' };
  return (await t.app.db.insert(files).values(row).returning({ id: files.id }))[0]?.id ?? 0;
}
const SAID = { name: '林深', contact: '13900000000', content: '第三页的照片由我拍摄，没有授权任何人在方案里使用。' };
async function formOf(person: Person, change: Partial<Parameters<typeof fileNotice>[1]> = {}) {
  const about = {
    address: `${t.app.config.site_url}${detailPath(KINDS.scheme, item_id)}&from=x`,
    as: 'holder' as const,
    ...SAID,
    sworn: 1 as const,
  };
  return { ...about, identity_files: [await fileOf(person, '身份证.pdf')], right_files: [await fileOf(person)], ...change };
}
const file = async (person: Person, change = {}): Promise<Infringement> => fileNotice(person.ctx, await formOf(person, change));
async function decide(id: number, action: 'accept' | 'send_back' | 'refuse', reason = ''): Promise<void> {
  const { list } = await listReviews(reviewer, { type: 'infringement', status: 'open', page: 1, limit: 50 });
  const row = list.find(({ target_id }) => target_id === id)!;
  await decideReview(reviewer, { id: row.id, version: row.version, action, reason });
}
const accepted = async (person = holder): Promise<Infringement> => {
  const notice = await file(person);
  await decide(notice.id, 'accept');
  return notice;
};
const counter = async (id: number) => counterNotice(owner.ctx, { id, ...SAID, name: '星河策划', sworn: 1, files: [await fileOf(owner)] });
const word = async (id: number) => sayWord(holder.ctx, { id, content: '上海市某区人民法院（2026）1 号', files: [await fileOf(holder)] });
const statusOf = async () => (await getItem(t.ctx(), item_id))?.status;
const stateOf = async (person: Person, side: 'sent' | 'received') => (await ownNotices(person.ctx, { side, page: 1, limit: 10 })).list[0];
/** Readers report the work; `hides`: so many that it is off until people decide. */
async function report(hides = false): Promise<void> {
  const about = { type: 3, rid: item_id, url: '', mobile: '13800000000', content: '侵权', ruid: owner.id };
  await setSetting(t.ctx(), reportHideScore.key, hides ? 1 : 0);
  await reportContent((await makePerson(t)).ctx, about);
  await setSetting(t.ctx(), reportHideScore.key, 0);
}
async function decideReport(action: 'dismiss' | 'take_down', reason = ''): Promise<void> {
  const { list } = await listReviews(reviewer, { type: 'report', status: 'open', page: 1, limit: 50 });
  const row = list.find(({ target_id }) => target_id === item_id)!;
  await decideReview(reviewer, { id: row.id, version: row.version, action, reason });
}
const close = (person: Person) => t.app.db.update(users).set({ closed_at: t.clock.now() }).where(eq(users.id, person.id));
const packed = (person: Person) => Array.fromAsync(receivedRows(t.ctx(), person.id));
const refusal = (status: number, message?: string) => ({ status, ...(message ? { message: expect.stringContaining(message) } : {}) });

describe('a notice of infringement', () => {
  it('is checked for its papers, sent back and sent again, and takes the work down; both sides see the course', async () => {
    const { id } = await file(holder);
    expect(await statusOf()).toBe('published');
    expect(await stateOf(owner, 'received')).toBeUndefined();
    await decide(id, 'send_back', '缺少有效的身份证明');
    expect(await stateOf(holder, 'sent')).toMatchObject({
      state: 'returned',
      moves: [{ step: 'filed' }, { step: 'returned', text: '缺少有效的身份证明' }],
    });
    expect((await todayCards(holder.ctx, holder.id)).map(({ key }) => key)).toContain('infringement-sent');
    await file(holder, { id });
    await decide(id, 'accept');
    expect(await statusOf()).toBe('taken_down');
    const seen = await stateOf(owner, 'received');
    expect(seen?.moves.map(({ step }) => step)).toEqual(['accepted']);
    // the text and the proofs of the right, neither papers nor telephone
    expect(seen).toMatchObject({ state: 'down', is_mine: false, notice: { name: '林深', contact: '', content: SAID.content } });
    expect(seen?.notice.files.map(({ name }) => name)).toEqual(['权属证明.pdf']);
    expect((await stateOf(holder, 'sent'))?.notice.files.map(({ name }) => name)).toEqual(['身份证.pdf', '权属证明.pdf']);
    expect((await noticesOf(owner.ctx, { only_unread: false, page: 1, limit: 9 })).list.map(({ title }) => title)).toContain(
      '侵权通知：《年会方案》',
    );
    const gone = await goneScreen(t.ctx(), 'scheme', String(item_id));
    expect(goneText(gone!).title).toContain('因侵权通知暂时下架');
    expect((await todayCards(owner.ctx, owner.id)).map(({ key }) => key)).toContain('infringement-received');
  });

  it('shows staff nothing of a person until they say why', async () => {
    const { id } = await file(holder);
    const { list } = await listReviews(reviewer, { type: 'infringement', status: 'open', page: 1, limit: 50 });
    const row = list.find(({ target_id }) => target_id === id)!;
    expect(JSON.stringify(row)).not.toMatch(/林深|13900000000|身份证.pdf/);
    expect((await noticeOf(reviewer, id)).shown.notice.name).toBe('林**');
    expect(JSON.stringify((await noticeOf(reviewer, id)).shown)).not.toMatch(/林深|13900000000/);
    const whole = await revealReview(reviewer, { id: row.id, reason: '核对材料' });
    expect(whole.facts.map(({ value }) => value)).toEqual(expect.arrayContaining(['林深', '13900000000', '身份证.pdf', '权属证明.pdf']));
  });

  it('of a work that nobody sees, of one’s own, twice, with another’s papers, or too many is refused and nothing is stored', async () => {
    await expect(file(holder, { address: 'https://elsewhere.example/x?id=1' })).rejects.toMatchObject({
      fields: { address: expect.any(String) },
    });
    await expect(file(holder, { address: `https://elsewhere.example${detailPath(KINDS.scheme, item_id)}` })).rejects.toMatchObject({
      fields: { address: expect.any(String) },
    });
    await expect(file(owner)).rejects.toMatchObject(refusal(409, '您自己'));
    await expect(file(holder, { right_files: [await fileOf(owner)] })).rejects.toMatchObject({
      fields: { right_files: expect.any(String) },
    });
    const at_once = await Promise.allSettled(Array.from({ length: 64 }, async () => file(holder)));
    expect(at_once.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (let n = 1; n < INFRINGEMENT_MOST.waiting; n++) {
      item_id = await makeItem(t, owner.id);
      await file(holder);
    }
    item_id = await makeItem(t, owner.id);
    await expect(file(holder)).rejects.toMatchObject(refusal(429));
    expect((await ownNotices(holder.ctx, { side: 'sent', page: 1, limit: 50 })).total).toBe(INFRINGEMENT_MOST.waiting);
  });

  it('of somebody who was refused five times is not taken', async () => {
    for (let n = 0; n < INFRINGEMENT_MOST.refused; n++) {
      item_id = await makeItem(t, owner.id);
      await decide((await file(holder)).id, 'refuse', '属于重复或恶意投诉');
      expect(await statusOf()).toBe('published');
    }
    item_id = await makeItem(t, owner.id);
    await expect(file(holder)).rejects.toMatchObject(refusal(429, '没有被受理'));
    t.clock.advance_ms(91 * DAY_MS);
    expect((await file(holder)).state).toBe('waiting');
  });
});

describe('a counter-notice', () => {
  it('reaches the complainant whole; after fifteen days without a word the work is back as it was', async () => {
    const before = await getItem(t.ctx(), item_id);
    const { id } = await accepted();
    await expect(restoreItem(owner.ctx, item_id)).rejects.toMatchObject(refusal(409, '因侵权通知暂时下架'));
    const at_once = await Promise.allSettled(Array.from({ length: 64 }, () => counter(id)));
    expect(at_once.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stateOf(holder, 'sent')).toMatchObject({
      state: 'countered',
      days_left: 15,
      counter: { name: '星河策划', contact: SAID.contact },
    });
    t.clock.advance_ms(15 * DAY_MS - 60_000);
    await endMeasures(t.ctx());
    expect(await statusOf()).toBe('taken_down');
    t.clock.advance_ms(61_000);
    // nobody says it in time any more, whether or not the job has run
    await expect(word(id)).rejects.toMatchObject(refusal(409));
    await Promise.all(Array.from({ length: 8 }, () => endMeasures(t.ctx())));
    const after = await getItem(t.ctx(), item_id);
    expect([after?.status, after?.published_at, after?.reject_reason]).toEqual(['published', before?.published_at, '']);
    expect((await stateOf(owner, 'received'))?.moves.map(({ step }) => step)).toEqual(['accepted', 'countered', 'ended']);
  });

  it('with a word of a court in time the work stays off until the complainant withdraws or staff end it', async () => {
    const { id } = await accepted();
    await counter(id);
    await word(id);
    t.clock.advance_ms(60 * DAY_MS);
    await endMeasures(t.ctx());
    expect([await statusOf(), (await stateOf(owner, 'received'))?.state]).toEqual(['taken_down', 'stays']);
    const lift = infringementList.actions.find(({ name }) => name === 'lift')!;
    await inTransaction(reviewer, (tx) => lift.run(tx, String(id), '法院已驳回起诉'));
    expect([await statusOf(), (await stateOf(holder, 'sent'))?.moves.at(-1)?.text]).toEqual(['published', '法院已驳回起诉']);
    await expect(withdrawNotice(holder.ctx, id)).rejects.toMatchObject(refusal(409));
  });

  it('of somebody else, or of a notice that is over, is refused', async () => {
    const { id } = await accepted();
    await expect(counterNotice(holder.ctx, { id, ...SAID, sworn: 1, files: [await fileOf(holder)] })).rejects.toMatchObject(refusal(404));
    await expect(withdrawNotice(owner.ctx, id)).rejects.toMatchObject(refusal(404));
    await expect(word(id)).rejects.toMatchObject(refusal(409));
    await withdrawNotice(holder.ctx, id);
    expect(await statusOf()).toBe('published');
    await expect(counter(id)).rejects.toMatchObject(refusal(409));
  });
});

describe('what else happens meanwhile', () => {
  it('of two notices about one work the last one that ends brings it back, also both at once', async () => {
    const other = await makePerson(t);
    const [first, second] = [await file(holder), await file(other)];
    await decide(first.id, 'accept');
    await decide(second.id, 'accept');
    await withdrawNotice(holder.ctx, first.id);
    expect(await statusOf()).toBe('taken_down');
    await withdrawNotice(other.ctx, second.id);
    expect(await statusOf()).toBe('published');
    const again = [await file(holder), await file(other)];
    for (const { id } of again) await decide(id, 'accept');
    await Promise.all([withdrawNotice(holder.ctx, again[0]?.id ?? 0), withdrawNotice(other.ctx, again[1]?.id ?? 0)]);
    expect(await statusOf()).toBe('published');
  });

  it('reports that end do not bring back what a notice keeps off', async () => {
    const { id } = await accepted();
    const item = await getItem(t.ctx(), item_id);
    expect(await inTransaction(t.ctx(), async (tx) => showAgain(tx, item!))).toBe(false);
    // nor does any other way, of whatever kind
    const forced = inTransaction(t.ctx(), (tx) => setItemStatus(tx, item_id, ['taken_down'], 'published'));
    await expect(forced).rejects.toMatchObject(refusal(409, '因侵权通知暂时下架'));
    expect(await statusOf()).toBe('taken_down');
    await withdrawNotice(holder.ctx, id);
    expect(await statusOf()).toBe('published');
    await reportContent((await makePerson(t)).ctx, {
      type: 3,
      rid: item_id,
      url: '',
      mobile: '13800000000',
      content: '侵权',
      ruid: owner.id,
    });
    await settleOutbox(t.ctx());
  });

  it('what staff decide meanwhile stands, whatever ends', async () => {
    await report();
    const { id } = await accepted();
    await decideReport('take_down', '侵犯他人著作权');
    await withdrawNotice(holder.ctx, id);
    expect(await statusOf()).toBe('taken_down');
  });

  it('a work that reports hid before comes back with the last reason, in both orders', async () => {
    for (const last of ['notice', 'reports']) {
      item_id = await makeItem(t, owner.id);
      const { id } = await file(holder);
      await report(true);
      await decide(id, 'accept');
      const ends = [() => decideReport('dismiss'), () => withdrawNotice(holder.ctx, id)];
      for (const end of last === 'notice' ? ends : ends.toReversed()) {
        expect(await statusOf(), last).toBe('taken_down');
        await end();
      }
      expect(await statusOf(), last).toBe('published');
    }
  });

  it('what was changed meanwhile goes before a reviewer', async () => {
    const { id } = await accepted();
    await inTransaction(t.ctx(), (tx) => noteChanged(tx, item_id));
    await withdrawNotice(holder.ctx, id);
    expect(await statusOf()).toBe('reviewing');
  });

  it('staff who are one of its sides neither look at it nor end its measure', async () => {
    const { id } = await accepted();
    await counter(id);
    await word(id);
    await t.app.db
      .update(users)
      .set({ roles: ['reviewer'] })
      .where(eq(users.id, owner.id));
    const as_staff = t.ctx({ kind: 'user', user_id: owner.id, token_id: 0, roles: ['reviewer'], address: '' });
    await expect(noticeOf(as_staff, id)).rejects.toMatchObject({ status: 403 });
    await expect(inTransaction(as_staff, (tx) => liftMeasure(tx, id, '已判决'))).rejects.toMatchObject({ status: 403 });
    expect(await statusOf()).toBe('taken_down');
  });

  it('the package of a publisher has nothing of what was not accepted, nor what staff said to the complainant', async () => {
    const { id } = await file(holder);
    await decide(id, 'send_back', '缺少权属证明');
    expect(await packed(owner)).toEqual([]);
    await file(holder, { id });
    await decide(id, 'accept');
    expect(JSON.stringify(await packed(owner))).not.toContain('缺少权属证明');
    expect(await packed(owner)).toHaveLength(1);
  });

  it('a publisher who leaves ends what was said of their works, which stay off', async () => {
    const { id } = await accepted();
    await counter(id);
    await inTransaction(t.ctx(), (tx) => forgetNotices(tx, owner.id));
    expect([await statusOf(), (await stateOf(holder, 'sent'))?.state]).toEqual(['taken_down', 'closed']);
    await close(owner);
    expect((await stateOf(holder, 'sent'))?.counter).toMatchObject({ name: '', contact: '', files: [] });
    const item = await getItem(t.ctx(), item_id);
    expect(await inTransaction(t.ctx(), (tx) => showAgain(tx, item!))).toBe(false);
  });

  it('a complainant who leaves ends their notices, and the other side does not read who it was', async () => {
    const { id } = await accepted();
    await counter(id);
    await inTransaction(t.ctx(), (tx) => forgetNotices(tx, holder.id));
    expect(await statusOf()).toBe('published');
    await close(holder);
    expect(await stateOf(owner, 'received')).toMatchObject({ state: 'closed', notice: { name: '', files: [] } });
    // for who was harmed by it, and a court
    expect((await noticeOf(reviewer, id)).row.notice.contact).toBe(SAID.contact);
  });
});
