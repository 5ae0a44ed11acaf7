import { z } from 'zod';
import { TERM_CALL, TERM_NAME_MAX, TERM_SORT_MAX } from '#contract/term.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { idField, textField, wholeNumber } from '../../http/fields.ts';
import { termFormOutput } from '../../http/outputs/catalog.ts';
import { saveTerm, termForm } from '../../modules/catalog/index.ts';

const auth = { verb: 'term.edit' } as const;

/** Categories and choices for staff; readers meet them with the lists. */
export const termEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: TERM_CALL,
    summary: '后台：一个分类或筛选项的表单',
    tag: 'admin',
    auth,
    input: z.object({ id: idField }),
    output: termFormOutput,
    handle: (ctx, { id }) => termForm(ctx, id),
  }),
  endpoint({
    method: 'POST',
    path: TERM_CALL,
    summary:
      '后台：新建分类或筛选项，或修改一个的名称与排序；place 为内容类型与筛选项的名字，以点相连，parent_id 为上级分类，0 为一级，两者保存后不能修改',
    tag: 'admin',
    auth,
    input: z.object({
      id: idField.optional(),
      place: textField('类型与筛选项', 40, 1),
      parent_id: wholeNumber('上级分类无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      name: textField('名称', TERM_NAME_MAX, 1),
      sort: wholeNumber(`排序为 0 至 ${TERM_SORT_MAX}`, 0, TERM_SORT_MAX).default(0),
    }),
    output: z.strictObject({ id: z.int() }),
    handle: async (ctx, { id, ...form }) => ({ id: await saveTerm(ctx, { id: id ?? 0, ...form }) }),
  }),
];
