import { beforeAll, expect, it } from 'vitest';
import { KINDS, VIP_ALL, VIP_BIDDING } from '#contract/kinds.ts';
import type { Actor, Ctx } from '#server/app/ctx.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { decide } from '#server/modules/access/index.ts';
import { getSaleItem } from '#server/modules/catalog/index.ts';
import { contactState } from '#server/modules/contacts/index.ts';
import { ownStaff } from '#server/modules/employees/index.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { rightsOf } from '#server/modules/offers/make-offer.ts';
import { courseGate } from '#server/modules/study/index.ts';
import { mayPublishDemands, mayPublishJobs } from '#server/modules/verification/index.ts';
import { testApp } from '../support/app.ts';
import { verifyPerson } from '../support/demands.ts';
import { makeEnterprise } from '../support/enterprise.ts';
import { makeItem } from '../support/item-world.ts';
import { makePerson, type Person } from '../support/people.ts';
import { makeCourse } from '../support/study.ts';
import { makeTeacher } from '../support/teaching.ts';

/** The roles of the specification, and what each may beyond looking. What staff may stands in contract/staff.ts, what a work costs in access-table. */
const ACTS = [
  'take a free work',
  'members’ scheme',
  'members’ PPT',
  'members’ design',
  'members’ course',
  'publish a work',
  'publish a demand',
  'publish a job',
  'employ people',
  'teach',
  'reach suppliers for nothing',
] as const;
type Act = (typeof ACTS)[number];
const ALWAYS: readonly Act[] = ['take a free work', 'publish a work'];
const { scheme, ppt, design, sample, course } = KINDS;

/** By role: what is allowed, and how many new demands may be offered for in a day. */
const TABLE: Readonly<Record<string, readonly [may: readonly Act[], offers: number]>> = {
  // free works are open to everybody; taking a file asks for the login
  visitor: [['take a free work'], 0],
  user: [ALWAYS, 3],
  'scheme member': [[...ALWAYS, 'members’ scheme'], 10],
  'PPT member': [[...ALWAYS, 'members’ PPT'], 10],
  'design member': [[...ALWAYS, 'members’ design'], 10],
  'big case member': [ALWAYS, 10],
  'course member': [[...ALWAYS, 'members’ course'], 10],
  'bidding member': [ALWAYS, 30],
  'member of all': [[...ALWAYS, 'members’ scheme', 'members’ PPT', 'members’ design', 'members’ course'], 30],
  'verified person': [[...ALWAYS, 'publish a demand'], 3],
  'verified enterprise': [[...ALWAYS, 'publish a job', 'employ people', 'reach suppliers for nothing'], 3],
  lecturer: [[...ALWAYS, 'teach'], 3],
};

const t = testApp();
const works = new Map<Act, number>();
const people = new Map<string, Person | null>();
let resource = 0;

beforeAll(async () => {
  const publisher_id = (await makePerson(t)).id;
  const member = async (vip_type: number): Promise<Person> => {
    const person = await makePerson(t);
    await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: person.id, vip_type, days: 30, max_download_pre_day: 0 }));
    return person;
  };
  works.set('take a free work', (await makeItem(t, { publisher_id })).id);
  for (const [act, kind] of [
    ['members’ scheme', scheme],
    ['members’ PPT', ppt],
    ['members’ design', design],
  ] as const)
    works.set(act, (await makeItem(t, { publisher_id, kind, vip_only: true })).id);
  works.set('members’ course', (await makeCourse(t, { id: publisher_id }, { price_fen: 0, vip_only: true })).id);
  resource = (await makeItem(t, { publisher_id, kind: KINDS.resource })).id;
  const verified = await makePerson(t);
  await verifyPerson(t, verified);
  const known: Array<[string, Person | null]> = [
    ['visitor', null],
    ['user', await makePerson(t)],
    ['scheme member', await member(scheme.sale.vip_type)],
    ['PPT member', await member(ppt.sale.vip_type)],
    ['design member', await member(design.sale.vip_type)],
    ['big case member', await member(sample.sale.vip_type)],
    ['course member', await member(course.sale.vip_type)],
    ['bidding member', await member(VIP_BIDDING)],
    ['member of all', await member(VIP_ALL)],
    ['verified person', verified],
    ['verified enterprise', await makeEnterprise(t)],
    ['lecturer', await makeTeacher(t)],
  ];
  for (const [role, person] of known) people.set(role, person);
});

/** Refusals are the answer here; what is no refusal is an error of the test. */
const lets = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    (answer) => answer !== false,
    (error: { status?: number }) => {
      if (error.status === 401 || error.status === 403) return false;
      throw error;
    },
  );

async function may(act: Act, ctx: Ctx, user_id: number | null): Promise<boolean> {
  const work = works.get(act);
  if (work !== undefined) {
    const item = await getSaleItem(ctx, work);
    if (!item) throw new Error(`no work for ${act}`);
    return (await decide(ctx, item, user_id)).allowed;
  }
  if (act === 'publish a work') {
    const person = [...people.values()].find((one) => one?.id === user_id);
    const body = { action: 'draft', draft_key: `roles-draft-${user_id}`, title: '草稿' };
    return (await t.call('POST', scheme.calls.publish.form, { body, ...(person ? { token: person.token } : {}) })).body.code === 0;
  }
  if (user_id === null) return false;
  if (act === 'publish a demand') return mayPublishDemands(ctx, user_id);
  if (act === 'publish a job') return mayPublishJobs(ctx);
  if (act === 'employ people') return (await ownStaff(ctx)).may_invite === 1;
  if (act === 'teach') return lets(courseGate.may(ctx));
  return (await contactState(ctx, resource)).unlock_price === 0;
}

it.each(Object.entries(TABLE))('O-030 %s', async (role, [allowed, offers]) => {
  const person = people.get(role) ?? null;
  const actor: Actor = person?.actor ?? { kind: 'visitor', address: '127.0.0.1' };
  const ctx = createCtx(t.app, actor, 'test');
  const found: Act[] = [];
  for (const act of ACTS) if (await may(act, ctx, person?.id ?? null)) found.push(act);
  expect(found).toEqual(ACTS.filter((act) => allowed.includes(act)));
  expect(person === null ? 0 : (await rightsOf(ctx, person.id)).limit).toBe(offers);
});
