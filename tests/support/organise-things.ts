import { makeDoorLink } from '#server/modules/salons/index.ts';
import type { TestApp } from './app.ts';
import type { Person } from './market.ts';
import { makeSalon } from './salon-guests.ts';

/** What A has of them: a salon with a guest and a door. */
export async function organisedThings(
  t: TestApp,
  { a, mark }: { a: Person; mark: string },
): Promise<{ organised_salon: number; organised_ticket: number; door: number }> {
  const salon = await makeSalon(t, { owner_id: a.id, seats: [{ buyer_id: a.id, name: mark }] });
  const door = await makeDoorLink(a.ctx, { salon_id: salon.id, name: mark, gate: '东门' });
  return { organised_salon: salon.id, organised_ticket: salon.tickets[0]?.id ?? 0, door: door.id };
}
