import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMENT_EDIT_S, COMMENT_PAGE } from '#contract/comment.ts';
import { KINDS } from '#contract/kinds.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { createItem, setItemStatus } from '#server/modules/catalog/index.ts';
import {
  commentList,
  commentMarks,
  commentThread,
  commentTotals,
  deleteComment,
  editComment,
  forgetComments,
  hideComment,
  likeComment,
  replyList,
  reportComment,
  setAside,
  showComment,
  writeComment,
  writtenComments,
} from '#server/modules/comments/index.ts';
import { comment_likes, comment_sums, comments } from '#server/modules/comments/tables.ts';
import { readList } from '#server/modules/console/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { notices } from '#server/modules/notices/tables.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { forgetSettings, setSetting } from '#server/modules/settings/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let author: Person;
let reader: Person;
let other: Person;
let staff: Person;
let id: number;
let written = 0;
const kind = KINDS.article.key;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const write = async (person: Person, text: string, answers = 0) =>
  (await writeComment(as(person), { kind, id, answers, text, key: `comment-${++written}` })).comment.id;
const list = (sort: 'hot' | 'new' = 'new', after = '') => commentList(t.ctx(), { kind, id, sort, after });
const titles = async (person: Person) =>
  (await noticesOf(as(person), { only_unread: false, page: 1, limit: 50 })).list.map(({ title }) => title);
const set = async (key: string, value: unknown) => {
  await setSetting(t.ctx(), key, value);
  forgetSettings(t.ctx());
};

beforeAll(async () => {
  author = await makePerson(t, { nickname: '老周' });
  reader = await makePerson(t, { nickname: '小林' });
  other = await makePerson(t, { nickname: '阿真' });
  staff = await makePerson(t, { roles: ['reviewer'] });
  id = await inTransaction(t.ctx(), async (tx) => {
    const made = await createItem(tx, { kind: KINDS.article, publisher_id: author.id, title: '年会现场的三张清单' });
    await setItemStatus(tx, made, ['draft'], 'published');
    return made;
  });
});
beforeEach(async () => {
  await t.app.db.execute(sql`truncate comments, comment_likes, comment_reports, comment_sums cascade`);
  await t.app.db.execute(sql`delete from reviewables where type = 'comment'`);
  await t.app.db.delete(notices);
  for (const [key, value] of Object.entries({ comment_review: 'auto', comments_daily: 100, comment_words: ['加微信'] }))
    await set(key, value);
});

describe('writing', () => {
  it('shows a comment once, marks the author and tells whom it concerns', async () => {
    const input = { kind, id, answers: 0, text: '  清单很实用\n\n\n\n收藏了 ', key: 'the-same-key' };
    const first = await writeComment(as(reader), input);
    expect(await writeComment(as(reader), input)).toEqual(first);
    await expect(writeComment(as(reader), { ...input, text: '别的话' })).rejects.toMatchObject({ status: 409 });
    expect(first).toMatchObject({ state: 'shown', comment: { text: '清单很实用\n\n收藏了', by_author: 0, gone: 0, answers: null } });
    const reply = await write(author, '谢谢，后面还会写搭建篇', first.comment.id);
    const second = await write(other, '等搭建篇', reply);

    const { list: shown, total } = await list();
    expect(total).toBe(3);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ id: first.comment.id, writer: { nickname: '小林' }, reply_num: 2 });
    expect(shown[0]?.replies.map((one) => [one.id, one.by_author, one.answers?.nickname ?? null])).toEqual([
      [reply, 1, null],
      [second, 0, '老周'],
    ]);
    // the author hears of the comment and of the answer to theirs, the reader of the author's answer
    expect(await titles(author)).toEqual(['有人回复了您在《年会现场的三张清单》的评论', '您的文章《年会现场的三张清单》有新评论']);
    expect(await titles(reader)).toEqual(['您参与的《年会现场的三张清单》讨论有新回复', '有人回复了您在《年会现场的三张清单》的评论']);
  });

  it('tells of a reply once to each who spoke below the same comment, and to none who spoke elsewhere', async () => {
    const [begins, speaks, elsewhere, answers] = [await makePerson(t), await makePerson(t), await makePerson(t), await makePerson(t)];
    const root = await write(begins, '入场动线怎么排');
    const first = await write(speaks, '按桌号分两条', root);
    await write(speaks, '签到台放在分岔处', root);
    await write(elsewhere, '清单很实用');
    await write(answers, '两条线谁来带', first);
    expect(await titles(speaks)).toEqual(['有人回复了您在《年会现场的三张清单》的评论']);
    expect((await titles(begins)).filter((title) => title.startsWith('您参与的'))).toHaveLength(1);
    expect([await titles(elsewhere), await titles(answers)]).toEqual([[], []]);
  });

  it('is set right by its writer alone, for a quarter of an hour, and waits where its new words do', async () => {
    const comment = await write(reader, '错别子的评论');
    const edit = (person: Person, text: string) => editComment(as(person), { id: comment, text });
    await expect(edit(other, '')).rejects.toMatchObject({ status: 404 });
    await expect(edit(reader, ' ')).rejects.toMatchObject({ code: 1, fields: { text: '请输入评论内容' } });
    expect(await edit(reader, '没有错别字的评论')).toMatchObject({ state: 'shown', comment: { id: comment, text: '没有错别字的评论' } });
    expect((await list()).list.map(({ text }) => text)).toEqual(['没有错别字的评论']);
    expect(await edit(reader, '想看原图的加微信')).toMatchObject({ state: 'held' });
    expect(await list()).toMatchObject({ list: [], total: 0 });
    expect((await listReviews(as(staff), { type: 'comment', status: 'open', page: 1, limit: 5 })).list).toHaveLength(1);
    // words that are held are set right as well, and still wait
    expect(await edit(reader, '想看原图')).toMatchObject({ state: 'held' });
    t.clock.advance_ms((COMMENT_EDIT_S + 1) * 1000);
    await expect(edit(reader, '太晚了')).rejects.toMatchObject({ status: 409 });
    await deleteComment(as(reader), comment);
    await expect(edit(reader, '已删除')).rejects.toMatchObject({ status: 404 });
  });

  it('refuses empty and long ones, what is not published, answers to nothing, and too many a day', async () => {
    await expect(write(reader, ' \n ')).rejects.toMatchObject({ code: 1, fields: { text: '请输入评论内容' } });
    await expect(write(reader, '长'.repeat(1_001))).rejects.toMatchObject({ code: 1 });
    await expect(writeComment(as(reader), { kind: 'scheme', id, answers: 0, text: '好', key: 'other-kind' })).rejects.toMatchObject({
      status: 404,
    });
    await expect(writeComment(as(reader), { kind, id: id + 999, answers: 0, text: '好', key: 'no-article' })).rejects.toMatchObject({
      status: 404,
    });
    await expect(write(reader, '好', 999_999)).rejects.toMatchObject({ status: 404 });
    await expect(writeComment(t.ctx(), { kind, id, answers: 0, text: '好', key: 'a-visitor' })).rejects.toMatchObject({ code: 2 });
    await set('comments_daily', 1);
    await write(reader, '第一条');
    await expect(write(reader, '第二条')).rejects.toMatchObject({ status: 409 });
    expect((await list()).total).toBe(1);
  });

  it('holds what contains a word of the list until staff decide, and then tells the author', async () => {
    const held = await writeComment(as(reader), { kind, id, answers: 0, text: '需要的加 微 信 聊', key: 'held-comment' });
    expect(held.state).toBe('held');
    expect((await list()).list).toEqual([]);
    expect(await titles(author)).toEqual([]);
    const [waiting] = (await listReviews(as(staff), { type: 'comment', status: 'open', page: 1, limit: 10 })).list;
    expect(waiting?.subject).toMatchObject({ byline: '小林', note: '等待审核' });
    await decideReview(as(staff), { id: waiting?.id as number, version: waiting?.version as number, action: 'approve', reason: '' });
    expect((await list()).list.map((one) => one.id)).toEqual([held.comment.id]);
    expect(await titles(author)).toEqual(['您的文章《年会现场的三张清单》有新评论']);
  });
});

it('counts what is approved while the article is off the site: its writer can delete it, and the number is right when it is back', async () => {
  await write(other, '先来一条');
  const held = await writeComment(as(reader), { kind, id, answers: 0, text: '需要的加微信聊', key: 'held-while-off' });
  const move = (from: 'published' | 'taken_down', to: 'published' | 'taken_down') =>
    inTransaction(t.ctx(), (tx) => setItemStatus(tx, id, [from], to));
  await move('published', 'taken_down');
  const [row] = (await listReviews(as(staff), { type: 'comment', status: 'open', page: 1, limit: 5 })).list;
  await decideReview(as(staff), { id: row?.id ?? 0, version: row?.version ?? 0, action: 'approve', reason: '' });
  await move('taken_down', 'published');
  expect((await list()).total).toBe(2);
  await deleteComment(as(reader), held.comment.id);
  expect((await list()).total).toBe(1);
});

describe('taking away', () => {
  it('leaves a place for the replies of what its writer deleted, and nothing of what had none', async () => {
    const top = await write(reader, '会被删除');
    await write(other, '仍在的回复', top);
    const alone = await write(reader, '没有回复');
    await expect(deleteComment(as(other), top)).rejects.toMatchObject({ status: 404 });
    await deleteComment(as(reader), top);
    await deleteComment(as(reader), top);
    await deleteComment(as(reader), alone);
    const { list: shown, total } = await list();
    expect(total).toBe(1);
    expect(shown.map((one) => [one.id, one.gone, one.text, one.writer.nickname, one.replies.length])).toEqual([[top, 1, '', '', 1]]);
    const [kept] = await t.app.db.select().from(comments).where(eq(comments.id, top));
    expect(kept?.text).toBe('');
  });

  it('lets the author of the work set a comment aside and back: its place and replies stay, its writer is told once, staff read it', async () => {
    const top = await write(reader, '这张清单抄来的吧');
    const reply = await write(other, '我觉得不是', top);
    const aside = (person: Person, reason: string, comment = top) => setAside(as(person), { id: comment, reason });
    for (const person of [reader, other, staff]) await expect(aside(person, '人身攻击')).rejects.toMatchObject({ status: 404 });
    const own = await write(author, '谢谢大家');
    await expect(aside(author, '人身攻击', own)).rejects.toMatchObject({ status: 404 });
    expect(await aside(author, '人身攻击')).toMatchObject({ id: top, gone: 2, text: '', writer: { id: 0 }, reply_num: 1 });
    // why, and what was said, is its writer's alone
    const marks = (person: Person) => commentMarks(as(person), { kind, id });
    expect((await marks(reader)).aside).toEqual([{ id: top, reason: '人身攻击', text: '这张清单抄来的吧' }]);
    expect([(await marks(other)).aside, (await marks(author)).aside]).toEqual([[], []]);
    await aside(author, '人身攻击');
    const page = await list();
    expect(page.total).toBe(3);
    expect(page.list.find((one) => one.id === top)).toMatchObject({
      gone: 2,
      text: '',
      replies: [{ id: reply, gone: 0, text: '我觉得不是' }],
    });
    const told = '作者隐藏了您在《年会现场的三张清单》的评论';
    expect((await titles(reader)).filter((title) => title === told)).toHaveLength(1);
    await expect(write(other, '回一句', top)).rejects.toMatchObject({ status: 404 });
    const [line] = (await readList(as(staff), { list: 'comments', query: `q=${top}`, after: '', before: '', limit: 20 })).rows;
    expect(line?.cells['text']).toBe('（文章作者已隐藏）这张清单抄来的吧');
    // a reply as well, and what readers reported before stays at the desk
    await reportComment(as(reader), reply, '与内容无关');
    expect(await aside(author, '与内容无关', reply)).toMatchObject({ gone: 2 });
    expect((await listReviews(as(staff), { type: 'comment', status: 'open', page: 1, limit: 10 })).list).toHaveLength(1);
    expect(await aside(author, '')).toMatchObject({ gone: 0, text: '这张清单抄来的吧', writer: { nickname: '小林' } });
    await aside(author, '广告或引流');
    expect((await titles(reader)).filter((title) => title === told)).toHaveLength(1);
    // what staff hid, or its writer deleted, is not the author's to show
    await inTransaction(as(staff), (tx) => hideComment(tx, top, '人身攻击'));
    await expect(aside(author, '')).rejects.toMatchObject({ status: 404 });
    expect((await list()).total).toBe(2);
  });

  it('lets its writer delete what the author of the work set aside', async () => {
    const top = await write(reader, '这张清单抄来的吧');
    await write(other, '我觉得不是', top);
    await setAside(as(author), { id: top, reason: '与内容无关' });
    await expect(deleteComment(as(other), top)).rejects.toMatchObject({ status: 404 });
    await deleteComment(as(reader), top);
    const { list: shown, total } = await list();
    expect([total, shown.map((one) => [one.id, one.gone, one.replies.length])]).toEqual([1, [[top, 1, 1]]]);
    const [kept] = await t.app.db.select().from(comments).where(eq(comments.id, top));
    expect(kept?.text).toBe('');
    await expect(setAside(as(author), { id: top, reason: '' })).rejects.toMatchObject({ status: 404 });
  });

  it('lets staff hide and show with reason and audit, and readers report once', async () => {
    const spam = await write(reader, '来我的店铺看看');
    await reportComment(as(other), spam, '广告或引流');
    await expect(reportComment(as(other), spam, '广告或引流')).rejects.toMatchObject({ status: 409 });
    await expect(reportComment(as(reader), spam, '试试')).rejects.toMatchObject({ status: 409 });
    await expect(inTransaction(as(reader), (tx) => hideComment(tx, spam, '广告'))).rejects.toMatchObject({ status: 403 });
    await inTransaction(as(staff), (tx) => hideComment(tx, spam, '广告'));
    expect((await list()).total).toBe(0);
    expect(await titles(reader)).toEqual(['您的一条评论已被隐藏']);
    expect((await listReviews(as(staff), { type: 'comment', status: 'open', page: 1, limit: 10 })).list).toEqual([]);
    await inTransaction(as(staff), (tx) => showComment(tx, spam, '误判'));
    await expect(inTransaction(as(staff), (tx) => showComment(tx, spam, '误判'))).rejects.toMatchObject({ status: 409 });
    expect((await list()).total).toBe(1);
    const { rows } = await t.app.db.execute<{ action: string }>(
      sql`select action from audit_log where subject = ${`comment:${spam}`} order by action`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['comment.hide', 'comment.show']);
    const page = await readList(as(staff), { list: 'comments', query: 'reported=yes', after: '', before: '', limit: 20 });
    expect(page.rows.map(({ cells }) => [cells['writer'], cells['work'], cells['reports'], cells['state']])).toEqual([
      ['小林', '年会现场的三张清单', 1, '显示'],
    ]);
  });

  it('forgets what somebody wrote and liked, and hands it out before', async () => {
    const mine = await write(reader, '我的评论');
    const theirs = await write(other, '别人的评论');
    await likeComment(as(reader), theirs, true);
    expect(await writtenComments(as(reader), reader.id, { page: 1, limit: 10 })).toMatchObject([{ id: mine, text: '我的评论' }]);
    await forgetComments(t.ctx(), reader.id);
    await forgetComments(t.ctx(), reader.id);
    const { list: shown, total } = await list();
    expect([total, shown.map((one) => [one.id, one.like_num])]).toEqual([1, [[theirs, 0]]]);
    expect(await t.app.db.select().from(comment_likes)).toEqual([]);
  });
});

describe('reading', () => {
  it('pages without gaps or doubles, by time and by likes, and tells what is one’s own', async () => {
    const made: number[] = [];
    for (let i = 0; i < COMMENT_PAGE + 3; i++) made.push(await write(i % 2 === 0 ? reader : other, `第 ${i} 条`));
    const liked = made[2] as number;
    expect(await likeComment(as(author), liked, true)).toBe(1);
    expect(await likeComment(as(author), liked, true)).toBe(1);
    const newest = await list('new');
    const rest = await list('new', newest.after);
    expect([...newest.list, ...rest.list].map((one) => one.id)).toEqual(made.toReversed());
    expect(rest.after).toBe('');
    const hot = await list('hot');
    const colder = await list('hot', hot.after);
    expect([...hot.list, ...colder.list].map((one) => one.id)).toEqual([liked, ...made.toReversed().filter((one) => one !== liked)]);
    expect(await commentMarks(as(author), { kind, id })).toEqual({ liked: [liked], own: [], aside: [], author: 1 });
    expect((await commentMarks(as(other), { kind, id })).own).toHaveLength(Math.floor(made.length / 2));
    expect(await likeComment(as(author), liked, false)).toBe(0);
    expect(await commentTotals(t.ctx(), kind, [id])).toEqual(new Map([[id, made.length]]));

    const top = made[0] as number;
    for (let i = 0; i < 23; i++) await write(author, `回复 ${i}`, top);
    const replies = await replyList(t.ctx(), { id: top, after: '' });
    const more = await replyList(t.ctx(), { id: top, after: replies.after });
    expect([replies.list.length, more.list.length, more.after]).toEqual([20, 3, '']);
    const [sum] = await t.app.db.select().from(comment_sums);
    expect(sum?.shown_num).toBe(made.length + 23);
  });

  it('finds the place of one that a notice names, however many stand before it, and of none that is gone', async () => {
    const root = await write(reader, '最早的一条');
    for (let n = 0; n < COMMENT_PAGE + 1; n++) await write(other, `后来的第 ${n} 条`);
    const replies = [];
    for (let n = 0; n < 4; n++) replies.push(await write(other, `第 ${n} 条回复`, root));
    const shown = (await list()).list.flatMap((one) => [one.id, ...one.replies.map((reply) => reply.id)]);
    expect(shown).not.toContain(replies[3]);
    const place = async (comment: number) => {
      const thread = await commentThread(t.ctx(), { kind, id, comment });
      return [thread.id, thread.replies.map((reply) => reply.id)];
    };
    expect(await place(replies[3] as number)).toEqual([root, [replies[0], replies[1], replies[3]]]);
    expect(await place(replies[0] as number)).toEqual([root, [replies[0], replies[1]]]);
    expect(await place(root)).toEqual([root, [replies[0], replies[1]]]);
    await deleteComment(as(other), replies[3] as number);
    await expect(place(replies[3] as number)).rejects.toMatchObject({ status: 404 });
  });

  it('reads a page by its index', async () => {
    await t.app.db.execute(sql`
      insert into comments (subject_kind, subject_id, writer_id, text, state, key)
      select 'article', ${id} + n % 50, ${reader.id}, 'x', 'shown', 'filler-' || n from generate_series(1, 5000) n`);
    await t.app.db.execute(sql`analyze comments`);
    for (const [order, index] of [
      [sql`id desc`, 'comments_newest'],
      [sql`like_num desc, id desc`, 'comments_liked'],
    ] as const) {
      const { rows } = await t.app.db.execute<Record<string, string>>(sql`
        explain select * from comments where subject_kind = 'article' and subject_id = ${id} and root_id is null
          and (state = 'shown' or reply_num > 0) order by ${order} limit 11`);
      const plan = rows.map((row) => Object.values(row)[0]).join('\n');
      expect(plan).toContain(`Index Scan Backward using ${index}`);
      expect(plan).not.toContain('Sort');
    }
  });
});
