import { expect, it } from 'vitest';
import { readField, shownValue } from './setting-fields.ts';

it('reads what was typed as the schema wants it', () => {
  expect(readField({ type: 'integer' }, ' 12 ')).toBe(12);
  expect(readField({ type: 'integer' }, 'zwölf')).toBe('zwölf');
  expect(readField({ type: 'integer' }, '')).toBe('');
  expect(readField({ type: 'array', items: { type: 'string' } }, ' 年会\n\n团建 ')).toEqual(['年会', '团建']);
  expect(readField({ type: 'array', items: { type: 'string' } }, ['年会'])).toEqual(['年会']);
  const schema = { type: 'object', properties: { icon: { type: 'string' }, deadline: { type: 'integer' } } };
  expect(readField(schema, { icon: '/a', deadline: '5', more: 1 })).toEqual({ icon: '/a', deadline: 5 });
});

it('shows a value in one line', () => {
  expect([shownValue(''), shownValue(['a', 'b']), shownValue(false)]).toEqual(['（空）', 'a、b', '关']);
  const schema = { type: 'object', properties: { phone: { type: 'string', title: '电话' } } };
  expect(shownValue({ phone: '', hours: '9:30' }, schema)).toBe('电话 （空）；hours 9:30');
});
