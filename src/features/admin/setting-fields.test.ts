import { expect, it } from 'vitest';
import { boundsText, fieldFault, readField, shownValue, typedValue } from './setting-fields.ts';

it('reads what was typed as the schema wants it', () => {
  expect(readField({ type: 'integer' }, ' 12 ')).toBe(12);
  expect(readField({ type: 'integer' }, 'zwölf')).toBe('zwölf');
  expect(readField({ type: 'integer' }, '')).toBe('');
  expect(readField({ type: 'array', items: { type: 'string' } }, ' 年会\n\n团建 ')).toEqual(['年会', '团建']);
  expect(readField({ type: 'array', items: { type: 'string' } }, ['年会'])).toEqual(['年会']);
  const schema = { type: 'object', properties: { icon: { type: 'string' }, deadline: { type: 'integer' } } };
  expect(readField(schema, { icon: '/a', deadline: '5', more: 1 })).toEqual({ icon: '/a', deadline: 5 });
});

it('says what a number may be, before the server is asked', () => {
  const points = { type: 'integer', minimum: 0, maximum: 100 };
  const faults = [0, 100, 101, -1, 1.5, 'zwölf', ''].map((value) => fieldFault(points, value));
  const wrong = '请填写 0 至 100 之间的整数';
  expect(faults).toEqual([null, null, wrong, wrong, wrong, wrong, wrong]);
  expect(fieldFault({ type: 'number' }, 'x')).toBe('请填写数字');
  expect(fieldFault({ type: 'array', items: points }, [5, 'x'])).toBe(`第 2 项：${wrong}`);
  const group = { type: 'object', properties: { name: { type: 'string' }, sum: { ...points, title: '金额' } } };
  expect(fieldFault(group, { name: 'x', sum: 500 })).toBe(`金额：${wrong}`);
  expect(fieldFault(group, { name: 'x', sum: 5 })).toBe(null);
  expect([boundsText(points), boundsText({ maximum: Number.MAX_SAFE_INTEGER }), boundsText({})]).toEqual(['0 至 100', '', '']);
});

it('shows a value in one line', () => {
  expect([shownValue(''), shownValue(['a', 'b']), shownValue(false)]).toEqual(['（空）', 'a、b', '关']);
  const schema = { type: 'object', properties: { phone: { type: 'string', title: '电话' } } };
  expect(shownValue({ phone: '', hours: '9:30' }, schema)).toBe('电话 （空）；hours 9:30');
});

it('M19 takes and shows amounts in yuan, and rounds none in silence', () => {
  const amount = { type: 'integer', minimum: 100, maximum: 1_000_000, unit: 'fen' };
  expect([typedValue(amount, 20_050), readField(amount, ' 200.5 '), shownValue(20_050, amount)]).toEqual(['200.5', 20_050, '¥200.50']);
  expect(fieldFault(amount, readField(amount, '1.005'))).toBe('请填写 1 至 10000 元的金额，最多两位小数');
  expect(fieldFault(amount, readField(amount, '0.99'))).toBe('请填写 1 至 10000 元的金额，最多两位小数');
  expect(fieldFault(amount, readField(amount, '1.01'))).toBe(null);
});

it('takes and shows shares in percent, counts with what is counted, and choices by their names', () => {
  const share = { type: 'integer', minimum: 0, maximum: 10_000, unit: 'bp' };
  expect([typedValue(share, 8_050), readField(share, '80.5'), shownValue(8_050, share)]).toEqual(['80.5', 8_050, '80.5 %']);
  expect(fieldFault(share, readField(share, '101'))).toBe('请填写 0 至 100 %的数字，最多两位小数');
  expect([shownValue(15, { unit: '分钟' }), boundsText({ minimum: 1, maximum: 1_440, unit: '分钟' })]).toEqual([
    '15 分钟',
    '1 至 1440 分钟',
  ]);
  expect(shownValue('after', { labels: { after: '先公开后审核' } })).toBe('先公开后审核');
});
