import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReviewSubject } from '#contract/review.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import {
  decideReview,
  listReviews,
  openReview,
  registerReviewable,
  revealReview,
  reviewPages,
  withdrawReview,
} from '#server/modules/review/index.ts';
import { reviewables } from '#server/modules/review/tables.ts';
import { audit_log } from '#server/outbox/tables.ts';
import { reviewCsv } from '#server/views/admin/review-csv.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/item-world.ts';

const t = testApp();
let staff: Person[];
let stranger: Person;
let takeAway: () => void;
const done: string[] = [];
let broken = false;

/** A sort of thing that no module of the house knows. */
const subject = (id: number): ReviewSubject => ({ title: `徽章 ${id}`, byline: '', cover_src: '', note: '', has_pages: false });

beforeAll(async () => {
  staff = [await makePerson(t, { roles: ['operator'] }), await makePerson(t, { roles: ['operator'] })];
  stranger = await makePerson(t, { roles: ['reviewer'] });
  takeAway = registerReviewable({
    type: 'badge',
    title: '徽章',
    roles: ['operator'],
    lock: async () => undefined,
    load: async (_ctx, ids) => new Map(ids.filter((id) => id < 900).map((id) => [id, subject(id)])),
    subject: (id) => `badge:${id}`,
    actions: [
      {
        name: 'grant',
        text: '授予',
        needs_reason: false,
        leads_to: 'approved',
        run: async (_tx, { target_id, detail }) => {
          if (broken) throw new Error('grant failed');
          done.push(`grant ${target_id} ${JSON.stringify(detail)}`);
        },
      },
      {
        name: 'refuse',
        text: '拒绝',
        needs_reason: true,
        leads_to: 'rejected',
        run: async (_tx, { target_id, reason }) => void done.push(`refuse ${target_id} ${reason}`),
      },
    ],
  });
});
afterAll(async () => {
  takeAway();
});
beforeEach(async () => {
  done.length = 0;
  await t.app.db.delete(reviewables);
});

const as = (person: Person | undefined) => createCtx(t.app, (person as Person).actor, 'test');
const open = (target_id: number, more: { score?: number; detail?: Record<string, unknown> } = {}) =>
  inTransaction(t.ctx(), (tx) => openReview(tx, { type: 'badge', target_id, ...more }));
const list = (status: 'open' | 'approved' | 'withdrawn' = 'open') =>
  listReviews(as(staff[0]), { type: 'badge', status, page: 1, limit: 20 });
const grant = (id: number, version: number, person = staff[0]) => decideReview(as(person), { id, version, action: 'grant', reason: '' });

describe('U-44 the desk', () => {
  it('shows what waits by score, then by waiting, with counts of what the caller may decide', async () => {
    await open(1);
    t.clock.advance_ms(60_000);
    await open(2);
    await open(3, { score: 4 });
    await open(901);
    const { list: rows, total, types } = await list();
    expect(rows.map((row) => [row.target_id, row.subject.title])).toEqual([
      [3, '徽章 3'],
      [1, '徽章 1'],
      [2, '徽章 2'],
      [901, '内容已不存在'],
    ]);
    // the first of them waits since then
    expect(types.at(-1)?.oldest).toBe(Math.floor(t.clock.now().getTime() / 1000) - 60);
    expect([total, types.map(({ oldest: _oldest, ...one }) => one)]).toEqual([
      4,
      [
        { type: 'feedback', title: '意见反馈', open: 0 },
        { type: 'dispute', title: '合作争议', open: 0 },
        { type: 'refund', title: '退款复核', open: 0 },
        { type: 'countersign', title: '操作复核', open: 0 },
        { type: 'redeemers', title: '同设备兑换', open: 0 },
        { type: 'request', title: '求单', open: 0 },
        { type: 'demand', title: '需求', open: 0 },
        { type: 'comment', title: '评论', open: 0 },
        { type: 'opinion', title: '作品评价', open: 0 },
        { type: 'infringement', title: '侵权通知', open: 0 },
        { type: 'teacher', title: '讲师申请', open: 0 },
        { type: 'salon', title: '沙龙', open: 0 },
        { type: 'salon_recap', title: '沙龙回顾', open: 0 },
        { type: 'badge', title: '徽章', open: 4 },
      ],
    ]);
    expect(rows[0]?.actions.map(({ name, needs_reason }) => [name, needs_reason])).toEqual([
      ['grant', false],
      ['refuse', true],
    ]);
  });

  it('opens on the first type of which something waits, and on the first where nothing does', async () => {
    const anything = () => listReviews(as(staff[0]), { type: '', status: 'open', page: 1, limit: 20 });
    expect((await anything()).type).toBe('feedback');
    await open(1);
    expect(await anything()).toMatchObject({ type: 'badge', total: 1 });
  });

  it('leaves as a CSV, each row once however many pages there are, and the log says who took it', async () => {
    for (let id = 1; id <= 101; id++) await open(id);
    const { name, pieces } = await reviewCsv(as(staff[0]), 'badge');
    let csv = '';
    for await (const piece of pieces) csv += piece;
    const [head, ...rows] = csv.trimEnd().split('\r\n');
    expect([name, head]).toEqual(['待处理的徽章.csv', '\ufeff编号,类型,标题,提交人,说明,内容,提交时间,更新时间']);
    expect(new Set(rows.map((row) => row.split(',')[2])).size).toBe(101);
    expect(rows).toHaveLength(101);
    expect(await t.app.db.select().from(audit_log).where(eq(audit_log.action, 'list.export'))).toMatchObject([
      { actor_id: staff[0]?.id, subject: 'list:review', detail: { query: 'type=badge', rows: 101 } },
    ]);
    await expect(reviewCsv(as(stranger), 'badge')).rejects.toMatchObject({ status: 403 });
    expect(await t.app.db.$count(audit_log, eq(audit_log.action, 'list.export'))).toBe(1);
  });

  it('is the roles’ of the type alone', async () => {
    const { id, version } = await open(1);
    await expect(listReviews(as(stranger), { type: 'badge', status: 'open', page: 1, limit: 20 })).rejects.toMatchObject({ status: 403 });
    await expect(decideReview(as(stranger), { id, version, action: 'grant', reason: '' })).rejects.toMatchObject({ status: 403 });
    await expect(reviewPages(as(stranger), id)).rejects.toMatchObject({ status: 403 });
    await expect(revealReview(as(stranger), { id, reason: '审核' })).rejects.toMatchObject({ status: 403 });
    // nothing of it is masked
    expect((await list()).list[0]?.masked).toBe(false);
    await expect(revealReview(as(staff[0]), { id, reason: '审核' })).rejects.toMatchObject({ status: 404 });
    await expect(listReviews(as(staff[0]), { type: 'nothing', status: 'open', page: 1, limit: 20 })).rejects.toMatchObject({ status: 404 });
    const works = await listReviews(as(stranger), { type: 'work', status: 'open', page: 1, limit: 20 });
    expect(works.types.map(({ type }) => type)).toEqual([
      ...['work', 'report', 'feedback', 'realname', 'company'],
      ...['offer', 'request', 'demand', 'comment', 'opinion', 'infringement', 'teacher'],
      ...['salon', 'salon_recap', 'chat', 'assistant'],
    ]);
  });
});

describe('a decision', () => {
  it('runs the action once, with one audit row, and closes the row', async () => {
    const { id, version } = await open(7, { detail: { of: 'x' } });
    await grant(id, version);
    expect(done).toEqual(['grant 7 {"of":"x"}']);
    expect((await list()).total).toBe(0);
    expect((await list('approved')).list).toMatchObject([{ id, status: 'approved', target_id: 7 }]);
    const rows = await t.app.db.select().from(audit_log).where(eq(audit_log.subject, 'badge:7'));
    expect(rows).toMatchObject([{ action: 'badge.grant', actor_id: staff[0]?.id }]);
  });

  it('is one of many at once: the others are told that it is decided', async () => {
    const { id, version } = await open(8);
    const answers = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => grant(id, version, staff[n % 2])));
    const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect([done.length, failed.length]).toEqual([1, 11]);
    expect(new Set(failed.map(({ status, message }) => `${status} ${message}`))).toEqual(new Set(['409 这一项已被处理，请刷新队列']));
  });

  it('is refused when the thing changed after it was looked at', async () => {
    const { id, version } = await open(9);
    const again = await open(9, { score: 2 });
    expect(again.id).toBe(id);
    await expect(grant(id, version)).rejects.toMatchObject({ status: 409, message: '内容刚有变化，请重新查看后再决定' });
    await grant(id, again.version);
    expect(done).toHaveLength(1);
  });

  it('asks for the reason that its action needs, and knows no other action', async () => {
    const { id, version } = await open(10);
    const decide = (action: string, reason: string) => decideReview(as(staff[0]), { id, version, action, reason });
    await expect(decide('refuse', ' \u202e ')).rejects.toMatchObject({ fields: { reason: '请填写原因' } });
    await expect(decide('burn', '')).rejects.toMatchObject({ fields: { action: '操作无效' } });
    await decide('refuse', '图案不清晰');
    expect(done).toEqual(['refuse 10 图案不清晰']);
  });

  it('leaves nothing behind when its action fails', async () => {
    const { id, version } = await open(11);
    broken = true;
    await expect(grant(id, version).finally(() => (broken = false))).rejects.toThrow('grant failed');
    expect((await list()).list).toMatchObject([{ id, version, status: 'open' }]);
    expect(await t.app.db.$count(audit_log, eq(audit_log.subject, 'badge:11'))).toBe(0);
  });
});

describe('a row', () => {
  it('is opened again by the next report and waits from then on', async () => {
    const first = await open(20);
    await grant(first.id, first.version);
    t.clock.advance_ms(3_600_000);
    const second = await open(20);
    expect(second.id).toBe(first.id);
    expect((await list()).list).toMatchObject([{ id: first.id, opened_at: Math.floor(t.clock.now().getTime() / 1000), decided_at: 0 }]);
  });

  it('keeps its place in the queue while it is open', async () => {
    await open(21);
    const before = (await list()).list[0]?.opened_at;
    t.clock.advance_ms(3_600_000);
    await open(21);
    expect((await list()).list[0]?.opened_at).toBe(before);
  });

  it('that was taken back cannot be decided', async () => {
    const { id, version } = await open(22);
    await inTransaction(t.ctx(), (tx) => withdrawReview(tx, { type: 'badge', target_id: 22 }));
    await expect(grant(id, version)).rejects.toMatchObject({ status: 409 });
    expect((await list('withdrawn')).total).toBe(1);
    expect(done).toEqual([]);
  });
});
