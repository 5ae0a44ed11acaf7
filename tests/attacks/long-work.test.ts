import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EMPTY_CONTACT, EMPTY_PARTS, PART_ROWS_MAX, PART_TEXT_MAX, RECRUIT_CALLS } from '#contract/recruit.ts';
import { SALON_CALLS } from '#contract/salon.ts';
import { STUDY_CALLS } from '#contract/study.ts';
import { WALLET_CALLS } from '#contract/wallet.ts';
import { saveResume } from '#server/modules/recruiting/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { salonReads } from '../support/salon-reads.ts';
import { openSite, type SiteOnPort } from '../support/site-on-port.ts';
import { studyReads } from '../support/study-reads.ts';

const t = testApp();
let site: SiteOnPort;
const asked: Array<{ path: string; token: string; type: string }> = [];

/** Signs that the font has, each another one: its subset is as large as it gets. */
const signs = (from: number) =>
  String.fromCodePoint(...Array.from({ length: PART_TEXT_MAX }, (_, n) => 0x4e00 + ((from * PART_TEXT_MAX + n) % 20_900)));

async function addResume({ actor, token }: Person, row_count: number): Promise<void> {
  const rows = Array.from({ length: row_count }, (_, n) => n);
  const parts = {
    ...EMPTY_PARTS,
    person: { ...EMPTY_PARTS.person, name: '王一', about: signs(0) },
    experience: rows.map((n) => ({ company: '公司', position: '策划', from: '2020', to: '2021', text: signs(n + 1) })),
    projects: rows.map((n) => ({ name: '项目', role: '策划', when: '2020', text: signs(n + 1 + PART_ROWS_MAX) })),
  };
  const contact = { ...EMPTY_CONTACT, mobile: '13800138000' };
  const { id } = await saveResume(t.ctx(actor), { title: '', visibility: 'applied', parts, contact });
  for (let n = 0; n < 3; n++) asked.push({ path: `${RECRUIT_CALLS.resume_pdf}?id=${id}`, token, type: 'application/pdf' });
}

beforeAll(async () => {
  site = await openSite(t, () => new Response('page'));
  const [first, second] = [await makePerson(t), await makePerson(t)];
  await addResume(first, PART_ROWS_MAX);
  await addResume(second, 2);
  const reads = { ...(await salonReads(t, first)), ...(await studyReads(t, second, first)) };
  const given = (path: string) =>
    `${path}?${new URLSearchParams(Object.entries(reads[path] ?? {}).map(([name, one]) => [name, String(one)]))}`;
  asked.push(
    { path: given(SALON_CALLS.pdf), token: '', type: 'application/pdf' },
    { path: given(STUDY_CALLS.certificate), token: second.token, type: 'application/pdf' },
    { path: `${WALLET_CALLS.csv}?account=earning`, token: first.token, type: 'text/csv' },
    ...Array.from({ length: 6 }, () => ({ path: '/docs/openapi.json', token: '', type: 'application/json' })),
    { path: '/docs', token: '', type: 'text/html' },
  );
});
afterAll(async () => {
  await site.close();
});

/** The slowest of a hundred answers that a bystander gets while `going`. */
async function bystander(going: () => boolean): Promise<number> {
  const took: number[] = [];
  while (going()) {
    const began = performance.now();
    await (await fetch(`${site.origin}/healthz`)).text();
    took.push(performance.now() - began);
    await wait(5);
  }
  return took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.99) - 1] ?? 0;
}

it('A13 A11 nobody waits for the largest files that others ask for at once', async () => {
  let left = 60;
  const idle_ms = await bystander(() => left-- > 0);
  const answers = Promise.all(
    asked.map(async ({ path, token, type }) => {
      const answer = await fetch(`${site.origin}/gateway${path}`, { headers: { 'accept-encoding': 'gzip', ...(token && { token }) } });
      const { byteLength } = await answer.arrayBuffer();
      return { path, ok: answer.status === 200 && answer.headers.get('content-type')?.startsWith(type) && byteLength > 100, byteLength };
    }),
  );
  let going = true;
  const all = answers.finally(() => {
    going = false;
  });
  const busy_ms = await bystander(() => going);
  const done = await all;
  expect(done.filter(({ ok }) => !ok).map(({ path }) => path)).toEqual([]);
  expect(Math.max(...done.map(({ byteLength }) => byteLength))).toBeGreaterThan(3_000_000);
  expect(busy_ms).toBeLessThan(Math.max(200, 10 * idle_ms));
});
