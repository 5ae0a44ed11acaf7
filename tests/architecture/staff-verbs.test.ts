import { expect, it } from 'vitest';
import { consoleScreens } from '#contract/areas/index.ts';
import { ROLE_VERBS, ROLES, rolesMay, STAFF_VERBS, type StaffVerb } from '#contract/staff.ts';
import { can } from '#server/app/ctx.ts';
import { areas, endpoints } from '#server/areas/index.ts';

const verbs = Object.keys(STAFF_VERBS) as StaffVerb[];
const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

it('every call below /admin names a verb of the table, and nothing else is open to staff alone', () => {
  const staff = endpoints.filter(({ path }) => path.startsWith('/admin/'));
  expect(staff.length).toBeGreaterThan(20);
  expect(staff.filter(({ auth }) => typeof auth !== 'object' || !verbs.includes(auth.verb)).map(named)).toEqual([]);
});

it('every verb but those of lists guards a call', () => {
  const guarding = new Set(endpoints.flatMap(({ auth }) => (typeof auth === 'object' ? [auth.verb] : [])));
  const of_lists = new Set(
    areas.flatMap((area) => area.staff_lists ?? []).flatMap((list) => [list.verb, ...list.actions.map(({ verb }) => verb)]),
  );
  expect(verbs.filter((verb) => !guarding.has(verb) && !of_lists.has(verb))).toEqual([]);
});

it('somebody holds every verb, and a role that is not in the table holds none', () => {
  const held = new Set(Object.values(ROLE_VERBS).flat());
  // what only admin may do
  expect(verbs.filter((verb) => !held.has(verb))).toEqual(['user.roles', 'audit.see']);
  expect(verbs.filter((verb) => rolesMay(['superuser', 'toString', '__proto__'], verb))).toEqual([]);
  expect(verbs.every((verb) => rolesMay(['admin'], verb))).toBe(true);
  expect(can({ kind: 'user', user_id: 1, token_id: 1, roles: [], address: '' }, 'today.see')).toBe(false);
  expect(can({ kind: 'job', name: 'x' }, 'today.see')).toBe(false);
});

it('every role opens the console and every screen is open to somebody', () => {
  expect(ROLES.filter((role) => !rolesMay([role], 'today.see'))).toEqual([]);
  expect(new Set(consoleScreens.map(({ route }) => route)).size).toBe(consoleScreens.length);
});
