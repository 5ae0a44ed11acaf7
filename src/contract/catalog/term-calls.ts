import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, textField, wholeNumber } from '#contract/input-fields.ts';
import { termFormOutput } from '#contract/outputs/catalog.ts';
import { TERM_NAME_MAX, TERM_SORT_MAX } from '#contract/term.ts';

const call = callsOf('admin', { verb: 'term.edit' });

export const catalogTermCalls = {
  get_term: call('GET', '/admin/term', {
    summary: '后台：一个分类或筛选项的表单',
    input: z.object({ id: idField }),
    output: termFormOutput,
  }),
  post_term: call('POST', '/admin/term', {
    summary:
      '后台：新建分类或筛选项，或修改一个的名称与排序；place 为内容类型与筛选项的名字，以点相连，parent_id 为上级分类，0 为一级，两者保存后不能修改',
    input: z.object({
      id: idField.optional(),
      place: textField('类型与筛选项', 40, 1),
      parent_id: wholeNumber('上级分类无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      name: textField('名称', TERM_NAME_MAX, 1),
      sort: wholeNumber(`排序为 0 至 ${TERM_SORT_MAX}`, 0, TERM_SORT_MAX).default(0),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
};
