import { expect, it } from 'vitest';
import type { DoorDirection } from '#contract/door.ts';
import type { DoorListTicket } from '#contract/outputs/door.ts';
import { findGuests } from './find-guests.ts';

const ticket = (seq: number, holder: string, state: DoorListTicket['state'] = 'valid', inside = false): DoorListTicket => ({
  ...{ id: seq, hash: 'a'.repeat(64), seq, kind: '标准票', seat: '', holder, order_id: 1, state },
  ...{ inside, used_at: null, where: '', online: false },
});
const list = [ticket(1, '王可', 'used', true), ticket(2, '王小可'), ticket(12, 'Anna Li'), ticket(21, '李迟')];

const found = (typed: string, direction: DoorDirection = 'in') => findGuests(list, typed, direction).guests.map(({ seq }) => seq);

it('finds guests without a code by a part of their name or the number of their ticket, those whom the direction concerns first', () => {
  expect([found('王'), found('王', 'out')]).toEqual([
    [2, 1],
    [1, 2],
  ]);
  expect(found(' 小 可 ')).toEqual([2]);
  expect(found('annal')).toEqual([12]);
  expect(found('12')).toEqual([12]);
  expect([found(''), found('   '), found('2a')]).toEqual([[], [], []]);
});

it('says how many more there are, and what is neither a guest nor a code', () => {
  const many = Array.from({ length: 40 }, (_, at) => ticket(at, '张三'));
  const { guests, more } = findGuests(many, '张', 'in');
  expect([guests.length, more]).toEqual([12, 28]);
  const missed = (typed: string) => findGuests(list, typed, 'in').missed;
  expect(['赵六', 'A1B2C3D', '王', 'A1B2 C3D4', 'https://x.cn/t?s=abcdefghijklmnop', ''].map(missed)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
