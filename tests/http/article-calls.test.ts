import { beforeAll, describe, expect, it } from 'vitest';
import { type DraftVersion, type DraftVersionBody, VERSION_CALL, VERSIONS_CALL } from '#contract/article.ts';
import { COMMENT_CALLS, type CommentList, type WrittenComment } from '#contract/comment.ts';
import type { ItemDetail } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import type { OwnItem, SavedItem } from '#contract/publish.ts';
import { testApp } from '../support/app.ts';
import { articleBody, articleForm, publishArticle } from '../support/articles.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/people.ts';

const KIND = KINDS.article;

const t = testApp();
let writer: Person;
let reader: Person;
beforeAll(async () => {
  [writer, reader] = [await makePerson(t, { nickname: '老周' }), await makePerson(t, { nickname: '小林' })];
});

type Article = ItemDetail & { content: string; contents: Array<{ anchor: string; text: string }>; words: number; minutes: number };
const detail = (id: number) => t.call<Article>('GET', KIND.calls.detail.path, { query: { id } });

describe('publishing an article', () => {
  it('C-100 any signed-in user may; the text is told as tree and as HTML, its pictures are public', async () => {
    const { id, body } = await publishArticle(t, writer);
    expect(body).toMatchObject({ code: 0, data: { status: 'published' } });
    const { data } = (await detail(id)).body;
    expect(data).toMatchObject({
      kind: 'article',
      title: '千人年会现场的三张清单',
      price: 0,
      pages: 2,
      minutes: 1,
      is_collect: 0,
      is_like: 0,
    });
    expect(data.contents.map(({ anchor, text }) => [anchor, text])).toEqual([
      ['h-1', '三张清单'],
      ['h-2', '物料'],
    ]);
    expect(data.content).toContain('<strong>而是没有人知道谁来改。</strong>');
    expect(data.content.match(/<img src="\/[^"]+\.webp"/g)).toHaveLength(2);
    expect(data.content).toContain('<figcaption>第 2 张现场</figcaption>');
    const { body: kept } = data.fields as { body: { blocks: unknown[] } };
    expect(kept.blocks).toHaveLength(10);
    const own = await t.call<OwnItem>('GET', KIND.calls.publish.form, { token: writer.token, query: { id } });
    expect(own.body.data).toMatchObject({ changed: false, was_published: true });
    // embeds find it
    await settleOutbox(t.ctx());
    const found = await t.call<{ list: Array<{ id: number }> }>('GET', '/user/publish/pick', {
      token: writer.token,
      query: { kind: 'article', id },
    });
    expect(found.body.data.list.map((one) => one.id)).toEqual([id]);
    const visitor = await t.call('POST', KIND.calls.publish.form, { body: { draft_key: 'visitor-draft' } });
    expect(visitor.body.code).toBe(2);
  });

  it('takes the pictures from the text, whatever the form says, and only the writer’s own', async () => {
    const form = await articleForm(t, writer);
    const others = await articleForm(t, reader);
    const saved = await t.call<SavedItem>('POST', KIND.calls.publish.form, {
      token: writer.token,
      body: { ...form, pictures: others.pictures, draft_key: 'own-pictures', action: 'draft' },
    });
    const own = await t.call<OwnItem>('GET', KIND.calls.publish.form, { token: writer.token, query: { id: saved.body.data.id } });
    expect(own.body.data.form.pictures).toEqual(form.pictures);
    expect(own.body.data.pictures.map(({ file }) => file.id)).toEqual(form.pictures);
    const stolen = await t.call('POST', KIND.calls.publish.form, {
      token: writer.token,
      body: { ...form, fields: { body: articleBody(others.pictures) }, draft_key: 'stolen-pictures', action: 'draft' },
    });
    expect(stolen.body).toMatchObject({ code: 1, fields: { pictures: '有图片不存在，请重新上传' } });
  });

  it('keeps versions of a draft and hands out one with its pictures', async () => {
    const form = await articleForm(t, writer);
    const draft = { ...form, draft_key: 'with-versions', action: 'draft' };
    const { id } = (await t.call<SavedItem>('POST', KIND.calls.publish.form, { token: writer.token, body: draft })).body.data;
    const save = (title: string) => t.call('PUT', KIND.calls.publish.form, { token: writer.token, body: { ...draft, id, title } });
    await save('五分钟内的改动并入同一版');
    t.clock.advance_ms(6 * 60_000);
    await save('六分钟后是新的一版');
    const listed = await t.call<{ list: DraftVersion[] }>('GET', VERSIONS_CALL, { token: writer.token, query: { id } });
    expect(listed.body.data.list.map(({ title }) => title)).toEqual(['六分钟后是新的一版', '五分钟内的改动并入同一版']);
    const version_id = listed.body.data.list[1]?.id as number;
    const one = await t.call<DraftVersionBody>('GET', VERSION_CALL, { token: writer.token, query: { id, version_id } });
    expect(one.body.data.body.blocks).toHaveLength(10);
    expect(one.body.data.pictures.map(({ file_id }) => file_id).toSorted()).toEqual(form.pictures.toSorted());
    expect((await t.call('GET', VERSIONS_CALL, { token: reader.token, query: { id } })).body.code).not.toBe(0);
  });
});

describe('comments by the gateway', () => {
  it('are read by everybody and written by who is signed in', async () => {
    const { id } = await publishArticle(t, writer);
    const write = (token: string | undefined, text: string) =>
      t.call<WrittenComment>('POST', COMMENT_CALLS.write, {
        ...(token ? { token } : {}),
        body: { kind: 'article', id, text, key: `http-comment-${text.length}` },
      });
    expect((await write(undefined, '好')).body.code).toBe(2);
    const first = await write(reader.token, '很有用');
    expect(first.body).toMatchObject({ code: 0, msg: '评论已发表', data: { state: 'shown' } });
    const comment_id = first.body.data.comment.id;
    expect((await t.call('POST', COMMENT_CALLS.like, { token: writer.token, body: { id: comment_id, on: 1 } })).body.data).toEqual({
      like_num: 1,
    });
    const { data } = (await t.call<CommentList>('GET', COMMENT_CALLS.list, { query: { kind: 'article', id } })).body;
    expect(data).toMatchObject({ total: 1, after: '', list: [{ id: comment_id, like_num: 1, writer: { nickname: '小林' } }] });
    expect((await t.call('DELETE', COMMENT_CALLS.remove, { token: writer.token, query: { id: comment_id } })).status).toBe(404);
    expect((await t.call('DELETE', COMMENT_CALLS.remove, { token: reader.token, query: { id: comment_id } })).body.msg).toBe('评论已删除');
  });
});
