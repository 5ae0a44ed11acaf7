import { expect, it } from 'vitest';
import type { EmployeeState } from '#contract/employee.ts';
import { type EmployeeEvent, moveEmployee, tidyRights } from './rules.ts';

const STATES: EmployeeState[] = ['invited', 'active', 'refused', 'left', 'removed'];
const EVENTS: EmployeeEvent[] = ['accept', 'refuse', 'leave', 'remove'];

it('has a life of five moves', () => {
  const moves = STATES.flatMap((from) => EVENTS.map((event) => [from, event, moveEmployee(from, event)] as const));
  expect(moves.filter(([, , to]) => to !== null)).toEqual([
    ['invited', 'accept', 'active'],
    ['invited', 'refuse', 'refused'],
    ['invited', 'remove', 'removed'],
    ['active', 'leave', 'left'],
    ['active', 'remove', 'removed'],
  ]);
});

it.each([
  ['known ones', ['money', 'publish'], ['publish', 'money']],
  ['twice the same', ['orders', 'orders'], ['orders']],
  ['one that nobody knows', ['everything', 'recruit'], ['recruit']],
  ['none: who uses seats and works alone', [], []],
])('keeps rights once, in their order: %s', (_what, rights, kept) => expect(tidyRights(rights)).toEqual(kept));
