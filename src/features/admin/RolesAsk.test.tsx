import { expect, it } from 'vitest';
import { ROLE_VERBS, STAFF_VERBS, type StaffVerb } from '#contract/staff.ts';
import { rightsInGroups } from './RolesAsk.tsx';

it('names every right once, under what it is about', () => {
  const named = (verbs: readonly StaffVerb[]) => rightsInGroups(verbs).flatMap(([, rights]) => rights.split('、'));
  const all = Object.keys(STAFF_VERBS) as StaffVerb[];
  // some rights have the sign that stands between them in their own names
  expect(named(all).toSorted()).toEqual(
    Object.values(STAFF_VERBS)
      .flatMap((text) => text.split('、'))
      .toSorted(),
  );
  expect(rightsInGroups(ROLE_VERBS.reviewer).length).toBeGreaterThan(1);
});
