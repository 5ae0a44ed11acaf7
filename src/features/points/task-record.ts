import { gateway } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';
import { TASK_ABOUT_MAX, TASK_PERIODS, TASK_TITLE_MAX } from '#contract/task.ts';
import type { RecordField } from '#kit/record/fields.ts';
import type { RecordInput } from '#kit/record/record.store.ts';

type Form = CallInput<'POST /admin/task'>;

export type TaskEvents = ReadonlyArray<{ name: string; title: string }>;

const fieldsFor = (events: TaskEvents): RecordField<keyof Form>[] => [
  { key: 'title', label: '任务名称', kind: 'text', required: true, max: TASK_TITLE_MAX },
  { key: 'event', label: '任务内容', kind: 'choice', options: events.map(({ name, title }) => ({ value: name, title })) },
  { key: 'about', label: '说明', kind: 'text', max: TASK_ABOUT_MAX },
  {
    key: 'period',
    label: '周期',
    kind: 'choice',
    options: Object.entries(TASK_PERIODS).map(([value, title]) => ({ value, title })),
  },
  { key: 'target', label: '需要次数', kind: 'number', min: 1, max: 100 },
  { key: 'points', label: '积分', kind: 'number', min: 0, max: 100_000 },
  { key: 'cards', label: '补签卡（张）', kind: 'number', min: 0, max: 31 },
  { key: 'link', label: '去完成的地址', kind: 'text', max: 200, hint: '站内地址，例如 /programme' },
  { key: 'img', label: '图片', kind: 'picture', hint: '不上传则按任务内容显示图标' },
  { key: 'sort', label: '排序', kind: 'number', min: 0, max: 9_999, hint: '小的在前' },
  { key: 'is_on', label: '启用', kind: 'flag' },
];

/** A task as staff write it. */
export function taskRecord(events: TaskEvents): RecordInput<null, Form> {
  return {
    fields: fieldsFor(events),
    empty: { event: events[0]?.name ?? '', period: 'daily', target: 1, points: 5, cards: 0, is_on: true },
    async read(id) {
      const { form } = await gateway('GET /admin/task', { id }, { silent: true });
      return { values: { ...form }, facts: null };
    },
    save: (values) => gateway('POST /admin/task', values, { silent: true }),
  };
}
