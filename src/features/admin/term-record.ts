import { gateway } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';
import { TERM_NAME_MAX, TERM_SORT_MAX } from '#contract/term.ts';
import type { RecordInput } from '#kit/record/record.store.ts';

type Form = CallInput<'POST /admin/term'>;

export interface TermChoices {
  /** Facets of kinds, by the word that the call takes. */
  places: ReadonlyArray<{ place: string; title: string }>;
  /** Categories of the first level. */
  parents: ReadonlyArray<{ id: number; title: string }>;
}

/** A category or another choice as staff write it. */
export function termRecord({ places, parents }: TermChoices): RecordInput<null, Form> {
  return {
    fields: [
      {
        key: 'place',
        label: '类型与筛选项',
        kind: 'choice',
        hint: '保存后不能修改',
        options: places.map(({ place, title }) => ({ value: place, title })),
      },
      {
        key: 'parent_id',
        label: '上级分类',
        kind: 'choice',
        is_number: true,
        hint: '只有二级分类要选，须与上面同一类型；保存后不能修改',
        options: [{ value: '0', title: '无' }, ...parents.map(({ id, title }) => ({ value: String(id), title }))],
      },
      {
        key: 'name',
        label: '名称',
        kind: 'text',
        required: true,
        max: TERM_NAME_MAX,
        hint: '改名后，列表的筛选栏最迟两分钟内显示新名称，作品页与搜索随后更新',
      },
      { key: 'sort', label: '排序', kind: 'number', min: 0, max: TERM_SORT_MAX, hint: '小的在前' },
    ],
    empty: { place: places[0]?.place ?? '', parent_id: 0, sort: 0 },
    async read(id) {
      return { values: { ...(await gateway('GET /admin/term', { id }, { silent: true })) }, facts: null };
    },
    save: (values) => gateway('POST /admin/term', values, { silent: true }),
  };
}
