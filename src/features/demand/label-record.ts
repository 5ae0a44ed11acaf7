import { LABEL_TYPES } from '#contract/demand.ts';
import type { CallInput } from '#contract/gateway.ts';
import type { RecordInput } from '#kit/record/record.store.ts';
import { fetchLabel, postLabel } from './demand.api.ts';

type Form = CallInput<'POST /admin/demandLabel'>;

/** A label as staff write it. */
export function labelRecord(): RecordInput<null, Form> {
  return {
    fields: [
      { key: 'name', label: '名称', kind: 'text', required: true, max: 12, hint: '页头菜单与列表中的名称' },
      { key: 'label', label: '短名', kind: 'text', max: 12, hint: '卡片上显示；不填与名称相同' },
      {
        key: 'type',
        label: '种类',
        kind: 'choice',
        is_number: true,
        hint: '保存后不能修改',
        options: Object.entries(LABEL_TYPES).map(([value, { noun }]) => ({ value, title: noun })),
      },
      { key: 'sort', label: '排序', kind: 'number', min: 0, max: 10_000, hint: '小的在前' },
      { key: 'shown', label: '启用', kind: 'flag' },
    ],
    empty: { type: 1, sort: 0, shown: true },
    async read(id) {
      return { values: { ...(await fetchLabel(id)) }, facts: null };
    },
    save: postLabel,
  };
}
