import { beforeAll, expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { doorList, makeDoorLink, scanOrder, scanTicket, syncScans } from '#server/modules/salons/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { makeSalon } from '../support/salon-guests.ts';

const t = testApp();
let owner: Person;
let guest: Person;
const nobody = () => t.ctx({ kind: 'visitor', address: '127.0.0.1' });
beforeAll(async () => {
  [owner, guest] = [await makePerson(t), await makePerson(t)];
});

async function grow(seats: number) {
  const salon = await makeSalon(t, {
    owner_id: owner.id,
    seats: Array.from({ length: seats }, () => ({ buyer_id: guest.id, order: 1 })),
  });
  const gate = async (name: string) =>
    (await makeDoorLink(createCtx(t.app, owner.actor, 'test'), { salon_id: salon.id, name, gate: name })).token;
  return { ...salon, doors: [await gate('东口'), await gate('西口')] as [string, string] };
}

it('lets a ticket in once, of twelve scans at two doors', async () => {
  const { doors, tickets } = await grow(1);
  const code = tickets[0]?.secret as string;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      scanTicket(nobody(), { token: doors[n % 2] as string, code, nonce: `nonce-at-once-${n}`, direction: 'in' }),
    ),
  );
  expect(answers.map(({ result }) => result).sort()).toEqual(['ok', ...Array(11).fill('used')]);
  const now_s = Math.floor(t.clock.now().getTime() / 1000);
  for (const { result, where, at } of answers) if (result === 'used') expect([['东口', '西口'].includes(where), at]).toEqual([true, now_s]);
  expect(await doorList(nobody(), doors[0])).toMatchObject({ came: 1 });
});

it('answers one scan that is sent again while it runs with the same', async () => {
  const { doors, tickets } = await grow(1);
  const scan = { token: doors[0], code: tickets[0]?.secret as string, nonce: 'nonce-sent-again', direction: 'in' as const };
  const answers = await Promise.all(Array.from({ length: 8 }, () => scanTicket(nobody(), scan)));
  expect(new Set(answers.map(({ result }) => result))).toEqual(new Set(['ok']));
  expect(answers.filter(({ again }) => !again)).toHaveLength(1);
});

it('counts everybody of an order once: whole order, single scans and what an offline door brings', async () => {
  const { doors, tickets } = await grow(6);
  const [east, west] = doors;
  const now_ms = t.clock.now().getTime();
  const scans = tickets.map(({ secret }, n) => ({
    nonce: `nonce-offline-${n}`,
    key: sha256(secret),
    direction: 'in' as const,
    at_ms: now_ms - n * 1_000,
  }));
  await Promise.all([
    scanOrder(nobody(), { token: east, ticket_id: tickets[0]?.id as number, nonce: 'nonce-order-east' }),
    scanOrder(nobody(), { token: west, ticket_id: tickets[5]?.id as number, nonce: 'nonce-order-west' }),
    syncScans(nobody(), { token: west, scans }),
    syncScans(nobody(), { token: west, scans }),
    ...tickets.map(({ secret }, n) => scanTicket(nobody(), { token: east, code: secret, nonce: `nonce-single-${n}`, direction: 'in' })),
  ]);
  expect(await doorList(nobody(), east)).toMatchObject({ came: 6 });
  const last = await scanTicket(nobody(), { token: east, code: tickets[3]?.secret as string, nonce: 'nonce-last', direction: 'in' });
  expect([last.result, last.inside]).toEqual(['used', 6]);
});
