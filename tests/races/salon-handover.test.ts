import { beforeAll, expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import { changeHolder, doorList, makeDoorLink, scanTicket } from '#server/modules/salons/index.ts';
import { salon_handovers } from '#server/modules/salons/tables.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { makeSalon } from '../support/salon-guests.ts';

const t = testApp();
let owner: Person;
let buyer: Person;
beforeAll(async () => {
  [owner, buyer] = [await makePerson(t), await makePerson(t)];
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const nobody = () => t.ctx({ kind: 'visitor', address: '127.0.0.1' });
async function grow() {
  const salon = await makeSalon(t, { owner_id: owner.id, starts_in_h: 2, seats: [{ buyer_id: buyer.id }] });
  const { token } = await makeDoorLink(as(owner), { salon_id: salon.id, name: '小林', gate: '东口' });
  const ticket = salon.tickets[0] as (typeof salon.tickets)[0];
  const give = (n: number) =>
    changeHolder(as(buyer), {
      id: ticket.id,
      s: ticket.secret,
      answers: {},
      to: { name: `来宾${n}`, phone: `138000${String(10_000 + n)}` },
    });
  return { token, ticket, give };
}

it('one ticket that is given to 64 people at once goes to one of them', async () => {
  const { token, ticket, give } = await grow();
  const done = await Promise.allSettled(Array.from({ length: 64 }, (_, n) => give(n)));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of done) if (one.status === 'rejected') expect(String(one.reason)).toMatch('刚刚已转让');
  expect(await t.app.db.$count(salon_handovers)).toBe(1);
  const winner = done.findIndex(({ status }) => status === 'fulfilled');
  const { tickets, given } = await doorList(nobody(), token);
  expect([tickets.map(({ holder }) => holder), given.map(({ id }) => id)]).toEqual([[`来宾${winner}`], [ticket.id]]);
});

it('a ticket is let in or given away, never both', async () => {
  for (let n = 0; n < 8; n++) {
    const { token, ticket, give } = await grow();
    const scan = (at: number) => scanTicket(nobody(), { token, code: ticket.secret, nonce: `nonce-race-${n}-${at}`, direction: 'in' });
    const [given, ...answers] = await Promise.all([
      give(n).then(
        () => true,
        () => false,
      ),
      ...Array.from({ length: 4 }, (_, at) => scan(at)),
    ]);
    const ok = answers.filter(({ result }) => result === 'ok').length;
    expect([given, ok]).toEqual(given ? [true, 0] : [false, 1]);
    for (const { result } of answers) expect(given ? ['given'] : ['ok', 'used']).toContain(result);
  }
});
