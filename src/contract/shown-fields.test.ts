import { expect, it } from 'vitest';
import { hiddenKeys, publicFields, readerFields } from './fields.ts';
import type { FieldFacts } from './kinds.ts';
import { priceRange } from './price-range.ts';
import { dateRange, shownFields } from './shown-fields.ts';

const fields: FieldFacts[] = [
  { key: 'customer', label: '客户', type: 'text', max: 40 },
  { key: 'start', label: '开始日期', type: 'date', to: 'end' },
  { key: 'end', label: '结束日期', type: 'date' },
  { key: 'price', label: '价格（元）', type: 'price', to: 'max_price' },
  { key: 'max_price', label: '最高价（元）', type: 'price' },
  { key: 'look', label: '类型', type: 'choice', options: [{ value: '1', label: '平面' }] },
  { key: 'mode', label: '颜色模式', type: 'choice', only: { key: 'look', value: '1' }, options: [{ value: 'c', label: 'CMYK' }] },
  { key: 'about', label: '经过', type: 'lines', max: 400 },
  { key: 'more', label: '补充信息', type: 'pairs', max: 3 },
  { key: 'before', label: '上一次', type: 'item', kind: 'scheme' },
  { key: 'phone', label: '电话', type: 'text', max: 20, signed_in: true },
];
const shown = (values: Parameters<typeof shownFields>[1]) => shownFields({ fields }, values);

it('K-402 shows each field by its type, ends of ranges with their beginnings, and nothing that is empty', () => {
  expect(
    shown({
      ...{ customer: '西湖区文旅局', start: '2026-05-01', end: '2026-05-03', price: '1200', max_price: '2000.50', look: '1', mode: 'c' },
      ...{ about: '第一天\n第二天', more: [{ key: '人数', value: '三百' }], before: 7 },
    }),
  ).toEqual({
    facts: [
      { key: '客户', value: '西湖区文旅局' },
      { key: '日期', value: '2026-05-01 至 2026-05-03' },
      { key: '价格', value: '¥1200 至 ¥2000.5' },
      { key: '类型', value: '平面' },
      { key: '颜色模式', value: 'CMYK' },
    ],
    texts: [{ label: '经过', text: '第一天\n第二天' }],
    lists: [{ label: '补充信息', pairs: [{ key: '人数', value: '三百' }] }],
  });
  expect(shown({})).toEqual({ facts: [], texts: [], lists: [] });
});

it('leaves out what is not asked for, whatever stands in it', () => {
  expect(shown({ look: '2', mode: 'c' }).facts).toEqual([]);
});

it.each([
  ['2026-05-01', '2026-05-01', '2026-05-01'],
  ['2026-05-01', '', '2026-05-01'],
  ['', '2026-05-02', '2026-05-02'],
  ['2026-05-01', '2026-05-02', '2026-05-01 至 2026-05-02'],
  ['', '', ''],
])('dates %s and %s are %s', (from, to, text) => expect(dateRange(from, to)).toBe(text));

it.each([
  ['100', '', '¥100'],
  ['100', '100', '¥100'],
  ['100', '90', '¥100'],
  ['100.50', '200.00', '¥100.5 至 ¥200'],
  ['0', '', '¥0'],
  ['', '300', '¥300'],
  ['', '', ''],
])('prices %s and %s are %s', (from, to, text) => expect(priceRange(from, to)).toBe(text));

it('keeps what is for signed-in readers apart', () => {
  const values = { customer: '客', phone: '0571' };
  expect(publicFields({ fields }, values)).not.toHaveProperty('phone');
  expect(readerFields({ fields }, values)).toEqual({ phone: '0571' });
  expect(hiddenKeys({ fields }, values)).toEqual(['phone']);
  expect(hiddenKeys({ fields }, { ...values, phone: '' })).toEqual([]);
});

it('cuts long names of pairs where the kind says so, by signs and not by halves of them', () => {
  const cut: FieldFacts[] = [{ key: 'more', label: '补充信息', type: 'pairs', max: 3, shown_key: 5 }];
  const pairs = (key: string) => shownFields({ fields: cut }, { more: [{ key, value: '八百人' }] }).lists[0]?.pairs;
  expect(pairs('可容纳人数')).toEqual([{ key: '可容纳人数', value: '八百人' }]);
  expect(pairs('最多可容纳的人数')).toEqual([{ key: '最多可容纳…', value: '八百人' }]);
  expect(pairs('🎪🎪🎪🎪🎪🎪')).toEqual([{ key: '🎪🎪🎪🎪🎪…', value: '八百人' }]);
});

it('writes large prices in 万', () => {
  expect([priceRange('10000', ''), priceRange('83651', '94762'), priceRange('10001', '')]).toEqual([
    '¥10000',
    '¥8.37万 至 ¥9.48万',
    '¥1万',
  ]);
});
