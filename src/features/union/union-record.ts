import { ApiError } from '#client/api-error.ts';
import { fetchCsv, saveBlob } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';
import { UNION_CALLS, UNION_PARTS_MOST, UNION_PRICE_MAX } from '#contract/union.ts';
import { type Draft, type RecordField, VIP_FIELD } from '#kit/record/fields.ts';
import type { RecordInput } from '#kit/record/record.store.ts';

type Form = CallInput<'POST /admin/union'>;

const isPartner = ({ sort }: Draft): boolean => sort === 'partner';
const isPlan = (part: Draft): boolean => !isPartner(part);

const PART_FIELDS: readonly RecordField[] = [
  {
    key: 'sort',
    label: '种类',
    kind: 'choice',
    options: [
      { value: 'plan', title: '策猫会员' },
      { value: 'partner', title: '合作方权益' },
    ],
  },
  { key: 'title', label: '名称', kind: 'text', max: 40 },
  { key: 'share', label: '占售价（%）', kind: 'number', min: 0, max: 100 },
  { ...VIP_FIELD, when: isPlan },
  { key: 'days', label: '会员天数', kind: 'number', min: 0, max: 36_500, when: isPlan },
  { key: 'max_download_pre_day', label: '会员每日次数（0 不限）', kind: 'number', min: 0, max: 100_000, when: isPlan },
  { key: 'partner', label: '合作方', kind: 'text', max: 40, when: isPartner },
  { key: 'product', label: '合作方产品编号', kind: 'text', max: 60, when: isPartner },
  { key: 'months', label: '合作方月数', kind: 'number', min: 0, max: 60, when: isPartner },
];

const FIELDS: readonly RecordField<keyof Form>[] = [
  { key: 'title', label: '名称', kind: 'text', required: true, max: 40 },
  { key: 'summary', label: '说明', kind: 'text', max: 200 },
  {
    ...{ key: 'price', label: '售价（元）', kind: 'number', min: 0, max: UNION_PRICE_MAX },
    hint: '不能低于单独开通其中任何一项策猫会员的价格',
  },
  { key: 'org_price', label: '原价（元）', kind: 'number', min: 0, max: UNION_PRICE_MAX },
  {
    key: 'parts',
    label: '权益',
    kind: 'rows',
    fields: PART_FIELDS,
    empty: { sort: 'plan', share: 0, vip_type: 6, days: 365 },
    most: UNION_PARTS_MOST,
    hint: '占比之和为 100，用于按未使用部分退款与合作方对账',
  },
  { key: 'img', label: '图片', kind: 'picture', hint: '可不上传' },
  { key: 'bottom_img', label: '底部图片', kind: 'picture' },
  { key: 'protocol_title', label: '协议名称', kind: 'text', max: 40 },
  { key: 'protocol_url', label: '协议地址', kind: 'text', max: 300 },
  { key: 'sort', label: '排序', kind: 'number', min: 0, max: 9_999 },
  { key: 'is_on', label: '上架', kind: 'flag' },
];

export const unionRecord: RecordInput<null, Form> = {
  fields: FIELDS,
  empty: { is_on: true },
  read: async (id) => ({ values: { ...(await gateway('GET /admin/union', { id }, { silent: true })) }, facts: null }),
  save: (form: CallInput<'POST /admin/union'>) => gateway('POST /admin/union', form, { silent: true }),
};

/** The month before this one, which is what partners settle. */
export function lastMonth(): string {
  const now = new Date(Date.now() + 8 * 3_600_000);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/** The statement as a file. Null: saved; else what is to be said about it. */
export async function saveStatement(month: string, partner: string): Promise<string | null> {
  try {
    const query = new URLSearchParams({ month, partner });
    saveBlob(await fetchCsv(`${UNION_CALLS.statement}?${query}`), `联合会员对账单-${month}.csv`);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.msg;
  }
}
