import { expect, it } from 'vitest';
import { countingFields, draftOf, faultsOf, hintOf, type RecordField, valuesOf } from './fields.ts';

const FIELDS: readonly RecordField[] = [
  { key: 'title', label: '名称', kind: 'text' },
  { key: 'at', label: '时间', kind: 'time' },
  { key: 'price', label: '价格', kind: 'number', min: 0, max: 1_000 },
  { key: 'stock', label: '库存', kind: 'number', min: 1, max: 10, nullable: true },
  { key: 'on', label: '启用', kind: 'flag' },
  { key: 'ids', label: '编号', kind: 'numbers' },
  { key: 'type', label: '类型', kind: 'choice', is_number: true, options: [] },
  { key: 'rows', label: '行', kind: 'rows', most: 3, empty: { a: 0 }, fields: [{ key: 'a', label: 'A', kind: 'number', min: 0, max: 9 }] },
];

it('shows values and means them again', () => {
  const values = { title: '券', at: 1_800_000_000, price: 12.5, stock: null, on: true, ids: [3, 4], type: 2, rows: [{ a: 1 }, { a: 2 }] };
  const draft = draftOf(FIELDS, values);
  expect(draft).toMatchObject({ price: '12.5', stock: '', ids: '3, 4', rows: [{ a: '1' }, { a: '2' }] });
  expect(valuesOf(FIELDS, draft)).toEqual(values);
});

it('means nothing by empty fields, and leaves what is no number to the server', () => {
  const draft = { title: ' ', at: '', price: '', stock: '', on: false, ids: '', type: '', rows: [] };
  expect(valuesOf(FIELDS, draft)).toEqual({ title: '', at: 0, price: 0, stock: null, on: false, ids: [], type: 0, rows: [] });
  expect(valuesOf(FIELDS, { ...draft, price: '1e3', ids: '1，2 x' })).toMatchObject({ price: '1e3', ids: [1, 2, 'x'] });
});

it('shows and sends a field only where it counts; the rest is the server’s default', () => {
  const choice = { key: 'who', label: '读者', kind: 'choice', options: [] } as const;
  const fields: RecordField[] = [
    { key: 'type', label: '类型', kind: 'text' },
    { ...choice, when: ({ type }) => type === 'a' },
    { ...choice, label: '谁', when: ({ type }) => type === 'b' },
  ];
  expect(countingFields(fields, { type: 'b', who: 'x' }).map(({ label }) => label)).toEqual(['类型', '谁']);
  expect(valuesOf(fields, { type: 'b', who: 'x' })).toEqual({ type: 'b', who: 'x' });
  expect(valuesOf(fields, { type: 'c', who: 'x' })).toEqual({ type: 'c' });
});

it('says which number is none or out of its bounds, of a row with its list, and shows the bounds', () => {
  const faults = (values: object) => faultsOf(FIELDS, { ...draftOf(FIELDS, { price: 1, stock: null }), ...values });
  expect(faults({})).toEqual({});
  expect(faults({ price: '1000.5', stock: '0' })).toEqual({ price: '价格为 0 至 1000', stock: '库存为 1 至 10' });
  expect(faults({ price: '1e2' })).toEqual({ price: '价格为 0 至 1000' });
  expect(faults({ rows: [{ a: '9' }, { a: '-1' }] })).toEqual({ rows: '第 2 项：A为 0 至 9' });
  expect(FIELDS.map(hintOf)).toEqual(['', '', '0 至 1000', '1 至 10', '', '', '', '']);
  const hidden: RecordField = { key: 'n', label: '数', kind: 'number', min: 1, max: 2, hint: '小的在前', when: () => false };
  expect([faultsOf([hidden], { n: '9' }), hintOf(hidden)]).toEqual([{}, '1 至 2；小的在前']);
});
