import type { AssistantTurn } from '#contract/assistant.ts';

type Turns = readonly AssistantTurn[];

/** Turns at the place of one, in the order in which they were asked; a place that is not known is the beginning. */
export function turnsBeside(turns: Turns, { parent_id }: Pick<AssistantTurn, 'parent_id'>): Turns {
  const known = new Set(turns.map(({ id }) => id));
  const place = (one: number) => (known.has(one) ? one : 0);
  return turns.filter((one) => place(one.parent_id) === place(parent_id)).toSorted((a, b) => a.id - b.id);
}

/** The branch that goes through the turn `at` and on by the newest each time, oldest first; null, or one that is not known: the newest of all. */
export function branchOf(turns: Turns, at: number | null): Turns {
  const known = new Map(turns.map((turn) => [turn.id, turn]));
  const newest = turns.reduce<AssistantTurn | undefined>((best, turn) => (best && best.id > turn.id ? best : turn), undefined);
  const middle = (at === null ? undefined : known.get(at)) ?? newest;
  if (!middle) return [];
  const branch: AssistantTurn[] = [];
  // whose parent is not older is none
  for (let turn: AssistantTurn | undefined = middle; turn; ) {
    branch.unshift(turn);
    turn = turn.parent_id < turn.id ? known.get(turn.parent_id) : undefined;
  }
  for (let last = middle; ; ) {
    const next = turnsBeside(turns, { parent_id: last.id }).at(-1);
    if (!next || next.id <= last.id || next.parent_id !== last.id) return branch;
    branch.push(next);
    last = next;
  }
}

/** The turn beside one, so many places on; behind the last stands the first. */
export function turnBeside(turns: Turns, turn: AssistantTurn, by: 1 | -1): AssistantTurn {
  const beside = turnsBeside(turns, turn);
  const at = beside.findIndex(({ id }) => id === turn.id);
  return beside.at((at + by) % beside.length) ?? turn;
}
