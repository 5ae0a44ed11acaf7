import { Readable } from 'node:stream';
import { z } from 'zod';
import { documentField } from '#contract/document-field.ts';
import { idField, noInput, plainNumber, savingFields, textField, wholeNumber } from '#contract/input-fields.ts';
import { KINDS, type KindFacts, PUBLISHED_KINDS, type PublishCalls } from '#contract/kinds.ts';
import { itemStatusOutput, ownItemOutput, publishedListOutput, publishOptionsOutput, savedItemOutput } from '#contract/outputs/publish.ts';
import { CAPTIONS_MAX, EMPTY_FORM, INTRODUCTION_MAX, PAGES_MAX, type SavedItem, TAGS_MAX, TITLE_MAX } from '#contract/publish.ts';
import { publishingCalls, tabFields } from '#contract/publishing/calls.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type Endpoint, endpoint, serve } from '../../http/endpoint.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { forbidden, invalid } from '../../kernel/errors.ts';
import { allKinds } from '../../modules/catalog/index.ts';
import {
  decideWork,
  deleteDraft,
  discardChange,
  fileState,
  getOwnItem,
  heldPages,
  listHeld,
  listMine,
  openPicture,
  publishOptions,
  restoreItem,
  saveDraft,
  submitItem,
  takeDown,
} from '../../modules/publishing/index.ts';
import { pickItems } from '../../views/pick-items.ts';

/** More than any field takes: the form says which one is too long. */
const FIELD_TEXT_MAX = 20_000;

/** Of a form with a document: as many characters as it may have, with their marks. */
const DOCUMENT_BODY_BYTES = 1024 * 1024;

const nullableId = idField.nullable().default(null);

const percent = z.int('封面焦点无效').min(0, '封面焦点无效').max(100, '封面焦点无效');

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
  price: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), textField('价格', 20).default('')),
  free_pages: z
    .preprocess(
      plainNumber,
      z.number({ error: '免费页数无效' }).int('免费页数无效').min(1, '免费页数至少 1 页').max(PAGES_MAX, '免费页数过多'),
    )
    .default(5),
  cover_page: wholeNumber('封面页无效', 1, PAGES_MAX).nullable().default(1),
  cover_file_id: nullableId,
  cover_focus: z.object({ x: percent, y: percent }, { error: '封面焦点无效' }).nullable().default(null),
  file_id: nullableId,
  pictures: z.array(idField, { error: '图片无效' }).max(PAGES_MAX, '图片太多').default([]),
  video_file_id: nullableId,
  video_captions: textField('字幕', CAPTIONS_MAX).default(''),
  publish_at: wholeNumber('发布时间无效', 1, 1e11).nullable().default(null),
  fields: z
    .record(
      z.string().max(40),
      z.union([
        textField('内容', FIELD_TEXT_MAX),
        z.int().nullable(),
        z.array(z.object({ key: textField('名称', 100), value: textField('内容', 1_000) })).max(100),
        documentField,
      ]),
      { error: '内容无效' },
    )
    .default({}),
};

const action = z.enum(['draft', 'submit'], { error: '操作无效' }).default('submit');

const created = z.object({ ...formFields, ...savingFields, action });
const changed = z.object({ ...formFields, ...savingFields, action, id: idField });

type Changed = z.output<typeof created> & { id?: number };

function draftOf(kind: KindFacts, { id, draft_key, edition, action: _action, ...form }: Changed) {
  return { kind, id, draft_key, edition, form };
}

/** What belongs to an enterprise its employees publish: its jobs, and what stands in its shop. */
function employed(kind: KindFacts): Pick<Endpoint, 'acts'> {
  if (kind.key === KINDS.job.key) return { acts: 'recruit' };
  return kind.shop ? { acts: 'publish' } : {};
}

/** The calls by which items of one kind are published. They know no other kind: its items are not there for them. */
export function publishCalls(kind: KindFacts, calls: PublishCalls): Endpoint[] {
  const { noun } = kind;
  const often = { points: 120, window_s: 60 };
  const has_text = kind.media?.video || kind.fields?.some(({ type }) => type === 'document');
  const large = has_text ? { body_limit_bytes: DOCUMENT_BODY_BYTES } : {};
  const save = (ctx: Ctx, input: Changed) =>
    input.action === 'draft' ? saveDraft(ctx, draftOf(kind, input)) : submitItem(ctx, draftOf(kind, input));
  return [
    endpoint({
      method: 'GET',
      path: calls.options,
      summary: `发布${noun}的表单选项：分类、可选项、收益比例`,
      tag: 'publishing',
      auth: 'none',
      input: noInput,
      output: publishOptionsOutput,
      handle: (ctx) => publishOptions(ctx, kind),
    }),
    endpoint({
      method: 'POST',
      path: calls.form,
      summary: `新建${noun}：action=draft 存草稿，action=submit 发布；同一个 draft_key 重复提交只有一份`,
      tag: 'publishing',
      auth: 'user',
      ...employed(kind),
      ...large,
      limit: often,
      input: created,
      output: savedItemOutput,
      handle: save,
    }),
    endpoint({
      method: 'PUT',
      path: calls.form,
      summary: `修改自己的${noun}：action=draft 存草稿，action=submit 提交修改`,
      tag: 'publishing',
      auth: 'user',
      ...employed(kind),
      ...large,
      limit: often,
      input: changed,
      owned_ids: ['id', 'file_id', 'cover_file_id'],
      output: savedItemOutput,
      handle: save,
    }),
    ...namedCalls(kind, calls, often, save),
    endpoint({
      method: 'GET',
      path: calls.own ?? calls.form,
      summary: `读取自己的${noun}，用于编辑`,
      tag: 'publishing',
      auth: 'user',
      ...employed(kind),
      input: z.object({ id: idField }),
      owned_ids: ['id'],
      output: ownItemOutput,
      handle: (ctx, { id }) => getOwnItem(ctx, kind, id),
    }),
    endpoint({
      method: 'DELETE',
      path: calls.change,
      summary: `放弃对已发布${noun}的未提交修改，表单回到公开的内容`,
      tag: 'publishing',
      auth: 'user',
      ...employed(kind),
      limit: often,
      input: z.object({ id: idField }),
      owned_ids: ['id'],
      output: ownItemOutput,
      handle: (ctx, { id }) => discardChange(ctx, kind, id),
    }),
    endpoint({
      method: 'DELETE',
      path: calls.draft,
      summary: `删除自己的草稿（从未发布过的${noun}）`,
      tag: 'publishing',
      auth: 'user',
      ...employed(kind),
      input: z.object({ id: idField }),
      owned_ids: ['id'],
      output: z.strictObject({ id: z.int() }),
      handle: async (ctx, { id }) => {
        await deleteDraft(ctx, id, kind);
        return { id };
      },
    }),
    endpoint({
      method: 'PUT',
      path: calls.shelf,
      summary: `下架（down，审核中的为撤回）或恢复上架（up）自己的${noun}`,
      tag: 'publishing',
      auth: 'user',
      ...employed(kind),
      input: z.object({ id: idField, action: z.enum(['down', 'up'], { error: '操作无效' }) }),
      owned_ids: ['id'],
      output: z.strictObject({ id: z.int(), status: itemStatusOutput }),
      handle: async (ctx, { id, action: wanted }) => ({
        id,
        status: wanted === 'down' ? await takeDown(ctx, id, kind) : await restoreItem(ctx, id, kind),
      }),
    }),
    endpoint({
      method: 'GET',
      path: calls.mine,
      summary: `我发布的${noun}：按状态分组，含转换进度与销量`,
      tag: 'publishing',
      auth: 'user',
      ...employed(kind),
      input: z.object(tabFields),
      output: publishedListOutput,
      handle: (ctx, input) => listMine(ctx, { ...input, kind }),
    }),
  ];
}

/** The specification's own names of reading and changing an own item, where a kind has them. */
function namedCalls(
  kind: KindFacts,
  { read, edit }: PublishCalls,
  limit: Endpoint['limit'],
  save: (ctx: Ctx, input: Changed) => Promise<SavedItem>,
): Endpoint[] {
  const calls: Endpoint[] = [];
  if (edit) {
    calls.push(
      endpoint({
        method: 'POST',
        path: edit,
        summary: `修改自己的${kind.noun}：action=draft 存草稿，action=submit 提交修改`,
        tag: 'publishing',
        auth: 'user',
        ...employed(kind),
        ...employed(kind),
        ...(limit ? { limit } : {}),
        input: changed,
        output: savedItemOutput,
        owned_ids: ['id', 'file_id', 'cover_file_id'],
        handle: save,
      }),
    );
  }
  if (read) {
    calls.push(
      endpoint({
        method: 'GET',
        path: read.path,
        summary: `读取自己的${kind.noun}，用于编辑`,
        tag: 'publishing',
        auth: 'user',
        ...employed(kind),
        ...employed(kind),
        input: z.object({ [read.id]: idField }),
        output: ownItemOutput,
        owned_ids: [read.id],
        handle: (ctx, input) => getOwnItem(ctx, kind, input[read.id] as number),
      }),
    );
  }
  return calls;
}

export const publishingEndpoints: Endpoint[] = [
  ...PUBLISHED_KINDS.flatMap((kind) => publishCalls(kind, kind.calls.publish)),
  serve(publishingCalls.mine, (ctx, { kind: key, ...input }) => {
    const kind = allKinds().find((one) => one.key === key);
    if (key !== '' && !kind) throw invalid({ kind: '没有这类作品' });
    // what is sold is the owner's business: employees see what stands in the shop
    const employed = ctx.actor.kind === 'user' && ctx.actor.employee_id !== undefined;
    if (employed && !kind?.shop) throw forbidden('员工只能管理店铺的作品');
    return listMine(ctx, { ...input, ...(kind ? { kind } : {}) });
  }),
  serve(publishingCalls.pick, async (ctx, { kind: key, keyword, id }) => {
    if (!Object.hasOwn(KINDS, key)) throw invalid({ kind: '没有这类内容' });
    const kind = allKinds().find((one) => one.key === key);
    // a kind that nobody can publish yet
    if (!kind) return { list: [] };
    return { list: await pickItems(ctx, kind, id === undefined ? { keyword } : { id }) };
  }),
  serve(publishingCalls.file, (ctx, { file_id }) => fileState(ctx, file_id)),
  serve(publishingCalls.picture, async (ctx, ticket) => {
    const { data, size_bytes } = await openPicture(ctx, ticket);
    const headers = {
      'content-type': 'image/webp',
      'content-length': String(size_bytes),
      'cache-control': 'private, max-age=3600, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': contentDisposition('cemao.webp', 'inline'),
    };
    return new Response(Readable.toWeb(data) as ReadableStream, { headers });
  }),
  serve(publishingCalls.list, (ctx, input) => listHeld(ctx, input)),
  serve(publishingCalls.pages, (ctx, { id }) => heldPages(ctx, id)),
  serve(publishingCalls.decide, async (ctx, { id, decision, reason, seen_at }) => {
    await decideWork(ctx, { id, action: decision, reason, seen_at });
    return { id };
  }),
];
