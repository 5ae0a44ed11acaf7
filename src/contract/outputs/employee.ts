import { z } from 'zod';
import { EMPLOYEE_RIGHT_KEYS, EMPLOYEE_STATES, type EmployeeState } from '#contract/employee.ts';

const rights = z.array(z.enum(EMPLOYEE_RIGHT_KEYS));
const state = z.enum(Object.keys(EMPLOYEE_STATES) as [EmployeeState, ...EmployeeState[]]);

export const ownStaffOutput = z.strictObject({
  may_invite: z.literal([0, 1]),
  name: z.string(),
  employees: z.array(
    z.strictObject({
      id: z.int(),
      user_id: z.int(),
      nickname: z.string(),
      headimgurl: z.string(),
      mobile: z.string(),
      rights,
      state,
      invited_at: z.int(),
      answered_at: z.int(),
    }),
  ),
  employers: z.array(z.strictObject({ id: z.int(), enterprise_id: z.int(), name: z.string(), rights, state, invited_at: z.int() })),
});

export const employeeActOutput = z.strictObject({
  id: z.int(),
  nickname: z.string(),
  act: z.string(),
  target_id: z.int(),
  create_time: z.int(),
});
