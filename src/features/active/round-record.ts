import { ApiError } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { PRIZES_MOST, type PublishedRound } from '#contract/draw.ts';
import type { CallInput } from '#contract/gateway.ts';
import { type RecordField, VIP_FIELD } from '#kit/record/fields.ts';
import type { RecordInput } from '#kit/record/record.store.ts';

type Form = CallInput<'POST /admin/round'>;

const PRIZE_FIELDS: readonly RecordField[] = [
  { key: 'place', label: '序号', kind: 'number', min: 1, max: 99 },
  { key: 'title', label: '奖品', kind: 'text', max: 40 },
  {
    key: 'type',
    label: '类型',
    kind: 'choice',
    is_number: true,
    options: [
      { value: '2', title: '会员' },
      { value: '5', title: '实物' },
    ],
  },
  { key: 'weight', label: '权重', kind: 'number', min: 0, max: 1_000_000 },
  { key: 'stock', label: '库存（空为不限）', kind: 'number', min: 1, max: 1_000_000, nullable: true },
  { key: 'replace', label: '替补序号（有库存时必填）', kind: 'number', min: 1, max: 1_000_000, nullable: true },
  VIP_FIELD,
  { key: 'days', label: '会员天数', kind: 'number', min: 0, max: 3_650 },
  { key: 'max_download_pre_day', label: '会员每日次数（0 不限）', kind: 'number', min: 0, max: 100_000 },
  { key: 'covers', label: '图片', kind: 'picture' },
  { key: 'covers_hor', label: '横图', kind: 'picture' },
];

const FIELDS: readonly RecordField<keyof Form>[] = [
  { key: 'title', label: '标题', kind: 'text', required: true, max: 40 },
  { key: 'ends_at', label: '结束时间', kind: 'time', required: true },
  {
    key: 'prizes',
    label: '奖品',
    kind: 'rows',
    fields: PRIZE_FIELDS,
    empty: { type: 2, weight: 1, vip_type: 1, days: 7 },
    most: PRIZES_MOST,
    hint: '中奖概率为权重除以权重之和；开始后不能修改，修改即开始新的一轮',
  },
];

export const roundRecord: RecordInput<PublishedRound, Form> = {
  fields: FIELDS,
  empty: { prizes: [{ place: 1, title: '方案会员 7 天', type: 2, weight: 1, vip_type: 1, days: 7, stock: null, replace: null }] },
  async read(id) {
    const { round, form } = await gateway('GET /admin/round', { id }, { silent: true });
    return { values: { ...form }, facts: round as PublishedRound };
  },
  // a table never changes: what is saved is another round
  save: ({ id: _before, ...form }: Form & { id?: number }) => gateway('POST /admin/round', form, { silent: true }),
};

/** Null: closed; else what is to be said about it. */
export async function closeRound(id: number, reason: string): Promise<string | null> {
  try {
    await gateway('POST /admin/round/close', { id, reason }, { silent: true });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.msg;
  }
}
