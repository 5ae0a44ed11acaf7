import { z } from 'zod';
import { KINDS } from '#contract/kinds.ts';
import { TOPIC_CALLS, TOPIC_INTRODUCTION_MAX, TOPIC_ITEMS_MAX, TOPIC_MENU_TITLES, TOPIC_TITLE_MAX } from '#contract/topic.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { flagField, idField, textField } from '../../http/fields.ts';
import { topicFormOutput, topicItemOutput } from '../../http/outputs/resource.ts';
import { allKinds, saveTopic, topicForm, topicItems } from '../../modules/catalog/index.ts';
import { takePublicCopy } from '../../modules/publishing/index.ts';
import { findItems } from '../../modules/search/index.ts';

const menus = Object.entries(TOPIC_MENU_TITLES)
  .map(([key, title]) => `${key} 为${title}`)
  .join('，');

/** Found of each kind. */
const FOUND = 4;
const auth = { verb: 'topic.edit' } as const;

/** Topics for staff: readers meet them as pages and by /api/relate/getList. */
export const topicEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: TOPIC_CALLS.topic,
    summary: '一个专题的表单',
    tag: 'admin',
    auth,
    input: z.object({ id: idField }),
    output: topicFormOutput,
    handle: (ctx, { id }) => topicForm(ctx, id),
  }),
  endpoint({
    method: 'POST',
    path: TOPIC_CALLS.topic,
    summary: `新建或修改专题；menu 为新专题的位置：${menus}；cover_file_id 为上传的图片，null 用第一个内容的封面，不写则不变`,
    tag: 'admin',
    auth,
    input: z.object({
      id: idField.optional(),
      menu: z.enum(Object.keys(TOPIC_MENU_TITLES), { error: '位置无效' }).default(KINDS.resource.key),
      title: textField('专题标题', TOPIC_TITLE_MAX).default(''),
      introduction: textField('专题介绍', TOPIC_INTRODUCTION_MAX).default(''),
      cover_file_id: idField.nullable().optional(),
      shown: flagField.default(true),
      item_ids: z
        .array(idField, { error: '内容应为列表' })
        .max(TOPIC_ITEMS_MAX * 2, '内容太多')
        .default([]),
    }),
    owned_ids: ['cover_file_id'],
    output: z.strictObject({ id: z.int() }),
    handle: async (ctx, { cover_file_id, ...form }) => {
      const cover = typeof cover_file_id === 'number' ? await takePublicCopy(ctx, cover_file_id) : cover_file_id;
      return { id: await saveTopic(ctx, form, cover) };
    },
  }),
  endpoint({
    method: 'GET',
    path: TOPIC_CALLS.items,
    summary: '可放进专题的内容：编号，或标题里的词',
    tag: 'admin',
    auth,
    input: z.object({ keyword: textField('关键词', 60, 1) }),
    output: z.strictObject({ list: z.array(topicItemOutput) }),
    handle: async (ctx, { keyword }) => {
      if (/^\d{1,15}$/.test(keyword)) return { list: await topicItems(ctx, [Number(keyword)]) };
      const found = await Promise.all(allKinds().map((kind) => findItems(ctx, kind, { keyword }, FOUND)));
      return {
        list: await topicItems(
          ctx,
          found.flatMap(({ list }) => list.map(({ id }) => id)),
        ),
      };
    },
  }),
];
