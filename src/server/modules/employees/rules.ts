import { EMPLOYEE_RIGHT_KEYS, type EmployeeRight, type EmployeeState } from '#contract/employee.ts';

export type EmployeeEvent = 'accept' | 'refuse' | 'leave' | 'remove';

/** The whole life of an invitation. What is not written here cannot happen. */
const MOVES: Record<EmployeeState, Partial<Record<EmployeeEvent, EmployeeState>>> = {
  invited: { accept: 'active', refuse: 'refused', remove: 'removed' },
  active: { leave: 'left', remove: 'removed' },
  refused: {},
  left: {},
  removed: {},
};

/** Where the event leads; null: nowhere. */
export const moveEmployee = (from: EmployeeState, event: EmployeeEvent): EmployeeState | null => MOVES[from][event] ?? null;

/** Rights as they are stored: known ones, each once, in their order. */
export function tidyRights(rights: readonly string[]): EmployeeRight[] {
  return EMPLOYEE_RIGHT_KEYS.filter((right) => rights.includes(right));
}
