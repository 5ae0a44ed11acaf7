import { expect, it } from 'vitest';
import { checkFields, tidyFields } from './fields.ts';
import type { FieldFacts } from './kinds.ts';

const fields: FieldFacts[] = [
  { key: 'theme', label: '主题', type: 'text', max: 4, required: true },
  { key: 'day', label: '日期', type: 'date' },
  { key: 'price_max', label: '最高价', type: 'price' },
  {
    key: 'side',
    label: '形式',
    type: 'choice',
    required: true,
    options: [
      { value: 'flat', label: '平面' },
      { value: 'solid', label: '立体' },
    ],
  },
  { key: 'colours', label: '颜色模式', type: 'text', max: 10, only: { key: 'side', value: 'flat' } },
  { key: 'more', label: '补充信息', type: 'pairs', max: 2 },
  { key: 'resource_id', label: '关联资源', type: 'item', kind: 'resource' },
];

it('keeps known keys, cuts to limits and empties what is not asked for', () => {
  const more = [
    { key: ' 面积 ', value: '800 平' },
    { key: '', value: ' ' },
    { key: 'a', value: 'b' },
    { key: 'c', value: 'd' },
  ];
  expect(
    tidyFields({ fields }, { theme: ' 山海之间啊 ', side: 'solid', colours: 'CMYK', more, resource_id: -3, other: 'x', price_max: '１２' }),
  ).toEqual({
    theme: '山海之间',
    day: '',
    price_max: '12',
    side: 'solid',
    colours: '',
    more: [
      { key: '面积', value: '800 平' },
      { key: 'a', value: 'b' },
    ],
    resource_id: null,
  });
});

it.each([
  [{}, { theme: '请填写主题', side: '请选择形式' }],
  [{ theme: 'a', side: 'round' }, { side: '请选择形式' }],
  [{ theme: 'a', side: 'flat', day: '2026-02-30' }, { day: '日期不是有效的日期' }],
  [{ theme: 'a', side: 'flat', price_max: '1.234' }, { price_max: '最高价只能填数字，最多两位小数' }],
  [{ theme: 'a', side: 'flat', more: [{ key: '面积', value: '' }] }, { more: '补充信息的名称和内容都要填写' }],
  [{ theme: 'a', side: 'flat', day: '2026-02-28', price_max: '9999.5' }, {}],
])('%o is answered by %o', (values, errors) => expect(checkFields({ fields }, values)).toEqual(errors));

const ranges: FieldFacts[] = [
  { key: 'start', label: '开始日期', type: 'date', to: 'end' },
  { key: 'end', label: '结束日期', type: 'date' },
  { key: 'price', label: '价格', type: 'price', to: 'price_max' },
  { key: 'price_max', label: '最高价', type: 'price' },
];

it.each([
  [{ start: '2026-11-20', end: '2026-11-01' }, { end: '结束日期不能早于开始日期' }],
  [{ price: '9', price_max: '10' }, {}],
  [{ price: '200', price_max: '100' }, { price_max: '最高价不能低于价格' }],
  [{ start: '2026-11-20', end: '2026-11-20', price: '200', price_max: '200' }, {}],
  [{ end: '2026-11-01', price_max: '100' }, {}],
  [{ start: '2026-11-20', price: '200' }, {}],
  // what is no date or no price is reported first
  [
    { start: '2026-11-31', end: '2026-11-01', price: 'x', price_max: '1' },
    { start: '开始日期不是有效的日期', price: expect.any(String) },
  ],
])('a range of %o is answered by %o', (values, errors) => expect(checkFields({ fields: ranges }, values)).toEqual(errors));
