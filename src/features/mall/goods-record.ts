import { gateway } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';
import { GOODS_ABOUT_MAX, GOODS_CONTENT_MAX, GOODS_KINDS, GOODS_TITLE_MAX, NUM_MOST } from '#contract/mall.ts';
import { type RecordField, VIP_FIELD } from '#kit/record/fields.ts';
import type { RecordInput } from '#kit/record/record.store.ts';

type Form = CallInput<'POST /admin/goods'>;

const FIELDS: RecordField<keyof Form>[] = [
  {
    key: 'kind',
    label: '种类',
    kind: 'choice',
    hint: '保存后不能修改',
    options: Object.entries(GOODS_KINDS).map(([value, title]) => ({ value, title })),
  },
  { key: 'title', label: '商品名称', kind: 'text', required: true, max: GOODS_TITLE_MAX },
  { key: 'about', label: '一句话说明', kind: 'text', max: GOODS_ABOUT_MAX },
  { key: 'cover', label: '图片', kind: 'picture', hint: '4:3' },
  { key: 'points', label: '所需积分', kind: 'number', min: 1, max: 10_000_000, required: true },
  { key: 'market_price', label: '市场价（元）', kind: 'number', min: 0, max: 1_000_000, hint: '划线显示；0 为不显示' },
  { key: 'left_num', label: '库存', kind: 'number', min: -1, max: 10_000_000, hint: '-1 为不限' },
  { key: 'per_person', label: '每人限兑', kind: 'number', min: 0, max: NUM_MOST, hint: '0 为不限' },
  { key: 'sort', label: '排序', kind: 'number', min: 0, max: 9_999, hint: '小的在前' },
  {
    key: 'definition_id',
    label: '优惠券编号',
    kind: 'number',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    hint: '仅优惠券：后台“优惠券”中的编号',
  },
  { ...VIP_FIELD, hint: '仅会员' },
  { key: 'days', label: '会员天数', kind: 'number', min: 0, max: 3_650, hint: '仅会员' },
  { key: 'max_download_pre_day', label: '每天解锁次数', kind: 'number', min: 0, max: 100_000, hint: '仅会员；0 为不限' },
  { key: 'cards', label: '补签卡张数', kind: 'number', min: 0, max: 31, hint: '仅补签卡' },
  { key: 'content', label: '详细说明', kind: 'area', max: GOODS_CONTENT_MAX, hint: '每行一段' },
  { key: 'is_on', label: '上架', kind: 'flag' },
];

/** Goods as staff write them. The stock is saved only if it is still what the form was opened with. */
export function goodsRecord(): RecordInput<null, Form> {
  let left_before = 10;
  return {
    fields: FIELDS,
    empty: { kind: 'physical', left_num: 10, points: 100, per_person: 1, vip_type: 1, days: 30, max_download_pre_day: 5, cards: 1 },
    async read(id) {
      const form = await gateway('GET /admin/goods', id > 0 ? { id } : {}, { silent: true });
      left_before = form.left_before;
      return { values: { ...form }, facts: null };
    },
    async save(values) {
      const saved = await gateway('POST /admin/goods', { ...values, left_before }, { silent: true });
      left_before = Number(values['left_num']);
      return saved;
    },
  };
}
