import { describe, expect, it } from 'vitest';
import type { DemandState } from '#contract/demand.ts';
import { binds, documentsRefusal, doneStep, mayCancel, type Offering, offerLimit, offerRank, offerRefusal, TENDER } from './rules.ts';

const now = new Date('2026-05-01T00:00:00Z');
const open = { owner_id: 1, state: 'open', label_type: 1, who_may: 'all', closes_at: new Date('2026-05-02T00:00:00Z') };
const demand = { ...open, opened: false, owner_gone: false };
const who: Offering = { user_id: 2, certified: false, member: false, bidding: false, own: null, left_today: 1 };
const why = (of: Partial<typeof demand>, by: Partial<Offering> = {}, at = now) =>
  offerRefusal({ ...demand, ...of }, { ...who, ...by }, at)?.code;

describe('who may offer', () => {
  it('is everybody but its owner, while it is open', () => {
    expect(why({})).toBeUndefined();
    expect(why({ owner_id: 2 })).toBe('own');
    expect(why({ owner_gone: true })).toBe('closed');
    expect(['draft', 'review', 'agreed', 'done', 'closed', 'expired'].map((state) => why({ state }))).toEqual(Array(6).fill('closed'));
    expect(why({ state: 'choosing' })).toBeUndefined();
  });

  it('ends with the deadline, to the millisecond', () => {
    expect(why({}, {}, new Date(demand.closes_at.getTime() - 1))).toBeUndefined();
    expect(why({}, {}, demand.closes_at)).toBe('late');
    expect(why({ closes_at: null as never })).toBeUndefined();
    // a tender takes no second round, whatever its end says by now
    expect([why({ label_type: TENDER, opened: true }), why({ label_type: TENDER, opened: true }, { own: 'agreed' })]).toEqual([
      'late',
      'agreed',
    ]);
  });

  it('follows what the owner asks for', () => {
    expect([why({ who_may: 'certified' }), why({ who_may: 'certified' }, { certified: true })]).toEqual(['certified', undefined]);
    expect([why({ who_may: 'member' }), why({ who_may: 'member' }, { member: true })]).toEqual(['member', undefined]);
    expect([why({ label_type: TENDER }, { member: true }), why({ label_type: TENDER }, { bidding: true })]).toEqual(['bidding', undefined]);
  });

  it('counts new offers only, and takes none again that was declined', () => {
    expect([why({}, { left_today: 0 }), why({}, { left_today: 0, own: 'made' }), why({}, { left_today: 0, own: 'withdrawn' })]).toEqual([
      'limit',
      undefined,
      undefined,
    ]);
    expect([why({}, { own: 'declined' }), why({}, { own: 'cancelled' }), why({}, { own: 'agreed' })]).toEqual([
      'declined',
      'declined',
      'agreed',
    ]);
  });
});

it('gives the best right its number', () => {
  const limits = { plain: 3, member: 10, bidding: 30 };
  expect(offerLimit(limits, { member: false, bidding: false })).toBe(3);
  expect(offerLimit(limits, { member: true, bidding: false })).toBe(10);
  expect(offerLimit(limits, { member: true, bidding: true })).toBe(30);
  expect(offerLimit({ plain: 3, member: 10, bidding: 5 }, { member: true, bidding: true })).toBe(10);
});

it('keeps documents of tenders to bidders and the owner', () => {
  const open = (label_type: number, user_id: number, bidding: boolean) =>
    documentsRefusal({ owner_id: 1, label_type }, { user_id, bidding }) === null;
  expect([open(TENDER, 2, false), open(TENDER, 2, true), open(TENDER, 1, false), open(1, 2, false)]).toEqual([false, true, true, true]);
});

it('ends when both have said so, in either order', () => {
  const at = new Date(0);
  const running = { state: 'running', owner_done_at: null, user_done_at: null };
  expect([doneStep(running, true), doneStep({ ...running, owner_done_at: at }, false)]).toEqual([{ ends: false }, { ends: true }]);
  expect([doneStep({ ...running, owner_done_at: at }, true), doneStep({ ...running, state: 'disputed' }, true)]).toEqual([null, null]);
  expect([mayCancel(running), mayCancel({ ...running, user_done_at: at }), mayCancel({ ...running, state: 'done' })]).toEqual([
    true,
    false,
    false,
  ]);
});

it('puts what is to be decided before what is over', () => {
  const states = (['lost', 'made', 'agreed', 'withdrawn', 'declined'] as const).map((state) => ({ state, short_listed: false }));
  const sorted = [...states, { state: 'made' as const, short_listed: true }].sort((a, b) => offerRank(a) - offerRank(b));
  expect(sorted.map(({ state, short_listed }) => (short_listed ? `${state}*` : state))).toEqual([
    'agreed',
    'made*',
    'made',
    'lost',
    'declined',
    'withdrawn',
  ]);
});

it('a deposit is bound while its offer can be chosen, also at the moment at which it is, and while the agreement runs', () => {
  const made = { state: 'made' as const, deposit_fen: 100, round: 1 };
  const demand = (state: DemandState, round = 1, paused = false) => ({ state, round, paused });
  for (const state of ['open', 'choosing', 'agreed'] as const) expect([state, binds(made, demand(state))]).toEqual([state, true]);
  expect(binds(made, demand('closed', 1, true))).toBe(true);
  for (const free of [demand('closed'), demand('expired'), demand('open', 2), undefined]) expect(binds(made, free)).toBe(false);
  const agreed = { ...made, state: 'agreed' as const };
  expect([binds(agreed, demand('agreed')), binds(agreed, demand('done')), binds(agreed, demand('choosing', 2))]).toEqual([
    true,
    false,
    false,
  ]);
  expect(binds({ ...made, deposit_fen: 0 }, demand('open'))).toBe(false);
});
