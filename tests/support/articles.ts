import { type ArticleDoc, VERSION_CALL, VERSIONS_CALL } from '#contract/article.ts';
import { COMMENT_CALLS } from '#contract/comment.ts';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM, type ItemForm, type SavedItem } from '#contract/publish.ts';
import { type Ctx, createCtx, inTransaction } from '#server/app/ctx.ts';
import { installDefaultTerms, kindTerms } from '#server/modules/catalog/index.ts';
import { writeComment } from '#server/modules/comments/index.ts';
import { draftVersions } from '#server/modules/publishing/index.ts';
import type { CallResult, TestApp } from './app.ts';
import { makeItem } from './catalog.ts';
import type { Person } from './people.ts';
import { storePhotographs } from './picture-works.ts';

const KIND = KINDS.article;

/** A text with each sort of block; `pictures`: stored files of its writer. */
export function articleBody(pictures: readonly number[], title = '年会现场'): ArticleDoc {
  return {
    blocks: [
      { type: 'paragraph', runs: [{ text: `${title}最怕的不是出错，` }, { text: '而是没有人知道谁来改。', bold: true }] },
      { type: 'heading', level: 2, runs: [{ text: '三张清单' }] },
      {
        type: 'list',
        lines: [
          { level: 0, ordered: true, runs: [{ text: '分钟表' }] },
          { level: 1, ordered: false, runs: [{ text: '总控' }] },
        ],
      },
      ...pictures.map((file_id, i) => ({ type: 'picture' as const, file_id, caption: `第 ${i + 1} 张现场`, alt: '' })),
      { type: 'heading', level: 3, runs: [{ text: '物料' }] },
      { type: 'quote', paragraphs: [[{ text: '箱号贴四面。' }]] },
      {
        type: 'table',
        head: true,
        rows: [
          [[{ text: '时间' }], [{ text: '动作' }]],
          [[{ text: '18:00' }], [{ text: '暗场' }]],
        ],
      },
      { type: 'divider' },
      { type: 'paragraph', runs: [{ text: '更多见', href: 'https://example.com/' }] },
    ],
  };
}

let drafts = 0;

/** Applications that have their default terms: writing them again for every form is what forms cost most. */
const with_terms = new WeakMap<TestApp, Promise<void>>();

/** A form of an article that may be submitted, on the site's default terms. */
export async function articleForm(t: TestApp, owner: Person, change: Partial<ItemForm> = {}): Promise<ItemForm> {
  const installing = with_terms.get(t) ?? inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  with_terms.set(t, installing);
  await installing;
  const { categories } = await kindTerms(t.ctx(), KIND);
  const pictures = change.pictures ?? (await storePhotographs(t, owner, ['teal', 'gold']));
  return {
    ...EMPTY_FORM,
    ...{
      title: '千人年会现场的三张清单',
      introduction: '按分钟、按人、按物。',
      category_id: categories[0]?.id ?? null,
      tags: ['年会', '清单'],
    },
    ...{ price_type: 'free', pictures, fields: { body: articleBody(pictures) } },
    ...change,
  };
}

/** Publishes an article by the call that people use. */
export async function publishArticle(t: TestApp, owner: Person, change: Partial<ItemForm> = {}) {
  const form = await articleForm(t, owner, change);
  const answer: CallResult<SavedItem> = await t.call<SavedItem>('POST', KIND.calls.publish.form, {
    token: owner.token,
    body: { ...form, draft_key: `article-${++drafts}-key` },
  });
  return { ...answer, id: answer.body.data?.id, form };
}

/** A comment of `writer` below an article of somebody else. */
export async function articleThings(t: TestApp, of: { writer: { ctx: Ctx }; third: number }): Promise<Record<string, number>> {
  const id = await makeItem(t.ctx(), { publisher_id: of.third, kind: KIND, title: '别人的文章' });
  const { comment } = await writeComment(of.writer.ctx, { kind: KIND.key, id, answers: 0, text: '写得很实在', key: 'own-comment' });
  return { comment: comment.id };
}

/** What the reading calls need to be answered for `owner`, by path. */
export async function articleReads(t: TestApp, owner: Person): Promise<Record<string, Record<string, string | number>>> {
  const { id } = await publishArticle(t, owner);
  const ctx = createCtx(t.app, owner.actor, 'test');
  const { comment } = await writeComment(ctx, { kind: KIND.key, id, answers: 0, text: '补充一点', key: 'read-comment' });
  const [version] = await draftVersions(ctx, KIND, id);
  return {
    [KIND.calls.detail.path]: { id },
    [KIND.calls.related.path]: { id },
    [KIND.calls.publish.form]: { id },
    [VERSIONS_CALL]: { id },
    [VERSION_CALL]: { id, version_id: version?.id ?? 0 },
    [COMMENT_CALLS.list]: { kind: KIND.key, id },
    [COMMENT_CALLS.replies]: { id: comment.id },
    [COMMENT_CALLS.thread]: { kind: KIND.key, id, comment: comment.id },
    [COMMENT_CALLS.marks]: { kind: KIND.key, id },
  };
}
