import { KINDS } from '#contract/kinds.ts';
import { RECAP_CALLS } from '#contract/recap.ts';
import { makeDoorLink } from '#server/modules/salons/index.ts';
import type { TestApp } from './app.ts';
import type { Person } from './market.ts';
import { makeSalon } from './salon-guests.ts';

type Declared = { expect: 'refused' | 'public'; with?: Record<string, unknown>; why?: string };
const of = (more: Record<string, unknown> = {}): Declared => ({ expect: 'refused', with: { id: 'salon_of_a', ...more } });
const ticket = { ticket_id: 'ticket_of_a', nonce: 'foreign-nonce-1' };
const no_door = { t: 'a'.repeat(22), nonce: 'foreign-nonce-2' };

/** Calls of organisers, doors and talks for the ownership test; words in `with` are those of `organisedThings`. */
export const ORGANISE_OWNERSHIP: Record<string, Declared> = {
  'GET /salon/organise': of(),
  'GET /salon/organise/guests': of(),
  'POST /salon/organise/check': of(ticket),
  'DELETE /salon/organise/check': of(ticket),
  'GET /salon/organise/csv': of(),
  'GET /salon/organise/message': of(),
  'POST /salon/organise/message': of({ key: 'foreign-key-1', title: '通知', content: '改期' }),
  'PUT /salon/organise/sale': of({ on: 0 }),
  'GET /salon/organise/doors': of(),
  'POST /salon/organise/doors': of({ name: '小林', gate: '东门' }),
  'DELETE /salon/organise/doors': of({ door_id: 'door_of_a' }),
  'GET /salon/organise/recap': of(),
  'POST /salon/organise/recap': of({ text: '改写' }),
  'PUT /salon/organise/recap': of({ text: '改写' }),
  'DELETE /salon/organise/recap': of(),
  [`GET ${RECAP_CALLS.recommend}`]: { expect: 'public', why: 'recaps that everybody may read' },
  'POST /salon/door/order': {
    expect: 'refused',
    with: { ...no_door, ticket_id: 'ticket_of_a' },
    why: 'for whoever has the token of a door',
  },
  [`GET ${KINDS.talk.calls.detail.path}`]: { expect: 'refused', with: { id: 'talk_draft' }, why: 'a draft is seen by its publisher only' },
  [`GET ${KINDS.talk.calls.related.path}`]: { expect: 'public' },
};

/** What A has of them: a salon with a guest and a door. */
export async function organisedThings(
  t: TestApp,
  { a, mark }: { a: Person; mark: string },
): Promise<{ salon_of_a: number; ticket_of_a: number; door_of_a: number }> {
  const salon = await makeSalon(t, { owner_id: a.id, seats: [{ buyer_id: a.id, name: mark }] });
  const door = await makeDoorLink(a.ctx, { salon_id: salon.id, name: mark, gate: '东门' });
  return { salon_of_a: salon.id, ticket_of_a: salon.tickets[0]?.id ?? 0, door_of_a: door.id };
}
