import { expect, it } from 'vitest';
import type { AssistantTurn } from '#contract/assistant.ts';
import { branchOf, turnBeside, turnsBeside } from './branches.ts';

const turn = (id: number, parent_id: number) => ({ id, parent_id }) as AssistantTurn;
const ids = (turns: readonly AssistantTurn[]) => turns.map(({ id }) => id);
/** 1 - 2 - 4, beside 2: 3 - 5 - 7, beside 1: 6 */
const turns = [turn(1, 0), turn(2, 1), turn(3, 1), turn(4, 2), turn(5, 3), turn(6, 0), turn(7, 5)];

it('is the newest branch where none is named, and the one through a turn', () => {
  expect(ids(branchOf(turns, null))).toEqual([1, 3, 5, 7]);
  expect(ids(branchOf(turns, 2))).toEqual([1, 2, 4]);
  expect(ids(branchOf(turns, 6))).toEqual([6]);
  expect(ids(branchOf(turns, 1))).toEqual([1, 3, 5, 7]);
  expect(ids(branchOf(turns, 99))).toEqual([1, 3, 5, 7]);
  expect(branchOf([], null)).toEqual([]);
});

it('steps through what stands at one place, round and round', () => {
  expect(ids(turnsBeside(turns, turn(2, 1)))).toEqual([2, 3]);
  expect(ids(turnsBeside(turns, turn(1, 0)))).toEqual([1, 6]);
  expect([turnBeside(turns, turn(2, 1), 1).id, turnBeside(turns, turn(3, 1), 1).id, turnBeside(turns, turn(2, 1), -1).id]).toEqual([
    3, 2, 3,
  ]);
});

it('begins where a turn is not known, and ends with nonsense', () => {
  expect(ids(branchOf([turn(8, 4), turn(9, 8)], null))).toEqual([8, 9]);
  expect(ids(branchOf([turn(1, 2), turn(2, 1)], 1))).toEqual([1, 2]);
});
