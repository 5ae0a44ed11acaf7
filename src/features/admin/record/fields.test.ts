import { expect, it } from 'vitest';
import { draftOf, type RecordField, valuesOf } from './fields.ts';

const FIELDS: readonly RecordField[] = [
  { key: 'title', label: '名称', kind: 'text' },
  { key: 'at', label: '时间', kind: 'time' },
  { key: 'price', label: '价格', kind: 'number' },
  { key: 'stock', label: '库存', kind: 'number', nullable: true },
  { key: 'on', label: '启用', kind: 'flag' },
  { key: 'ids', label: '编号', kind: 'numbers' },
  { key: 'type', label: '类型', kind: 'choice', is_number: true, options: [] },
  { key: 'rows', label: '行', kind: 'rows', most: 3, empty: { a: 0 }, fields: [{ key: 'a', label: 'A', kind: 'number' }] },
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
