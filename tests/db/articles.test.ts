import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { docText } from '#contract/article.ts';
import { KINDS } from '#contract/kinds.ts';
import type { ItemForm } from '#contract/publish.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { pageTags, tagsOf } from '#server/http/cache-tags.ts';
import { getItem, nextItem, setItemStatus } from '#server/modules/catalog/index.ts';
import {
  cleanFiles,
  deleteDraft,
  draftVersion,
  draftVersions,
  getOwnItem,
  originalFile,
  saveDraft,
  submitItem,
} from '#server/modules/publishing/index.ts';
import { item_draft_versions } from '#server/modules/publishing/tables.ts';
import { forgetSettings, setSetting } from '#server/modules/settings/index.ts';
import { articleListView } from '#server/views/article-list.ts';
import { articleScreenAt } from '#server/views/article-screen.ts';
import { feedOf } from '#server/views/feed.ts';
import { testApp } from '../support/app.ts';
import { articleBody, articleForm } from '../support/articles.ts';
import { makeItem } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/people.ts';
import { storePhotographs } from '../support/picture-works.ts';

const KIND = KINDS.article;
const MINUTE_MS = 60_000;

const t = testApp();
let writer: Person;
let keys = 0;
beforeAll(async () => {
  writer = await makePerson(t, { nickname: '老周' });
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const draft = (form: ItemForm, draft_key = `article-draft-${++keys}`, id?: number) => ({
  kind: KIND,
  draft_key,
  form,
  ...(id ? { id } : {}),
});
const screenOf = (id: number) => articleScreenAt(t.ctx(), new URL(`http://x/article/details?id=${id}`));

it('is read as a page with its text, contents and the one before it, and found by its words', async () => {
  const first = await submitItem(as(writer), draft(await articleForm(t, writer, { title: '先发表的一篇文章' })));
  t.clock.advance_ms(MINUTE_MS);
  const second = await submitItem(as(writer), draft(await articleForm(t, writer, { title: '后发表的一篇文章' })));
  expect(await getOwnItem(as(writer), KIND, second.id)).toMatchObject({ changed: false, was_published: true });
  const screen = await screenOf(second.id);
  expect(screen?.body).toMatchObject({ minutes: 1, contents: [{ anchor: 'h-1' }, { anchor: 'h-2' }] });
  expect(screen?.next?.id).toBe(first.id);
  expect(screen?.comments).toEqual({ list: [], total: 0, after: '' });
  expect(await nextItem(t.ctx(), KIND, { id: first.id, published_at: 0 })).toBe(null);
  const { view, faces } = await articleListView(t.ctx(), { sort: 'new' });
  expect(view.result.list.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(faces.get(second.id)).toEqual({ summary: '按分钟、按人、按物。', minutes: 1, comments: 0 });
  const feed = await feedOf(t.ctx(), { kind: 'article', tag: 0, uid: 0 });
  expect(feed?.items[0]).toMatchObject({ title: '后发表的一篇文章', description: '按分钟、按人、按物。' });
  expect(feed?.items[0]?.content).toContain(`src="${t.app.config.site_url}/`);
});

it('embeds a course, a salon and a short talk, and says which is gone; a page that shows one goes with it', async () => {
  const embedded = [KINDS.course, KINDS.salon, KINDS.talk];
  const works = await Promise.all(
    embedded.map(async (kind) => ({
      kind,
      id: await makeItem(t.ctx(), { kind, publisher_id: writer.id, title: `引用的${kind.noun}`, format: '' }),
    })),
  );
  const pictures = await storePhotographs(t, writer, ['teal']);
  const blocks = [...articleBody(pictures).blocks, ...works.map(({ kind, id }) => ({ type: 'work' as const, kind: kind.key, id }))];
  const { id, status } = await submitItem(as(writer), draft(await articleForm(t, writer, { pictures, fields: { body: { blocks } } })));
  expect(status).toBe('published');
  const screen = await screenOf(id);
  for (const work of works) {
    const card = new RegExp(`<a class="doc-work" href="([^"]+)">.*?引用的${work.kind.noun}`).exec(screen?.body.content ?? '');
    expect(screen?.body.content).toContain(`href="${work.kind.paths.detail}?id=${work.id}"`);
    expect(card).not.toBeNull();
  }
  const [course] = works;
  expect(tagsOf.article(screen as NonNullable<typeof screen>)).toContain(pageTags.item(course?.id ?? 0));
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, course?.id ?? 0, ['published'], 'taken_down'));
  const later = await screenOf(id);
  expect(later?.body.content).toContain('引用的作品已下架');
  expect(later?.body.content).not.toContain(`${KINDS.course.paths.detail}?id=`);
  // it is made anew when the course is back
  expect(tagsOf.article(later as NonNullable<typeof later>)).toContain(pageTags.item(course?.id ?? 0));
});

it('is held where works are: at first, and when its text changes, not for its title', async () => {
  await setSetting(t.ctx(), 'work_review', 'hold');
  forgetSettings(t.ctx());
  try {
    expect((await submitItem(as(writer), draft(await articleForm(t, writer)))).status).toBe('reviewing');
  } finally {
    await setSetting(t.ctx(), 'work_review', 'auto');
    forgetSettings(t.ctx());
  }
  const form = await articleForm(t, writer);
  const key = `article-edited-${++keys}`;
  const { id } = await submitItem(as(writer), draft(form, key));
  await setSetting(t.ctx(), 'work_review', 'hold');
  forgetSettings(t.ctx());
  try {
    expect((await submitItem(as(writer), draft({ ...form, title: '换了一个更好的标题' }, key, id))).status).toBe('published');
    const changed = { ...form, fields: { body: articleBody(form.pictures, '完全不同的开头') } };
    expect((await submitItem(as(writer), draft(changed, key, id))).status).toBe('reviewing');
  } finally {
    await setSetting(t.ctx(), 'work_review', 'auto');
    forgetSettings(t.ctx());
  }
});

it('refuses an article without words or without a cover, and says so at their fields', async () => {
  const form = await articleForm(t, writer);
  await expect(submitItem(as(writer), draft({ ...form, pictures: [], fields: { body: { blocks: [] } } }))).rejects.toMatchObject({
    fields: { 'field.body': '请填写正文', cover_page: '请选择封面' },
  });
  const short = { blocks: [{ type: 'paragraph' as const, runs: [{ text: '太短了' }] }] };
  await expect(submitItem(as(writer), draft({ ...form, fields: { body: short } }))).rejects.toMatchObject({
    fields: { 'field.body': '正文至少 20 个字' },
  });
});

it('keeps thirty versions of a draft, each with its pictures, and forgets them with it', async () => {
  const form = await articleForm(t, writer);
  const [only_before] = await storePhotographs(t, writer, ['purple']);
  const key = `article-versions-${++keys}`;
  const old = { ...form, fields: { body: articleBody([only_before as number], '最早的写法') } };
  const { id } = await saveDraft(as(writer), draft(old, key));
  // typing on within five minutes stays one version, the same text again is none
  t.clock.advance_ms(MINUTE_MS);
  await saveDraft(as(writer), draft({ ...old, introduction: '补了一句摘要' }, key, id));
  t.clock.advance_ms(6 * MINUTE_MS);
  await saveDraft(as(writer), draft(form, key, id));
  t.clock.advance_ms(6 * MINUTE_MS);
  await saveDraft(as(writer), draft(form, key, id));
  const versions = await draftVersions(as(writer), KIND, id);
  expect(versions).toHaveLength(2);
  const first = await draftVersion(as(writer), KIND, id, versions[1]?.id ?? 0);
  expect([first.introduction, docText(first.body).split('\n')[0]]).toEqual([
    '补了一句摘要',
    '最早的写法最怕的不是出错，而是没有人知道谁来改。',
  ]);
  expect(first.pictures.map(({ file_id }) => file_id)).toEqual([only_before]);

  // the picture that only the version names outlives the cleaning
  for (let day = 0; day < 3; day++) {
    await cleanFiles(t.ctx());
    t.clock.advance_ms(25 * 60 * MINUTE_MS);
  }
  expect(await originalFile(t.ctx(), only_before as number)).not.toBe(null);
  expect((await getOwnItem(as(writer), KIND, id)).form.pictures).toEqual(form.pictures);

  for (let n = 0; n < 32; n++) {
    t.clock.advance_ms(6 * MINUTE_MS);
    await saveDraft(as(writer), draft({ ...form, title: `第 ${n} 次改的标题` }, key, id));
  }
  const kept = await draftVersions(as(writer), KIND, id);
  expect([kept.length, kept[0]?.title]).toEqual([30, '第 31 次改的标题']);
  await deleteDraft(as(writer), id, KIND);
  expect(await t.app.db.select().from(item_draft_versions).where(eq(item_draft_versions.item_id, id))).toEqual([]);
  expect(await getItem(t.ctx(), id)).toBe(null);
});
