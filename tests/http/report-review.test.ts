import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import type { PublishedList } from '#contract/publish.ts';
import type { ReviewEntry, ReviewList } from '#contract/review.ts';
import { getItem, kindStore, registerKind } from '#server/modules/catalog/index.ts';
import { reports } from '#server/modules/engagement/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';

const t = testApp();
let publisher: Person;
let reviewer: Person;
beforeAll(async () => {
  [publisher, reviewer] = await Promise.all([makePerson(t), makePerson(t, { roles: ['reviewer'] })]);
});

const strangers = (n: number) => Promise.all(Array.from({ length: n }, () => makePerson(t)));
const work = async () => (await makeItem(t, { publisher_id: publisher.id })).id;
const report = (id: number, who: Person, content = '内容侵权') =>
  t.call('POST', '/api/tools/report', {
    token: who.token,
    body: { type: KINDS.scheme.types.report, rid: id, url: '', mobile: '13800000000', content, ruid: publisher.id },
  });
const queue = async (status = 'open'): Promise<ReviewList> =>
  (await t.call<ReviewList>('GET', '/admin/review/list', { token: reviewer.token, query: { type: 'report', status, limit: 50 } })).body
    .data;
const rowOf = async (id: number, status = 'open'): Promise<ReviewEntry | undefined> =>
  (await queue(status)).list.find((row) => row.target_id === id);
const decide = async (id: number, action: string, reason = '') => {
  const row = await rowOf(id);
  return t.call('POST', '/admin/review/decide', { token: reviewer.token, body: { id: row?.id, version: row?.version, action, reason } });
};
const statusOf = async (id: number) => (await getItem(t.ctx(), id))?.status;
const shelve = (id: number, action: 'up' | 'down') =>
  t.call<{ status: string }>('PUT', '/scheme/scheme/editSchemes', { token: publisher.token, body: { id, action } });

describe('K-023, U-8 reports of a work', () => {
  it('are one row of the desk, with all lines, and a later one opens it again', async () => {
    const id = await work();
    const [first, second] = (await strangers(2)) as [Person, Person];
    await report(id, first);
    await report(id, second, '盗用了我的图');
    const row = await rowOf(id);
    expect(row).toMatchObject({ score: 2, subject: { title: '2026 年会策划方案', work: { kind: 'scheme', pages: 5 } } });
    expect(row?.subject.reports?.map(({ content }) => content)).toEqual(['盗用了我的图', '内容侵权']);
    expect((await decide(id, 'dismiss')).body.code).toBe(0);
    expect(await rowOf(id)).toBeUndefined();
    expect(await statusOf(id)).toBe('published');
    await report(id, second);
    const again = await rowOf(id);
    expect(again?.id).toBe(row?.id);
    expect(again?.subject.reports?.[0]).toMatchObject({ dismissed: 1, upheld: 0 });
  });

  it('of one reader count once, those of a visitor not at all', async () => {
    const id = await work();
    const [reader] = (await strangers(1)) as [Person];
    for (const _ of [1, 2, 3]) await report(id, reader);
    expect((await rowOf(id))?.score).toBe(1);
    expect((await t.call('POST', '/api/tools/report', { body: { type: 3, rid: id, mobile: '13800000000', content: 'x' } })).body.code).toBe(
      2,
    );
  });

  it('count by the record of who reports', async () => {
    const [right, wrong] = (await strangers(2)) as [Person, Person];
    for (let n = 0; n < 6; n++) {
      const [good, bad] = [await work(), await work()];
      await report(good, wrong);
      await decide(good, 'dismiss');
      await report(bad, right);
      await decide(bad, 'take_down', '侵权');
    }
    const id = await work();
    await report(id, wrong);
    expect((await rowOf(id))?.score).toBe(0);
    await report(id, right);
    expect((await rowOf(id))?.score).toBe(2);
  });

  it('that are upheld take the work down with a reason, and it comes back only through a reviewer', async () => {
    const id = await work();
    const [reader] = (await strangers(1)) as [Person];
    await report(id, reader);
    expect((await decide(id, 'take_down')).body.fields).toEqual({ reason: '请填写下架的原因' });
    expect((await decide(id, 'take_down', '侵犯他人著作权')).body.code).toBe(0);
    expect(await statusOf(id)).toBe('taken_down');
    const mine = await t.call<PublishedList>('GET', '/scheme/scheme/mine', {
      token: publisher.token,
      query: { tab: 'taken_down', limit: 50 },
    });
    expect(mine.body.data.list.find((row) => row.id === id)?.reject_reason).toBe('侵犯他人著作权');
    // taking it back and putting it up again does not lead around the reviewer
    expect((await shelve(id, 'up')).body.data.status).toBe('reviewing');
    expect((await shelve(id, 'down')).body.data.status).toBe('draft');
    expect(await t.app.db.$count(reports)).toBeGreaterThan(0);
    const works = await t.call<ReviewList>('GET', '/admin/review/list', {
      token: reviewer.token,
      query: { type: 'work', status: 'withdrawn', limit: 50 },
    });
    expect(works.body.data.list.map((row) => row.target_id)).toContain(id);
  });
});

describe('above the threshold', () => {
  it('a work is hidden until people decide; dismissing shows it again at its old date', async () => {
    await setSetting(t.ctx(), 'report_hide_score', 3);
    const id = await work();
    const before = await getItem(t.ctx(), id);
    const people = await strangers(3);
    for (const [at, person] of people.entries()) {
      expect(await statusOf(id), `after ${at}`).toBe('published');
      await report(id, person);
    }
    expect(await getItem(t.ctx(), id)).toMatchObject({ status: 'taken_down', reject_reason: expect.stringContaining('多位用户举报') });
    expect((await rowOf(id))?.subject.note).toBe('方案已不在站上展示');
    expect((await decide(id, 'dismiss')).body.code).toBe(0);
    expect(await getItem(t.ctx(), id)).toMatchObject({ status: 'published', reject_reason: '', published_at: before?.published_at });
  });

  it('many at once hide it once, and the row counts all of them', async () => {
    const id = await work();
    const people = await strangers(8);
    const answers = await Promise.all(people.map((person) => report(id, person)));
    // who comes after the hiding finds nothing to report
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await statusOf(id)).toBe('taken_down');
    expect((await rowOf(id))?.score).toBe(3);
  });

  it('a work that its publisher took off meanwhile stays off when the reports are dismissed', async () => {
    const id = await work();
    const [reader] = (await strangers(1)) as [Person];
    await report(id, reader);
    await shelve(id, 'down');
    await decide(id, 'dismiss');
    expect(await statusOf(id)).toBe('taken_down');
  });

  it('what a reviewer let back is not hidden a second time by the same reports', async () => {
    const id = await work();
    for (const person of await strangers(3)) await report(id, person);
    expect((await shelve(id, 'up')).body.data.status).toBe('reviewing');
    await t.call('POST', '/scheme/review/decide', { token: reviewer.token, body: { id, decision: 'approve' } });
    const [another] = (await strangers(1)) as [Person];
    await report(id, another);
    expect(await statusOf(id)).toBe('published');
    await shelve(id, 'down');
    await decide(id, 'dismiss');
    expect(await statusOf(id), 'its publisher took it off').toBe('taken_down');
  });

  it('0 never hides', async () => {
    await setSetting(t.ctx(), 'report_hide_score', 0);
    const id = await work();
    for (const person of await strangers(4)) await report(id, person);
    expect([await statusOf(id), (await rowOf(id))?.score]).toEqual(['published', 4]);
  });
});

it('the desk takes works of a kind that nobody knew before', async () => {
  const BADGE: KindFacts = {
    ...KINDS.scheme,
    code: 90,
    key: 'badge',
    noun: '徽章',
    types: { report: 90 },
  };
  const takeAway = registerKind(kindStore({ facts: BADGE }));
  try {
    const { id } = await makeItem(t, { publisher_id: publisher.id, kind: BADGE });
    const [reader] = (await strangers(1)) as [Person];
    const body = { type: 90, rid: id, url: '', mobile: '13800000000', content: '侵权', ruid: 0 };
    expect((await t.call('POST', '/api/tools/report', { token: reader.token, body })).body.code).toBe(0);
    expect((await rowOf(id))?.subject.work?.kind).toBe('badge');
    const pages = await t.call<unknown[]>('GET', '/admin/review/pages', {
      token: reviewer.token,
      query: { id: (await rowOf(id))?.id ?? 0 },
    });
    expect(pages.body.data).toHaveLength(5);
    await decide(id, 'take_down', '侵权');
    expect(await statusOf(id)).toBe('taken_down');
  } finally {
    await t.app.db.delete(reports);
    takeAway();
  }
});

it('the desk is closed to everybody else', async () => {
  for (const [method, path, rest] of [
    ['GET', '/admin/review/list', { query: { type: 'report' } }],
    ['GET', '/admin/review/pages', { query: { id: 1 } }],
    ['POST', '/admin/review/decide', { body: { id: 1, version: 1, action: 'dismiss' } }],
  ] as const) {
    const { status, body } = await t.call(method, path, { token: publisher.token, ...rest });
    expect([status, body.code]).toEqual([403, 1]);
  }
});
