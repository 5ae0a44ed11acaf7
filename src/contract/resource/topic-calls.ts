import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { flagField, idField, textField } from '#contract/input-fields.ts';
import { KINDS } from '#contract/kinds.ts';
import { topicFormOutput, topicItemOutput } from '#contract/outputs/resource.ts';
import { TOPIC_INTRODUCTION_MAX, TOPIC_ITEMS_MAX, TOPIC_MENU_TITLES, TOPIC_TITLE_MAX } from '#contract/topic.ts';

const call = callsOf('admin', { verb: 'topic.edit' });

const menus = Object.entries(TOPIC_MENU_TITLES)
  .map(([key, title]) => `${key} 为${title}`)
  .join('，');

export const resourceTopicCalls = {
  get_topic: call('GET', '/admin/topic', {
    summary: '一个专题的表单',
    input: z.object({ id: idField }),
    output: topicFormOutput,
  }),
  post_topic: call('POST', '/admin/topic', {
    summary: `新建或修改专题；menu 为新专题的位置：${menus}；cover_file_id 为上传的图片，null 用第一个内容的封面，不写则不变`,
    input: z.object({
      /** Absent: a new one. */
      id: idField.optional(),
      /** Of a new one. */
      /** Key of TOPIC_MENUS. */
      menu: z.enum(Object.keys(TOPIC_MENU_TITLES), { error: '位置无效' }).default(KINDS.resource.key),
      title: textField('专题标题', TOPIC_TITLE_MAX).default(''),
      introduction: textField('专题介绍', TOPIC_INTRODUCTION_MAX).default(''),
      /** An uploaded picture; null: the cover of its first work; absent: as it is. */
      cover_file_id: idField.nullable().optional(),
      shown: flagField.default(true),
      /** In this order. */
      item_ids: z
        .array(idField, { error: '内容应为列表' })
        .max(TOPIC_ITEMS_MAX * 2, `内容最多 ${TOPIC_ITEMS_MAX} 件`)
        .default([]),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
  items: call('GET', '/admin/topic/items', {
    summary: '可放进专题的内容：编号，或标题里的词',
    input: z.object({ keyword: textField('关键词', 60, 1) }),
    output: z.strictObject({ list: z.array(topicItemOutput) }),
  }),
};
