import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/app/ctx.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Judged, judge, rateOf } from '../support/judge-search.ts';
import { BY_ASKING } from '../support/judged-asking.ts';
import { publishDemoWords, publishJudged } from '../support/judged-catalogue.ts';
import { OF_THE_DEMO } from '../support/judged-demo.ts';
import { WORKS } from '../support/judged-search.ts';
import { BY_TYPING } from '../support/judged-typing.ts';
import { MORE_WORKS } from '../support/judged-works.ts';

const RIGHT = 0.95;
const QUERIES = Object.entries({ ...BY_TYPING, ...BY_ASKING });

describe('what planners type, over a catalogue', () => {
  let t: TestApp;
  let ctx: Ctx;
  const judged: Judged[] = [];

  beforeAll(async () => {
    t = await startTestApp();
    ctx = t.ctx();
    await publishJudged(ctx, [...WORKS, ...MORE_WORKS]);
  });
  afterAll(() => t.stop());

  it('has enough queries of enough kinds', () => {
    expect(QUERIES.flatMap(([, queries]) => queries).length).toBeGreaterThanOrEqual(250);
    expect(QUERIES.length).toBeGreaterThanOrEqual(20);
  });

  it.each(QUERIES)('%s: everything finds something', async (about, queries) => {
    const of = await judge(ctx, about, queries);
    judged.push(of);
    expect(of.unanswered).toEqual([]);
  });

  it('has what was meant among the first three', () => {
    process.stdout.write(`search, all: ${Math.round(rateOf(judged) * 1_000) / 10} %\n`);
    expect(rateOf(judged), judged.flatMap(({ missed }) => missed).join('\n')).toBeGreaterThanOrEqual(RIGHT);
  });
});

describe('what is typed into the demo world', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp();
    await publishDemoWords(t.ctx());
  });
  afterAll(() => t.stop());

  it('has what was meant among the first three', async () => {
    const judged = await judge(t.ctx(), 'the demo world', OF_THE_DEMO);
    expect(judged.unanswered).toEqual([]);
    expect(rateOf([judged]), judged.missed.join('\n')).toBeGreaterThanOrEqual(RIGHT);
  });
});
