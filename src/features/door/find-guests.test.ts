import { expect, it } from 'vitest';
import type { DoorListTicket } from '#contract/outputs/door.ts';
import { findGuests } from './find-guests.ts';

const ticket = (seq: number, holder: string, state: DoorListTicket['state'] = 'valid'): DoorListTicket => ({
  ...{ id: seq, hash: 'a'.repeat(64), seq, kind: '标准票', seat: '', holder, order_id: 1, state },
  ...{ inside: false, used_at: null, where: '', online: false },
});
const list = [ticket(1, '王可', 'used'), ticket(2, '王小可'), ticket(12, 'Anna Li'), ticket(21, '李迟')];

it('finds guests without a code by a part of their name or the number of their ticket, those who are not in first', () => {
  const found = (typed: string) => findGuests(list, typed).map(({ seq }) => seq);
  expect(found('王')).toEqual([2, 1]);
  expect(found(' 小 可 ')).toEqual([2]);
  expect(found('annal')).toEqual([12]);
  expect(found('12')).toEqual([12]);
  expect([found(''), found('   '), found('2a')]).toEqual([[], [], []]);
  const many = Array.from({ length: 40 }, (_, at) => ticket(at, '张三'));
  expect(findGuests(many, '张')).toHaveLength(12);
});
