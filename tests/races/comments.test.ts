import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { createItem, setItemStatus } from '#server/modules/catalog/index.ts';
import { commentList, deleteComment, hideComment, likeComment, replyList, setAside, writeComment } from '#server/modules/comments/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let people: Person[];
let staff: Person;
let id: number;
let keys = 0;
const kind = KINDS.article.key;
beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 12 }, () => makePerson(t)));
  staff = await makePerson(t, { roles: ['reviewer'] });
  id = await inTransaction(t.ctx(), async (tx) => {
    const made = await createItem(tx, { kind: KINDS.article, publisher_id: people[0]?.id as number, title: '一起评论的文章' });
    await setItemStatus(tx, made, ['draft'], 'published');
    return made;
  });
});

const as = (person: Person | undefined) => createCtx(t.app, (person as Person).actor, 'test');
const write = async (person: Person | undefined, text: string, answers = 0, key = `race-${++keys}`) =>
  (await writeComment(as(person), { kind, id, answers, text, key })).comment.id;

it('is one comment, however often it is sent at once', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => write(people[1], '只要一条', 0, 'the-same-comment')));
  expect(new Set(made).size).toBe(1);
  const page = await commentList(t.ctx(), { kind, id, sort: 'new', after: '' });
  expect([page.total, page.list.length]).toEqual([1, 1]);
});

it('counts likes, replies and what is shown rightly while all of it changes at once', async () => {
  const top = await write(people[1], '大家一起回复');
  const replies = await Promise.all(people.map((person, i) => write(person, `回复 ${i}`, top)));
  await Promise.allSettled([
    ...people.flatMap((person) => [likeComment(as(person), top, true), likeComment(as(person), top, true)]),
    ...people.slice(0, 4).map((person) => likeComment(as(person), top, false)),
    ...replies.slice(0, 5).map((reply, i) => deleteComment(as(people[i]), reply)),
    ...replies.slice(3, 8).map((reply) => inTransaction(as(staff), (tx) => hideComment(tx, reply, '与内容无关'))),
    ...people.map((person, i) => write(person, `再回复 ${i}`, top)),
  ]);
  const list = await commentList(t.ctx(), { kind, id, sort: 'hot', after: '' });
  const thread = list.list.find((one) => one.id === top);
  const first = await replyList(t.ctx(), { id: top, after: '' });
  expect(first.after).toBe('');
  // 24 replies, of which eight were deleted or hidden, some of them by both
  expect([thread?.reply_num, first.list.length]).toEqual([16, 16]);
  expect(list.total).toBe(1 + 1 + 16);
  const likes = await Promise.all(people.map((person) => likeComment(as(person), top, true)));
  expect(Math.max(...likes)).toBe(people.length);
});

it('is set aside once, of 64 that press at once, and the numbers stay', async () => {
  const top = await write(people[1], '请作者看看');
  const before = (await commentList(t.ctx(), { kind, id, sort: 'new', after: '' })).total;
  const set = (reason: string) => setAside(as(people[0]), { id: top, reason });
  const rows = await Promise.all(Array.from({ length: 64 }, () => set('与内容无关')));
  expect(rows.every(({ gone }) => gone === 2)).toBe(true);
  const told = (await noticesOf(as(people[1]), { only_unread: false, page: 1, limit: 50 })).list;
  expect(told.filter(({ title }) => title.startsWith('作者隐藏了'))).toHaveLength(1);
  await Promise.all(Array.from({ length: 64 }, (_, at) => set(at % 2 === 0 ? '' : '与内容无关')));
  await set('');
  const page = await commentList(t.ctx(), { kind, id, sort: 'new', after: '' });
  expect([page.total, page.list.find((one) => one.id === top)?.text]).toEqual([before, '请作者看看']);
});
