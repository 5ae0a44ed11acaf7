import { z } from 'zod';
import { EMPLOYEE_RIGHT_KEYS, EMPLOYEE_STATES, type EmployeeState } from '#contract/employee.ts';

const rights = z.array(z.enum(EMPLOYEE_RIGHT_KEYS));
const state = z.enum(Object.keys(EMPLOYEE_STATES) as [EmployeeState, ...EmployeeState[]]);

const employeeRowOutput = z.strictObject({
  id: z.int(),
  user_id: z.int(),
  nickname: z.string(),
  headimgurl: z.string(),
  /** Masked. */
  mobile: z.string(),
  rights,
  state,
  invited_at: z.int(),
  /** 0: not yet. */
  answered_at: z.int(),
});
/** One of those an enterprise invited. */
export type EmployeeRow = z.infer<typeof employeeRowOutput>;

const employerRowOutput = z.strictObject({ id: z.int(), enterprise_id: z.int(), name: z.string(), rights, state, invited_at: z.int() });
/** An enterprise that somebody was invited by. */
export type EmployerRow = z.infer<typeof employerRowOutput>;

export const ownStaffOutput = z.strictObject({
  /** The reader may invite: their enterprise is verified. */
  may_invite: z.literal([0, 1]),
  name: z.string(),
  employees: z.array(employeeRowOutput),
  employers: z.array(employerRowOutput),
});
/** GET /user/staff */
export type OwnStaff = z.infer<typeof ownStaffOutput>;

export const employeeActOutput = z.strictObject({
  id: z.int(),
  nickname: z.string(),
  /** What was done, in words. */
  act: z.string(),
  /** `id` that the call named; 0: none. */
  target_id: z.int(),
  create_time: z.int(),
});
/** One act of an employee in the enterprise's name. */
export type EmployeeAct = z.infer<typeof employeeActOutput>;
