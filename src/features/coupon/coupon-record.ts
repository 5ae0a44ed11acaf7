import { gateway } from '#client/gateway.ts';
import { COUPON_TITLE_MAX, type CouponFormFacts } from '#contract/coupon.ts';
import type { CallInput } from '#contract/gateway.ts';
import type { RecordField } from '#kit/record/fields.ts';
import type { RecordInput } from '#kit/record/record.store.ts';

type Form = CallInput<'POST /admin/coupon'>;
/** Use and type are one choice. */
type Written = Omit<Form, 'use' | 'type'> & { target: string };

/** All that a coupon can be for. */
export type CouponTargets = ReadonlyArray<{ use: string; type: number; title: string }>;

const fieldsFor = (uses: CouponTargets): RecordField<keyof Written>[] => [
  {
    key: 'target',
    label: '用途',
    kind: 'choice',
    hint: '保存后不能修改',
    options: uses.map(({ use, type, title }) => ({ value: `${use}:${type}`, title })),
  },
  { key: 'title', label: '名称', kind: 'text', required: true, max: COUPON_TITLE_MAX },
  { key: 'amount', label: '金额（元）', kind: 'number', min: 0, max: 100_000, hint: '按比例减免时为最多减免的金额；下载券不填' },
  { key: 'percent_off', label: '减免比例（%）', kind: 'number', min: 0, max: 99, hint: '0 为按金额减免；20 即八折' },
  { key: 'min_price', label: '使用门槛（元）', kind: 'number', min: 0, max: 100_000, hint: '0 为无门槛；注册赠送、自行领取的须高于金额' },
  { key: 'valid_days', label: '领取后有效天数', kind: 'number', min: 0, max: 730, hint: '0 为以到期时间为准；都填写时取较早的' },
  { key: 'use_end_time', label: '到期时间', kind: 'time' },
  { key: 'claim_from', label: '开始领取', kind: 'time' },
  { key: 'claim_to', label: '结束领取', kind: 'time' },
  { key: 'stock', label: '库存', kind: 'number', min: 0, max: 10_000_000, hint: '用户自行领取的总数；0 为不限' },
  { key: 'per_person', label: '每人限领', kind: 'number', min: 1, max: 99 },
  { key: 'claimable', label: '用户可自行领取', kind: 'flag' },
  { key: 'auto_get', label: '打开购买窗口时自动领取', kind: 'flag' },
  { key: 'for_new', label: '注册时赠送', kind: 'flag' },
  { key: 'is_on', label: '启用', kind: 'flag' },
];

/** What a coupon is made from. Use and type are chosen together. */
export function couponRecord(uses: CouponTargets): RecordInput<CouponFormFacts['figures'], Written> {
  return {
    fields: fieldsFor(uses),
    empty: { target: `${uses[0]?.use}:${uses[0]?.type}`, valid_days: 30, per_person: 1, claimable: true, is_on: true },
    async read(id) {
      const { form, figures } = await gateway('GET /admin/coupon', { id }, { silent: true });
      return { values: { ...form, target: `${form.use}:${form.type}` }, facts: figures };
    },
    save({ target, ...values }) {
      const [use, type] = target.split(':') as [Form['use'], string];
      return gateway('POST /admin/coupon', { ...values, use, type }, { silent: true });
    },
  };
}
