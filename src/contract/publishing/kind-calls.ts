import { z } from 'zod';
import { type Call, callsOf } from '#contract/call.ts';
import { documentField } from '#contract/document-field.ts';
import { flagField, idField, plainNumber, savingFields, textField, wholeNumber } from '#contract/input-fields.ts';
import { KINDS, type KindFacts, type PublishCalls } from '#contract/kinds.ts';
import { itemStatusOutput, ownItemOutput, publishedListOutput, publishOptionsOutput, savedItemOutput } from '#contract/outputs/publish.ts';
import { CAPTIONS_MAX, CHANGE_NOTE_MAX, EMPTY_FORM, INTRODUCTION_MAX, PAGES_MAX, TAGS_MAX, TITLE_MAX } from '#contract/publish.ts';
import { tabFields } from '#contract/publishing/calls.ts';

const call = callsOf('publishing');

/** More than any field takes: the form says which one is too long. */
const FIELD_TEXT_MAX = 20_000;

/** Of a form with a document: as many characters as it may have, with their marks. */
const DOCUMENT_BODY_BYTES = 1024 * 1024;

const nullableId = idField.nullable().default(null);

const percent = z.int('封面焦点无效').min(0, '封面焦点无效').max(100, '封面焦点无效');

/** In yuan as typed. */
const priceField = (name: string) =>
  z.preprocess((value) => (typeof value === 'number' ? String(value) : value), textField(name, 20).default(''));

/** The form as typed: bounded, but not yet right. Whether it may be submitted is the verb's question. */
const formFields = {
  title: textField('标题', TITLE_MAX).default(EMPTY_FORM.title),
  introduction: textField('简介', INTRODUCTION_MAX).default(EMPTY_FORM.introduction),
  category_id: nullableId,
  category_id_sub: nullableId,
  tags: z
    .array(textField('标签', 40), { error: '标签应为列表' })
    .max(TAGS_MAX * 2, `标签最多 ${TAGS_MAX} 个`)
    .default([]),
  terms: z.record(z.string().max(20), idField, { error: '选项无效' }).default({}),
  price_type: z.enum(['free', 'paid', 'vip'], { error: '请选择收费方式' }).default(EMPTY_FORM.price_type),
  price: priceField('价格'),
  company_price: priceField('企业授权价'),
  exclusive: flagField.default(false),
  free_pages: z
    .preprocess(
      plainNumber,
      z.number({ error: '免费页数无效' }).int('免费页数无效').min(1, '免费页数至少 1 页').max(PAGES_MAX, `免费页数最多 ${PAGES_MAX} 页`),
    )
    .default(5),
  cover_page: wholeNumber('封面页无效', 1, PAGES_MAX).nullable().default(1),
  cover_file_id: nullableId,
  cover_focus: z.strictObject({ x: percent, y: percent }, { error: '封面焦点无效' }).nullable().default(null),
  file_id: nullableId,
  pictures: z.array(idField, { error: '图片无效' }).max(PAGES_MAX, `图片最多 ${PAGES_MAX} 张`).default([]),
  video_file_id: nullableId,
  video_captions: textField('字幕', CAPTIONS_MAX).default(''),
  // clients of the specification do not know it, and are not asked for it
  change_note: textField('更新说明', CHANGE_NOTE_MAX).optional(),
  publish_at: wholeNumber('发布时间无效', 1, 1e11).nullable().default(null),
  fields: z
    .record(
      z.string().max(40),
      z.union([
        textField('内容', FIELD_TEXT_MAX),
        z.int().nullable(),
        z.array(z.strictObject({ key: textField('名称', 100), value: textField('内容', 1_000) })).max(100),
        documentField,
      ]),
      { error: '内容无效' },
    )
    .default({}),
};

const action = z.enum(['draft', 'submit'], { error: '操作无效' }).default('submit');

export const created = z.strictObject({ ...formFields, ...savingFields, action });
const changed = z.strictObject({ ...formFields, ...savingFields, action, id: idField });

/** What belongs to an enterprise its employees publish: its jobs, and what stands in its shop. */
function employed(kind: KindFacts): Pick<Call, 'acts'> {
  if (kind.key === KINDS.job.key) return { acts: 'recruit' };
  return kind.shop ? { acts: 'publish' } : {};
}

const often = { points: 120, window_s: 60 };
const files = { file_id: 'file', cover_file_id: 'picture', video_file_id: 'film', pictures: 'picture' };

/** The calls by which items of one kind are published, by the addresses that the kind gives them. */
export function publishCalls<const P extends PublishCalls>(kind: KindFacts, paths: P) {
  const { noun } = kind;
  const has_text = kind.media?.video || kind.fields?.some(({ type }) => type === 'document');
  const own = employed(kind);
  const saving = { ...own, ...(has_text ? { body_limit_bytes: DOCUMENT_BODY_BYTES } : {}), limit: often } as const;
  return {
    options: call('GET', paths.options as P['options'], {
      summary: `发布${noun}的表单选项：分类、可选项、收益比例`,
      auth: 'none',
      output: publishOptionsOutput,
    }),
    create: call('POST', paths.form as P['form'], {
      ...saving,
      summary: `新建${noun}：action=draft 存草稿，action=submit 发布；同一个 draft_key 重复提交只有一份`,
      input: created,
      owned: files,
      output: savedItemOutput,
    }),
    change: call('PUT', paths.form as P['form'], {
      ...saving,
      summary: `修改自己的${noun}：action=draft 存草稿，action=submit 提交修改`,
      input: changed,
      owned: { id: kind.key, ...files },
      output: savedItemOutput,
    }),
    own: call('GET', (paths.own ?? paths.form) as P extends { own: infer O extends string } ? O : P['form'], {
      ...own,
      summary: `读取自己的${noun}，用于编辑`,
      input: z.object({ id: idField }),
      owned: { id: kind.key },
      output: ownItemOutput,
    }),
    discard: call('DELETE', paths.change as P['change'], {
      ...own,
      summary: `放弃对已发布${noun}的未提交修改，表单回到公开的内容`,
      limit: often,
      input: z.object({ id: idField }),
      owned: { id: kind.key },
      output: ownItemOutput,
    }),
    remove: call('DELETE', paths.draft as P['draft'], {
      ...own,
      summary: `删除自己的草稿（从未发布过的${noun}）`,
      input: z.object({ id: idField }),
      owned: { id: kind.key },
      output: z.strictObject({ id: z.int() }),
    }),
    shelve: call('PUT', paths.shelf as P['shelf'], {
      ...own,
      summary: `下架（down，审核中的为撤回）或恢复上架（up）自己的${noun}`,
      input: z.object({ id: idField, action: z.enum(['down', 'up'], { error: '操作无效' }) }),
      owned: { id: kind.key },
      output: z.strictObject({ id: z.int(), status: itemStatusOutput }),
    }),
    mine: call('GET', paths.mine as P['mine'], {
      ...own,
      summary: `我发布的${noun}：按状态分组，含转换进度与销量`,
      input: z.object(tabFields),
      output: publishedListOutput,
    }),
  };
}

/** The specification's own name of changing an own item, where a kind has one. */
export const editCall = (kind: KindFacts, path: string) =>
  call('POST', path, {
    summary: `修改自己的${kind.noun}：action=draft 存草稿，action=submit 提交修改`,
    ...employed(kind),
    limit: often,
    input: changed,
    output: savedItemOutput,
    owned: { id: kind.key, ...files },
  });

/** The specification's own name of reading one. */
export const readCall = (kind: KindFacts, { path, id }: { path: string; id: string }) =>
  call('GET', path, {
    summary: `读取自己的${kind.noun}，用于编辑`,
    ...employed(kind),
    input: z.object({ [id]: idField }),
    output: ownItemOutput,
    owned: { [id]: kind.key },
  });
